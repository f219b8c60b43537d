#include "commands/queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "commands/exit_status.hpp"
#include "commands/s3_options.hpp"
#include "commands/values.hpp"
#include "parts/manifest.hpp"
#include "parts/run_files.hpp"
#include "queue/part_place.hpp"
#include "queue/queue_connection.hpp"
#include "queue/queue_schema.hpp"
#include "queue/work_queue.hpp"
#include "report/console.hpp"
#include "s3/s3_access.hpp"
#include "s3/s3_address.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kMostKept = 1'000'000;

/// The token in the name of a part (`runs/NAME/N/GROUP/ITEM-TOKEN-SEQ.nq.zst`) or of a
/// snapshot (`state/NAME/SITE/TOKEN-SEQ.…`); nothing: the name is not of this kind.
std::optional<std::int64_t> token_in(std::string_view name) {
  const bool is_part = name.starts_with("runs/") && name.ends_with(".nq.zst");
  if (!is_part && !name.starts_with("state/")) return std::nullopt;
  std::string_view last = name.substr(name.rfind('/') + 1);
  if (is_part) {
    const std::size_t dash = last.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    last.remove_prefix(dash + 1);
  }
  const std::size_t end = last.find('-');
  std::int64_t out = 0;
  if (end == std::string_view::npos ||
      std::from_chars(last.data(), last.data() + end, out).ptr != last.data() + end)
    return std::nullopt;
  return out;
}

/// A place of a run or of the series, as the command line has it.
class PlaceOfOptions {
 public:
  PlaceOfOptions(const QueueCommandOptions& options, Console& console,
                 const std::stop_token& stop) {
    if (!is_s3_url(options.output)) {
      place_ = folder_place(options.output);
      return;
    }
    access_.emplace(options.network.s3, options.network.transport, options.network.retry,
                    S3Watch{}, stop);
    place_ = store_place(access_->store(), read_s3_argument(options.output),
                         [&console](const std::string& what) { console.warning(what); });
  }
  [[nodiscard]] PartPlace& place() { return *place_; }

 private:
  std::optional<S3Access> access_;
  std::unique_ptr<PartPlace> place_;
};

/// "nightly" of "runs/nightly/7/1/2-3-000001.nq.zst" and "state/nightly/…".
std::string series_of(std::string_view name) {
  name.remove_prefix(name.find('/') + 1);
  return std::string{name.substr(0, name.find('/'))};
}

/// "runs/nightly/7/" of "runs/nightly/7/run.json".
std::string folder_in(const std::string& name) {
  return name.substr(0, name.rfind('/') + 1);
}

std::string manifest_in(const std::string& folder) {
  return folder + std::string{kManifestName};
}

/// What lies at the place of the output, and whose it is.
class RunsPlace {
 public:
  RunsPlace(WorkQueue& queue, PartPlace& place) : queue_(queue), place_(place) {}

  /// Takes away what is older than the last `keep` runs of each series, and says so.
  void take_old_runs_away(std::int64_t keep, Console& console) {
    std::vector<QueueRun> old = queue_.old_runs(keep);
    std::size_t elsewhere = 0;
    std::erase_if(old, [&](const QueueRun& run) {
      const auto mark = mark_at(run_folder(run));
      if (!mark || mark->key != run.key) {
        ++elsewhere;
        return true;
      }
      return is_the_latest(run.name, run_folder(run));
    });
    for (const QueueRun& run : old) {
      // Whoever finds a manifest finds its parts; rows go before what they name, so that
      // who is killed here leaves a mark without a row, which the next one knows.
      took_some_ = true;
      place_.remove(manifest_in(run_folder(run)));
      queue_.forget(run);
      const std::uint64_t files = take_folder_away(run_folder(run));
      console.info(fmt::format("{}: run {} of {} taken away, with {}",
                               place_.shown(run_folder(run)), run.number, run.name,
                               count_of(files, "file")));
    }
    if (elsewhere > 0)
      console.info(fmt::format(
          "{} older than those kept stay: nothing of them is here; they went to another "
          "-o, or were taken away by hand",
          count_of(elsewhere, "run")));
  }

  /// Takes away what no row names, and no claim that runs can come to name. How many.
  std::uint64_t take_orphans_away() {
    // What is there first: what comes meanwhile is not looked at.
    std::vector<std::string> there = place_.list("runs/");
    for (std::string& name : place_.list("state/")) there.push_back(std::move(name));
    if (there.empty() && !took_some_)
      throw RunError{
          fmt::format("{}: no run is there, nor anything of one: see what -o the "
                      "processes have",
                      place_.shown("runs/"))};
    const WorkQueue::Kept kept = queue_.kept();
    const std::map<std::string, SharedRunMark> marks = marks_in(there);
    const std::set<std::string> series = own_series(marks, kept.queue);
    std::unordered_set<std::string> names(kept.names.begin(), kept.names.end());
    for (const std::string& one : series) names.merge(parts_of_latest(one));
    std::vector<std::string> gone;
    std::uint64_t out = 0;
    for (const auto& [folder, mark] : marks) {
      if (mark.queue != kept.queue || is_the_latest(mark.name, folder)) continue;
      if (is_forgotten(mark, kept)) {
        out += take_folder_away(folder);
        gone.push_back(folder);
      } else if (kept.abandoned.contains(mark.key)) {
        // Written when the run was abandoned already.
        place_.remove(manifest_in(folder));
      }
    }
    std::erase_if(there, [&](const std::string& name) {
      return std::ranges::any_of(
          gone, [&](const std::string& folder) { return name.starts_with(folder); });
    });
    const std::unordered_set<std::int64_t> tokens(kept.tokens.begin(), kept.tokens.end());
    for (const std::string& name : there) {
      const auto token = token_in(name);
      if (!token || names.contains(name) || tokens.contains(*token) ||
          !series.contains(series_of(name)))
        continue;
      place_.remove(name);
      ++out;
    }
    return out;
  }

