#include "commands/document_inputs.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/counts.hpp"
#include "commands/input.hpp"
#include "index/record_reader.hpp"

namespace semsite {
namespace {

// Codes of docs/faults.md.
constexpr std::string_view kTooLarge = "index.too-large";
constexpr std::string_view kBlankGraph = "index.blank-graph";

}  // namespace

IntakeRoom DocumentInputs::room() const {
  return {.memory_bytes = static_cast<std::size_t>(options.sort.memory_bytes) / 2,
          .threads = core_count()};
}

void DocumentInputs::tell_nameless(std::uint64_t count) const {
  if (count == 0) return;
  faults.report({.code = kBlankGraph,
                 .message = fmt::format(
                     "{} in graphs that blank nodes name, which are no documents, and {} "
                     "left out (give the graphs IRIs, or use semsite convert --graph "
                     "source)",
                     count_of(count, "statement stands", "statements stand"),
                     count == 1 ? "was" : "were"),
                 .statement = {}});
}

void DocumentInputs::tell_size(const DocumentText& text) const {
  if (text.left_out == 0) return;
  faults.report({.code = kTooLarge,
                 .message = fmt::format(
                     "<{}> has {}, of which {} counted but left out: it is larger than "
                     "--max-document",
                     text.url, count_of(text.triples, "triple"),
                     count_of(text.left_out, "is", "are")),
                 .statement = {}});
}

DocumentInputs::Result DocumentInputs::read(
    const TemporaryFiles& files, const std::function<void()>& step,
    const std::function<void(DocumentText)>& take) const {
  RecordReader reader{files, room(), options.limits, options.share};
  const FormOptions form;
  Harvester harvester =
      make_harvester(harvest_wish(options), shop, reader.sink(), quarantine, stop);
  InputRun inputs{options.reading, form, shop, harvester, stop};
  inputs.run();
  const Result out{.status = inputs.status(),
                   .stopped = inputs.stopped(),
                   .nothing = inputs.nothing()};
  if (out.stopped || stop.stop_requested()) return out;
  tell_nameless(reader.nameless());
  reader.finish(step, [&](DocumentText text) {
    tell_size(text);
    take(std::move(text));
  });
  return out;
}

}  // namespace semsite
