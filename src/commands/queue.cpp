#include "commands/queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/counts.hpp"
#include "commands/exit_status.hpp"
#include "commands/s3_options.hpp"
#include "commands/values.hpp"
#include "parts/manifest.hpp"
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

/// Series of which all runs are of this queue, by their marks. What another queue puts
/// there, or one that was dropped, is none of its business.
std::set<std::string> own_series(const std::vector<std::string>& there,
                                 const WorkQueue::Kept& kept, PartPlace& place) {
  std::set<std::string> out, others;
  for (const std::string& name : there) {
    if (!name.starts_with("runs/") || !name.ends_with("/run.json")) continue;
    const std::string mark = place.text(name).value_or(std::string{});
    const bool is_own = std::ranges::any_of(kept.runs, [&](const std::string& key) {
      return mark.find(key) != std::string::npos;
    });
    (is_own ? out : others).insert(series_of(name));
  }
  for (const std::string& name : others) out.erase(name);
  return out;
}

/// What no row names, and no claim that runs can come to name.
std::uint64_t take_orphans_away(WorkQueue& queue, PartPlace& place) {
  // What is there first: what comes meanwhile is not looked at.
  std::vector<std::string> there = place.list("runs/");
  for (std::string& name : place.list("state/")) there.push_back(std::move(name));
  if (there.empty())
    throw RunError{
        fmt::format("{}: no run is there, nor anything of one: see what -o the "
                    "processes have",
                    place.shown("runs/"))};
  const WorkQueue::Kept kept = queue.kept();
  const std::set<std::string> series = own_series(there, kept, place);
  const std::unordered_set<std::string> names(kept.names.begin(), kept.names.end());
  const std::unordered_set<std::int64_t> tokens(kept.tokens.begin(), kept.tokens.end());
  std::uint64_t out = 0;
  for (const std::string& name : there) {
    const auto token = token_in(name);
    if (!token || names.contains(name) || tokens.contains(*token) ||
        !series.contains(series_of(name)))
      continue;
    place.remove(name);
    ++out;
  }
  return out;
}

}  // namespace

OptionTable queue_table() {
  return {{.name = "queue",
           .heading = "Queue",
           .rows =
               {
                   {.name = "force",
                    .does = "drop: also while processes hold groups of hosts"},
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
        "postgresql://HOST/DATABASE (or drop, or gc)"};
  const std::string& what = line.arguments[0];
  const std::vector<std::string> words{"init", "drop", "gc"};
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
  const bool is_gc = out.what == QueueCommandOptions::What::gc;
  if (is_gc && !out.output.ends_with('/'))
    throw UsageError{
        "queue gc wants -o DIR/ or -o s3://BUCKET/PREFIX/: where the runs put what they "
        "got"};
  if (!is_gc && given.has("output")) throw UsageError{"--output is for queue gc"};
  if (out.force && out.what != QueueCommandOptions::What::drop)
    throw UsageError{"--force is for queue drop"};
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
      std::uint64_t count = 0;
      try {
        count = take_orphans_away(queue, place.place());
      } catch (const DocumentError& error) {
        throw RunError{fmt::format("{} [{}]", error.what(), error.code())};
      }
      console.info(fmt::format("{}: {} that no run needs taken away", options.output,
                               count_of(count, "file")));
      break;
    }
  }
  return kComplete;
}

}  // namespace semsite
