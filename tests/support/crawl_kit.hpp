#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "crawl/retrieve.hpp"
#include "support/drain.hpp"
#include "support/fake_transport.hpp"
#include "support/manual_clock.hpp"

namespace semsite::test {

/// Attempts without a pause worth mentioning.
inline RetryPolicy hasty() {
  return {.max_attempts = 3,
          .first_pause = std::chrono::milliseconds{1},
          .longest_pause = std::chrono::milliseconds{2}};
}

/// Everything that crawling stands on, with a web from a table.
struct CrawlKit {
  FakeTransport web;
  ManualClock clock;
  RunCounters counters;
  Console console{Verbosity::quiet, LogFormat::text};
  std::stop_source stop;
  Retriever retriever;

  explicit CrawlKit(Limits limits = {}, bool ignore_robots = false)
      : retriever(web, clock, counters, console,
                  {.retry = hasty(), .ignore_robots = ignore_robots, .limits = limits},
                  stop.get_token()) {}

  [[nodiscard]] Retrieved get(const std::string& url) {
    return retriever.get({.url = url, .named_by = NamedBy::network()});
  }
};

/// First value of a header of a request, empty if absent.
inline std::string header_of(const Request& request, std::string_view name) {
  for (const auto& [key, value] : request.headers)
    if (key == name) return value;
  return {};
}

}  // namespace semsite::test
