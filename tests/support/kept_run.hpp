#pragma once

#include <fcntl.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "support/run_kit.hpp"

namespace semsite::test {

/// One run that keeps a state beside its output, on a web that outlives it. Without
/// `finish` it is a run that was killed: what it held is lost, `FILE.part` stays.
struct KeptRun {
  enum class Begin { anew, go_on };

  KeptRun(FakeTransport& web, RunState& state, const std::string& path,
          std::int64_t number, Begin begin,
          std::optional<OutputNotes::Former> former_output = {})
      : retriever(web, clock, counters, console, {.retry = hasty(), .limits = Limits{}},
                  stop.get_token()),
        output(path, OutputFile::Part::go_on),
        files(state.database(), number),
        former(std::move(former_output)),
        listed(state.database()),
        notes(files, former ? &*former : nullptr),
        fetch{.retriever = retriever,
              .console = console,
              .state = state,
              .listed = listed,
              .slots = slots,
              .run = {.number = number},
              .stop = stop.get_token(),
              .rules = {.delay = std::chrono::milliseconds{0}}} {
    output.leave_part();
    if (begin == Begin::go_on) {
      notes.go_on(output, output.part_bytes());
    } else {
      output.go_on_at({});
    }
  }

  DatasetRun run(const DatasetPlan& plan) { return run_dataset(plan, fetch, to); }
  void finish() {
    sink.finish();
    output.finish();
  }
  /// As a process leaves it that is killed while it writes.
  static void add_torn_bytes(const std::string& path) {
    std::ofstream{path + ".part", std::ios::binary | std::ios::app} << "<http://torn";
  }
  static OutputNotes::Former open_former(const std::string& path) {
    return {Descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)}};
  }

  ManualClock clock;
  RunCounters counters;
  Console console{Verbosity::quiet, LogFormat::text};
  std::stop_source stop;
  Retriever retriever;
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
  FileTable files;
  std::optional<OutputNotes::Former> former;
  ListedPages listed;
  ParseSlots slots{2};
  OutputNotes notes;
  Fetch fetch;
  Destination to{.output = output,
                 .notes = notes,
                 .harvester = harvester,
                 .write = [this](std::string_view text) { texts.write(text); }};
};

}  // namespace semsite::test
