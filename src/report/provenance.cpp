#include "report/provenance.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/date.hpp"
#include "base/hash.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "base/version.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

constexpr std::string_view kActivity = "http://www.w3.org/ns/prov#Activity";
constexpr std::string_view kSoftwareAgent = "http://www.w3.org/ns/prov#SoftwareAgent";
constexpr std::string_view kEntity = "http://www.w3.org/ns/prov#Entity";
constexpr std::string_view kCollection = "http://www.w3.org/ns/prov#Collection";
constexpr std::string_view kStarted = "http://www.w3.org/ns/prov#startedAtTime";
constexpr std::string_view kEnded = "http://www.w3.org/ns/prov#endedAtTime";
constexpr std::string_view kAssociated = "http://www.w3.org/ns/prov#wasAssociatedWith";
constexpr std::string_view kGeneratedBy = "http://www.w3.org/ns/prov#wasGeneratedBy";
constexpr std::string_view kGeneratedAt = "http://www.w3.org/ns/prov#generatedAtTime";
constexpr std::string_view kPrimarySource = "http://www.w3.org/ns/prov#hadPrimarySource";

constexpr std::string_view kDataset = "http://rdfs.org/ns/void#Dataset";
constexpr std::string_view kTriples = "http://rdfs.org/ns/void#triples";
constexpr std::string_view kDataDump = "http://rdfs.org/ns/void#dataDump";
constexpr std::string_view kEndpoint = "http://rdfs.org/ns/void#sparqlEndpoint";
constexpr std::string_view kUriSpace = "http://rdfs.org/ns/void#uriSpace";

constexpr std::string_view kTitle = "http://purl.org/dc/terms/title";
constexpr std::string_view kSource = "http://purl.org/dc/terms/source";
constexpr std::string_view kLicense = "http://purl.org/dc/terms/license";
constexpr std::string_view kRights = "http://purl.org/dc/terms/rights";
constexpr std::string_view kPartOf = "http://purl.org/dc/terms/isPartOf";
constexpr std::string_view kIanaMediaTypes =
    "https://www.iana.org/assignments/media-types/";

constexpr std::string_view kVersion = "http://schema.org/softwareVersion";

std::string ours(std::string_view name) {
  return std::string{kSemsiteVocabulary} + std::string{name};
}

bool gave_data(Outcome outcome) {
  return is_good(outcome) || outcome == Outcome::damaged || outcome == Outcome::partial;
}

/// IANA's page of `text/turtle; charset=utf-8`; empty if it is no media type.
std::string media_type_iri(std::string_view type) {
  type = trim(type.substr(0, type.find(';')));
  const std::size_t slash = type.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash + 1 == type.size())
    return {};
  std::string iri = std::string{kIanaMediaTypes} + lower_ascii(type);
  return is_usable_iri(iri) ? iri : std::string{};
}

void write_media_type(ProvenanceQuads& quads, std::string_view type) {
  const std::string iri = media_type_iri(type);
  quads.iri(kDctFormat, iri);
  if (iri.empty()) quads.text(ours("mediaType"), type);
}

void write_run(ProvenanceQuads& quads, const RunReport& report, std::string_view run) {
  const std::string agent = fmt::format("{}#agent", run);
  quads.subject(run);
  quads.type(kActivity);
  quads.time(kStarted, report.started);
  quads.time(kEnded, report.finished);
  quads.iri(kAssociated, agent);
  quads.truth(ours("complete"), report.complete());
  quads.text(ours("stopped"), report.stopped);
  quads.count(ours("requests"), report.requests);
  quads.count(ours("bytes"), report.bytes);
  quads.count(ours("quads"), report.quads());
  quads.subject(agent);
  quads.type(kSoftwareAgent);
  quads.text(kTitle, "semsite");
  quads.text(kVersion, SEMSITE_VERSION);
}

/// May the run say something under the dataset's own IRI? Not if that is only claimed.
bool has_iri(const DatasetReport& dataset) {
  return is_usable_iri(dataset.uri) && !dataset.standing().is_claim();
}

/// The dataset's own IRI; else one of the run's.
std::string dataset_iri(const RunReport& report, std::size_t index,
                        std::string_view run) {
  const DatasetReport& dataset = report.datasets[index];
  if (has_iri(dataset)) return dataset.uri;
  return fmt::format("{}#dataset-{}", run, index + 1);
}

constexpr std::size_t kNoDataset = std::numeric_limits<std::size_t>::max();

