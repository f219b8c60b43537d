#include "commands/queue_status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/counts.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "commands/exit_status.hpp"
#include "io/output_file.hpp"
#include "queue/work_queue.hpp"
#include "report/line_writer.hpp"
#include "report/progress.hpp"
#include "report/terminal.hpp"

namespace semsite {
namespace {

constexpr std::size_t kRunsShown = 20;
constexpr std::size_t kFailedShown = 10;

struct QueueFacts {
  std::vector<WorkQueue::RunFacts> runs;  ///< the last one first
  std::vector<WorkQueue::OwnerFacts> owners;
  std::vector<std::vector<WorkQueue::FailedItem>> failed;  ///< of each run
};

/// How a run stands, in words and, for programs, in one.
struct StateOfRun {
  std::string words;
  const char* word;
};

bool is_worked_at(const WorkQueue::RunFacts& facts) {
  return !facts.run.over && (facts.held > 0 || facts.is_being_ended);
}

StateOfRun state_of(const WorkQueue::RunFacts& facts) {
  if (facts.run.abandoned) return {"abandoned", "abandoned"};
  if (!facts.run.over)
    return is_worked_at(facts) ? StateOfRun{"under way", "under way"}
                               : StateOfRun{"not over, but nobody works on it", "idle"};
  if (facts.run.status == kComplete) return {"over, complete", "complete"};
  const bool has_some = facts.run.status == kIncomplete;
  return {fmt::format("over, {} (status {})",
                      has_some ? "incomplete" : "but nothing was got", facts.run.status),
          has_some ? "incomplete" : "empty"};
}

/// Seconds until a run is over, if it goes on as it did; nothing: nobody can tell yet.
std::optional<double> seconds_left(const WorkQueue::RunFacts& facts) {
  const std::uint64_t ended = facts.count.ended();
  if (!is_worked_at(facts) || ended == 0 || facts.seconds <= 0) return std::nullopt;
  const double by_sites = facts.seconds * static_cast<double>(facts.count.waiting) /
                          static_cast<double>(ended);
  // A first run has no requests of one before it to go by.
  if (facts.run.number == 1 || facts.requests == 0) return by_sites;
  return facts.seconds * static_cast<double>(facts.weight_left) /
         static_cast<double>(facts.requests);
}

std::string counted_items(const RunCount& count) {
  std::string out = fmt::format("{} complete", grouped(count.complete));
  const auto add = [&out](std::uint64_t number, std::string_view what) {
    if (number > 0) out += fmt::format(", {} {}", grouped(number), what);
  };
  add(count.incomplete, "incomplete");
  add(count.empty, "with nothing");
  add(count.failed, "failed");
  add(count.waiting, "left");
  return out;
}

void tell_run(const WorkQueue::RunFacts& facts,
              const std::vector<WorkQueue::FailedItem>& failed, LineWriter& out) {
  const std::uint64_t sites = facts.count.ended() + facts.count.waiting;
  out.line(fmt::format("Run {} of {}{}: {}", facts.run.number, facts.run.name,
                       facts.label.empty() ? "" : fmt::format(" ({})", facts.label),
                       state_of(facts).words));
  const std::string_view how = facts.run.abandoned ? "abandoned" : "ended";
  out.line(fmt::format(
      "  begun {}{}", facts.begun,
      facts.run.over ? fmt::format(", {} {}", how, facts.finished) : std::string{}));
  out.line(fmt::format("  {}: {}", count_of(sites, "site"), counted_items(facts.count)));
  out.line(fmt::format("  {}, {}, {} of packed parts",
                       count_of(facts.requests, "request"), count_of(facts.quads, "quad"),
                       human_bytes(facts.bytes)));
  if (const auto left = seconds_left(facts))
    out.line(fmt::format("  done in some {}", time_span_text(*left)));
  for (const WorkQueue::FailedItem& one : failed)
    out.line(fmt::format("  failed: {}: {}", one.url,
                         one.problem.empty() ? "each process that began it ended"
                                             : excerpt(one.problem, 200)));
}

std::string queue_text(const QueueFacts& facts, const std::string& shown) {
  LineWriter out;
  out.line(fmt::format("Queue: {}", shown));
  if (facts.runs.empty()) out.line("No run yet");
  for (std::size_t i = 0; i < facts.runs.size(); ++i)
    tell_run(facts.runs[i], facts.failed[i], out);
  out.line("Processes:");
  if (facts.owners.empty()) out.line("  none holds a group of hosts");
  for (const WorkQueue::OwnerFacts& one : facts.owners) {
    std::string line =
        fmt::format("  {}: {} held", one.owner,
                    count_of(one.groups, "group of hosts", "groups of hosts"));
    if (one.expired > 0)
      line += fmt::format(
          "; the leases of {} have ended: it died, or cannot reach the "
          "queue",
          grouped(one.expired));
    out.line(line);
  }
  return std::move(out).text();
}

std::string queue_json(const QueueFacts& facts) {
  JsonWriter json{1};
  json.object().key("runs").array();
  for (std::size_t i = 0; i < facts.runs.size(); ++i) {
    const WorkQueue::RunFacts& one = facts.runs[i];
    json.object()
        .member("name", one.run.name)
        .member("number", one.run.number)
        .member_if("label", one.label)
        .member("state", state_of(one).word)
        .member("over", one.run.over);
    if (one.run.over && !one.run.abandoned) json.member("exit_status", one.run.status);
    json.member("begun", one.begun).member_if("finished", one.finished);
    json.member("complete", one.count.complete)
        .member("incomplete", one.count.incomplete)
        .member("empty", one.count.empty)
        .member("failed", one.count.failed)
        .member("waiting", one.count.waiting)
        .member("groups_held", one.held)
        .member("requests", one.requests)
        .member("quads", one.quads)
        .member("bytes", one.bytes);
    if (const auto left = seconds_left(one)) json.member("seconds_left", *left);
    json.key("failed_sites").array();
    for (const WorkQueue::FailedItem& site : facts.failed[i])
      json.object().member("url", site.url).member("problem", site.problem).end();
    json.end().end();
  }
  json.end().key("owners").array();
  for (const WorkQueue::OwnerFacts& one : facts.owners)
    json.object()
        .member("owner", one.owner)
        .member("groups", one.groups)
        .member("expired", one.expired)
        .member("lease_seconds", one.seconds)
        .end();
  json.end().end();
  return json.text() + "\n";
}

}  // namespace

int run_queue_status(const QueueStatusOptions& options, const MessageOptions& messages) {
  WorkQueue queue{options.url, "status", std::chrono::seconds{60}};
  queue.check();
  QueueFacts facts{.runs = queue.runs(options.name, kRunsShown),
                   .owners = queue.owners(),
                   .failed = {}};
  if (facts.runs.empty() && !options.name.empty())
    throw RunError{fmt::format("{}: there is no run of the name {}", queue.shown(),
                               excerpt(options.name))};
  for (const WorkQueue::RunFacts& one : facts.runs)
    facts.failed.push_back(queue.failed(one.run, kFailedShown));
  OutputFile out{"-"};
  out.append(options.as_json ? queue_json(facts)
                             : with_headings(queue_text(facts, queue.shown()),
                                             colours_of(messages.colour, STDOUT_FILENO)));
  out.finish();
  std::set<std::string> seen;
  const bool is_complete = std::ranges::all_of(facts.runs, [&](const auto& one) {
    // Those before the last of a series count no more.
    return !seen.insert(one.run.name).second ||
           (one.run.over && one.run.status == kComplete);
  });
  return is_complete ? kComplete : kIncomplete;
}

}  // namespace semsite
