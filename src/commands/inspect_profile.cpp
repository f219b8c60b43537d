#include "commands/inspect_profile.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <utility>

#include "base/json_writer.hpp"
#include "base/text_hash.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/fair_signposting.hpp"
#include "markup/link_header.hpp"

namespace semsite {
namespace {

/// Of one link set: a whole repository may be in it.
constexpr std::size_t kMostPages = 1'000;

void write_check(std::string_view page, const FairCheck& check, const TakeLine& take) {
  JsonWriter json;
  json.object().member("kind", "profile").member("profile", "fair-signposting");
  json.member("page", page).key("level");
  if (check.level == 0) {
    json.null();
  } else {
    json.value(check.level);
  }
  json.key("findings").array();
  for (const FairFinding& finding : check.findings)
    json.object()
        .member("level", finding.level)
        .member("code", finding.code)
        .member("message", finding.message)
        .end();
  json.end().end();
  take(json.text() + '\n');
}

/// What a link set has as landing pages: only they have items or a description.
std::vector<std::string> landing_pages(std::span<const Signpost> links) {
  std::vector<std::string> out;
  for (const Signpost& link : links)
    if ((link.relation == "describedby" || link.relation == "item") &&
        out.size() < kMostPages && std::ranges::find(out, link.context) == out.end())
      out.push_back(link.context);
  return out;
}

}  // namespace

std::vector<Signpost> signposts_of_fields(std::span<const std::string> fields,
                                          std::string_view base) {
  std::vector<Signpost> out;
  for (const std::string& field : fields) {
    const LinkHeader header = read_link_header(field);
    std::ranges::move(signposts_of(header.links, base, base, Signpost::Carrier::header),
                      std::back_inserter(out));
  }
  return out;
}

void inspect_profile(std::span<const Signpost> links, std::string_view page,
                     const TakeLine& take) {
  if (!lead_on({links.begin(), links.end()})) return;
  if (!page.empty()) return write_check(page, check_fair_signposting(links, page), take);
  const std::vector<std::string> pages = landing_pages(links);
  if (pages.size() == 1)
    return write_check(pages[0], check_fair_signposting(links, pages[0]), take);
  // Each with its own links and those of what it leads to, so that many pages do not
  // mean many times all links.
  std::unordered_map<std::string_view, std::vector<const Signpost*>, KeyedHash,
                     std::equal_to<>>
      by_context;
  for (const Signpost& link : links) by_context[link.context].push_back(&link);
  for (const std::string& one : pages) {
    std::vector<Signpost> around;
    const auto add = [&](std::string_view context) {
      if (const auto found = by_context.find(context); found != by_context.end())
        for (const Signpost* link : found->second) around.push_back(*link);
    };
    add(one);
    for (std::size_t i = 0, own = around.size(); i < own; ++i)
      if (around[i].relation == "item" || around[i].relation == "describedby")
        add(std::string{around[i].target});
    write_check(one, check_fair_signposting(around, one), take);
  }
}

}  // namespace semsite
