#include "crawl/signpost_links.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/url.hpp"

namespace semsite {

bool are_signposts(const std::vector<Signpost>& links) {
  constexpr std::array<std::string_view, 6> kSignposts = {
      "describedby", "cite-as", "item", "linkset", "describes", "collection"};
  return std::ranges::any_of(links, [&](const Signpost& link) {
    return std::ranges::find(kSignposts, link.relation) != kSignposts.end();
  });
}

std::vector<Signpost> readable(std::vector<Signpost> links) {
  std::erase_if(links, [](const Signpost& link) {
    return link.relation != "describedby" && link.relation != "linkset" &&
           rdf_weight(link.type) <= 0;
  });
  return links;
}

std::vector<SignpostPage> pages_of(const SignpostStep& step, const std::string& page) {
  std::vector<SignpostPage> out;
  const auto add = [&](const std::string& target, const PageTask& task) {
    if (is_http(target))
      out.push_back({.url = request_url(without_fragment(target)), .task = task});
  };
  switch (step.kind) {
    case SignpostStep::Kind::fetch:
      for (const SignpostTarget& target : step.targets) add(target.url, {});
      break;
    case SignpostStep::Kind::linksets:
      for (const SignpostTarget& target : step.targets)
        add(target.url, {.kind = PageTask::Kind::linkset, .xpath = {}, .context = page});
      break;
    case SignpostStep::Kind::head:
      add(page, {.kind = PageTask::Kind::signposts, .xpath = {}, .context = {}});
      break;
    case SignpostStep::Kind::page:
    case SignpostStep::Kind::nothing:
      break;
  }
  return out;
}

}  // namespace semsite
