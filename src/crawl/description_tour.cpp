#include "crawl/description_tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/borrowed_source.hpp"
#include "base/hash.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "discover/dataset_description.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/split_parse.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

/// Further documents that one description may lead to.
constexpr std::size_t kMostPages = 100;
/// So much of one document is read.
constexpr std::uint64_t kDescriptionBytes = 32 * kMiB;

/// A document that says so much, and hardly anything of datasets, is data.
constexpr std::uint64_t kMostOthers = 100'000;

/// Not a fault of the document, which is none of those that are looked for.
struct NoDescription {};

/// Ends after so many bytes.
class FirstBytes final : public ByteSource {
 public:
  FirstBytes(ByteSource& inner, std::uint64_t most) : inner_(inner), left_(most) {}
  [[nodiscard]] Block read() override {
    if (left_ == 0) {
      if (inner_.read().empty()) return {};
      throw DocumentError{
          "description.too-long",
          fmt::format("more than {} MiB: no further read", kDescriptionBytes / kMiB)};
    }
    Block block = inner_.read();
    if (block.bytes.size() > left_)
      block.bytes = block.bytes.substr(0, static_cast<std::size_t>(left_));
    left_ -= block.bytes.size();
    return block;
  }

 private:
  ByteSource& inner_;
  std::uint64_t left_;
};

const Syntax* syntax_of(PeekSource& bytes, const Entry& entry, const Retrieved& got) {
  const Detected told =
      detect_syntax(bytes.peek(kDetectBytes),
                    {.media_type = got.head.media_type(), .path = entry.hint});
  if (told.found == "html") return find_syntax("html");
  if (told.found == "json" &&
      linked_context(got.head.headers_of("link"), got.head.media_type()))
    return find_syntax("jsonld");
  return told.syntax;
}

}  // namespace

bool DescriptionFindings::offers_way() const {
  return std::ranges::any_of(
      datasets, [](const DatasetFact& fact) { return semsite::offers_way(fact); });
}

DescriptionTour::DescriptionTour(Retriever& retriever, const ParseSettings& settings)
    : retriever_(retriever), settings_(settings) {}

DescriptionFindings DescriptionTour::visit(const std::string& url,
                                           const std::string& named_by) {
  DescriptionGraph graph;
  const std::size_t first = facts_.size();
  const std::string asked{without_fragment(url)};
  if (!ask(asked, named_by, graph)) return {};
  return conclude(graph, {asked, facts_[first].url}, first);
}

DescriptionFindings DescriptionTour::read(Retrieved got, const std::string& asked,
                                          const std::string& named_by) {
  DescriptionGraph graph;
  const std::size_t first = facts_.size();
  const std::string final_url = got.url;
  if (!read_one(std::move(got), named_by, graph)) return {};
  return conclude(graph, {std::string{without_fragment(asked)}, final_url}, first);
}

bool DescriptionTour::ask(const std::string& url, const std::string& named_by,
                          DescriptionGraph& graph) {
  Retrieved got = retriever_.get({.url = url,
                                  .named_by = NamedBy::document(named_by),
                                  .accept = std::string{kDescriptionAccept}});
  if (got.outcome == Retrieval::got) return read_one(std::move(got), named_by, graph);
  DescriptionFact fact;
  fact.url = url;
  fact.named_by = named_by;
  fact.problem = got.problem;
  facts_.push_back(std::move(fact));
  return false;
}

bool DescriptionTour::read_one(Retrieved got, const std::string& named_by,
                               DescriptionGraph& graph) {
  DescriptionFact fact;
  fact.url = got.url;
  fact.named_by = named_by;
  const std::uint64_t before = graph.statements();
  graph.begin_document(got.url);
  bool is_rdf = false;
  try {
    Unpacker unpacker{std::move(got.body), path_and_query(got.url), retriever_.limits()};
    std::optional<Entry> entry = unpacker.next();
    if (entry && !unpacker.is_archive()) {
      FirstBytes first{*entry->bytes, kDescriptionBytes};
      PeekSource bytes{std::make_unique<BorrowedSource>(first)};
      if (const Syntax* const syntax = syntax_of(bytes, *entry, got)) {
        is_rdf = true;
        Document document;
        document.iri = got.url;
        document.base = got.url;
        document.name = got.url;
        document.got_from = got.url;
        document.scope = short_hash(got.url);
        document.media_type = got.head.header("content-type");
        document.links = got.head.headers_of("link");
        NullDiagnostics nobody;
        parse_document(
            {.syntax = *syntax,
             .bytes = bytes,
             .document = std::make_shared<const Document>(std::move(document)),
             .diagnostics = nobody,
             .limits = retriever_.limits(),
             .workers = 1,
             .stop = {},
             .settings = settings_},
            [&, quads = std::uint64_t{0}](const QuadBatch& batch) mutable {
              graph.write(batch);
              quads += batch.size();
              if (quads > kMostOthers && (graph.statements() - before) * 100 < quads)
                throw NoDescription{};
            });
      }
    }
    if (!is_rdf) fact.problem = fmt::format("{} is no RDF and no page", got.url);
  } catch (const NoDescription&) {
    // What was read so far counts.
  } catch (const DocumentError& error) {
    fact.problem = fmt::format("{}: {}", got.url, error.what());
  }
  fact.statements = graph.statements() - before;
  facts_.push_back(std::move(fact));
  return is_rdf;
}

DescriptionFindings DescriptionTour::conclude(DescriptionGraph& graph, const Start& start,
                                              std::size_t first_fact) {
  std::set<std::string> asked{start.asked, start.final_url};
  // Never further than the site that was named: another one's word is not asked for.
  const auto is_near = [&](const std::string& url) {
    return is_http(url) && site_of(url) == site_of(start.final_url);
  };
  std::size_t pages = 0;
  bool left_out = false;
  for (bool more = true; more && !left_out;) {
    more = false;
    for (const std::string& url : further_descriptions(graph)) {
      if (!is_near(url) || !asked.insert(url).second) continue;
      left_out = pages == kMostPages;
      if (left_out) break;
      ++pages;
      more = ask(url, start.final_url, graph) || more;
    }
  }
  Descriptions said = read_descriptions(graph, retriever_.limits().site_datasets);
  if (left_out)
    said.notes.add("description.limit",
                   fmt::format("{} leads to more than {} documents; the others were not "
                               "asked for",
                               start.final_url, kMostPages));
  DescriptionFact& fact = facts_.at(first_fact);
  fact.kinds = std::move(said.kinds);
  fact.datasets = said.datasets.size();
  fact.notes = std::move(said.notes.first);
  fact.note_count = said.notes.count;
  DescriptionFindings out;
  out.datasets = std::move(said.datasets);
  out.dataset_of_page = dataset_of_document(graph, {start.asked, start.final_url});
  return out;
}

}  // namespace semsite
