#include "parse/standard_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

bool is_node(const StandardElement& element) {
  return element.kind == StandardElement::Kind::item ||
         element.kind == StandardElement::Kind::group;
}

std::string_view fragment_of(std::string_view url) {
  const std::size_t at = url.find('#');
  return at == std::string_view::npos ? std::string_view{} : url.substr(at + 1);
}

}  // namespace

StandardWalk::StandardWalk(const std::string& root, StandardWalkOptions options)
    : options_(options), root_(without_fragment(root)) {}

std::vector<std::string> StandardWalk::start() {
  asked_.emplace(root_, Slot{});
  ++open_;
  return {root_};
}

std::vector<std::string> StandardWalk::follow(Answer answer) {
  const auto place = asked_.find(without_fragment(answer.url));
  if (place == asked_.end() || place->second.state != Slot::State::open) return {};
  --open_;
  take(place->second, std::move(answer));
  settle(place->second);
  go();
  return std::exchange(requests_, {});
}

/// Notes what came, and where.
void StandardWalk::take(Slot& slot, Answer answer) {
  slot.state = Slot::State::lost;
  if (answer.file == nullptr) {
    slot.code = std::move(answer.code);
    slot.problem = std::move(answer.problem);
    return;
  }
  const std::string& url = answer.file->url;
  const auto known = by_url_.find(url);
  if (known != by_url_.end()) {
    // Another URL led here before.
    slot.state = Slot::State::had;
    slot.file = known->second;
    return;
  }
  const std::size_t size = answer.file->elements.size();
  if (size > options_.nodes || elements_ > options_.nodes - size) {
    slot.code = "ssp.too-many-nodes";
    slot.problem = fmt::format(
        "{} is left out: with it there would be more than {} "
        "elements",
        url, grouped(options_.nodes));
    limit(slot.problem);
    return;
  }
  elements_ += size;
  slot.state = Slot::State::had;
  slot.file = static_cast<std::uint32_t>(out_.files.size());
  by_url_.emplace(url, slot.file);
  marks_.emplace_back(size, Mark{});
  out_.files.push_back({.file = std::move(answer.file), .places = {}});
  if (slot.file == 0) push({.what = Step::What::node, .at = {0, 0}, .included = true});
}

/// What waited for a file can go on, or never will.
void StandardWalk::settle(Slot& slot) {
  for (const Step& step : std::exchange(slot.waiting, {})) enter(slot, step);
}

void StandardWalk::go() {
  while (!steps_.empty()) {
    if (done_ >= kSteps) {
      steps_.clear();
      limit(fmt::format("more than {} steps through its externals; the rest is left out",
                        grouped(kSteps)));
      return;
    }
    const Step step = steps_.back();
    steps_.pop_back();
    ++done_;
    switch (step.what) {
      case Step::What::node:
        visit(step);
        break;
      case Step::What::external:
        lead(step);
        break;
    }
  }
}

/// Goes into a node, once where it is excluded and once where it is not.
void StandardWalk::visit(const Step& step) {
  Mark& mark = marks_[step.at.file][step.at.element];
  if (step.included ? mark.node : mark.reached) return;
  mark.reached = true;
  if (step.included) mark.node = true;
  children(step.at, step.at, step.at.file, step.included);
}

/// Places the children of `container` below `parent`. `stands_in`: the file whose nesting
/// or external says so.
void StandardWalk::children(StandardNode container, StandardNode parent,
                            std::uint32_t stands_in, bool included) {
  const StandardFile& file = *out_.files[container.file].file;
  const auto begin = static_cast<std::ptrdiff_t>(steps_.size());
  for (std::uint32_t at = file.elements[container.element].first_child;
       at != StandardElement::kNone; at = file.elements[at].next) {
    ++done_;
    const StandardElement& child = file.elements[at];
    const StandardNode node{container.file, at};
    const bool counts = included && !child.excluded;
    if (child.kind == StandardElement::Kind::external) {
      push({.what = Step::What::external,
            .at = node,
            .parent = parent,
            .included = counts});
    } else if (is_node(child)) {
      if (counts) join(stands_in, parent, node);
      push({.what = Step::What::node, .at = node, .included = counts});
    }
  }
  std::reverse(steps_.begin() + begin, steps_.end());  // the first is to be taken first
}

/// Finds the file that an external leads to.
void StandardWalk::lead(const Step& step) {
  const StandardFile& here = *out_.files[step.at.file].file;
  const StandardElement& external = here.elements[step.at.element];
  if (external.url.empty()) return;  // told when it was read
  const std::string_view url = without_fragment(external.url);
  const bool is_here =
      url == here.url || (external.of_this_file &&
                          here.find(fragment_of(external.url)) != StandardElement::kNone);
  if (is_here) return reach(step, step.at.file);
  if (auto known = asked_.find(url); known != asked_.end())
    return enter(known->second, step);
  if (const auto known = by_url_.find(url); known != by_url_.end())
    return reach(step, known->second);
  ask(std::string{url}, step);
}

