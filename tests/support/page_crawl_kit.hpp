#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/fetch.hpp"
#include "crawl/page_crawl.hpp"
#include "state/run_state.hpp"
#include "support/collecting_sink.hpp"
#include "support/crawl_kit.hpp"

namespace semsite::test {

/// A crawl of pages on a web from a table, over several runs. A run that is broken off is
/// gone on with by `crawl` with the same number.
struct PageCrawlKit {
  FakeTransport web;
  RunState state;
  CollectingSink unused;
  Limits limits;
  ManualClock clock;
  Console console{Verbosity::quiet, LogFormat::text};
  PageCrawlOrder order;
  PageCrawlRules rules;
  RetryPolicy retry = hasty();
  unsigned workers = 2;
  std::size_t held_bytes = std::size_t{64} << 20U;  ///< of pages that wait to be parsed
  std::optional<PageTable> table;
  std::stop_source stop;  ///< of the run at hand
  /// The entries of the sitemaps: URL and lastmod.
  std::vector<std::pair<std::string, std::string>> entries;

  explicit PageCrawlKit(const std::string& path = "") : state(path) {
    order.listing = "http://a.example/";
    order.site = "http://a.example";
    rules.delay = std::chrono::milliseconds{0};
  }

  /// Lists `count` pages of `site` that have one quad each; gives their URLs.
  std::vector<std::string> list(int count, const std::string& site = "http://a.example",
                                const std::string& lastmod = "") {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) {
      out.push_back(site + "/page/" + std::to_string(i));
      web.on(out.back(), quad(out.back()));
      entries.emplace_back(out.back(), lastmod);
    }
    return out;
  }
  /// An N-Triples document that says something of `url`.
  [[nodiscard]] static std::string quad(const std::string& url,
                                        const std::string& value = "v") {
    return "<" + url + "> <http://p.example/p> \"" + value + "\" .\n";
  }
  [[nodiscard]] static std::string link(const std::string& from, const std::string& to) {
    return "<" + from + "> <http://p.example/to> <" + to + "> .\n";
  }

  /// Run `number` of the crawl. A run that does not come to its end fails.
  PageCrawlResult crawl(std::int64_t number = 1) {
    stop = {};
    RunCounters counters;
    Retriever retriever{web,
                        clock,
                        counters,
                        console,
                        {.retry = retry, .limits = limits},
                        stop.get_token()};
    const Harvester harvester{.sink = unused,
                              .graph = {},
                              .limits = limits,
                              .counters = counters,
                              .console = console,
                              .workers = workers,
                              .stop = stop.get_token()};
    {
      // What the crawl before has left open may be settled by a thread just now.
      const std::scoped_lock lock{state.database().mutex()};
      state.database().run("DELETE FROM listed");
    }
    ListedPages listed{state.database()};
    for (const auto& [url, lastmod] : entries)
      listed.add(order.listing, EntryWorth::plain, url, lastmod);
    ParseSlots slots{workers, held_bytes};
    table.emplace(state.database(), "crawl", number);
    const Fetch fetch{.retriever = retriever,
                      .console = console,
                      .state = state,
                      .listed = listed,
                      .slots = slots,
                      .run = {.number = number},
                      .stop = stop.get_token(),
                      .rules = rules};
    const PageTexts texts{.emit = emit, .keeps_texts = keeps_texts};
    auto running = std::async(std::launch::async, [&] {
      return crawl_pages(order, *table, fetch, harvester, texts);
    });
    if (running.wait_for(std::chrono::seconds{20}) != std::future_status::ready) {
      stop.request_stop();
      web.cancel();
      running.wait();
      throw std::runtime_error{"the crawl does not come to its end"};
    }
    return running.get();
  }
  /// A document of about 3 MiB of quads.
  static std::string large(const std::string& url, const std::string& mark) {
    std::string out;
    for (int i = 0; out.size() < 2'500'000; ++i)
      out += quad(url, mark + std::to_string(i));
    return out;
  }
  /// Run `number`, broken off when `url` is asked for the first time.
  void break_off(const std::string& url, std::int64_t number = 1) {
    web.on_request = [this, url](const Request& request) {
      if (request.url == url) stop.request_stop();
    };
    (void)crawl(number);
    web.on_request = {};
  }
  /// The run has come to its end.
  void end_run() { table->forget_former(); }

  std::function<void(const WaitingPage&, const PageEnd&, std::string_view)> emit;
  bool keeps_texts = true;

  /// All quads, as sorted lines.
  [[nodiscard]] std::vector<std::string> quads() {
    std::string text;
    table->for_each_text([&](std::int64_t, std::string_view one) { text += one; });
    return sorted_lines(text);
  }
  [[nodiscard]] static std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) out.push_back(line);
    std::ranges::sort(out);
    return out;
  }
  /// How each page ended: its code, or the name of its outcome if it has none.
  [[nodiscard]] std::map<std::string, std::string> ends() {
    std::map<std::string, std::string> out;
    table->for_each([&](const PageFacts& page) {
      const std::string end =
          page.code.empty() ? std::string{outcome_name(page.outcome)} : page.code;
      if (!out.emplace(page.url, end).second)
        throw std::runtime_error{page.url + " ended twice"};
    });
    return out;
  }
  /// How often each URL was asked for, those of robots.txt left out.
  [[nodiscard]] std::map<std::string, int> asked() const {
    std::map<std::string, int> out;
    for (const std::string& url : web.urls())
      if (!url.ends_with("/robots.txt")) ++out[url];
    return out;
  }
  [[nodiscard]] std::uint64_t waiting() {
    std::uint64_t out = 0;
    for (const auto& [host, count] : table->waiting_hosts()) out += count;
    return out;
  }
};

}  // namespace semsite::test
