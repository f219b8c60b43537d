#include "crawl/signpost_links.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/hash.hpp"
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

PageTask::Kind kind_of(const SignpostTarget& target) {
  if (target.relation == "linkset") return PageTask::Kind::linkset;
  if (target.relation == "describedby" && target.is_untold)
    return PageTask::Kind::perhaps;
  if (target.relation == "describedby")
    return target.is_rdf ? PageTask::Kind::metadata : PageTask::Kind::read;
  return target.is_rdf ? PageTask::Kind::read : PageTask::Kind::perhaps;
}

/// Appends `target`, if it can be asked for and may be RDF: what an object consists of is
/// not opened else (signposting.md §10). `page`: a link set is read in its name.
void add_target(std::vector<PageTask::Instead>& out, const SignpostTarget& target,
                const std::string& page) {
  if (!is_http(target.url) || target.no_rdf) return;
  const PageTask::Kind kind = kind_of(target);
  out.push_back({.kind = kind,
                 .url = plain_url(target.url),
                 .context = kind == PageTask::Kind::linkset ? page : std::string{}});
}

/// What `step` hopes for.
std::vector<PageTask::Instead> hopes_of(const SignpostStep& step,
                                        const SignpostTrail& trail,
                                        const std::string& page) {
  std::vector<PageTask::Instead> out;
  switch (step.kind) {
    case SignpostStep::Kind::fetch:
      for (const SignpostTarget& target : step.targets)
        if (target.relation == "describedby") add_target(out, target, trail.page);
      break;
    case SignpostStep::Kind::linksets:
      for (const SignpostTarget& target : step.targets)
        add_target(out, target, trail.page);
      break;
    case SignpostStep::Kind::head:
      if (is_http(page))
        out.push_back(
            {.kind = PageTask::Kind::signposts, .url = plain_url(page), .context = {}});
      break;
    case SignpostStep::Kind::page:
      if (is_http(page))
        out.push_back(
            {.kind = PageTask::Kind::read, .url = plain_url(page), .context = {}});
      break;
    case SignpostStep::Kind::nothing:
      break;
  }
  return out;
}

/// As if all that `step` asks for had failed; but what is asked for beside it, such as
/// link sets, is asked for anyway.
void fail(SignpostTrail& trail, const SignpostStep& step) {
  for (const SignpostTarget& one : step.besides)
    if (one.relation == "linkset" && step.kind == SignpostStep::Kind::fetch)
      trail.linksets.push_back({.url = one.url, .read = true});
  switch (step.kind) {
    case SignpostStep::Kind::fetch:
      for (const SignpostTarget& target : step.targets) {
        trail.failed.push_back(target.url);
        for (const SignpostTarget& other : target.instead)
          trail.failed.push_back(other.url);
      }
      return;
    case SignpostStep::Kind::linksets:
      for (const SignpostTarget& target : step.targets)
        trail.linksets.push_back({.url = target.url, .read = false});
      return;
    default:
      trail.header_asked = true;
  }
}

/// What comes after `step`, if it and what comes before in this list lead to nothing.
std::vector<PageTask::Instead> asked_instead(SignpostTrail trail, SignpostStep step,
                                             std::span<const std::string> follow,
                                             const std::string& page) {
  std::vector<PageTask::Instead> out;
  if (step.kind == SignpostStep::Kind::fetch)
    for (const SignpostTarget& other : step.targets[0].instead)
      add_target(out, other, trail.page);
  while (is_hope(step) && out.size() < kMostInstead) {
    fail(trail, step);
    step = next_signpost_step(trail, follow);
    for (PageTask::Instead& one : hopes_of(step, trail, page))
      if (out.size() < kMostInstead) out.push_back(std::move(one));
  }
  return out;
}

/// The other forms of what a target names: of a description, or of link sets.
std::vector<PageTask::Instead> other_forms(const SignpostTarget& target,
                                           const SignpostTrail& trail,
                                           const SignpostStep& step,
                                           std::span<const std::string> follow) {
  std::vector<PageTask::Instead> out;
  for (const SignpostTarget& other : target.instead) add_target(out, other, trail.page);
  if (target.relation != "linkset") return out;
  SignpostTrail failed = trail;
  failed.header_asked = true;
  for (const SignpostTarget& one : step.besides)
    if (one.relation == "linkset")
      failed.linksets.push_back({.url = one.url, .read = false});
  const SignpostStep next = next_signpost_step(failed, follow);
  for (const auto* list : {&next.targets, &next.besides})
    for (const SignpostTarget& one : *list)
      if (one.relation == "linkset") add_target(out, one, trail.page);
  return out;
}