 private:
  [[nodiscard]] std::optional<SharedRunMark> mark_at(const std::string& folder) {
    const auto text = place_.text(folder + std::string{kRunMarkName});
    return text ? read_run_mark(*text) : std::nullopt;
  }

  /// Of each folder of a run; a mark that cannot be read is nobody's.
  [[nodiscard]] std::map<std::string, SharedRunMark> marks_in(
      const std::vector<std::string>& there) {
    std::map<std::string, SharedRunMark> out;
    for (const std::string& name : there) {
      if (!name.starts_with("runs/") || last_segment_of(name) != kRunMarkName) continue;
      SharedRunMark mark = mark_at(folder_in(name)).value_or(SharedRunMark{});
      if (folder_in(name) != fmt::format("runs/{}/{}/", mark.name, mark.number))
        mark = {.name = series_of(name), .key = {}, .queue = {}};
      out.emplace(folder_in(name), std::move(mark));
    }
    return out;
  }

  /// Series of which all runs are of this queue, by their marks. What another queue puts
  /// there, or one that was dropped, is none of its business.
  [[nodiscard]] static std::set<std::string> own_series(
      const std::map<std::string, SharedRunMark>& marks, const std::string& queue) {
    std::set<std::string> out, others;
    for (const auto& [folder, mark] : marks)
      (mark.queue == queue ? out : others).insert(mark.name);
    for (const std::string& name : others) out.erase(name);
    return out;
  }

  /// A run whose rows were taken away: the last of a series always has some, and one that
  /// is being entered has a larger number.
  [[nodiscard]] static bool is_forgotten(const SharedRunMark& mark,
                                         const WorkQueue::Kept& kept) {
    const auto last = kept.last.find(mark.name);
    return !kept.runs.contains(mark.key) && last != kept.last.end() &&
           mark.number < last->second;
  }

  /// The manifest that latest.json of a series names; empty: there is none. Throws
  /// RunError if it cannot be read: what it means must not be taken away.
  [[nodiscard]] const std::string& latest_of(const std::string& series) {
    const auto known = latest_.find(series);
    if (known != latest_.end()) return known->second;
    const std::string name = series + "/latest.json";
    std::string manifest;
    try {
      if (const auto text = place_.text(name)) manifest = read_latest(*text).manifest;
    } catch (const DocumentError& error) {
      throw RunError{fmt::format(
          "{}: {} [{}]; so it is not known which run must stay: nothing more was taken "
          "away. Write it again, or take it away",
          place_.shown(name), error.what(), error.code())};
    }
    return latest_.emplace(series, std::move(manifest)).first->second;
  }

  [[nodiscard]] bool is_the_latest(const std::string& series, const std::string& folder) {
    return latest_of(series) == manifest_in(folder);
  }

  /// They are read, whatever became of their rows.
  [[nodiscard]] std::unordered_set<std::string> parts_of_latest(
      const std::string& series) {
    std::unordered_set<std::string> out;
    const std::string& manifest = latest_of(series);
    const auto text = manifest.empty() ? std::nullopt : place_.text(manifest);
    if (!text) return out;
    for (const ManifestPart& part : read_manifest(*text).parts)
      out.insert(folder_in(manifest) + part.name);
    return out;
  }

  /// The manifest first, the mark last, by which a run is known of which the rest is
  /// there yet. How many files.
  std::uint64_t take_folder_away(const std::string& folder) {
    place_.remove(manifest_in(folder));
    const std::string mark = folder + std::string{kRunMarkName};
    const std::vector<std::string> names = place_.list(folder);
    for (const std::string& name : names)
      if (name != mark) place_.remove(name);
    place_.remove(mark);
    place_.tidy(folder);
    return names.size();
  }

  WorkQueue& queue_;
  PartPlace& place_;
  std::map<std::string, std::string> latest_;  ///< manifests, by series
  bool took_some_ = false;
};

void abandon_run(const QueueCommandOptions& options, WorkQueue& queue, Console& console) {
  const WorkQueue::Abandoned out =
      queue.abandon(options.name, options.label, options.force);
  std::string said = fmt::format(
      "{}: run {} of {} is abandoned; {} of it had not been got", queue.shown(),
      out.run.number, out.run.name, count_of(out.left, "site"));
  if (out.held > 0)
    said += fmt::format("; {} still held: those processes end before long, with status 3",
                        count_of(out.held, "group of hosts is", "groups of hosts are"));
  console.info(said);
}

}  // namespace

