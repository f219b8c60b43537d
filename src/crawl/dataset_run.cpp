#include "crawl/dataset_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "crawl/mirror_attempts.hpp"
#include "crawl/option_run.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/pages_run.hpp"
#include "crawl/sparql_harvest.hpp"
#include "state/undo_run.hpp"

namespace semsite {
namespace {

/// An attempt that was not whole, kept in case nothing better comes.
struct Best {
  OptionRun run;
  SetAside bytes;
  const AccessOption* option;
  OutputNotes::Moved noted;
};

void take_back(std::vector<SourceReport>& sources) {
  for (SourceReport& source : sources) {
    const std::uint64_t quads = std::exchange(source.quads, 0);
    if (!std::exchange(source.former_stays, false)) source.quads_taken_back += quads;
  }
}

SourceReport not_tried(const DatasetPlan& plan, const AccessOption& option,
                       const Location& location) {
  SourceReport out;
  out.site = plan.site;
  out.dataset = plan.dataset.uri;
  out.way = way_name(option.way);
  out.url = location.url;
  out.authority = authority_name(location.fact.authority);
  out.expected_bytes = location.bytes;
  if (!location.fact.allowed) {
    out.outcome = Outcome::refused;
    out.code = "plan.refused";
    out.problem = location.fact.robots_rule;
  } else if (!option.usable) {
    out.code = "plan.unusable";
    out.problem = option.reason;
  }
  return out;
}

/// Rows for everything that was planned but not asked for.
void add_rest(const DatasetPlan& plan, std::vector<SourceReport>& sources) {
  if (plan.loose_pages > 0) return;
  for (const AccessOption& option : plan.options) {
    for (const MirrorPool& pool : option.pools) {
      for (const Location& location : pool.mirrors) {
        const bool known = std::ranges::any_of(sources, [&](const SourceReport& source) {
          return source.url == location.url && source.way == way_name(option.way);
        });
        if (!known) sources.push_back(not_tried(plan, option, location));
      }
    }
  }
}

std::vector<WayReport> ways_of(const DatasetPlan& plan) {
  std::vector<WayReport> out;
  for (std::size_t i = 0; i < plan.options.size(); ++i) {
    const AccessOption& option = plan.options[i];
    WayReport& way = out.emplace_back();
    way.way = way_name(option.way);
    way.reason = option.reason;
    way.chosen = plan.chosen == i;
    way.usable = option.usable;
    way.parts = option.pools.size();
    for (const MirrorPool& pool : option.pools) way.places += pool.mirrors.size();
    way.cost = option.cost;
  }
  return out;
}

DatasetReport planned(const DatasetPlan& plan) {
  DatasetReport out;
  out.name = name_of(plan);
  out.key = state_key(plan);
  out.site = plan.site;
  out.uri = plan.dataset.uri;
  out.label = plan.dataset.label;
  out.sitemap = plan.sitemap;
  out.ways = ways_of(plan);
  out.notes = plan.notes;
  out.by_links = !plan.first_pages.empty();
  out.by_feeds = plan.lists_only_feeds && !out.by_links;
  if (out.by_links)
    out.notes.push_back(fmt::format(
        "nothing lists what the site has: all links that were seen from {} on "
        "were followed, which need not be the whole site",
        fmt::join(plan.first_pages, ", ")));
  if (!plan.feeds.empty())
    out.notes.push_back(
        fmt::format("{} what is new, which need not be all: {}",
                    plan.feeds.size() == 1 ? "a feed lists" : "feeds list",
                    fmt::join(plan.feeds, ", ")));
  for (const AccessOption& option : plan.options)
    if (option.way == Way::dump && option.pools.size() > 1 && plan.semantics_assumed)
      out.notes.push_back(fmt::format("its dumps are taken as {} parts: {}",
                                      option.pools.size(), plan.semantics_reason));
  out.licences = plan.dataset.licences;
  out.standings = plan.standings;
  out.claims = claims_of(plan);
  return out;
}

/// `option` gave everything, but before it in the output stands what an earlier process
/// had of an endpoint, when `option` had failed: that goes. The open section is that of
/// `option`, and ends here. False if there is nothing of the kind.
bool drop_harvest(const DatasetPlan& plan, const AccessOption& option, OutputPlace begin,
                  Fetch& fetch, Destination& to) {
  const std::string_view way = way_name(Way::sparql);
  const auto first = to.notes.first_place(plan, way);
  if (option.way == Way::sparql || !first) return false;
  to.notes.forget(plan, way);
  for (const AccessOption& other : plan.options)
    for (const MirrorPool& pool : other.pools)
      for (const Location& one : pool.mirrors) forget_harvest(plan, fetch, to, one.url);
  const auto noted = to.notes.take(plan, way_name(option.way), begin);
  const SetAside bytes = to.output.set_aside_section();
  to.output.begin_section(Revocable::yes, first);
  to.output.discard_section();
  const OutputPlace place = to.output.position();
  to.output.append_set_aside(bytes);
  to.notes.put_back(plan, way_name(option.way), noted, place, to.output);
  return true;
}

/// What came of `option` is not in the output: neither are the pages of a crawl.
void forget_pages(const DatasetPlan& plan, const AccessOption& option,
                  const Fetch& fetch) {
  if (option.way != Way::crawl) return;
  undo_crawl(fetch.state.database(), state_key(plan), fetch.run.number);
}

/// A crawl reaches what is linked. Where a dump or an endpoint says that there is a
/// whole, and cannot be had, nobody knows whether that is all of it.
void doubt_crawl(const AccessOption& option, OptionRun& run) {
  run.good = run.complete = false;
  for (SourceReport& source : run.sources) {
    if (!source.code.empty() || source.quads == 0) continue;
    source.code = "crawl.instead";
    source.problem = fmt::format(
        "{} was crawled in the place of what could not be had: whether its documents are "
        "all of it, nobody knows",
        option.pools[0].mirrors[0].url);
  }
}

/// Says of the quads that stand in graphs of others how many there are, and names some.
void tell_claims(const GraphClaims& claims, const Fetch& fetch, DatasetRun& run) {
  std::uint64_t count = 0;
  for (const SourceReport& source : run.sources)
    if (const auto of = source.faults.find(kClaimedGraph);
        of != source.faults.end() && source.quads_taken_back == 0)
      count += of->second;
  if (count == 0) return;
  const std::vector<std::string> names = claims.names();
  for (const std::string& name : names)
    run.report.claims.push_back(
        {.of = "graph",
         .iri = name,
         .reason = "its data names this graph, which is not its site's own"});
  const std::string some =
      names.empty() ? std::string{} : fmt::format(" (<{}>)", fmt::join(names, ">, <"));
  fetch.console.warning(
      fetch.graph_claims.leaves_out
          ? fmt::format("{}: {} in graphs of other hosts{} left out, as claims "
                        "(--authoritative-only) [{}]",
                        run.report.name, count_of(count, "quad"), some, kClaimedGraph)
          : fmt::format(
                "{}: {} in graphs of other hosts{}: a claim of who wrote them "
                "(--authoritative-only leaves them out, --trust HOST takes them) [{}]",
                run.report.name, count_of(count, "quad stands", "quads stand"), some,
                kClaimedGraph),
      {.code = kClaimedGraph});
}

/// Did this run itself get any of it, even if something else stays?
bool got_any(const std::vector<SourceReport>& sources) {
  return std::ranges::any_of(sources, [](const SourceReport& source) {
    return source.quads_taken_back > 0 || (source.quads > 0 && !source.former_stays);
  });
}

}  // namespace

DatasetRun unreached_dataset(const DatasetPlan& plan) {
  DatasetRun out;
  out.report = planned(plan);
  out.report.reached = false;
  return out;
}

namespace {

DatasetRun get_dataset(const DatasetPlan& plan, Fetch& fetch, Destination& to) {
  DatasetRun out;
  out.report = planned(plan);
  std::vector<const AccessOption*> usable;
  for (const AccessOption& option : plan.options)
    if (option.usable) usable.push_back(&option);

  std::optional<Best> best;
  const auto keep = [&](OptionRun run, const AccessOption& option) {
    out.report.way = run.good || run.came_without_rdf || got_any(run.sources) ||
                             (run.former_stays && got_any(out.sources))
                         ? way_name(option.way)
                         : std::string_view{};
    out.report.complete = run.complete && option.missing.empty();
    out.report.missing = option.missing;
    if (option.way == Way::crawl) take_pages(plan, fetch);
    out.report.quads = run.quads;
    std::ranges::move(run.notes, std::back_inserter(out.report.notes));
    const bool may_be_all = option.way != Way::crawl && option.way != Way::entries;
    if (run.complete && may_be_all && plan.describes.empty() && plan.said_triples &&
        *plan.said_triples != run.quads) {
      out.report.notes.push_back(fmt::format(
          "{} came; its description says {} (void:triples), which is an estimate",
          count_of(run.quads, "quad"), grouped(*plan.said_triples)));
      fetch.console.info(fmt::format("{}: {}", name_of(plan), out.report.notes.back()));
    }
    for (SourceReport& source : run.sources) tell_former(source);
    std::ranges::move(run.sources, std::back_inserter(out.sources));
  };
  const auto is_better = [](const OptionRun& one, const OptionRun& other) {
    if (one.former_stays != other.former_stays) return one.former_stays;
    return one.quads > other.quads;
  };
  const auto give_up_best = [&] {
    if (!best) return;
    take_back(best->run.sources);
    std::ranges::move(best->run.sources, std::back_inserter(out.sources));
    forget_pages(plan, *best->option, fetch);
  };
  for (std::size_t i = 0; i < usable.size(); ++i) {
    const AccessOption& option = *usable[i];
    const bool last = i + 1 == usable.size();
    const auto first_place = to.notes.first_place(plan, way_name(option.way));
    const Revocable revocable = last && !best ? Revocable::no : Revocable::yes;
    to.output.begin_section(revocable, first_place);
    OutputPlace begin;
    if (to.notes.notes()) begin = first_place ? *first_place : to.output.position();
    OptionRun run = run_option(plan, option, fetch, to, revocable);
    if (option.way == Way::crawl && !plan.only_seeds && (i > 0 || option.is_instead))
      doubt_crawl(option, run);
    const bool stopped = fetch.stop.stop_requested();
    if (run.good || ((last || stopped) && !best) ||
        (stopped && best && is_better(run, best->run))) {
      if (!run.good || last || !drop_harvest(plan, option, begin, fetch, to))
        to.output.commit_section();
      give_up_best();
      keep(std::move(run), option);
      add_rest(plan, out.sources);
      return out;
    }
    if (!best || is_better(run, best->run)) {
      give_up_best();
      auto noted = to.notes.take(plan, way_name(option.way), begin);
      best =
          Best{std::move(run), to.output.set_aside_section(), &option, std::move(noted)};
    } else {
      to.notes.forget(plan, way_name(option.way));
      to.output.discard_section();
      forget_pages(plan, option, fetch);
      take_back(run.sources);
      std::ranges::move(run.sources, std::back_inserter(out.sources));
    }
    if (stopped) break;
    if (!last)
      fetch.console.warning(fmt::format("{} failed; trying {}", way_name(option.way),
                                        way_name(usable[i + 1]->way)));
  }
  if (best) {
    OutputPlace place;
    if (to.notes.notes()) place = to.output.position();
    to.output.append_set_aside(best->bytes);
    to.notes.put_back(plan, way_name(best->option->way), best->noted, place, to.output);
    keep(std::move(best->run), *best->option);
  }
  add_rest(plan, out.sources);
  return out;
}

}  // namespace

DatasetRun run_dataset(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                       const std::vector<std::string>& met) {
  GraphClaims claims{plan, fetch.graph_claims, met};
  Destination own = to;
  own.harvester.claims = &claims;
  DatasetRun out = get_dataset(plan, fetch, own);
  tell_claims(claims, fetch, out);
  return out;
}

}  // namespace semsite
