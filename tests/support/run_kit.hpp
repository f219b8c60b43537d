#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "crawl/dataset_run.hpp"
#include "crawl/destination.hpp"
#include "sink/document_lanes.hpp"
#include "support/crawl_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {

/// Everything that the run of a dataset needs, with a web from a table and the output in
/// a temporary file.
struct RunKit : CrawlKit {
  TemporaryFolder folder;
  OutputFile output;
  NQuadsSink sink{output};
  Limits limits;
  Harvester harvester{.sink = sink,
                      .graph = {GraphUse::none, {}},
                      .limits = limits,
                      .counters = counters,
                      .console = console,
                      .stop = stop.get_token()};
  TextOutput texts{sink, output, TextOutput::Form::nquads};
  RunState state{""};
  ListedPages listed{state.database()};
  ParseSlots slots{2};
  OutputNotes notes{std::nullopt, nullptr};
  Fetch fetch{.retriever = retriever,
              .console = console,
              .state = state,
              .listed = listed,
              .slots = slots,
              .run = {},
              .stop = stop.get_token(),
              .rules = {.delay = std::chrono::milliseconds{0}}};
  Destination to{.output = output,
                 .notes = notes,
                 .harvester = harvester,
                 .write = [this](std::string_view text) { texts.write(text); }};

  RunKit() : output(folder.file("out.nq")) {}

  /// The output's text; nothing may be written after this.
  [[nodiscard]] std::string finished() {
    output.finish();
    return read_file(folder.file("out.nq"));
  }
};

/// `count` triples whose objects begin with `mark`.
inline std::string marked(const std::string& mark, int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += "<http://a.example/s> <http://a.example/p> \"" + mark + std::to_string(i) +
           "\" .\n";
  return out;
}

/// A way with one pool for each list of mirrors.
inline AccessOption way_to(Way way, const std::vector<std::vector<std::string>>& pools) {
  AccessOption out;
  out.way = way;
  for (const auto& urls : pools) {
    MirrorPool pool;
    for (const std::string& url : urls) {
      Location location;
      location.url = url;
      pool.mirrors.push_back(std::move(location));
    }
    out.pools.push_back(std::move(pool));
  }
  return out;
}

/// The plan of a dataset of http://a.example/ with these ways.
inline DatasetPlan plan_of(std::vector<AccessOption> options) {
  DatasetPlan out;
  out.dataset.uri = "http://a.example/data";
  out.dataset.label = "Data";
  out.sitemap = "http://a.example/sitemap.xml";
  out.site = "http://a.example";
  out.options = std::move(options);
  if (!out.options.empty()) out.chosen = 0;
  return out;
}

}  // namespace semsite::test
