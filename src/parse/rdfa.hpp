#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/hash.hpp"
#include "markup/html_tree.hpp"
#include "parse/rdfa_names.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"
#include "vocab/rdfa_initial_context.hpp"

namespace semsite {

/// The rules that a host language adds to RDFa Core.
enum class RdfaHostLanguage : std::uint8_t {
  html5,   ///< HTML+RDFa 1.1 in HTML syntax
  xhtml5,  ///< … in XML syntax
  xhtml1,  ///< XHTML+RDFa 1.1
  svg,     ///< SVG Tiny 1.2 and later: RDFa Core as it is
  xml,     ///< any other XML
};

/// Told by the syntax, the root element, its `version` and the document type.
[[nodiscard]] RdfaHostLanguage rdfa_host_of(const HtmlPage& page);

/// Whose terms are known from the start.
[[nodiscard]] RdfaHost initial_context_of(RdfaHostLanguage host);

/// HTML+RDFa 1.1 §3: `datetime`, `time`, property copying, rel beside property.
[[nodiscard]] constexpr bool has_html_rules(RdfaHostLanguage host) {
  return host == RdfaHostLanguage::html5 || host == RdfaHostLanguage::xhtml5;
}
/// `head` and `body` stand for the document, `base` counts and `xml:base` does not.
[[nodiscard]] constexpr bool is_page(RdfaHostLanguage host) {
  return has_html_rules(host) || host == RdfaHostLanguage::xhtml1;
}

struct RdfaJob {
  QuadBuilder& quads;
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
  /// Before the labels of blank nodes; behind it stand a digit, or "b" and the label that
  /// the page uses.
  std::string_view label_prefix = "r-";
  /// True for the elements whose triples are kept; empty: all are.
  std::function<bool(const ::_xmlNode*)> selected = {};
  /// Nothing: told by the page itself.
  std::optional<RdfaHostLanguage> host = {};
};

/// Adds the triples of the RDFa of `page` (RDFa Core 1.1, HTML+RDFa 1.1, XHTML+RDFa 1.1,
/// role attribute); does not flush. What is wrong is reported under "rdfa.…"; throws
/// PageLimit, and what `diagnostics` throws.
void parse_rdfa(const HtmlPage& page, const RdfaJob& job);

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