/// For each source the index of its dataset, or kNoDataset: datasets of a site that have
/// no IRI cannot be told apart.
std::vector<std::size_t> owners_of(const RunReport& report) {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> datasets;
  for (std::size_t i = 0; i < report.datasets.size(); ++i) {
    const DatasetReport& dataset = report.datasets[i];
    const auto [known, is_new] = datasets.try_emplace({dataset.site, dataset.uri}, i);
    if (!is_new && dataset.uri.empty()) known->second = kNoDataset;
  }
  std::vector<std::size_t> owners;
  for (const SourceReport& source : report.sources) {
    const auto found = datasets.find({source.site, source.dataset});
    owners.push_back(found == datasets.end() ? kNoDataset : found->second);
  }
  return owners;
}

/// How `source` gives its dataset, as VoID says it.
void write_access(ProvenanceQuads& quads, const SourceReport& source) {
  if (source.way == "dump" || source.way == "fragments") {
    quads.url(kDataDump, source.url);
  } else if (source.way == "sparql") {
    quads.url(kEndpoint, source.url);
  } else if (source.way == "crawl") {
    quads.text(kUriSpace, source.url);
  }
}

void write_dataset(ProvenanceQuads& quads, const RunReport& report, std::size_t index,
                   std::string_view run) {
  const DatasetReport& dataset = report.datasets[index];
  const bool named = has_iri(dataset);
  quads.subject(dataset_iri(report, index, run));
  quads.type(named ? kDataset : kCollection);
  quads.text(kTitle, dataset.label.empty() && !named ? dataset.name : dataset.label);
  quads.url(kSource, dataset.sitemap);
  for (const LicenceStatement& one : dataset.licences) {
    const std::string_view term =
        one.kind == LicenceStatement::Kind::license ? kLicense : kRights;
    if (one.is_iri) {
      quads.url(term, one.value);
    } else {
      quads.text(term, one.value, one.language);
    }
  }
  quads.text(ours("way"), dataset.way);
  quads.truth(ours("complete"), dataset.complete);
  quads.count(ours("quads"), dataset.quads);
  // Only then is what we got what the dataset has.
  if (named && dataset.complete) quads.count(kTriples, dataset.quads);
  if (!dataset.uri.empty())
    quads.text(ours("authority"), authority_name(dataset.standing().authority));
  for (const NameClaim& claim : dataset.claims) quads.url(ours("claims"), claim.iri);
}

/// `dataset`: the IRI of its dataset, or empty.
void write_source(ProvenanceQuads& quads, const RunReport& report, std::size_t index,
                  std::string_view run, std::string_view dataset) {
  const SourceReport& source = report.sources[index];
  const std::string iri = fmt::format("{}#source-{}", run, index + 1);
  quads.subject(run);
  quads.iri(ours("source"), iri);
  quads.subject(iri);
  if (gave_data(source.outcome)) {
    quads.type(kEntity);
    quads.iri(kGeneratedBy, run);
    quads.url(kPrimarySource, source.final_url.empty() ? source.url : source.final_url);
  }
  quads.url(kSource, source.url);
  quads.iri(kPartOf, dataset);
  quads.text(ours("way"), source.way);
  quads.text(ours("authority"), source.authority);
  quads.text(ours("outcome"), outcome_name(source.outcome));
  quads.text(ours("code"), source.code);
  quads.text(ours("problem"), source.problem);
  if (source.status > 0)
    quads.count(ours("status"), static_cast<std::uint64_t>(source.status));
  write_media_type(quads, source.media_type);
  if (source.outcome == Outcome::not_tried || source.outcome == Outcome::refused) return;
  quads.count(ours("bytes"), source.bytes);
  quads.count(ours("quads"), source.quads);
  if (const auto claimed = source.faults.find("graph.claimed");
      claimed != source.faults.end())
    quads.count(ours("claimedQuads"), claimed->second);
}

}  // namespace

void write_provenance(const RunReport& report, std::string_view run_iri,
                      const QuadLine& line) {
  ProvenanceQuads quads{run_iri, line};
  write_run(quads, report, run_iri);
  for (std::size_t i = 0; i < report.datasets.size(); ++i)
    write_dataset(quads, report, i, run_iri);
  const std::vector<std::size_t> owners = owners_of(report);
  for (std::size_t i = 0; i < report.sources.size(); ++i) {
    std::string dataset;
    if (owners[i] != kNoDataset) {
      dataset = dataset_iri(report, owners[i], run_iri);
      quads.subject(dataset);
      if (has_iri(report.datasets[owners[i]])) write_access(quads, report.sources[i]);
    }
    write_source(quads, report, i, run_iri, dataset);
  }
}

