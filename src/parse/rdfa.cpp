#include "parse/rdfa.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_node.hpp"
#include "markup/html_tree.hpp"
#include "parse/rdfa_names.hpp"
#include "parse/rdfa_processor.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/page_meter.hpp"
#include "semsite/errors.hpp"

namespace semsite {

RdfaHostLanguage rdfa_host_of(const HtmlPage& page) {
  if (page.markup() == PageMarkup::html) return RdfaHostLanguage::html5;
  if (is_html(page.root(), "html")) {
    const auto says = [](std::string_view text, std::string_view name) {
      return text.find(name) != std::string_view::npos;
    };
    // XHTML+RDFa 1.1 §2: either of them marks a document.
    const std::string_view version = attribute(page.root(), "version").value_or("");
    const bool xhtml1 = says(version, "XHTML") || says(page.doctype(), "//DTD XHTML");
    return xhtml1 ? RdfaHostLanguage::xhtml1 : RdfaHostLanguage::xhtml5;
  }
  return namespace_of(page.root()) == kSvgNamespace ? RdfaHostLanguage::svg
                                                    : RdfaHostLanguage::xml;
}

RdfaHost initial_context_of(RdfaHostLanguage host) {
  switch (host) {
    case RdfaHostLanguage::html5:
    case RdfaHostLanguage::xhtml5:
      return RdfaHost::html;
    case RdfaHostLanguage::xhtml1:
      return RdfaHost::xhtml;
    case RdfaHostLanguage::svg:
      return RdfaHost::svg;
    case RdfaHostLanguage::xml:
      return RdfaHost::xml;
  }
  return RdfaHost::xml;
}

namespace {

/// Triples that property copying may look at in one page.
constexpr std::size_t kMostCopied = 1'000'000;

}  // namespace

void parse_rdfa(const HtmlPage& page, const RdfaJob& job) {
  RdfaGraph graph;
  graph.meter() = HeldMeter{job.limits, room_beside(tree_bytes(page.document()))};
  RdfaProcessor processor{page, job, graph};
  processor.run();
  if (graph.copy_patterns(kMostCopied) == RdfaGraph::Copying::too_much)
    job.diagnostics.report({.code = "rdfa.too-many-copies",
                            .message =
                                "the page copies patterns of properties (rdfa:copy) "
                                "into more than a million triples; the rest of "
                                "them is left out",
                            .statement = {},
                            .skipped = true});
  expand_vocabularies(graph, NamedBy::document(job.quads.document().got_from),
                      job.diagnostics, job.limits, job.settings);
  processor.tell_repairs();
  graph.give_to(job.quads);
}

namespace {

constexpr std::string_view kSubClass = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
constexpr std::string_view kSubProperty =
    "http://www.w3.org/2000/01/rdf-schema#subPropertyOf";
constexpr std::string_view kSameClass = "http://www.w3.org/2002/07/owl#equivalentClass";
constexpr std::string_view kSameProperty =
    "http://www.w3.org/2002/07/owl#equivalentProperty";

/// A page uses one or two.
constexpr std::size_t kVocabularies = 16;
constexpr std::size_t kMostTriples = 1'000'000;

/// Reads a vocabulary into `graph`. Throws DocumentError.
void read_vocabulary(const std::string& url, NamedBy named_by, RdfaGraph& graph,
                     const Limits& limits, const ParseSettings& settings) {
  const std::shared_ptr<const RemoteContext> got =
      settings.contexts->get(without_fragment(url), named_by);
  if (got->text.size() > limits.page_bytes)
    throw DocumentError{"html.too-long",
                        fmt::format("{} is longer than {} (--max-page)", url,
                                    human_bytes(limits.page_bytes))};
  NullDiagnostics faults;
  const HtmlPage page = read_html_page(got->text, {.base = got->url}, limits, faults);
  // The processor only adds to a graph; the builder of the job is never asked.
  QuadBuilder nobody{std::make_shared<const Document>(), [](const QuadBatch&) {}};
  const RdfaJob job{
      .quads = nobody, .diagnostics = faults, .limits = limits, .settings = settings};
  RdfaProcessor{page, job, graph}.run();
}

}  // namespace

void RdfaRules::learn(const RdfaGraph& vocabulary) {
  for (const RdfaGraph::Triple& triple : vocabulary.triples()) {
    if (triple.subject.kind != TermKind::iri || triple.object.kind != TermKind::iri)
      continue;
    const std::string_view predicate = triple.predicate.value;
    const bool equal = predicate == kSameClass || predicate == kSameProperty;
    Above* const above = predicate == kSubClass || predicate == kSameClass ? &classes_
                         : predicate == kSubProperty || predicate == kSameProperty
                             ? &properties_
                             : nullptr;
    if (above == nullptr) continue;
    (*above)[std::string{triple.subject.value}].emplace_back(triple.object.value);
    if (equal)
      (*above)[std::string{triple.object.value}].emplace_back(triple.subject.value);
  }
}

const std::vector<std::string>* RdfaRules::find(const Above& above,
                                                std::string_view iri) {
  const auto found = above.find(std::string{iri});
  return found == above.end() ? nullptr : &found->second;
}

const std::vector<std::string>* RdfaRules::properties_above(
    std::string_view property) const {
  return find(properties_, property);
}

const std::vector<std::string>* RdfaRules::classes_above(std::string_view type) const {
  return find(classes_, type);
}

void expand_vocabularies(RdfaGraph& graph, NamedBy named_by, Diagnostics& diagnostics,
                         const Limits& limits, const ParseSettings& settings) {
  if (!settings.vocabulary_expansion || settings.contexts == nullptr) return;
  std::set<std::string> used;
  for (const RdfaGraph::Triple& triple : graph.triples())
    if (triple.predicate.value == kUsesVocabulary && used.size() < kVocabularies)
      used.emplace(triple.object.value);
  RdfaRules rules;
  for (const std::string& url : used) {
    try {
      RdfaGraph vocabulary;
      vocabulary.meter() = HeldMeter{limits};
      read_vocabulary(url, named_by, vocabulary, limits, settings);
      rules.learn(vocabulary);
    } catch (const DocumentError& error) {
      diagnostics.report({.code = "rdfa.vocabulary",
                          .message = fmt::format("the vocabulary {} cannot be read, so "
                                                 "nothing follows from it: {}",
                                                 excerpt(url), error.what()),
                          .statement = {},
                          .skipped = false});
    }
  }
  // Each triple is looked at once, those that are added too (§10.1, Table of rules).
  RdfaGraph::Known known{graph};
  for (std::size_t i = 0; i < graph.triples().size() && i < kMostTriples; ++i) {
    const RdfaGraph::Triple triple = graph.triples()[i];
    if (triple.gone) continue;
    if (const auto* above = rules.properties_above(triple.predicate.value))
      for (const std::string& property : *above) {
        RdfaGraph::Triple more = triple;
        more.predicate.value = graph.arena().keep(property);
        if (known.add(more))
          graph.add(more.subject, more.predicate, more.object, more.kept);
      }
    if (triple.predicate.value != kRdfType || triple.object.kind != TermKind::iri)
      continue;
    if (const auto* above = rules.classes_above(triple.object.value))
      for (const std::string& type : *above) {
        RdfaGraph::Triple more = triple;
        more.object.value = graph.arena().keep(type);
        if (known.add(more))
          graph.add(more.subject, more.predicate, more.object, more.kept);
      }
  }
}

}  // namespace semsite
