#include "validate/robots_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"
#include "crawl/entry_robots.hpp"
#include "discover/robots_line.hpp"
#include "validate/ask.hpp"

namespace semsite {
namespace {

constexpr double kLongDelaySeconds = 60;

void check_bytes(std::string_view bytes, DocumentFindings& findings) {
  if (bytes.starts_with(kUtf8ByteOrderMark)) findings.add("robots.bom", {}, 1, 1);
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
    if (delay.seconds > kLongDelaySeconds)
      findings.add("robots.long-delay", fmt::format("{} s", delay.seconds), delay.line);
}

/// RFC 9309 §2.2.1: a group may end at the file's end, or where the next begins.
void check_empty_groups(std::string_view bytes, DocumentFindings& findings) {
  std::uint64_t number = 0;
  std::uint64_t open = 0;  // line of the last agent of a group without rules
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    const RobotsLine line = read_robots_line(bytes.substr(0, end));
    ++number;
    // Of the agents that no other group is for it says what holds without it, too.
    if (line.key == RobotsKey::user_agent && robots_product_token(line.value) != "*")
      open = number;
    const bool is_rule = line.key == RobotsKey::allow ||
                         line.key == RobotsKey::disallow ||
                         line.key == RobotsKey::crawl_delay;
    if (is_rule) open = 0;
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + (bytes.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  if (open != 0) findings.add("robots.empty-group", {}, open);
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
  check_sitemap_lines(text.starts_with(kUtf8ByteOrderMark) ? text.substr(3) : text,
                      findings);
  check_empty_groups(text, findings);
  std::map<std::string, std::uint32_t> met;
  for (const RobotsGroup& group : robots.groups) check_group(group, met, findings);
  // In a folder no rule holds.
  if (is_folder_robots(findings.url())) return robots;
  const RobotsVerdict root = robots_verdict(robots, "*", "/");
  const RobotsVerdict deep = robots_verdict(robots, "*", "/a/b.c");
  if (!root.allowed && !deep.allowed && root.line == deep.line)
    findings.add("robots.closed", root.rule, root.line);
  return robots;
}

namespace {

constexpr std::size_t kMost = 5;
constexpr std::string_view kName = "/robots.txt";

std::string named_by(const FindingPlace& by) {
  if (by.url.empty()) return {};
  return by.line == 0 ? fmt::format("; {} names it", by.url)
                      : fmt::format("; {} names it in line {}", by.url, by.line);
}

/// Line of the first rule that would change anything; 0 if there is none.
std::uint32_t first_rule(const Robots& robots) {
  std::uint32_t first = 0;
  const auto note = [&](std::uint32_t line) {
    if (first == 0 || line < first) first = line;
  };
  for (const RobotsGroup& group : robots.groups) {
    for (const RobotsRule& rule : group.rules)
      if (!rule.text.empty()) note(rule.line);
    for (const RobotsDelay& delay : group.delays) note(delay.line);
  }
  return first;
}

}  // namespace

bool is_folder_robots(std::string_view url) {
  const auto parts = split_url(url);
  return is_http(url) && parts && parts->path.size() > kName.size() &&
         parts->path.ends_with(kName);
}

void FolderRobotsCheck::visit(const std::string& url, const FindingPlace& by) {
  if (!is_folder_robots(url) || asked_.size() >= kMost ||
      validation_.stop.stop_requested() || !asked_.insert(request_url(url)).second)
    return;
  Retrieved got = ask_for(
      {.url = url, .named_by = NamedBy::network(), .accept = "text/plain, */*;q=0.5"},
      validation_);
  // A redirect to the site's own robots.txt is a way to have one for all.
  if (got.outcome != Retrieval::got || !is_folder_robots(got.url)) return;
  if (got.head.media_type().find("html") != std::string::npos) return;
  const std::string place = got.url;
  const FolderRobots said =
      read_folder_robots(std::move(got), validation_.retriever.limits());
  const Limits& limits = validation_.retriever.limits();
  const Robots robots = read_robots(said.text, place, limits);
  const bool is_page = std::ranges::any_of(
      robots.notes, [](const RobotsNote& note) { return note.code == "robots.html"; });
  if (is_page) return;
  DocumentFindings findings{validation_.findings, place};
  static_cast<void>(check_robots(said.text, findings, limits));
  if (!said.problem.empty())
    validation_.findings.add({"robots.unreachable", {place}, said.problem});
  checked_.add({.url = place, .kind = "robots.txt", .bytes = said.text.size()});
  check(robots, place, by);
}

void FolderRobotsCheck::check(const Robots& robots, const std::string& url,
                              const FindingPlace& by) {
  if (const std::uint32_t line = first_rule(robots); line > 0)
    validation_.findings.add(
        {"robots.no-effect",
         {url, line},
         fmt::format("rules hold only in {}/robots.txt{}", site_of(url), named_by(by))});
  for (const RobotsSitemap& one : robots.sitemaps)
    sitemaps_.push_back({one.url, {url, one.line}});
  if (robots.sitemaps.empty()) return;
  std::set<std::string> known;
  for (const RobotsSitemap& one : validation_.retriever.robots().of(url)->rules.sitemaps)
    known.insert(request_url(one.url));
  for (const RobotsSitemap& one : robots.sitemaps)
    if (!known.contains(request_url(one.url)))
      validation_.findings.add({"robots.folder-sitemap",
                                {url, one.line},
                                fmt::format("{}/robots.txt does not name {}",
                                            site_of(url), excerpt(one.url, 200))});
}

}  // namespace semsite
