// libFuzzer entry: any bytes as a sitemap: through the mappings that are built in, and as
// what a tour is told of its entries.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "discover/resource_sync.hpp"
#include "discover/sitemap_reader.hpp"
#include "fuzz/page_of_quads.hpp"
#include "parse/sitemap_parser.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"

namespace {

using namespace semsite;

/// What comes out, which must be N-Quads.
std::string quads_of(std::string_view text, std::size_t step, Strictness strictness) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/sitemap.xml";
  std::string out;
  QuadBuilder quads{document,
                    [&](QuadBatch batch) { test::append_batch(out, std::move(batch)); }};
  NullDiagnostics faults;
  Limits limits;
  ParseSettings settings;
  settings.strictness = strictness;
  MemorySource bytes{std::string{text}, step};
  try {
    parse_sitemap({bytes, quads, faults, limits, settings});
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
  quads.flush();
  return out;
}

/// Writes down what it is told.
class Notebook final : public SitemapHandler {
 public:
  void head(const SitemapHead& head) override {
    if (head.facts) text += "head " + head.facts->capability + '\n';
  }
  void entry(const SitemapEntry& entry) override {
    note("entry", entry);
    std::vector<SitemapNote> notes;
    (void)package_of(entry, notes);
    if (!changes.take(entry)) std::abort();
  }
  void child(const SitemapEntry& entry) override { note("child", entry); }
  void dataset(const SitemapDataset& dataset) override {
    text += "dataset " + dataset.uri + ' ' + std::to_string(dataset.dumps.size()) + '\n';
  }
  void note(const SitemapNote&) override {}

  std::string text;
  SyncChanges changes{1'000'000};

 private:
  void note(std::string_view what, const SitemapEntry& entry) {
    if (!has_scheme(entry.loc)) std::abort();
    text.append(what).append(" ").append(entry.loc).append(" ").append(entry.lastmod);
    for (const EntryLink& link : entry.signposts) text += ' ' + link.href;
    text += ' ' + std::to_string(entry.line) + '\n';
  }
};

void read_as_tour(std::string_view text) {
  std::string whole;
  for (const std::size_t step : {kBlockBytes, std::size_t{16}}) {
    Notebook notes;
    MemorySource bytes{std::string{text}, step};
    const SitemapSummary summary =
        read_sitemap(bytes, "http://example.org/sitemap.xml", notes, {});
    if (summary.complete != summary.problem.empty()) std::abort();
    (void)notes.changes.outcome();
    // Of one that breaks off, libxml2 may tell more or less.
    if (!summary.complete) return;
    if (step == kBlockBytes) {
      whole = notes.text;
    } else if (notes.text != whole) {
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  read_as_tour(text);
  (void)quads_of(text, kBlockBytes, Strictness::lenient);
  // Blocks of any size give the same.
  if (quads_of(text, 16, Strictness::strict) !=
      quads_of(text, kBlockBytes, Strictness::strict))
    std::abort();
  return 0;
}
