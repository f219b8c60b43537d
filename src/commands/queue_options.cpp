#include "commands/queue_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/values.hpp"
#include "queue/queue_connection.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Why an option of `fetch` does not go with `--queue`.
struct NotWithQueue {
  std::string_view option;
  std::string_view why;
};

constexpr std::string_view kPerMachine =
    "is of one process: the manifest and semsite status --queue tell of the run";
constexpr std::string_view kState =
    "is of one process: states are kept below --work, and go with their sites to "
    "whichever machine asks them next";
constexpr std::string_view kAfter =
    "is for one process: run it on the manifest when the run is over";
constexpr std::string_view kWhole =
    "bounds one process: end the processes instead (SIGTERM gives their sites back)";
constexpr std::string_view kOfAll = "looks at all sites of a run together";

constexpr auto kNotWithQueue = std::to_array<NotWithQueue>({
    {"report", kPerMachine},
    {"quarantine", kPerMachine},
    {"provenance", kPerMachine},
    {"changes", kAfter},
    {"slice", kAfter},
    {"load", kAfter},
    {"documents", "keeps files on one machine"},
    {"state", kState},
    {"fresh", "would forget what other machines got: give the next run another --name"},
    {"due", kOfAll},
    {"keep-gone", kOfAll},
    {"dataset", kOfAll},
    {"resource", kOfAll},
    {"max-bytes", kWhole},
    {"max-time", kWhole},
});

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && name.front() != '.' &&
         std::ranges::all_of(name, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
         });
}

std::chrono::milliseconds time_of(const GivenOptions& given, const std::string& option,
                                  std::chrono::milliseconds otherwise) {
  const auto seconds = given.seconds(option);
  return seconds ? at_least_a_millisecond(*seconds) : otherwise;
}

}  // namespace

OptionGroup queue_rows() {
  return {
      .name = "queue",
      .heading = "Several machines (docs/cluster.md)",
      .rows = {
          {.name = "queue",
           .value = "URL",
           .does =
               "share the sites with all processes that are given the same PostgreSQL "
               "database (postgresql://HOST/DATABASE) and --name"},
          {.name = "name", .value = "NAME", .does = "of the series of runs"},
          {.name = "run",
           .value = "LABEL",
           .does = "of this run: who comes when it is over begins no other one (a date, "
                   "the number of a job)"},
          {.name = "lease",
           .value = "TIME",
           .does = "how long a claim holds if its process dies (default 60s)"},
          {.name = "snapshot-every",
           .value = "TIME",
           .does = "how often states of sites that are being asked go to the output, for "
                   "a machine that is lost (default 5m)"},
          {.name = "retry-failed",
           .does = "try sites again that failed in this run again and again"},
      }};
}

std::optional<QueueOptions> read_queue_options(const GivenOptions& given) {
  if (!given.has("queue")) {
    for (const char* const option :
         {"name", "run", "lease", "snapshot-every", "retry-failed"})
      if (given.has(option))
        throw UsageError{fmt::format("--{} is for --queue URL", option)};
    return std::nullopt;
  }
  for (const NotWithQueue& one : kNotWithQueue)
    if (given.has(std::string{one.option}))
      throw UsageError{
          fmt::format("--{} does not go with --queue: it {}", one.option, one.why)};
  QueueOptions out{.url = read_queue_url(given),
                   .name = read_run_name(given, "name"),
                   .label = read_run_name(given, "run"),
                   .work = given.text("work", ".semsite-queue")};
  if (out.name.empty())
    throw UsageError{"--queue wants --name: what the series of runs is called"};
  if (out.name == "runs" || out.name == "state")
    throw UsageError{
        fmt::format("--name {}: a folder of the output has this name", out.name)};
  if (!given.text("output").ends_with('/'))
    throw UsageError{
        "--queue wants -o DIR/ or -o s3://BUCKET/PREFIX/: where all machines put what "
        "they get"};
  if (!out.work.ends_with('/')) out.work += '/';
  out.lease = time_of(given, "lease", out.lease);
  out.snapshot_every = time_of(given, "snapshot-every", out.snapshot_every);
  if (out.lease < std::chrono::seconds{1} || out.lease > std::chrono::hours{1})
    throw UsageError{
        fmt::format("--lease {}: from 1 second to 1 hour", given.text("lease"))};
  out.retry_failed = given.has("retry-failed");
  return out;
}

void check_queue_sites(const std::vector<std::string>& urls) {
  for (const std::string& url : urls)
    if (!is_of_server(url))
      throw UsageError{fmt::format(
          "{}: with --queue, a site must be one that every machine can ask", url)};
  if (urls.empty()) throw UsageError{"--queue: no site is named"};
}

std::string read_queue_url(const GivenOptions& given) {
  std::string out = given.text("queue");
  check_queue_url("--queue", out);
  return out;
}

std::string read_run_name(const GivenOptions& given, const std::string& option) {
  std::string out = given.text(option);
  if (given.has(option) && !is_plain_name(out))
    throw UsageError{fmt::format(
        "--{} {}: 1 to 64 letters, digits, -, _ and ., without a . in front: it becomes "
        "a part of the names of objects",
        option, excerpt(out))};
  return out;
}

}  // namespace semsite
