#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/text_hash.hpp"
#include "parse/rdfa_graph.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What vocabularies say of their classes and properties, as far as vocabulary expansion
/// goes by it.
class RdfaRules {
 public:
  /// Takes the rules out of the triples of a vocabulary: rdfs:subClassOf,
  /// rdfs:subPropertyOf, owl:equivalentClass, owl:equivalentProperty.
  void learn(const RdfaGraph& vocabulary);

  [[nodiscard]] const std::vector<std::string>* properties_above(
      std::string_view property) const;
  [[nodiscard]] const std::vector<std::string>* classes_above(
      std::string_view type) const;

 private:
  using Above = std::unordered_map<std::string, std::vector<std::string>, KeyedHash,
                                   std::equal_to<>>;
  static const std::vector<std::string>* find(const Above& above, std::string_view iri);

  Above properties_, classes_;
};

/// Vocabulary expansion (RDFa Core 1.1 §10): adds what follows from the vocabularies that
/// the triples name with rdfa:usesVocabulary. They come from `settings.contexts`; one
/// that is not to be had, or is no RDFa, is reported ("rdfa.vocabulary").
void expand_vocabularies(RdfaGraph& graph, NamedBy named_by, Diagnostics& diagnostics,
                         const Limits& limits, const ParseSettings& settings);

}  // namespace semsite
