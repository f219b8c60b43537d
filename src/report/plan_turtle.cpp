#include "report/plan_turtle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/xsd_lexical.hpp"
#include "report/provenance.hpp"

namespace semsite {
namespace {

constexpr std::string_view kVoid = "http://rdfs.org/ns/void#";
constexpr std::string_view kDcat = "http://www.w3.org/ns/dcat#";
constexpr std::string_view kTerms = "http://purl.org/dc/terms/";
constexpr std::string_view kSd = "http://www.w3.org/ns/sparql-service-description#";
constexpr std::string_view kSpdx = "http://spdx.org/rdf/terms#";
constexpr std::string_view kDescribedBy =
    "http://www.w3.org/2007/05/powder-s#describedby";
constexpr std::string_view kComment = "http://www.w3.org/2000/01/rdf-schema#comment";
constexpr std::string_view kProtocol = "https://www.w3.org/TR/sparql11-protocol/";
constexpr std::string_view kGraphStoreProtocol =
    "https://www.w3.org/TR/sparql11-http-rdf-update/";
constexpr std::string_view kDcatMediaTypes =
    "http://www.iana.org/assignments/media-types/";
constexpr std::string_view kFrequencies =
    "http://publications.europa.eu/resource/authority/frequency/";

/// A node by itself: an IRI, or a blank node's label.
struct Node {
  std::string text;
  bool blank = false;
};

/// Writes statements; everything that makes no legal term is left out.
class PlanStatements {
 public:
  explicit PlanStatements(QuadBuilder& out) : out_(out) {}

  [[nodiscard]] Node blank() { return {fmt::format("n{}", ++blanks_), true}; }

  void type(const Node& subject, std::string_view start, std::string_view name) {
    add(subject, "", kRdfType, iri_term(out_.keep(joined(start, name))));
  }
  void iri(const Node& subject, std::string_view start, std::string_view name,
           std::string_view iri) {
    if (!is_usable_iri(iri)) return;
    add(subject, start, name, iri_term(out_.keep(iri)));
  }
  void node(const Node& subject, std::string_view start, std::string_view name,
            const Node& object) {
    if (object.blank) {
      add(subject, start, name,
          {.value = out_.keep(object.text), .kind = TermKind::blank});
    } else {
      iri(subject, start, name, object.text);
    }
  }
  void text(const Node& subject, std::string_view start, std::string_view name,
            std::string_view text, std::string_view datatype = {}) {
    if (text.empty() || valid_utf8_prefix(text) != text.size()) return;
    Term term{.value = out_.keep(text), .kind = TermKind::literal};
    if (!datatype.empty()) {
      term.kind = TermKind::typed;
      term.tag = out_.keep(datatype);
    }
    add(subject, start, name, term);
  }

  /// Text in a language; `language` that is no tag is left out.
  void words(const Node& subject, std::string_view start, std::string_view name,
             std::string_view text, std::string_view language) {
    if (!is_legal_language(language)) return this->text(subject, start, name, text);
    if (text.empty() || valid_utf8_prefix(text) != text.size()) return;
    add(subject, start, name,
        {.value = out_.keep(text), .tag = out_.keep(language), .kind = TermKind::lang});
  }

 private:
  static std::string joined(std::string_view start, std::string_view name) {
    return std::string{start}.append(name);
  }
  /// Secrets of URLs are told to nobody (docs/security.md).
  void add(const Node& subject, std::string_view start, std::string_view name,
           Term object) {
    if (!subject.blank && !is_usable_iri(subject.text)) return;
    object.value = out_.keep(without_url_secrets(object.value));
    const Term node{.value = out_.keep(without_url_secrets(subject.text)),
                    .kind = subject.blank ? TermKind::blank : TermKind::iri};
    const Term predicate = iri_term(out_.keep(joined(start, name)));
    (void)out_.add({.subject = node, .predicate = predicate, .object = object});
  }

  QuadBuilder& out_;
  std::uint64_t blanks_ = 0;
};

std::string_view frequency(std::string_view changefreq) {
  struct Name {
    std::string_view ours, theirs;
  };
  constexpr std::array kNames{
      Name{"always", "UPDATE_CONT"}, Name{"hourly", "HOURLY"},   Name{"daily", "DAILY"},
      Name{"weekly", "WEEKLY"},      Name{"monthly", "MONTHLY"}, Name{"yearly", "ANNUAL"},
      Name{"never", "NEVER"},
  };
  for (const Name& name : kNames)
    if (name.ours == changefreq) return name.theirs;
  return {};
}

bool is_same_file(const Location& a, const Location& b) {
  return a.said_type == b.said_type && a.said_compression == b.said_compression &&
         a.said_packaging == b.said_packaging && a.said_bytes == b.said_bytes &&
         a.checksums == b.checksums;
}

/// One dataset.
class DatasetWriter {
 public:
  DatasetWriter(PlanStatements& out, const DatasetPlan& plan, Node node)
      : out_(out), plan_(plan), dataset_(std::move(node)) {}

