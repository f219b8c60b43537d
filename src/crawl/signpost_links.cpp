#include "crawl/signpost_links.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/url.hpp"

namespace semsite {
namespace {

/// Asked for one after another in the place of one page.
constexpr std::size_t kMostInstead = 16;

/// Is the first target of `step` one that others may replace?
bool is_hope(const SignpostStep& step) {
  return step.kind == SignpostStep::Kind::head ||
         step.kind == SignpostStep::Kind::linksets ||
         (step.kind == SignpostStep::Kind::fetch && !step.targets.empty() &&
          step.targets[0].relation == "describedby");
}

/// A description that some link says to be RDF must be that.
PageTask::Kind kind_of(const SignpostTarget& target, const SignpostTrail& trail) {
  const bool is_rdf = std::ranges::any_of(trail.links, [&](const Signpost& link) {
    return link.target == target.url && link.relation == "describedby" &&
           rdf_weight(link.type) > 0;
  });
  return target.relation == "describedby" && is_rdf ? PageTask::Kind::metadata
                                                    : PageTask::Kind::read;
}

/// All that `step` asks for.
std::vector<PageTask::Instead> asked_by(const SignpostStep& step,
                                        const SignpostTrail& trail,
                                        const std::string& page) {
  std::vector<PageTask::Instead> out;
  const auto add = [&](PageTask::Kind kind, const std::string& url, std::string context) {
    if (is_http(url))
      out.push_back({.kind = kind,
                     .url = request_url(without_fragment(url)),
                     .context = std::move(context)});
  };
  switch (step.kind) {
    case SignpostStep::Kind::fetch:
      for (const SignpostTarget& target : step.targets)
        add(kind_of(target, trail), target.url, {});
      break;
    case SignpostStep::Kind::linksets:
      for (const SignpostTarget& target : step.targets)
        add(PageTask::Kind::linkset, target.url, trail.page);
      break;
    case SignpostStep::Kind::head:
      add(PageTask::Kind::signposts, page, {});
      break;
    case SignpostStep::Kind::page:
      add(PageTask::Kind::read, page, {});
      break;
    case SignpostStep::Kind::nothing:
      break;
  }
  return out;
}

/// What comes after `step`, if it and what comes before in this list lead to nothing.
std::vector<PageTask::Instead> asked_instead(SignpostTrail trail, SignpostStep step,
                                             std::span<const std::string> follow,
                                             const std::string& page) {
  std::vector<PageTask::Instead> out;
  while (is_hope(step) && out.size() < kMostInstead) {
    switch (step.kind) {
      case SignpostStep::Kind::fetch:
        trail.failed.push_back(step.targets[0].url);
        break;
      case SignpostStep::Kind::linksets:
        for (const SignpostTarget& target : step.targets)
          trail.linksets.push_back({.url = target.url, .read = false});
        break;
      default:
        trail.header_asked = true;
        break;
    }
    step = next_signpost_step(trail, follow);
    std::vector<PageTask::Instead> next = asked_by(step, trail, page);
    // Other targets are asked for in any case.
    if (step.kind == SignpostStep::Kind::fetch && !next.empty())
      next.erase(next.begin() + (is_hope(step) ? 1 : 0), next.end());
    std::ranges::move(next, std::back_inserter(out));
  }
  return out;
}

}  // namespace

bool are_signposts(const std::vector<Signpost>& links) {
  constexpr std::array<std::string_view, 6> kSignposts = {
      "describedby", "cite-as", "item", "linkset", "describes", "collection"};
  return std::ranges::any_of(links, [&](const Signpost& link) {
    return std::ranges::find(kSignposts, link.relation) != kSignposts.end();
  });
}

std::vector<Signpost> readable(std::vector<Signpost> links) {
  std::erase_if(links, [](const Signpost& link) {
    const bool leads_on = link.relation == "describedby" || link.relation == "linkset";
    return leads_on ? !is_http(link.target) : rdf_weight(link.type) <= 0;
  });
  return links;
}

std::vector<SignpostPage> pages_of(const SignpostTrail& trail,
                                   std::span<const std::string> follow,
                                   const std::string& page) {
  const SignpostStep step = next_signpost_step(trail, follow);
  std::vector<SignpostPage> out;
  for (PageTask::Instead& one : asked_by(step, trail, page)) {
    SignpostPage next;
    next.url = std::move(one.url);
    next.task.kind = one.kind;
    next.task.context = std::move(one.context);
    out.push_back(std::move(next));
  }
  if (step.kind == SignpostStep::Kind::page) out.clear();
  if (!out.empty() && is_hope(step)) {
    PageTask& first = out[0].task;
    out[0].is_hope = true;
    first.instead = asked_instead(trail, step, follow, page);
    if (first.kind == PageTask::Kind::signposts) {
      // Its own visit asks for the page, if nothing else comes before that.
      const bool only_page =
          first.instead.size() == 1 && first.instead[0].url == out[0].url;
      if (only_page)
        first.instead.clear();
      else
        first.kind = PageTask::Kind::header;
    }
  }
  for (const SignpostTarget& target : step.besides)
    if (is_http(target.url))
      out.push_back({.url = request_url(without_fragment(target.url)),
                     .task = {},
                     .is_hope = false});
  return out;
}

std::string row_task(const PageTask& task) {
  PageTask out = task;
  if (task.kind != PageTask::Kind::linkset) out.instead.clear();
  return write_task(out);
}

std::vector<PageTable::Fallback> fallbacks_of(const PageTask& task) {
  std::vector<PageTable::Fallback> out;
  for (std::size_t i = 0; i < task.instead.size(); ++i) {
    const PageTask::Instead& one = task.instead[i];
    PageTask next;
    next.kind = one.kind;
    next.context = one.context;
    next.instead.assign(task.instead.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        task.instead.end());
    out.push_back({.url = one.url, .task = row_task(next)});
  }
  return out;
}

PageTable::Link link_to(const SignpostPage& page, std::uint32_t depth) {
  return {.url = page.url,
          .depth = depth,
          .task = row_task(page.task),
          .fallbacks = fallbacks_of(page.task)};
}

}  // namespace semsite
