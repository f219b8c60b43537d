#include "crawl/linkset_watch.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/text_hash.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostPages = 100'000;
/// Links looked at for all resources of one link set: an item of many pages is looked at
/// for each of them.
constexpr std::size_t kMostLooks = 2'000'000;

}  // namespace

std::string linkset_context(std::string_view url) { return resource_key(url); }

void LinksetWatch::add(const HeaderLink& link, const std::string& base,
                       const std::string& context) {
  is_linkset_ = true;
  for (Signpost& one :
       signposts_of(std::span{&link, 1}, base, context, Signpost::Carrier::linkset)) {
    const bool matters = one.relation == "describedby" || one.relation == "item" ||
                         one.relation == "linkset" ||
                         std::ranges::find(follow_, one.relation) != follow_.end();
    if (matters) links_.push_back(std::move(one));
  }
}

std::vector<LinksetPages> LinksetWatch::next(const std::string& url,
                                             const std::string& first) {
  std::vector<std::string> contexts;
  std::unordered_map<std::string, std::vector<std::size_t>, KeyedHash, std::equal_to<>>
      places;
  if (!first.empty()) contexts.push_back(linkset_context(first));
  for (std::size_t i = 0; i < links_.size(); ++i) {
    std::string context = linkset_context(links_[i].context);
    std::vector<std::size_t>& own = places[context];
    if (own.empty() && (contexts.empty() || context != contexts[0]))
      contexts.push_back(std::move(context));
    own.push_back(i);
  }
  std::vector<LinksetPages> out;
  std::size_t looks = 0;
  std::size_t pages = 0;
  for (const std::string& context : contexts) {
    const auto own = places.find(context);
    if (own == places.end()) continue;
    SignpostTrail trail;
    trail.page = context;
    trail.header_asked = true;
    trail.page_asked = true;
    trail.linksets.push_back({.url = url, .read = true});
    const auto add = [&](const std::vector<std::size_t>& found) {
      looks += found.size();
      for (const std::size_t i : found) trail.links.push_back(links_[i]);
    };
    add(own->second);
    for (std::size_t i = 0, count = trail.links.size(); i < count; ++i) {
      const Signpost& link = trail.links[i];
      if (link.relation != "item" && link.relation != "describedby") continue;
      const auto around = places.find(linkset_context(link.target));
      if (around == places.end() || around->first == context) continue;
      if (looks < kMostLooks)
        add(around->second);
      else
        ++left_out_;
    }
    SignpostPages next = pages_of(trail, follow_, context);
    left_out_ += next.left_out;
    const std::size_t room = kMostPages - pages;
    if (next.pages.size() > room) {
      left_out_ += next.pages.size() - room;
      next.pages.resize(room);
    }
    pages += next.pages.size();
    if (!next.pages.empty())
      out.push_back({.context = context, .pages = std::move(next.pages)});
  }
  return out;
}

}  // namespace semsite
