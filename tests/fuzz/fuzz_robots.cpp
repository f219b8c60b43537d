// libFuzzer entry: the first line is an agent and a URL, the rest a robots.txt. What may
// be fetched is decided as one reads it who tries every rule letter by letter.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/url.hpp"
#include "discover/robots.hpp"
#include "discover/robots_line.hpp"
#include "fuzz/document_reading.hpp"
#include "semsite/robots.hpp"

namespace semsite::test {
namespace {

/// RFC 9309 §2.2.3, by a table: which beginnings of `path` the pattern has read.
bool matches(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::vector<bool> reached(path.size() + 1, false);
  reached[0] = true;
  for (const char c : pattern) {
    std::vector<bool> next(path.size() + 1, false);
    bool any = false;
    for (std::size_t at = 0; at <= path.size(); ++at) {
      any = any || reached[at];
      if (c == '*') {
        next[at] = any;
      } else if (at > 0 && reached[at - 1] && path[at - 1] == c) {
        next[at] = true;
      }
    }
    reached = std::move(next);
  }
  return to_the_end ? static_cast<bool>(reached[path.size()])
                    : std::ranges::find(reached, true) != reached.end();
}

void check_verdict(const Robots& robots, std::string_view agent, std::string_view url,
                   std::string_view text) {
  const RobotsVerdict verdict = robots_verdict(robots, agent, url);
  if (verdict.crawl_delay != robots_crawl_delay(robots, agent))
    broken("two delays", text);
  if (verdict.crawl_delay && !(*verdict.crawl_delay >= 0 && *verdict.crawl_delay <= 1e15))
    broken("no delay", text);
  if (verdict.allowed && verdict.line == 0) return;
  const std::string path = robots_path(
      url.starts_with('/') ? std::string{without_fragment(url)} : path_and_query(url));
  const RobotsRule* decided = nullptr;
  for (const RobotsGroup& group : robots.groups)
    for (const RobotsRule& rule : group.rules)
      if (rule.line == verdict.line) decided = &rule;
  if (decided == nullptr || decided->allow != verdict.allowed)
    broken("decided by no rule", text);
  if (!matches(decided->pattern, path)) broken("decided by a rule that is none", text);
}

void check(std::string_view agent, std::string_view url, std::string_view text) {
  Limits limits;
  limits.robots_bytes = 4 * kKiB;
  const Robots robots = read_robots(text, "http://example.org/robots.txt", limits);
  if (robots.truncated != (text.size() > limits.robots_bytes)) broken("cut", text);
  if (robots.notes.size() > 201) broken("too many notes", text);
  std::set<std::string> sitemaps;
  for (const RobotsSitemap& sitemap : robots.sitemaps)
    if (!sitemaps.insert(sitemap.url).second) broken("a sitemap twice", text);
  const std::string path = robots_path(path_and_query(url));
  std::size_t rules = 0;
  for (const RobotsGroup& group : robots.groups) {
    rules += group.rules.size() + group.agents.size() + group.delays.size();
    for (const RobotsRule& rule : group.rules)
      if (robots_pattern_matches(rule.pattern, path) != matches(rule.pattern, path))
        broken("a rule is matched otherwise", text);
  }
  if (rules > robots.records) broken("more rules than lines", text);
  check_verdict(robots, agent, url, text);
  check_verdict(robots, "semsite", "http://example.org/a/b?c=d", text);
  // A cut line is no line: what comes before it is read as if it had ended there.
  const std::string whole_lines = without_cut_line(std::string{text});
  if (!text.starts_with(whole_lines)) broken("another text", text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 16 * semsite::kKiB) return 0;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::size_t space = std::min(text.find(' '), end);
  semsite::test::check(text.substr(0, space), text.substr(space, end - space),
                       text.substr(std::min(end + 1, text.size())));
  return 0;
}