  void run() {
    out_.type(dataset_, kVoid, "Dataset");
    out_.type(dataset_, kDcat, "Dataset");
    const SitemapDataset& said = plan_.dataset;
    out_.text(dataset_, kTerms, "title", said.label);
    out_.text(dataset_, kTerms, "modified", said.lastmod, time_datatype(said.lastmod));
    if (const auto name = frequency(said.changefreq); !name.empty())
      out_.iri(dataset_, kTerms, "accrualPeriodicity",
               std::string{kFrequencies}.append(name));
    out_.iri(dataset_, kDescribedBy, "", plan_.sitemap);
    for (const LicenceStatement& one : said.licences) {
      const bool is_license = one.kind == LicenceStatement::Kind::license;
      const std::string_view name = is_license ? "license" : "rights";
      if (one.is_iri) {
        out_.iri(dataset_, kTerms, name, one.value);
      } else {
        out_.words(dataset_, kTerms, name, one.value, one.language);
      }
    }
    prefixes();
    for (const std::string& sample : said.samples)
      out_.iri(dataset_, kVoid, "exampleResource", sample);
    for (const AccessOption& option : plan_.options) {
      if (option.way == Way::dump) dumps(option);
      if (option.way == Way::fragments)
        for (const MirrorPool& pool : option.pools) files(part(), pool);
      if (option.way == Way::sparql) endpoints(option);
    }
    for (const NameClaim& claim : claims_of(plan_)) {
      if (claim.of == "dataset")
        out_.text(dataset_, kSemsiteVocabulary, "authority", "claim");
      out_.iri(dataset_, kSemsiteVocabulary, "claims", claim.iri);
    }
    for (const std::string& url : claims_)
      out_.text({url, false}, kSemsiteVocabulary, "authority", "claim");
  }

 private:
  /// `void:uriSpace` is the space of all entities, so several are those of parts.
  void prefixes() {
    const auto& prefixes = plan_.dataset.prefixes;
    for (const LinkedDataPrefix& prefix : prefixes) {
      Node node = dataset_;
      if (prefixes.size() > 1) {
        node = out_.blank();
        out_.node(dataset_, kVoid, "subset", node);
        out_.type(node, kVoid, "Dataset");
      }
      out_.text(node, kVoid, "uriSpace", prefix.prefix);
      out_.text(node, kSemsiteVocabulary, "slicing", prefix.slicing);
    }
  }

  [[nodiscard]] Node part() {
    Node node = out_.blank();
    out_.node(dataset_, kVoid, "subset", node);
    out_.node(dataset_, kTerms, "hasPart", node);
    out_.type(node, kVoid, "Dataset");
    out_.type(node, kDcat, "Dataset");
    return node;
  }

  void dumps(const AccessOption& option) {
    const bool several = option.pools.size() > 1;
    for (const MirrorPool& pool : option.pools) {
      // VoID cannot say that two dumps are the same: it gets one of each.
      const auto first = std::ranges::max_element(
          pool.mirrors, {}, [](const Location& one) { return one.weight; });
      if (several) {
        out_.iri(dataset_, kVoid, "dataDump", first->url);
        files(part(), pool);
      } else {
        files(dataset_, pool);
      }
    }
  }

  /// The files of a pool as those of `node`: a distribution for each form, with all its
  /// mirrors.
  void files(const Node& node, const MirrorPool& pool) {
    const auto best = std::ranges::max_element(
        pool.mirrors, {}, [](const Location& one) { return one.weight; });
    if (best != pool.mirrors.end()) out_.iri(node, kVoid, "dataDump", best->url);
    std::vector<std::vector<const Location*>> forms;
    for (const Location& mirror : pool.mirrors) {
      const auto same = std::ranges::find_if(
          forms, [&](const auto& form) { return is_same_file(*form.front(), mirror); });
      if (same == forms.end()) {
        forms.push_back({&mirror});
      } else {
        same->push_back(&mirror);
      }
    }
    for (const auto& form : forms) distribution(node, form);
  }

