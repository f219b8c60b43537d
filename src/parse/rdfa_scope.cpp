// What names mean at an element: RdfaProcessor, RDFa Core 1.1 §7.5 steps 2 and 3.
#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_node.hpp"
#include "parse/rdfa_processor.hpp"
#include "parse/rdfa_words.hpp"
#include "parse/rdfxml_names.hpp"

namespace semsite {
namespace {

constexpr std::string_view kUsesVocabulary = "http://www.w3.org/ns/rdfa#usesVocabulary";
/// More prefixes at one place than any page needs; each name is looked up among them.
constexpr std::uint32_t kPrefixes = 1000;

}  // namespace

// §7.5 step 2
void RdfaProcessor::set_vocabulary(Element& element) {
  const auto& vocab = element.attributes.vocab;
  if (!vocab) return;
  if (trim(*vocab).empty()) {
    element.local.names.vocabulary = {};
    return;
  }
  const Term iri = names_.reference(*vocab, element.local.names);
  if (is_lost(iri)) return;
  element.local.names.vocabulary = iri.value;
  add(element, names_.document(element.local.names), iri_term(kUsesVocabulary), iri);
}

void RdfaProcessor::add_prefix(Element& element, std::string_view prefix,
                               std::string_view iri) {
  if (prefix.empty() || prefix == "_") {
    names_.report("rdfa.bad-prefix",
                  fmt::format("\"{}:\" can be no prefix; it is passed over", prefix));
    return;
  }
  if (!is_ncname(prefix)) {
    names_.report("rdfa.bad-prefix",
                  fmt::format("\"{}\" can be no prefix: it is no XML name without a "
                              "colon; it is passed over",
                              excerpt(prefix)));
    return;
  }
  const RdfaPrefix* const outer = element.local.names.prefixes;
  const std::uint32_t count = outer == nullptr ? 1 : outer->count + 1;
  if (count > kPrefixes) {
    if (!std::exchange(told_of_prefixes_, true))
      names_.report("rdfa.too-many-prefixes",
                    fmt::format("more than {} prefixes hold at once; the others are "
                                "passed over",
                                kPrefixes));
    return;
  }
  // Test 0319: relative to the document, whatever its base.
  const std::string absolute =
      has_scheme(iri) ? std::string{iri} : BaseIri{page_.address()}.resolve(iri);
  prefixes_.push_back({.prefix = graph_.arena().keep(lower_ascii(prefix)),
                       .iri = graph_.arena().keep(absolute),
                       .outer = outer,
                       .count = count});
  element.local.names.prefixes = &prefixes_.back();
}

// §7.5 step 3: xmlns first, so that prefix overrides it.
void RdfaProcessor::set_prefixes(Element& element) {
  if (page_.markup() == PageMarkup::xml) {
    HtmlDeclarations declared{element.node};
    while (const auto one = declared.next())
      if (!one->prefix.empty()) add_prefix(element, one->prefix, one->iri);
  } else {
    HtmlAttributes attributes{element.node};
    while (const auto attribute = attributes.next())
      if (attribute->name.starts_with("xmlns:"))
        add_prefix(element, attribute->name.substr(6), attribute->value);
  }
  if (!element.attributes.prefix) return;
  // prefix ::= (NCName ':' ' '+ xsd:anyURI)*
  std::string_view name;
  each_word(*element.attributes.prefix, [&](std::string_view word) {
    if (!name.empty()) {
      add_prefix(element, name.substr(0, name.size() - 1), word);
      name = {};
    } else if (word.ends_with(':')) {
      name = word;
    } else {
      names_.report("rdfa.bad-prefix",
                    fmt::format("\"{}\" in the attribute prefix is no name with a colon "
                                "behind it; it is passed over",
                                excerpt(word)));
    }
  });
}

/// `xml:base` counts where the host language has no `base` of its own.
void RdfaProcessor::set_base(Element& element) {
  if (!element.attributes.xml_base || is_page(host_)) return;
  bases_.emplace_back(std::string{without_fragment(
      element.local.names.base->resolve(trim(*element.attributes.xml_base)))});
  element.local.names.base = &bases_.back();
}

std::vector<Term> RdfaProcessor::predicates(std::string_view text,
                                            const RdfaNameScope& scope) {
  std::vector<Term> out;
  each_word(text, [&](std::string_view word) {
    const Term term = names_.predicate(word, scope);
    if (is_none(term)) return;
    // Elements around keep theirs: what no page people write has is counted.
    constexpr std::size_t kMany = 1024;
    if (out.size() % kMany == kMany - 1)
      graph_.meter().room().take(2 * kMany * sizeof(Term));
    out.push_back(term);
  });
  return out;
}

void RdfaProcessor::read_predicates(Element& element) {
  Attributes& attributes = element.attributes;
  const RdfaNameScope& scope = element.local.names;
  // HTML+RDFa 1.1 §3.1: beside property, rel and rev with plain words are for other uses.
  const auto without_terms = [&](std::optional<std::string_view>& attribute) {
    if (!attribute) return;
    bool any = false;
    each_word(*attribute, [&](std::string_view word) {
      any = any || word.find(':') != std::string_view::npos;
    });
    if (!any) attribute.reset();
  };
  const bool drops_terms = has_html_rules(host_) && attributes.property;
  const auto read = [&](std::string_view text) {
    std::vector<Term> out;
    each_word(text, [&](std::string_view word) {
      if (drops_terms && word.find(':') == std::string_view::npos) return;
      // Pages are full of link types that no vocabulary was meant for.
      if (RdfaNames::is_term(word) && scope.vocabulary.empty() &&
          !initial_term(initial_context_of(host_), word))
        return;
      const Term term = names_.predicate(word, scope);
      if (!is_none(term)) out.push_back(term);
    });
    return out;
  };
  if (drops_terms) {
    without_terms(attributes.rel);
    without_terms(attributes.rev);
  }
  if (attributes.rel) element.rel = read(*attributes.rel);
  if (attributes.rev) element.rev = read(*attributes.rev);
  if (attributes.property) element.property = predicates(*attributes.property, scope);
}

}  // namespace semsite