OptionTable queue_table() {
  return {{.name = "queue",
           .heading = "Queue",
           .rows =
               {
                   {.name = "force",
                    .does = "drop, abandon: also while processes hold groups of hosts"},
                   {.name = "keep",
                    .value = "N",
                    .does = "gc: of each series take all runs away that are older than "
                            "the last N that ended, but for that which latest.json "
                            "names",
                    .common = true},
                   {.name = "name",
                    .value = "NAME",
                    .does = "abandon: the series of runs",
                    .common = true},
                   {.name = "run",
                    .value = "LABEL",
                    .does = "abandon: the run with this label (default: the one that is "
                            "not over)",
                    .common = true},
                   {.name = "output",
                    .letter = 'o',
                    .value = "DIR/|s3://BUCKET/PREFIX/",
                    .does = "gc: where the runs put what they got",
                    .file = FileUse::none,
                    .common = true},
               }},
          s3_rows(),
          with_idle(message_rows(), {"progress"})};
}

QueueCommandOptions read_queue(const CommandLine& line) {
  const GivenOptions& given = line.options;
  QueueCommandOptions out;
  out.messages = read_message_options(given);
  out.network = read_network_options(given);
  if (line.arguments.size() != 2)
    throw UsageError{
        "queue wants to know what to do, and with which database: semsite queue init "
        "postgresql://HOST/DATABASE (or drop, gc, or abandon)"};
  const std::string& what = line.arguments[0];
  const std::vector<std::string> words{"init", "drop", "gc", "abandon"};
  const auto found = std::ranges::find(words, what);
  if (what == "status" || what == "list" || what == "show")
    throw UsageError{fmt::format(
        "queue {}: semsite status --queue URL tells what runs there are, and how far",
        what)};
  if (found == words.end()) refuse_word("queue", what, words);
  out.what = static_cast<QueueCommandOptions::What>(found - words.begin());
  out.url = line.arguments[1];
  check_queue_url("queue", out.url);
  out.force = given.has("force");
  out.output = given.text("output");
  using enum QueueCommandOptions::What;
  if (out.what == gc && !out.output.ends_with('/'))
    throw UsageError{
        "queue gc wants -o DIR/ or -o s3://BUCKET/PREFIX/: where the runs put what they "
        "got"};
  const auto only_for = [&](const char* option, bool is_its, std::string_view whose) {
    if (given.has(option) && !is_its)
      throw UsageError{fmt::format("--{} is for queue {}", option, whose)};
  };
  only_for("output", out.what == gc, "gc");
  only_for("keep", out.what == gc, "gc");
  only_for("name", out.what == abandon, "abandon");
  only_for("run", out.what == abandon, "abandon");
  only_for("force", out.what == drop || out.what == abandon, "drop and abandon");
  if (given.has("keep")) {
    out.keep = parse_count(given.text("keep"), "keep");
    if (out.keep < 1 || out.keep > kMostKept)
      throw UsageError{
          fmt::format("--keep {}: from 1 to {}: the last run of a series always stays",
                      given.text("keep"), kMostKept)};
  }
  if (out.what == abandon) {
    out.name = read_run_name(given, "name");
    out.label = read_run_name(given, "run");
    if (out.name.empty())
      throw UsageError{
          "queue abandon wants --name NAME: of which series the run is to be abandoned"};
  }
  return out;
}

int run_queue(const QueueCommandOptions& options, const std::stop_token& stop) {
  Console console = console_of(options.messages);
  WorkQueue queue{options.url, "semsite queue", std::chrono::seconds{60}};
  switch (options.what) {
    case QueueCommandOptions::What::init: {
      const QueueMade made = make_queue(queue.connection());
      console.info(fmt::format("{}: {}", queue.shown(),
                               made == QueueMade::anew ? "the queue is made"
                               : made == QueueMade::migrated
                                   ? "the queue is brought to this version"
                                   : "the queue is there already"));
      break;
    }
    case QueueCommandOptions::What::drop:
      console.info(fmt::format("{}: {}", queue.shown(),
                               drop_queue(queue.connection(), options.force)
                                   ? "the queue is dropped; what the runs put elsewhere "
                                     "stays"
                                   : "there was no queue"));
      break;
    case QueueCommandOptions::What::gc: {
      queue.check();
      PlaceOfOptions place{options, console, stop};
      RunsPlace output{queue, place.place()};
      std::uint64_t count = 0;
      try {
        if (options.keep > 0)
          output.take_old_runs_away(static_cast<std::int64_t>(options.keep), console);
        count = output.take_orphans_away();
      } catch (const DocumentError& error) {
        throw RunError{fmt::format("{} [{}]", error.what(), error.code())};
      }
      console.info(fmt::format("{}: {} that no run needs taken away", options.output,
                               count_of(count, "file")));
      break;
    }
    case QueueCommandOptions::What::abandon:
      queue.check();
      abandon_run(options, queue, console);
      break;
  }
  return kComplete;
}

}  // namespace semsite
