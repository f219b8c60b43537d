#include "validate/folder_robots_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/entry_robots.hpp"

namespace semsite {
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
  Retrieved got = validation_.retriever.get(
      {.url = url, .named_by = NamedBy::network(), .accept = "text/plain, */*;q=0.5"});
  // A redirect to the site's own robots.txt is a way to have one for all.
  if (got.outcome != Retrieval::got || !is_folder_robots(got.url)) return;
  if (got.head.media_type().find("html") != std::string::npos) return;
  const std::string place = got.url;
  const FolderRobots said =
      read_folder_robots(std::move(got), validation_.retriever.limits());
  const Robots robots = read_robots(said.text, place, validation_.retriever.limits());
  const bool is_page = std::ranges::any_of(
      robots.notes, [](const RobotsNote& note) { return note.code == "robots.html"; });
  if (is_page) return;
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