void StandardWalk::enter(Slot& slot, const Step& step) {
  switch (slot.state) {
    case Slot::State::open:
      slot.waiting.push_back(step);
      return;
    case Slot::State::lost:
      miss(step, slot.code, slot.problem);
      return;
    case Slot::State::had:
      reach(step, slot.file);
      return;
  }
}

void StandardWalk::ask(std::string url, const Step& step) {
  using Externals = StandardWalkOptions::Externals;
  if (options_.externals == Externals::none)
    return miss(step, "ssp.external-not-read",
                fmt::format("an external leads to {}, which is another file", url));
  const bool elsewhere = origin_of(url) != origin_of(out_.files[0].file->url) ||
                         is_file_url(url) != is_file_url(out_.files[0].file->url);
  if (options_.externals == Externals::same_site && elsewhere)
    return miss(step, "ssp.external-elsewhere",
                fmt::format("an external leads to {}, which is on another site", url));
  if (asked_.size() >= options_.files) {
    std::string problem =
        fmt::format("{} is left out: a Standard-Sitemap may have {} files", url,
                    grouped(options_.files));
    limit(problem);
    return miss(step, "ssp.too-many-files", std::move(problem));
  }
  Slot& slot = asked_.emplace(url, Slot{}).first->second;
  slot.waiting.push_back(step);
  ++open_;
  requests_.push_back(std::move(url));
}

/// The external `step` leads to file `target`.
void StandardWalk::reach(const Step& step, std::uint32_t target) {
  const StandardFile& here = *out_.files[step.at.file].file;
  const StandardFile& there = *out_.files[target].file;
  const std::string_view url = here.elements[step.at.element].url;
  const std::string_view fragment = fragment_of(url);
  const std::uint32_t found = fragment.empty() ? 0 : there.find(fragment);
  if (found == 0) {
    const Entry entry{.file = target,
                      .parent = step.included ? step.parent
                                              : StandardNode{StandardElement::kNone,
                                                             StandardElement::kNone}};
    if (!entered_.insert(entry).second) return;
    if (entered_.size() > options_.edges) {
      limit("too many externals; the rest is left out");
      return;
    }
    return children({target, 0}, step.parent, step.at.file, step.included);
  }
  if (found == StandardElement::kNone || !is_node(there.elements[found]))
    return miss(step, "ssp.external-no-node",
                fmt::format("an external leads to {}, which is no item or group", url));
  const StandardNode node{target, found};
  if (step.included) join(step.at.file, step.parent, node);
  push({.what = Step::What::node, .at = node, .included = step.included});
}

void StandardWalk::miss(const Step& step, std::string_view code, std::string problem) {
  if (!missed_.insert(step.at).second) return;
  out_.gaps.push_back(
      {.external = step.at,
       .url = std::string{out_.files[step.at.file].file->elements[step.at.element].url},
       .code = std::string{code},
       .problem = std::move(problem)});
}

void StandardWalk::join(std::uint32_t stands_in, StandardNode parent,
                        StandardNode child) {
  if (out_.edges.size() < options_.edges) {
    out_.edges.push_back({.stands_in = stands_in, .parent = parent, .child = child});
  } else {
    limit(fmt::format("more than {} places in its hierarchy; the rest is left out",
                      grouped(options_.edges)));
  }
}

void StandardWalk::limit(std::string reached) {
  if (std::ranges::find(out_.limits, reached) == out_.limits.end() &&
      out_.limits.size() < kLimitsNoted)
    out_.limits.push_back(std::move(reached));
}

StandardSite StandardWalk::finish() {
  using Place = StandardSite::Place;
  for (std::size_t i = 0; i < out_.files.size(); ++i) {
    StandardSite::File& file = out_.files[i];
    file.places.resize(marks_[i].size(), Place::unreached);
    for (std::size_t at = 0; at < marks_[i].size(); ++at) {
      const StandardElement& element = file.file->elements[at];
      if (marks_[i][at].node) {
        file.places[at] = Place::node;
      } else if (marks_[i][at].reached && element.roles > 0 && is_node(element)) {
        file.places[at] = Place::role_only;
      }
    }
  }
  const auto sort_each_once = [](auto& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  sort_each_once(out_.edges);
  std::ranges::sort(out_.gaps, {}, &StandardGap::external);
  return std::move(out_);
}

std::vector<std::string> StandardSite::pages() const {
  std::vector<std::string> out;
  const auto add = [&](std::string_view url) {
    if (!url.empty()) out.emplace_back(without_fragment(url));
  };
  for (const File& one : files) {
    const StandardFile& file = *one.file;
    for (std::size_t i = 0; i < file.elements.size(); ++i) {
      const StandardElement& element = file.elements[i];
      if (one.places[i] == Place::unreached || element.posts) continue;
      if (element.kind == StandardElement::Kind::item) add(element.url);
      for (std::uint32_t at = element.first_child; at != StandardElement::kNone;
           at = file.elements[at].next) {
        const StandardElement& child = file.elements[at];
        if (child.kind == StandardElement::Kind::variant && !child.posts) add(child.url);
      }
    }
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace semsite