bool has_relation(const std::vector<Signpost>& links,
                  std::span<const std::string_view> relations) {
  return std::ranges::any_of(links, [&](const Signpost& link) {
    return std::ranges::find(relations, link.relation) != relations.end();
  });
}

}  // namespace

bool are_signposts(const std::vector<Signpost>& links) {
  constexpr std::array<std::string_view, 9> kProfile = {
      "author", "cite-as", "describedby", "describes", "collection",
      "item",   "license", "linkset",     "type"};
  return has_relation(links, kProfile);
}

bool lead_on(const std::vector<Signpost>& links) {
  constexpr std::array<std::string_view, 6> kLeading = {
      "describedby", "cite-as", "item", "linkset", "describes", "collection"};
  return has_relation(links, kLeading);
}

SignpostPages pages_of(const SignpostTrail& trail, std::span<const std::string> follow,
                       const std::string& page) {
  const SignpostStep step = next_signpost_step(trail, follow);
  SignpostPages out;
  out.left_out = step.left_out;
  out.page_itself = step.kind == SignpostStep::Kind::page;
  const auto add = [&](const std::vector<PageTask::Instead>& found) -> SignpostPage* {
    if (found.empty()) return nullptr;
    SignpostPage& next = out.pages.emplace_back();
    next.url = found[0].url;
    next.task.kind = found[0].kind;
    next.task.context = found[0].context;
    return &next;
  };
  bool hoped = false;
  const auto add_hope = [&](SignpostPage& next) {
    hoped = true;
    next.is_hope = true;
    next.task.instead = asked_instead(trail, step, follow, page);
  };
  if (step.kind == SignpostStep::Kind::head) {
    if (SignpostPage* const next = add(hopes_of(step, trail, page))) {
      add_hope(*next);
      // Its own visit asks for the page, if nothing else comes before that.
      std::vector<PageTask::Instead>& instead = next->task.instead;
      if (instead.size() == 1 && instead[0].url == next->url)
        instead.clear();
      else
        next->task.kind = PageTask::Kind::header;
    }
  }
  const bool may_hope = is_hope(step);
  for (const auto* list : {&step.targets, &step.besides})
    for (const SignpostTarget& target : *list) {
      std::vector<PageTask::Instead> found;
      add_target(found, target, trail.page);
      SignpostPage* const next = add(found);
      if (next == nullptr) continue;
      if (may_hope && !hoped && list == &step.targets)
        add_hope(*next);
      else
        next->task.instead = other_forms(target, trail, step, follow);
    }
  return out;
}

std::string row_task(const PageTask& task) {
  PageTask out = task;
  if (task.kind != PageTask::Kind::linkset) out.instead.clear();
  return write_task(out);
}

std::optional<SignpostPage> next_form(const PageTask& task) {
  if (task.kind != PageTask::Kind::linkset || task.instead.empty() ||
      task.instead[0].kind != PageTask::Kind::linkset)
    return std::nullopt;
  SignpostPage out;
  out.url = task.instead[0].url;
  out.task.kind = task.instead[0].kind;
  out.task.context = task.instead[0].context;
  out.task.instead.assign(task.instead.begin() + 1, task.instead.end());
  return out;
}

std::vector<PageTask::Instead> behind_other_forms(const PageTask& task) {
  const auto rest = std::ranges::find_if(task.instead, [](const PageTask::Instead& one) {
    return one.kind != PageTask::Kind::linkset;
  });
  return {rest, task.instead.end()};
}

std::vector<PageTable::Fallback> fallbacks_of(const PageTask& task) {
  std::vector<PageTable::Fallback> out;
  PageTask::Kind before = task.kind;
  for (std::size_t i = 0; i < task.instead.size(); ++i) {
    const PageTask::Instead& one = task.instead[i];
    const bool is_other_form =
        before == PageTask::Kind::linkset && one.kind == PageTask::Kind::linkset;
    before = one.kind;
    if (is_other_form) continue;
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
          .fallbacks = fallbacks_of(page.task),
          .named_for = page.task.kind == PageTask::Kind::linkset
                           ? linkset_context(page.task.context)
                           : std::string{}};
}

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
                         one.relation == "linkset" || is_followed(one, follow_);
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
