#include "vocab/rdfa_initial_context.hpp"

#include <array>
#include <string>
#include <unordered_map>

#include "base/text.hpp"
#include "vocab/context_facts.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite {
namespace {

using IriMap = std::unordered_map<std::string_view, std::string>;

class InitialContexts {
 public:
  InitialContexts() {
    const ContextFacts facts{std::array{rdfa_table()}};
    add(facts, "rdfa-1.1-prefixes", prefixes_);
    add(facts, "rdfa-1.1-terms", core_terms_);
    add(facts, "rdfa-1.1-terms", xhtml_terms_);
    add(facts, "xhtml-rdfa-1.1-terms", xhtml_terms_);
  }

  [[nodiscard]] const IriMap& prefixes() const { return prefixes_; }
  /// Of the host languages only XHTML adds terms of its own.
  [[nodiscard]] const IriMap& terms(RdfaHost host) const {
    return host == RdfaHost::xhtml ? xhtml_terms_ : core_terms_;
  }

 private:
  static void add(const ContextFacts& facts, std::string_view name, IriMap& map) {
    if (const ContextFacts::Context* context = facts.find(name); context != nullptr)
      for (const TermFact& fact : facts.terms(*context))
        map.emplace(fact.term, fact.iri());
  }

  IriMap prefixes_;
  IriMap core_terms_;
  IriMap xhtml_terms_;
};

const InitialContexts& initial_contexts() {
  static const InitialContexts contexts;
  return contexts;
}

}  // namespace

std::optional<std::string_view> initial_prefix(std::string_view prefix) {
  const IriMap& prefixes = initial_contexts().prefixes();
  const auto found = prefixes.find(prefix);
  if (found == prefixes.end()) return std::nullopt;
  return found->second;
}

std::optional<std::string_view> initial_term(RdfaHost host, std::string_view term) {
  const IriMap& terms = initial_contexts().terms(host);
  auto found = terms.find(term);
  // All terms of the table are in lower case.
  if (found == terms.end()) found = terms.find(lower_ascii(term));
  if (found == terms.end()) return std::nullopt;
  return found->second;
}

}  // namespace semsite
