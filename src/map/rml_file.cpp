#include "map/rml_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "map/rml_terms.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Relative IRIs of a mapping name things in it, and no more.
std::string base_of(std::string_view name) {
  return fmt::format("https://w3id.org/semsite/mapping/{}",
                     name.substr(name.rfind('/') + 1));
}

}  // namespace

std::string short_name(std::string_view iri) {
  return iri.starts_with(kRml) ? fmt::format("rml:{}", iri.substr(kRml.size()))
                               : fmt::format("<{}>", iri);
}

RmlFile::RmlFile(std::string_view text, std::string name)
    : name_(std::move(name)), graph_(text, name_, base_of(name_)) {
  for (const GraphFact& fact : graph_.all())
    if (const std::string problem = rml_word_problem(fact); !problem.empty())
      fail(fact.line, problem);
}

void RmlFile::fail(std::uint64_t line, std::string_view why) const {
  throw UsageError{fmt::format("{}:{}: {}", name_, line, why)};
}

std::vector<GraphFact> RmlFile::all(const GraphNode& node,
                                    std::string_view property) const {
  const auto is_of = [&](const GraphNode& predicate) {
    const std::string_view iri{predicate.value};
    return predicate.kind == GraphNode::Kind::iri && iri.starts_with(kRml) &&
           iri.substr(kRml.size()) == property;
  };
  std::vector<GraphFact> out;
  for (const GraphFact& fact : about(node))
    if (is_of(fact.predicate)) out.push_back(fact);
  return out;
}

/// Each node is asked about once for every property that it may have.
const std::vector<GraphFact>& RmlFile::about(const GraphNode& node) const {
  const auto kind = static_cast<char>('0' + static_cast<int>(node.kind));
  const auto [place, is_new] = about_.try_emplace(kind + node.value);
  if (is_new) place->second = graph_.about(node);
  return place->second;
}

std::optional<GraphFact> RmlFile::one(const GraphNode& node,
                                      std::string_view property) const {
  const std::vector<GraphFact> found = all(node, property);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1)
    fail(found[1].line, fmt::format("a second rml:{}, where there can be one", property));
  return found.front();
}

void RmlFile::must_be_described(const GraphFact& at) const {
  if (at.object.kind == GraphNode::Kind::literal)
    fail(at.line, fmt::format("{} takes a node, not the text \"{}\"",
                              short_name(at.predicate.value), excerpt(at.object.value)));
  if (about(at.object).empty())
    fail(at.line,
         fmt::format("{}: nothing is said of {} in this file",
                     short_name(at.predicate.value),
                     at.object.kind == GraphNode::Kind::blank ? "an empty node"
                                                              : at.object.value));
}

const std::string& RmlFile::text(const GraphFact& fact) const {
  if (fact.object.kind != GraphNode::Kind::literal)
    fail(fact.line, fmt::format("{} takes a text", short_name(fact.predicate.value)));
  return fact.object.value;
}

const std::string& RmlFile::iri(const GraphFact& fact) const {
  if (fact.object.kind != GraphNode::Kind::iri)
    fail(fact.line, fmt::format("{} takes an IRI", short_name(fact.predicate.value)));
  return fact.object.value;
}

}  // namespace semsite
