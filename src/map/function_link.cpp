#include <string>

#include "base/text.hpp"
#include "map/function_set.hpp"
#include "map/function_tools.hpp"
#include "vocab/link_relations.hpp"

namespace semsite::functions {
namespace {

/// True if the word of a `rel` value means `relation`, a name or an IRI.
bool means(std::string_view word, std::string_view relation) {
  if (equal_ignoring_case(word, relation)) return true;
  if (word.find(':') == std::string_view::npos &&
      relation.find(':') == std::string_view::npos)
    return false;
  const LinkRelation left = link_relation(word);
  return !left.iri.empty() && left.iri == link_relation(relation).iri;
}

bool makes_triple(std::string_view word) {
  const RelationKind kind = link_relation(word).kind;
  return kind == RelationKind::registered || kind == RelationKind::extension;
}

/// `namespace` + `key` if that is an absolute IRI, else empty.
std::string property_iri(std::string_view name_space, std::string_view key) {
  if (name_space.empty() || key.empty()) return {};
  std::string joined{name_space};
  joined += key;
  return is_absolute_iri(name_space) && is_absolute_iri(joined) ? joined : std::string{};
}

}  // namespace

void relation(const FunctionCall& call, FunctionSink& sink) {
  BoundedValues values{sink};
  std::string_view unknown;
  for_each_word(call.arguments[0], [&](std::string_view word) {
    const LinkRelation found = link_relation(word);
    if (found.kind == RelationKind::registered || found.kind == RelationKind::extension)
      values.value({.text = found.iri, .kind = ValueKind::iri});
    if (found.kind == RelationKind::unknown && unknown.empty()) unknown = word;
  });
  if (!unknown.empty())
    sink.note("map.unknown-relation",
              "\"" + excerpt(unknown) +
                  "\" is no registered link relation and no absolute IRI (RFC 8288 "
                  "§2.1); it makes no triple");
}

void relation_term(const FunctionCall& call, FunctionSink& sink) {
  std::string_view relation;
  for_each_word(call.arguments[1], [&](std::string_view entry) {
    if (relation.empty()) {
      relation = entry;
      return;
    }
    bool found = false;
    for_each_word(call.arguments[0],
                  [&](std::string_view word) { found = found || means(word, relation); });
    if (found) sink.value({.text = entry, .kind = ValueKind::iri});
    relation = {};
  });
}

void if_relation(const FunctionCall& call, FunctionSink& sink) {
  bool found = false;
  for_each_word(call.arguments[1], [&](std::string_view word) {
    found = found || (call.arguments[2].empty() ? makes_triple(word)
                                                : means(word, call.arguments[2]));
  });
  if (found) sink.value({.text = call.arguments[0]});
}

void property(const FunctionCall& call, FunctionSink& sink) {
  const std::string iri = property_iri(call.arguments[0], call.arguments[1]);
  if (!iri.empty()) sink.value({.text = iri, .kind = ValueKind::iri});
}

void unless_property(const FunctionCall& call, FunctionSink& sink) {
  if (property_iri(call.arguments[1], call.arguments[2]).empty())
    sink.value({.text = call.arguments[0]});
}

}  // namespace semsite::functions
