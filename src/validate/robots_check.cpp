#include "validate/robots_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "discover/robots_line.hpp"

namespace semsite {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr double kLongDelay = 60;

void check_bytes(std::string_view bytes, DocumentFindings& findings) {
  if (bytes.starts_with(kByteOrderMark)) findings.add("robots.bom", {}, 1, 1);
  if (!robots_from_utf16(bytes).empty()) return;
  std::uint64_t number = 0;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view line = bytes.substr(0, end);
    ++number;
    if (const std::size_t good = valid_utf8_prefix(line); good < line.size())
      findings.add("robots.bad-utf8", fmt::format("\"{}\"", excerpt(line)), number,
                   good + 1);
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + (bytes.substr(end).starts_with("\r\n") ? 2 : 1));
  }
}

void check_sitemap_lines(std::string_view bytes, DocumentFindings& findings) {
  std::set<std::string, std::less<>> met;
  std::uint64_t number = 0;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view text = bytes.substr(0, end);
    ++number;
    const RobotsLine line = read_robots_line(text);
    if (line.key == RobotsKey::sitemap && !line.value.empty() &&
        !met.insert(std::string{line.value}).second)
      findings.add("robots.repeated-sitemap",
                   fmt::format("\"{}\"", excerpt(line.value, 200)), number,
                   static_cast<std::uint64_t>(line.value.data() - text.data()) + 1);
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + (bytes.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  if (met.empty()) findings.add("robots.no-sitemap", {});
}

void check_group(const RobotsGroup& group, std::map<std::string, std::uint32_t>& met,
                 DocumentFindings& findings) {
  for (const std::string& agent : group.agents) {
    const auto [first, fresh] = met.try_emplace(lower_ascii(agent), group.line);
    if (!fresh && first->second != group.line)
      findings.add("robots.repeated-agent",
                   fmt::format("\"{}\", first in line {}", excerpt(agent), first->second),
                   group.line);
  }
  for (const RobotsDelay& delay : group.delays)
    if (delay.seconds > kLongDelay)
      findings.add("robots.long-delay", fmt::format("{} s", delay.seconds), delay.line);
}

/// RFC 9309 §2.2.1: a group may end at the file's end, or where the next begins.
void check_empty_groups(std::string_view bytes, DocumentFindings& findings) {
  std::uint64_t number = 0;
  std::uint64_t open = 0;  // line of the first agent of a group without rules
  std::uint64_t last = 0;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    const RobotsLine line = read_robots_line(bytes.substr(0, end));
    ++number;
    if (line.key == RobotsKey::user_agent) {
      if (open == 0) open = number;
      last = number;
    }
    const bool is_rule = line.key == RobotsKey::allow ||
                         line.key == RobotsKey::disallow ||
                         line.key == RobotsKey::crawl_delay;
    if (is_rule) open = 0;
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + (bytes.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  if (open != 0) findings.add("robots.empty-group", {}, last);
}

}  // namespace

Robots check_robots(std::string_view bytes, DocumentFindings& findings,
                    const Limits& limits) {
  Robots robots = read_robots(bytes, findings.url(), limits, RobotsNotes::all);
  for (const RobotsNote& note : robots.notes)
    findings.add(note.code, note.message, note.line, note.column);
  const bool is_text = std::ranges::none_of(
      robots.notes, [](const RobotsNote& note) { return note.code == "robots.html"; });
  const std::string recoded = robots_from_utf16(bytes);
  const std::string_view text =
      (recoded.empty() ? bytes : std::string_view{recoded})
          .substr(0, static_cast<std::size_t>(limits.robots_bytes));
  if (!is_text) return robots;
  check_bytes(bytes.substr(0, text.size()), findings);
  check_sitemap_lines(text.starts_with(kByteOrderMark) ? text.substr(3) : text, findings);
  check_empty_groups(text, findings);
  std::map<std::string, std::uint32_t> met;
  for (const RobotsGroup& group : robots.groups) check_group(group, met, findings);
  const RobotsVerdict root = robots_verdict(robots, "*", "/");
  const RobotsVerdict deep = robots_verdict(robots, "*", "/a/b.c");
  if (!root.allowed && !deep.allowed && root.line == deep.line)
    findings.add("robots.closed", root.rule, root.line);
  return robots;
}

}  // namespace semsite
