// libFuzzer entry: any bytes as a description of datasets in Turtle, from there to a plan
// and back to Turtle; as a Metalink; and as the listing of a folder.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "discover/dataset_description.hpp"
#include "discover/directory_listing.hpp"
#include "discover/metalink.hpp"
#include "parse/split_parse.hpp"
#include "parse/syntax.hpp"
#include "plan/make_plan.hpp"
#include "rdf/nquads_text.hpp"
#include "report/plan_turtle.hpp"
#include "semsite/errors.hpp"

namespace {

using namespace semsite;

const std::string kUrl = "http://example.org/data/";

void plan(SiteProfile profile) {
  PlanPolicy policy;
  policy.seed = 1;
  const AccessPlan plan = make_plan(std::move(profile), policy);
  QuadBuilder quads{std::make_shared<const Document>(), [](const QuadBatch& batch) {
                      TextBuffer text;
                      append_quads(text, batch);
                      if (!is_utf8(text.view())) std::abort();
                    }};
  describe_plans({plan}, quads);
}

void read_as_turtle(std::string_view text, const Limits& limits) {
  auto document = std::make_shared<Document>();
  document->iri = document->base = document->name = kUrl;
  DescriptionGraph graph{{.statements = 5000, .bytes = 1024 * 1024}};
  graph.begin_document(kUrl);
  MemorySource bytes{std::string{text}};
  NullDiagnostics nobody;
  try {
    parse_document({.syntax = *find_syntax("turtle"),
                    .bytes = bytes,
                    .document = document,
                    .diagnostics = nobody,
                    .measured = Measured::ours(limits),
                    .workers = 1,
                    .stop = {}},
                   [&](const QuadBatch& batch) { graph.write(batch); });
  } catch (const DocumentError&) {
    // What came before counts.
  }
  SiteProfile profile;
  profile.datasets = read_descriptions(graph, 100).datasets;
  if (profile.datasets.size() > 100) std::abort();
  (void)further_descriptions(graph);
  (void)further_pages(graph);
  (void)dataset_of_document(graph, {kUrl});
  plan(std::move(profile));
}

void plan_list(SitemapDataset said) {
  SiteProfile profile;
  DatasetFact fact;
  fact.said = std::move(said);
  for (const DatasetLocation& dump : fact.said.dumps)
    if (dump.group == 0) std::abort();
  profile.datasets.push_back(std::move(fact));
  plan(std::move(profile));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const Limits limits;
  if (!text.starts_with('<')) {
    read_as_turtle(text, limits);
    return 0;
  }
  try {
    MemorySource bytes{std::string{text}};
    plan_list(dataset_of(read_metalink(bytes, kUrl, limits), kUrl));
  } catch (const DocumentError&) {
    // Nothing of that kind.
  }
  try {
    NullDiagnostics nobody;
    const HtmlPage page =
        read_html_page(text, {.media_type = "text/html", .base = kUrl}, limits, nobody);
    if (const auto listing = read_directory_listing(page, kUrl)) {
      for (const std::string& file : listing->files)
        if (!file.starts_with(kUrl)) std::abort();
      plan_list(dataset_of(*listing, kUrl));
    }
  } catch (const DocumentError&) {
    // No page.
  }
  return 0;
}
