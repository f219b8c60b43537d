// libFuzzer entry: any bytes as a state of a fetch or of a load. The first one says how:
// `f` and `l`: other values in the rows of a good one (put_values); `F` and `L`: a good
// one with damage (damaged); all else: as they are. Whatever is in it, a command that
// uses it goes on or is told what is wrong.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/file_io.hpp"
#include "commands/status.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/page_task.hpp"
#include "fuzz/damaged_file.hpp"
#include "fuzz/document_reading.hpp"
#include "state/file_table.hpp"
#include "state/listed_pages.hpp"
#include "state/load_table.hpp"
#include "state/page_table.hpp"
#include "state/run_state.hpp"
#include "state/state_summary.hpp"
#include "state/walk_table.hpp"
#include "support/state_kit.hpp"
#include "support/temporary_folder.hpp"
#include "walk/sparql_partition.hpp"

namespace semsite::test {
namespace {

const RunState::Time kNow{std::chrono::seconds{1'800'000'000}};
const char* const kCommand = "site http://a.example/\nformat=nquads\n";

void make_fetch(const std::string& path) {
  TableKit kit{path};
  static_cast<void>(kit.state.begin(kCommand, 7, kNow));
  PageTable& table = kit.open(1);
  offer_one(table, "http://a.example/1", "2026-01-01", never);
  offer_one(table, "http://a.example/2", "", never);
  table.offer_linked("http://a.example/3", 1, "l\n\nhttp://a.example/1\n");
  kit.finish_all(" 1");
  table.offer_linked("http://a.example/4", 1);
  FileTable files{kit.state.database(), 1};
  KeptFile file;
  file.url = "http://a.example/d.nt";
  file.outcome = Outcome::whole;
  file.bytes = 100;
  file.quads = 9;
  file.faults = "html.encoding=1 json.repaired=3";
  files.put("D", "dump", file);
  files.put_attempt("D", {}, {.on_disk = 3, .bytes = 3});
  ListedPages listed{kit.state.database()};
  listed.add("http://a.example/", EntryWorth::plain, "http://a.example/5", "2026-01-02");
  listed.flush();
  WalkTable walk{kit.state.database(), 1};
  Partition part;
  part.graph = "u:g";
  walk.put("D", "http://a.example/sparql", write_partition(part));
  kit.state.keep_context("u:c", {.url = "u:c", .text = "{}"}, kNow);
  kit.state.keep_confirmation("k", {.authority = "confirmed", .reason = "r", .when = 1});
  kit.state.note_spool("s");
  kit.state.note_whole({.files = {{.part = "a.part", .path = "a", .bytes = 3}},
                        .output_bytes = 3,
                        .ending = {.finished = 1'800'000'001,
                                   .status = 1,
                                   .datasets = {{.name = "D", .way = "dump"}},
                                   .problems = {"p"}},
                        .ends = false});
}

void make_load(const std::string& path) {
  LoadTable load{path, LoadTable::Use::go_on};
  static_cast<void>(load.begin(kCommand, {{.url = "file:///a.nt", .bytes = 9}}, kNow));
  load.put(1, {.limit = 1000, .digest = "d", .taken = true});
  load.note_refused(1, 2);
  load.note_graph("u:g", 3);
  load.note_made("u:s", "u:g");
  load.note_answer("q", true);
}

struct Kit {
  Kit() {
    make_fetch(folder.file("f"));
    make_load(folder.file("l"));
    fetch = read_file(folder.file("f"));
    load = read_file(folder.file("l"));
  }
  TemporaryFolder folder;
  std::string fetch, load;
};

void remove_all(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(path + suffix);
}

template <typename Use>
void attempt(const Use& use) {
  try {
    use();
  } catch (const RunError&) {
    // It was told what is wrong.
  } catch (const UsageError&) {
  }
}

void use_pages(RunState& state, std::int64_t run) {
  for (const std::string& key : crawls_before(state.database(), run + 1)) {
    PageTable table{state.database(), key, run};
    (void)table.sums();
    table.for_each([](const PageFacts& page) {
      (void)read_task(page.task);
      (void)read_fault_counts(page.faults);
    });
    table.for_each_text([](std::int64_t, std::string_view) {});
    for (const auto& [host, count] : table.waiting_hosts())
      for (const WaitingPage& page : table.take_waiting(host, 3)) {
        PageEnd end = TableKit::fresh("x");
        (void)table.finish(page.id, end, "<u:s> <u:p> <u:o> .\n", 0, {}, any_link);
      }
    (void)table.wake_passed_over();
    (void)table.lastmod_counts();
    (void)table.one_lastmod();
    table.drop_unlisted();
    table.for_each_change([](const std::string&, std::string_view, std::string_view) {});
  }
}

void use_fetch(const std::string& path) {
  std::optional<RunState> state;
  attempt([&] { state.emplace(path); });
  if (!state) return;
  attempt([&] { (void)state->look(kCommand, 3); });
  std::int64_t run = 2;
  attempt([&] { run = state->begin(state->command(), 3, kNow).number; });
  attempt([&] {
    (void)state->got_nothing();
    (void)state->to_be_named();
    (void)state->noted_status();
    (void)state->writer();
    (void)state->spools();
    (void)state->output_bytes();
    (void)state->has_quads();
    (void)state->confirmation("k", kNow);
    (void)state->context("u:c", kNow);
    (void)state->contexts_before(kNow);
  });
  attempt([&] { use_pages(*state, run); });
  attempt([&] {
    FileTable files{state->database(), run};
    for (const std::string& dataset : files.datasets())
      for (const FileTable::Of of : {FileTable::Of::this_run, FileTable::Of::former_run})
        for (const KeptFile& file : files.files(dataset, of))
          (void)read_fault_counts(file.faults);
    (void)files.end(1'000);
    files.settle({.on_disk = 3, .bytes = 3});
    files.forget_behind(1);
  });
  attempt([&] {
    WalkTable walk{state->database(), run};
    if (const auto text = walk.find("D", "http://a.example/sparql"))
      (void)read_partition(*text);
    for_each_document(state->database(), [](std::string_view) {});
    ListedPages listed{state->database()};
    (void)listed.next("http://a.example/", EntryWorth::plain, 0, 5);
  });
  attempt([&] { state->note_vain({}); });
  attempt([&] { state->ask_again({Outcome::whole, Outcome::partial}); });
}

void use_load(const std::string& path) {
  attempt([&] {
    LoadTable load{path, LoadTable::Use::go_on};
    (void)load.begin(kCommand, {}, kNow);
    (void)load.find(1);
    (void)load.refused();
    (void)load.graph_before("u:g");
    (void)load.has_made("u:s", "u:g");
    (void)load.answer("q");
    load.note_taken(1, kNow);
    load.note_end(kNow);
  });
}

void check(std::string_view text) {
  static const Kit kit;
  const std::string path = kit.folder.file("state");
  remove_all(path);
  const char how = text.front();
  const std::string_view rest = text.substr(1);
  const bool is_fetch = how == 'f' || how == 'F';
  const std::string& whole = is_fetch ? kit.fetch : kit.load;
  switch (how) {
    case 'f':
    case 'l':
      write_file(path, whole);
      put_values(path, rest);
      break;
    case 'F':
    case 'L':
      write_file(path, damaged(whole, rest));
      break;
    default:
      write_file(path, text);
  }
  attempt([&] {
    const StateSummary summary = read_state_summary(path);
    (void)status_text(summary);
    (void)status_json(summary);
  });
  (void)fetched_sites(path);
  (void)has_state_mark(path);
  use_fetch(path);
  if (how == 'f' || how == 'F') {
    remove_all(path);
    return;
  }
  use_load(path);
  // Whatever it was, one can begin anew, unless it is none of ours.
  const bool is_ours = std::filesystem::exists(path) && has_state_mark(path);
  attempt([&] {
    RunState state{path, RunState::Use::begin_anew};
    if (is_ours && !state.command().empty()) broken("what was to be forgotten", text);
  });
  remove_all(path);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 16 * semsite::kKiB) return 0;
  semsite::test::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