void write_page_provenance(const PageRecord& page, std::string_view run_iri,
                           const QuadLine& line) {
  ProvenanceQuads quads{run_iri, line};
  quads.subject(fmt::format("{}#page-{}", run_iri, short_hash(page.url)));
  const auto fetched = clock_time(page.fetched);
  if (page.quads > 0 || page.outcome == outcome_name(Outcome::whole) ||
      page.outcome == outcome_name(Outcome::no_rdf)) {
    quads.type(kEntity);
    quads.iri(kGeneratedBy, run_iri);
    quads.url(kPrimarySource, page.final_url.empty() ? page.url : page.final_url);
    if (page.fetched > 0) quads.time(kGeneratedAt, fetched);
  } else if (page.fetched > 0) {
    quads.time(ours("asked"), fetched);
  }
  quads.url(kSource, page.url);
  quads.text(ours("outcome"), page.outcome);
  quads.text(ours("code"), page.code);
  if (page.status > 0)
    quads.count(ours("status"), static_cast<std::uint64_t>(page.status));
  write_media_type(quads, page.media_type);
  quads.text(ours("digest"), page.digest);
  quads.url(ours("graph"), page.graph);
  if (page.bytes > 0) quads.count(ours("bytes"), page.bytes);
  quads.count(ours("quads"), page.quads);
}

namespace {

constexpr std::string_view kXsdDateTime = "http://www.w3.org/2001/XMLSchema#dateTime";
constexpr std::string_view kXsdAnyUri = "http://www.w3.org/2001/XMLSchema#anyURI";

std::string as_utf8(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t good = valid_utf8_prefix(text);
    out += text.substr(0, good);
    if (good == text.size()) return out;
    append_utf8(out, U'\uFFFD');
    text.remove_prefix(good + 1);
  }
}

Term typed(std::string_view value, std::string_view datatype) {
  return {.value = value, .tag = datatype, .kind = TermKind::typed};
}

}  // namespace

bool is_usable_iri(std::string_view text) {
  const IriProblem problem = check_iri(text);
  return problem == IriProblem::none || problem == IriProblem::bad_escape;
}

ProvenanceQuads::ProvenanceQuads(std::string_view graph,
                                 const std::function<void(std::string_view)>& line)
    : line_(line) {
  document_.graph = graph;
}

void ProvenanceQuads::type(std::string_view iri) { add(kRdfType, iri_term(iri)); }

void ProvenanceQuads::iri(std::string_view predicate, std::string_view iri) {
  if (!iri.empty()) add(predicate, iri_term(without_url_secrets(iri)));
}

void ProvenanceQuads::url(std::string_view predicate, std::string_view url) {
  if (url.empty()) return;
  const std::string shown = without_url_secrets(url);
  if (is_usable_iri(shown)) {
    add(predicate, iri_term(shown));
  } else {
    add(predicate, typed(as_utf8(shown), kXsdAnyUri));
  }
}

void ProvenanceQuads::text(std::string_view predicate, std::string_view text,
                           std::string_view language) {
  if (text.empty()) return;
  const std::string value = as_utf8(without_url_secrets(text));
  if (is_legal_language(language)) {
    add(predicate, {.value = value, .tag = language, .kind = TermKind::lang});
  } else {
    add(predicate, {.value = value, .kind = TermKind::literal});
  }
}

void ProvenanceQuads::count(std::string_view predicate, std::uint64_t number) {
  const std::string value = std::to_string(number);
  add(predicate, typed(value, kXsdInteger));
}

void ProvenanceQuads::truth(std::string_view predicate, bool value) {
  add(predicate, typed(value ? "true" : "false", kXsdBoolean));
}

void ProvenanceQuads::time(std::string_view predicate,
                           std::chrono::system_clock::time_point time) {
  const std::string value = utc_timestamp(time);
  add(predicate, typed(value, kXsdDateTime));
}

void ProvenanceQuads::add(std::string_view predicate, const Term& object) {
  out_.clear();
  // As objects are, so that both are one.
  const std::string subject = without_url_secrets(subject_);
  append_quad(
      out_,
      {.subject = iri_term(subject), .predicate = iri_term(predicate), .object = object},
      document_);
  line_(out_);
}

}  // namespace semsite