  void distribution(const Node& dataset, const std::vector<const Location*>& mirrors) {
    const Node node = out_.blank();
    out_.node(dataset, kDcat, "distribution", node);
    out_.type(node, kDcat, "Distribution");
    for (const Location* one : mirrors) out_.iri(node, kDcat, "downloadURL", one->url);
    const Location& any = *mirrors.front();
    const auto media_type = [&](std::string_view name, const std::string& type) {
      if (!type.empty())
        out_.iri(node, kDcat, name, std::string{kDcatMediaTypes}.append(type));
    };
    media_type("mediaType", any.said_type);
    media_type("compressFormat", any.said_compression);
    media_type("packageFormat", any.said_packaging);
    if (any.said_bytes)
      out_.text(node, kDcat, "byteSize", std::to_string(*any.said_bytes),
                std::string{kXsd}.append("nonNegativeInteger"));
    for (const Checksum& checksum : any.checksums) {
      const Node digest = out_.blank();
      out_.node(node, kSpdx, "checksum", digest);
      out_.type(digest, kSpdx, "Checksum");
      std::string name = checksum.algorithm == "sha" ? "sha1" : checksum.algorithm;
      std::erase(name, '-');
      out_.iri(digest, kSpdx, "algorithm",
               std::string{kSpdx}.append("checksumAlgorithm_").append(name));
      out_.text(digest, kSpdx, "checksumValue", checksum.hex,
                std::string{kXsd}.append("hexBinary"));
    }
    weights(mirrors);
  }

  /// Only where they say more than that all are alike.
  void weights(const std::vector<const Location*>& mirrors) {
    const bool told = std::ranges::any_of(mirrors, [&](const Location* one) {
      return one->weight_given || one->weight != mirrors.front()->weight;
    });
    for (const Location* one : mirrors) {
      if (told)
        out_.text({one->url, false}, kSemsiteVocabulary, "weight",
                  std::to_string(one->weight), kXsdInteger);
      if (one->fact.authority == Authority::claim) claims_.insert(one->url);
    }
  }

  void endpoints(const AccessOption& option) {
    const std::string& graph = plan_.dataset.graph_name;
    if (graph == "*") {
      out_.text(dataset_, kSemsiteVocabulary, "spreadOverGraphs", "true", kXsdBoolean);
      out_.text(dataset_, kComment, "",
                "Its data is spread over several named graphs of the endpoint.");
    }
    std::vector<const Location*> mirrors;
    for (const Location& mirror : option.pools[0].mirrors) {
      endpoint(mirror.url, graph);
      graph_store(mirror.graph_store);
      out_.text({mirror.url, false}, kSemsiteVocabulary, "slicing", mirror.slicing);
      mirrors.push_back(&mirror);
    }
    weights(mirrors);
  }

  void endpoint(const std::string& url, const std::string& graph) {
    // VoID means the default graph (dataset-discovery §4.2).
    if (graph.empty()) out_.iri(dataset_, kVoid, "sparqlEndpoint", url);
    const Node access = out_.blank();
    const Node service = out_.blank();
    out_.node(dataset_, kDcat, "distribution", access);
    out_.type(access, kDcat, "Distribution");
    out_.iri(access, kDcat, "accessURL", url);
    out_.node(access, kDcat, "accessService", service);
    out_.type(service, kDcat, "DataService");
    out_.iri(service, kDcat, "endpointURL", url);
    out_.node(service, kDcat, "servesDataset", dataset_);
    out_.iri(service, kTerms, "conformsTo", kProtocol);
    if (graph == "*") return;
    const Node description = out_.blank();
    const Node held = out_.blank();
    out_.type(description, kSd, "Service");
    out_.iri(description, kSd, "endpoint", url);
    out_.node(description, kSd, "defaultDataset", held);
    out_.type(held, kSd, "Dataset");
    if (graph.empty()) {
      out_.node(held, kSd, "defaultGraph", dataset_);
    } else {
      const Node named = out_.blank();
      out_.node(held, kSd, "namedGraph", named);
      out_.type(named, kSd, "NamedGraph");
      out_.iri(named, kSd, "name", graph);
      out_.node(named, kSd, "graph", dataset_);
    }
    out_.type(dataset_, kSd, "Graph");
  }

  void graph_store(const std::string& url) {
    if (url.empty()) return;
    const Node service = out_.blank();
    out_.type(service, kDcat, "DataService");
    out_.iri(service, kDcat, "endpointURL", url);
    out_.node(service, kDcat, "servesDataset", dataset_);
    out_.iri(service, kTerms, "conformsTo", kGraphStoreProtocol);
  }

  PlanStatements& out_;
  const DatasetPlan& plan_;
  Node dataset_;
  std::set<std::string> claims_;
};

}  // namespace

void describe_plans(const std::vector<AccessPlan>& plans, QuadBuilder& out) {
  PlanStatements writer{out};
  std::set<std::string> known;
  for (const AccessPlan& plan : plans) {
    for (const DatasetPlan& dataset : plan.datasets) {
      if (dataset.loose_pages > 0) continue;
      const std::string& uri = dataset.dataset.uri;
      // Two descriptions of one IRI, by two sitemaps, are not to become one; and of what
      // is only claimed nothing is said under its name.
      const bool own = is_usable_iri(graph_iri(dataset)) && known.insert(uri).second;
      DatasetWriter{writer, dataset, own ? Node{uri, false} : writer.blank()}.run();
    }
  }
  out.flush();
}

}  // namespace semsite
