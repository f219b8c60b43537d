#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/statistics.hpp"
#include "state/page_table.hpp"
#include "state/run_state.hpp"

namespace semsite::test {

inline bool always(std::string_view) { return true; }
inline bool never(std::string_view) { return false; }
inline bool any_link(const PageTable::Link&) { return true; }

/// The pages of one crawl over several runs. A run that is killed is one whose table is
/// opened again with the same number.
struct TableKit {
  explicit TableKit(const std::string& path = "") : state(path) {}

  /// The crawl in run `number`; what an earlier object had open is lost, as in a kill.
  PageTable& open(std::int64_t number) {
    run = number;
    table.emplace(state.database(), "crawl", number);
    return *table;
  }

  /// Every page that waits for `host`, in the order given.
  std::vector<WaitingPage> take(unsigned count = 1'000,
                                const std::string& host = "http://a.example:80") {
    return table->take_waiting(host, count);
  }

  [[nodiscard]] static PageEnd end_of(PageEnd::Content content, Outcome outcome,
                                      int status) {
    PageEnd out;
    out.content = content;
    out.outcome = outcome;
    out.status = status;
    out.attempts = 1;
    out.fetched = 1;
    return out;
  }
  [[nodiscard]] static PageEnd fresh(const std::string& text) {
    PageEnd out = end_of(PageEnd::Content::fresh, Outcome::whole, 200);
    out.digest = "digest of " + text;
    out.bytes = text.size();
    out.quads = text.empty() ? 0U : 1U;
    return out;
  }
  [[nodiscard]] static PageEnd same() {
    return end_of(PageEnd::Content::same, Outcome::whole, 304);
  }
  [[nodiscard]] static PageEnd gone() {
    PageEnd out = end_of(PageEnd::Content::gone, Outcome::failed, 404);
    out.code = "http.404";
    out.problem = "not there";
    return out;
  }
  [[nodiscard]] static PageEnd kept() {
    PageEnd out = end_of(PageEnd::Content::kept, Outcome::failed, 500);
    out.code = "http.500";
    out.problem = "broken";
    return out;
  }

  void finish(const WaitingPage& page, const PageEnd& end, const std::string& text = "",
              unsigned parts = 0) {
    (void)table->finish(page.id, end, text, parts, {}, any_link);
  }
  /// Ends every page that waits with a text made of its URL and `mark`.
  void finish_all(const std::string& mark) {
    for (const WaitingPage& page : take()) {
      const std::string text = page.url + mark + "\n";
      finish(page, fresh(text), text);
    }
  }

  [[nodiscard]] std::string texts() {
    std::string out;
    table->for_each_text([&](std::int64_t, std::string_view text) { out += text; });
    return out;
  }

  struct Change {
    std::string url, former, now;
    friend bool operator==(const Change&, const Change&) = default;
  };
  [[nodiscard]] std::vector<Change> changes() {
    std::vector<Change> out;
    table->for_each_change(
        [&](const std::string& url, std::string_view former, std::string_view now) {
          out.push_back({url, std::string{former}, std::string{now}});
        });
    return out;
  }
  [[nodiscard]] std::vector<std::string> codes() {
    std::vector<std::string> out;
    table->for_each([&](const PageFacts& page) { out.push_back(page.code); });
    return out;
  }
  /// The first lines of what came for pages that have one, by number.
  [[nodiscard]] std::vector<std::string> beginnings() {
    std::vector<std::string> out;
    table->for_each([&](const PageFacts& page) {
      if (!page.begins.empty()) out.push_back(page.begins);
    });
    return out;
  }

  RunState state;
  std::optional<PageTable> table;
  std::int64_t run = 0;
};

inline std::vector<std::string> urls_of(const std::vector<WaitingPage>& pages) {
  std::vector<std::string> out;
  for (const WaitingPage& page : pages) out.push_back(page.url);
  return out;
}

/// Offers one entry of a sitemap.
inline PageTable::Offer offer_one(PageTable& table, const std::string& url,
                                  const std::string& lastmod,
                                  const std::function<bool(std::string_view)>& may_skip) {
  return table.offer_listed({{.url = url, .lastmod = lastmod, .task = {}}}, may_skip)
      .at(0);
}

}  // namespace semsite::test
