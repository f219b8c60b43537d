#include "commands/inspect_description.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/byte_source.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/inspect_links.hpp"
#include "commands/inspect_sitemap.hpp"
#include "discover/dataset_description.hpp"
#include "discover/description_graph.hpp"
#include "discover/robots_line.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/linkset.hpp"
#include "parse/split_parse.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// What `inspect` shows in another way.
constexpr std::array<std::string_view, 7> kOthers = {
    "html",    "rdfa",        "microdata", "sitemap", "standard-sitemap",
    "linkset", "linkset+json"};

/// Shows the first faults, and remembers whether anything was lost.
class FewNotes final : public Diagnostics {
 public:
  explicit FewNotes(const TakeLine& take) : notes_(take) {}
  void report(const Fault& fault) override {
    if (fault.skipped && loss_.empty()) loss_ = fault.message;
    if (++count_ <= kShown) notes_.report(fault);
  }
  [[nodiscard]] const std::string& loss() const { return loss_; }

 private:
  static constexpr std::uint64_t kShown = 20;
  NotePrinter notes_;
  std::string loss_;
  std::uint64_t count_ = 0;
};

void read_into(DescriptionGraph& graph, ByteSource& bytes, const Syntax& syntax,
               const InspectOptions& options, const Limits& limits,
               Diagnostics& diagnostics) {
  graph.begin_document(options.base);
  Document document;
  document.iri = options.base;
  document.base = options.base;
  document.name = options.base;
  document.scope = short_hash(options.base);
  document.media_type = options.content_type;
  document.links = options.link_fields;
  const Measured measured{document, ReadAs::description, syntax, limits};
  parse_document({.syntax = syntax,
                  .bytes = bytes,
                  .document = std::make_shared<const Document>(std::move(document)),
                  .diagnostics = diagnostics,
                  .measured = measured,
                  .workers = 1,
                  .stop = {}},
                 [&](const QuadBatch& batch) { graph.write(batch); });
}

/// Several are a fault, which the reader tells.
bool has_linked_context(const InspectOptions& options) {
  try {
    return linked_context(options.link_fields, options.content_type).has_value();
  } catch (const DocumentError&) {
    return true;
  }
}

Descriptions print_datasets(const DescriptionGraph& graph, const Limits& limits,
                            const TakeLine& take) {
  Descriptions said = read_descriptions(graph, limits.site_datasets);
  SitemapPrinter printer{take};
  for (const SitemapNote& note : said.notes.first) printer.note(note);
  for (const DatasetFact& fact : said.datasets) printer.dataset(fact.said);
  return said;
}

}  // namespace

const Syntax* description_syntax(std::string_view head, const InspectOptions& options) {
  const Detected told = detect_syntax(
      head.substr(0, kDetectBytes),
      {.media_type = options.content_type, .path = path_and_query(options.base)});
  // JSON-LD 1.1 §6.1: plain JSON with a context from elsewhere.
  if (told.found == "json" && has_linked_context(options)) return find_syntax("jsonld");
  if (told.syntax == nullptr || told.found == "empty" ||
      std::ranges::find(kOthers, told.syntax->name) != kOthers.end())
    return nullptr;
  const std::string recoded = robots_from_utf16(head);
  const std::string_view text = recoded.empty() ? head : recoded;
  // A feed of RSS 1.0 is RDF too; as a list of pages it says more.
  if (told.syntax->name == "rdfxml" && !mentions_descriptions(text) && is_rdf_feed(text))
    return nullptr;
  // JSON with links is read as a link set, even with a context for JSON-LD.
  if (told.syntax->name == "jsonld" && recoded.empty() && !mentions_descriptions(text) &&
      has_link_contexts(text))
    return nullptr;
  return told.syntax;
}

std::string inspect_description(ByteSource& bytes, const Syntax& syntax,
                                const InspectOptions& options, const Limits& limits,
                                const TakeLine& take) {
  DescriptionGraph graph;
  FewNotes notes{take};
  CountingSource counted{bytes};
  std::string problem;
  try {
    read_into(graph, counted, syntax, options, limits, notes);
    problem = notes.loss();
    if (graph.cut_short()) problem = "it says more of datasets than is kept";
  } catch (const DocumentError& error) {
    problem = error.what();
  }
  const Descriptions said = print_datasets(graph, limits, take);
  JsonWriter json;
  json.object().member("kind", "summary").member("type", "description");
  json.member("syntax", syntax.name).member_if("describes", said.kinds);
  json.member("datasets", std::uint64_t{said.datasets.size()});
  json.member("statements", graph.statements()).member("bytes", counted.bytes());
  json.member("complete", problem.empty());
  text_or_null(json, "problem", problem).end();
  flush(json, take);
  return problem;
}

std::uint64_t inspect_described_in_page(const std::string& page,
                                        const InspectOptions& options,
                                        const Limits& limits, const TakeLine& take) {
  if (!mentions_descriptions(page)) return 0;
  DescriptionGraph graph;
  // `convert` says what is wrong with the RDF of a page.
  NullDiagnostics nobody;
  MemorySource bytes{page};
  try {
    read_into(graph, bytes, *find_syntax("html"), options, limits, nobody);
  } catch (const DocumentError&) {
    // What was read so far counts.
  }
  return print_datasets(graph, limits, take).datasets.size();
}

}  // namespace semsite
