#include "vocab/course_types.hpp"

#include <array>
#include <unordered_set>

#include "base/text.hpp"
#include "rdf/iri.hpp"
#include "vocab/context_facts.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite {
namespace {

constexpr std::string_view kSchema = "http://schema.org/";
constexpr std::string_view kOer = "http://oerschema.org/";

using NameSet = std::unordered_set<std::string>;

/// The classes among the terms of a context: names that begin with a capital.
NameSet classes_of(const ContextFacts& facts, std::string_view context,
                   std::string_view start) {
  NameSet names;
  if (const ContextFacts::Context* found = facts.find(context); found != nullptr)
    for (const TermFact& fact : facts.terms(*found))
      if (!fact.term.empty() && fact.term.front() >= 'A' && fact.term.front() <= 'Z' &&
          fact.iri() == std::string{start} + std::string{fact.term})
        names.emplace(fact.term);
  return names;
}

struct KnownClasses {
  KnownClasses() {
    const std::array texts{schema_terms_table(), contexts_table()};
    const ContextFacts facts{texts};
    schema = classes_of(facts, "schemaorg", "schema:");
    oer = classes_of(facts, "oerschema", "oer:");
  }
  NameSet schema;
  NameSet oer;
};

const KnownClasses& known_classes() {
  static const KnownClasses classes;
  return classes;
}

std::string known(const NameSet& names, std::string_view start, std::string_view name) {
  const std::string key{name};
  return names.contains(key) ? std::string{start} + key : std::string{};
}

ClassName from_iri(std::string_view iri) {
  std::string_view rest = iri;
  for (const std::string_view scheme : {"http://", "https://"})
    if (starts_with_ignoring_case(rest, scheme)) {
      rest.remove_prefix(scheme.size());
      break;
    }
  if (rest.size() == iri.size()) return {std::string{iri}};
  if (starts_with_ignoring_case(rest, "www.")) rest.remove_prefix(4);
  for (const std::string_view start : {kOer, kSchema}) {
    const std::string_view host = start.substr(7);
    if (!starts_with_ignoring_case(rest, host)) continue;
    std::string_view path = rest.substr(host.size());
    const bool slash = path.size() > 1 && path.find('/') == path.size() - 1;
    if (slash) path.remove_suffix(1);
    return {std::string{start} + std::string{path}, slash};
  }
  return {std::string{iri}};
}

}  // namespace

ClassName read_class_name(std::string_view text) {
  const KnownClasses& classes = known_classes();
  for (const std::string_view prefix : {"schema:", "sdo:"})
    if (text.starts_with(prefix))
      return {known(classes.schema, kSchema, text.substr(prefix.size()))};
  if (text.starts_with("oer:")) return {known(classes.oer, kOer, text.substr(4))};
  if (check_iri(text) == IriProblem::none) return from_iri(text);
  if (std::string iri = known(classes.oer, kOer, text); !iri.empty()) return {iri};
  return {known(classes.schema, kSchema, text)};
}

}  // namespace semsite
