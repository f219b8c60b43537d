#include "crawl/crawl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "base/holder.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/authority.hpp"
#include "crawl/dataset_cover.hpp"
#include "crawl/site_entries.hpp"
#include "plan/access_plan.hpp"
#include "plan/gather_plans.hpp"
#include "report/term_census.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// So many sites as there may be files open for: each has a spool and connections.
std::size_t sites_with_files(std::size_t wanted) {
  constexpr std::size_t kOthers = 128, kOfOne = 3;
  const std::size_t files = most_open_files();
  return std::clamp(files > kOthers ? (files - kOthers) / kOfOne : 1, std::size_t{1},
                    wanted);
}

/// Calls `work` for 0 … count - 1, on up to `at_once` threads, which mostly wait for
/// their sites. What is thrown first ends it and is thrown again when no thread is left;
/// `failed` is told at once.
void for_each_site(std::size_t count, std::size_t at_once,
                   const std::function<void(std::size_t)>& work,
                   const std::function<void()>& failed = {}) {
  std::atomic<std::size_t> next = 0;
  Mutex mutex;
  std::exception_ptr error;
  const auto take = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const MutexLock lock{mutex};
      if (!error) error = std::current_exception();
      if (failed) failed();
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      const std::size_t threads = std::min(count, sites_with_files(at_once));
      for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(take);
    } catch (const std::system_error&) {
      // No more threads are to be had here: those that are there do all of it.
    }
    take();
  }
  if (error) std::rethrow_exception(error);
}

AccessPlan plan_site(const std::string& url, const PlanJob& job, Retriever& retriever,
                     Console& console, const std::stop_token& stop,
                     SitemapWatch* watch = nullptr, OutputNotes* notes = nullptr,
                     HeldPages* held = nullptr) {
  ProbeOptions options = job.probe;
  options.held = held;
  options.include = job.policy.include;
  options.exclude = job.policy.exclude;
  Probe probe{retriever, console, std::move(options), watch};
  AccessPlan plan = make_plan(probe.profile(url), job.policy);
  if (notes != nullptr) put_former_mirrors_first(plan, *notes);
  if (job.weigh && !stop.stop_requested()) probe.weigh(plan);
  return plan;
}

/// One site, which may have been named several times, and what came of it.
struct SiteRun {
  std::vector<std::string> urls;  ///< by which it was named
  std::vector<AccessPlan> plans;  ///< of these, as far as the run came
  struct Got {
    std::size_t plan = 0;
    DatasetRun run;
  };
  std::vector<Got> datasets;
  std::set<std::string> types_met{};      ///< of those that were asked for
  std::vector<std::string> left_alone{};  ///< by choice, in words
  std::size_t told = 0;                   ///< plans whose end was told
};

/// The sites that `urls` name, each once: what is named in several ways is had once.
std::vector<SiteRun> sites_of(const std::vector<std::string>& urls) {
  std::vector<SiteRun> out;
  std::map<std::string, std::size_t, std::less<>> known;
  for (const std::string& url : urls) {
    const auto [site, fresh] =
        known.try_emplace(is_file_url(url) ? "file:" : site_of(url), out.size());
    if (fresh) out.emplace_back();
    out[site->second].urls.push_back(url);
  }
  return out;
}

class SitesRun {
 public:
  SitesRun(const PlanJob& job, Fetch& fetch, Destination& to)
      : job_(job), fetch_(fetch), to_(to), sites_(sites_of(job.urls)) {
    fetch_.held = &held_;
    if (fetch_.tally != nullptr) fetch_.tally->expect_sites(job.urls.size());
  }

  void run(RunReport& report) {
    fetch_.several = sites_.size() > 1;
    try {
      for_each_site(
          sites_.size(), job_.sites_at_once,
          [this](std::size_t i) {
            if (fetch_.stop.stop_requested()) return;
            site(sites_[i]);
            for (const std::string& url : sites_[i].urls) held_.forget(url);
            // Else another site decides whether this one owes anything.
            if (!asks_for_part(job_.policy)) tell_end(sites_[i]);
          },
          fetch_.give_up);
    } catch (const RunError& error) {
      report.stopped = error.what();
      tell_all(report);
      throw;
    }
    tell_all(report);
  }

 private:
  void site(SiteRun& run) {
    // The same whatever the order of the arguments.
    const std::string name = *std::ranges::min_element(run.urls);
    SiteEntries entries{name, fetch_, to_};
    for (const std::string& url : run.urls) {
      if (fetch_.stop.stop_requested() && !run.plans.empty()) break;
      begin_site(url);
      entries.listed_by(url);
      run.plans.push_back(plan_site(url, job_, fetch_.retriever, fetch_.console,
                                    fetch_.stop, &entries, &to_.notes, &held_));
    }
    gather_plans(run.plans);
    run.types_met = entries.types_met();
    bool listing_complete = true;
    for (const AccessPlan& plan : run.plans) {
      tell_plan(plan);
      listing_complete = listing_complete && is_listing_complete(plan.profile);
    }
    if (sites_.size() == 1) fetch_.several = count_crawls(run) > 1;
    if (wants_entries() && entries.has_quads()) {
      DatasetPlan plan = plan_of_entries(name);
      plan.listing_complete = listing_complete;
      get(plan, 0, run, entries.claimed_graphs());
    }
    DatasetCover datasets;
    for (const AccessPlan& plan : run.plans) datasets.add(plan.profile.datasets);
    for (std::size_t i = 0; i < run.plans.size(); ++i) {
      for (DatasetPlan& plan : run.plans[i].datasets) {
        if (has_the_resource()) return;
        if (!plan.entries.empty()) {
          plan.is_held = [&datasets](std::string_view url) {
            return datasets.holds(url);
          };
          settle_entries(plan, run);
          if (!plan.chosen) continue;
        }
        if (fetch_.stop.stop_requested()) {
          run.datasets.push_back({i, unreached_dataset(plan)});
        } else if (is_first(plan, run.plans[i])) {
          get(plan, i, run);
        }
      }
    }
  }

  void begin_site(const std::string& url) const {
    if (fetch_.tally != nullptr) fetch_.tally->begin_site();
    fetch_.console.event(fmt::format("{}: begun", url),
                         {.name = "site_begun", .members = {{"site", url}}});
  }

  /// Of each plan of the site, what came of it.
  void tell_end(SiteRun& site) const {
    for (; site.told < site.plans.size(); ++site.told) {
      std::vector<DatasetOfSite> datasets;
      for (const SiteRun::Got& one : site.datasets)
        if (one.plan == site.told) datasets.push_back({one.run.report, one.run.sources});
      const SiteVerdict verdict = site_verdict(site.plans[site.told].profile, datasets);
      if (fetch_.tally != nullptr) fetch_.tally->end_site(verdict.state());
      const std::string_view state = state_name(verdict.state());
      Event event{.name = "site_ended",
                  .members = {{"site", verdict.site},
                              {"state", std::string{state}},
                              {"datasets", verdict.datasets},
                              {"datasets_complete", verdict.datasets_complete},
                              {"quads", verdict.quads},
                              {"bytes", verdict.bytes},
                              {"by_links", verdict.by_links}}};
      if (!verdict.cause.empty()) event.members.push_back({"cause", verdict.cause});
      fetch_.console.event(fmt::format("{}: {}", verdict.site, state), event);
    }
  }

  /// Is a dataset there whole, as of this run or, where it cannot be had now, of an
  /// earlier one? A server that fails for a night is no reason to crawl the site.
  static bool is_had(const SiteRun::Got& one) {
    const DatasetReport& report = one.run.report;
    if (report.way == way_name(Way::entries)) return false;
    return (report.complete && report.quads > 0) ||
           std::ranges::any_of(one.run.sources, &SourceReport::former_stays);
  }

  /// What is had beside the datasets, now that they were got; and says what is left.
  void settle_entries(DatasetPlan& plan, SiteRun& run) const {
    using enum EntriesPlan::When;
    const bool whole = std::ranges::any_of(run.datasets, is_had);
    bool some = false;
    std::map<std::string, std::vector<EntriesOfKind>> left;  // by why
    for (EntriesPlan& kind : plan.entries) {
      if (kind.when == without_dataset) {
        kind.when = !whole ? always : kind.sample > 0 ? sample : never;
        kind.reason = "a dataset of the site was had whole (--pages always)";
      }
      some = some || kind.when != never;
      const std::uint64_t taken = kind.when == always   ? kind.entries.count
                                  : kind.when == sample ? kind.sample
                                                        : 0;
      if (taken < kind.entries.count)
        left[kind.reason].push_back({kind.entries.kind, kind.entries.count - taken});
    }
    for (const auto& [why, entries] : left)
      run.left_alone.push_back(
          fmt::format("{}: {} not asked for: {}", plan.site, words_of(entries), why));
    if (!some) plan.chosen.reset();
  }

  /// Plans of which crawls may come.
  static std::ptrdiff_t count_crawls(const SiteRun& run) {
    std::ptrdiff_t out = 0;
    for (const AccessPlan& plan : run.plans)
      for (const DatasetPlan& dataset : plan.datasets)
        out += std::ranges::any_of(dataset.options, [](const AccessOption& option) {
          return option.usable && option.way == Way::crawl;
        });
    return out;
  }

  void tell_plan(const AccessPlan& plan) const {
    const std::string& url = plan.profile.entry;
    for (const SiteProblem& problem : plan.profile.problems)
      if (!is_of_interrupt(problem)) fetch_.console.error(problem.text, {.source = url});
    for (const std::string& note : plan.notes)
      fetch_.console.warning(note, {.source = url});
    for (const std::string& note : plan.left_out)
      fetch_.console.info(note, {.source = url});
  }

  /// A dataset may be described by several sites of the run: it is had once. Another one
  /// of the same names is told apart.
  bool is_first(DatasetPlan& plan, const AccessPlan& site) {
    const MutexLock lock{taken_mutex_};
    const auto [known, fresh] = taken_.try_emplace(state_key(plan), locations_text(plan));
    if (fresh) return true;
    if (known->second == locations_text(plan)) {
      fetch_.console.info(
          fmt::format("{}: another site of the run describes it too: it is had once",
                      name_of(plan)),
          {.source = site.profile.entry});
      return false;
    }
    plan.apart = fmt::format("{} {}", plan.sitemap, site.profile.entry);
    for (int number = 2; !taken_.try_emplace(state_key(plan), std::string{}).second;
         ++number)
      plan.apart = fmt::format("{} {} {}", plan.sitemap, site.profile.entry, number);
    return true;
  }

  /// Not when only a part of the data is asked for.
  [[nodiscard]] bool wants_entries() const { return !asks_for_part(job_.policy); }

  /// `met`: graphs of other hosts, see run_dataset.
  void get(const DatasetPlan& plan, std::size_t number, SiteRun& run,
           const std::vector<std::string>& met = {}) {
    const std::string& site = run.plans[number].profile.entry;
    announce(plan, site);
    run.datasets.push_back({number, sites_.size() == 1
                                        ? run_dataset(plan, fetch_, to_, met)
                                        : beside_others(plan, met)});
    tell_end(run.datasets.back().run, site);
    const DatasetReport& report = run.datasets.back().run.report;
    if (report.complete && report.quads > 0) got_something_ = true;
  }

  /// Was one resource asked for, and is it there? Then nobody else need be asked.
  [[nodiscard]] bool has_the_resource() const {
    return !job_.policy.resource.empty() && got_something_;
  }

  void tell_end(const DatasetRun& run, const std::string& site) const {
    const DatasetReport& report = run.report;
    if (fetch_.tally != nullptr) fetch_.tally->end_dataset(report, run.sources);
    FaultCounts faults;
    std::uint64_t bytes = 0;
    for (const SourceReport& source : run.sources) {
      add_faults(faults, source.faults);
      bytes += source.bytes;
    }
    Event event{.name = "dataset_ended",
                .members = {{"site", site},
                            {"dataset", report.name},
                            {"complete", report.complete},
                            {"quads", report.quads},
                            {"bytes", bytes},
                            {"sources", std::uint64_t{run.sources.size()}},
                            {"faults", sum_of(faults)}}};
    if (!report.uri.empty()) event.members.push_back({"uri", report.uri});
    if (!report.way.empty()) event.members.push_back({"way", report.way});
    const auto why = std::ranges::find_if(run.sources, [](const SourceReport& source) {
      return !is_good(source.outcome) && !source.code.empty();
    });
    if (!report.complete && why != run.sources.end())
      event.members.push_back({"cause", why->code});
    fetch_.console.event(
        fmt::format("{}: {}", report.name, report.complete ? "complete" : "not complete"),
        event);
  }

  /// `site`: as it was named.
  void announce(const DatasetPlan& plan, const std::string& site) const {
    if (fetch_.tally != nullptr) fetch_.tally->begin_dataset();
    const std::string name = name_of(plan);
    Event begun{.name = "dataset_begun", .members = {{"site", site}, {"dataset", name}}};
    if (!plan.dataset.uri.empty()) begun.members.push_back({"uri", plan.dataset.uri});
    if (!plan.dataset.uri.empty() && graph_iri(plan).empty() &&
        plan.dataset.graph_name.empty())
      fetch_.console.info(
          fmt::format("{} is a claim of {}: {}; it names no graph (--trust {} takes it)",
                      plan.dataset.uri, plan.site,
                      standing_of(plan.standings, plan.dataset.uri).reason,
                      trust_word(plan.dataset.uri)));
    for (const auto& [iri, standing] : plan.standings)
      if (!standing.is_claim() && standing.reason.starts_with(kRemembered))
        fetch_.console.warning(fmt::format(
            "{}: {}: {}", iri, authority_name(standing.authority), standing.reason));
    if (plan.chosen) {
      const AccessOption& option = plan.options[*plan.chosen];
      const std::string_view way = way_name(option.way);
      begun.members.push_back({"way", std::string{way}});
      begun.members.push_back({"reason", option.reason});
      fetch_.console.info(fmt::format("{}: by {} ({})", name, way, option.reason),
                          {.event = &begun});
    } else {
      fetch_.console.warning(fmt::format("{}: no way can be used", name),
                             {.event = &begun});
    }
    constexpr std::size_t kTold = 20;
    for (std::size_t i = 0; i < std::min(plan.notes.size(), kTold); ++i)
      fetch_.console.info(fmt::format("{}: {}", name, plan.notes[i]));
  }

  /// Gets a dataset into an outlet of its own, and then into the output.
  DatasetRun beside_others(const DatasetPlan& plan, const std::vector<std::string>& met) {
    const std::string name = short_hash(state_key(plan));
    TermCensus census;
    const std::unique_ptr<Outlet> outlet = to_.beside(name);
    CensusSink counted{*outlet->sink, census};
    OutputNotes notes = to_.notes.for_spool(name);
    Destination own{.output = *outlet->output,
                    .notes = notes,
                    .harvester = to_.harvester,
                    .write = [&](std::string_view text) {
                      if (to_.census != nullptr) census.add_lines(text);
                      outlet->texts->write(text);
                    }};
    own.harvester.sink = *outlet->sink;
    if (to_.census != nullptr) {
      own.harvester.sink = counted;
      own.census = &census;
      outlet->output->watch_sections(census);
    }
    if (!outlet->path.empty()) {
      std::error_code unknown;
      const auto bytes = std::filesystem::file_size(outlet->path, unknown);
      notes.go_on(*outlet->output, unknown ? 0 : bytes);
    }
    DatasetRun run = run_dataset(plan, fetch_, own, met);
    outlet->sink->finish();
    const MutexLock lock{output_mutex_};
    const OutputPlace place = notes.notes() ? to_.output.position() : OutputPlace{};
    to_.output.append_spool(*outlet->output);
    if (to_.census != nullptr) to_.census->add(census.take());
    // What a run that is being stopped has of a dataset is not whole: the next run goes
    // on with the spool, and cuts the output back to what was settled before.
    unsettled_ = unsettled_ || (fetch_.stop.stop_requested() && !ends_by_budget());
    if (unsettled_) return run;
    notes.settle(place, to_.output);
    std::error_code ignored;
    if (!outlet->path.empty()) std::filesystem::remove(outlet->path, ignored);
    return run;
  }

  /// A refresh that a budget ends is over: nobody goes on with it.
  [[nodiscard]] bool ends_by_budget() const {
    return fetch_.run.refreshes && fetch_.budget.reason &&
           !fetch_.budget.reason().empty();
  }

  void tell_all(RunReport& report) {
    for (SiteRun& one : sites_) tell(one, report);
    if (is_interrupted())
      report.sites_not_begun = static_cast<std::uint64_t>(std::ranges::count_if(
          sites_, [](const SiteRun& one) { return one.plans.empty(); }));
    tell_types(report);
    tell_include(report);
  }

  [[nodiscard]] bool is_interrupted() const {
    return fetch_.stop.stop_requested() &&
           (!fetch_.budget.reason || fetch_.budget.reason().empty());
  }
  /// What was not learnt because of it, the next run learns: it goes on.
  [[nodiscard]] bool is_of_interrupt(const SiteProblem& problem) const {
    return problem.code == "fetch.cancelled" && is_interrupted();
  }

  void tell_include(RunReport& report) const {
    const bool ended = fetch_.budget.reason && !fetch_.budget.reason().empty();
    if (fetch_.stop.stop_requested() || ended) return;
    std::string slip = unmatched_include(job_.policy.include, report);
    if (slip.empty()) return;
    fetch_.console.warning(slip);
    report.problems.push_back(std::move(slip));
  }

  /// A type that no entry of any site has is mostly a slip: then nothing came of it.
  void tell_types(RunReport& report) const {
    if (fetch_.stop.stop_requested() || !wants_entries()) return;
    for (const std::string& type : fetch_.entries.ocx_types) {
      if (std::ranges::any_of(
              sites_, [&](const SiteRun& site) { return site.types_met.contains(type); }))
        continue;
      report.problems.push_back(
          fmt::format("--ocx-type {}: no entry of the sitemaps has this type", type));
      fetch_.console.warning(report.problems.back());
    }
  }

  /// Of several sites, those owe nothing that have nothing of the part that was asked for
  /// while another one has: it is got there, or missing there.
  [[nodiscard]] bool owes_nothing(const SiteRun& site) const {
    if (has_the_resource()) return true;
    const auto has_some = [](const SiteRun& one) {
      return std::ranges::any_of(one.plans, offers_something);
    };
    return asks_for_part(job_.policy) && job_.policy.resource.empty() &&
           !has_some(site) && std::ranges::any_of(sites_, has_some);
  }

  void tell(SiteRun& site, RunReport& report) const {
    const std::size_t first = report.sites.size();
    const bool owes = !owes_nothing(site);
    for (SiteRun::Got& one : site.datasets)
      one.run.report.excused = !owes && !one.run.report.complete;
    tell_end(site);
    for (AccessPlan& plan : site.plans) {
      // A site that could not be looked at may know of it.
      if (!has_the_resource())
        for (const SiteProblem& problem : plan.profile.problems)
          if (!is_of_interrupt(problem)) report.problems.push_back(problem.text);
      if (owes)
        for (const std::string& note : plan.notes) report.problems.push_back(note);
      report.sites.push_back(std::move(plan.profile));
    }
    std::ranges::move(site.left_alone, std::back_inserter(report.left_alone));
    for (auto& [number, run] : site.datasets) {
      run.report.site_row = first + number;
      for (SourceReport& source : run.sources) {
        source.dataset_row = report.datasets.size();
        if (source.out_of_scope > 0)
          report.left_alone.push_back(
              fmt::format("{}: {} (--include, --exclude)", source.site,
                          count_of(source.out_of_scope, "entry is left out",
                                   "entries are left out")));
        report.sources.push_back(std::move(source));
      }
      report.datasets.push_back(std::move(run.report));
    }
  }

  const PlanJob& job_;
  Fetch& fetch_;
  Destination& to_;
  std::vector<SiteRun> sites_;
  HeldPages held_;
  Mutex taken_mutex_;
  /// Locations, by key in the state.
  std::map<std::string, std::string> taken_ SEMSITE_GUARDED_BY(taken_mutex_);
  Mutex output_mutex_;
  bool unsettled_ SEMSITE_GUARDED_BY(output_mutex_) = false;
  std::atomic<bool> got_something_ = false;  ///< all of a dataset, and it has quads
};

}  // namespace

std::vector<AccessPlan> plan_sites(const PlanJob& job, Retriever& retriever,
                                   Console& console, std::stop_token stop) {
  std::vector<std::optional<AccessPlan>> plans(job.urls.size());
  for_each_site(plans.size(), job.sites_at_once, [&](std::size_t i) {
    if (!stop.stop_requested())
      plans[i] = plan_site(job.urls[i], job, retriever, console, stop);
  });
  std::vector<AccessPlan> out;
  for (std::optional<AccessPlan>& plan : plans)
    if (plan) out.push_back(std::move(*plan));
  return out;
}

void fetch_sites(const PlanJob& job, Fetch& fetch, Destination& to, RunReport& report) {
  SitesRun{job, fetch, to}.run(report);
}

void put_former_mirrors_first(AccessPlan& plan, OutputNotes& notes) {
  for (DatasetPlan& dataset : plan.datasets)
    for (AccessOption& option : dataset.options)
      for (MirrorPool& pool : option.pools) {
        auto& mirrors = pool.mirrors;
        if (mirrors.size() < 2) continue;
        const auto had = std::ranges::find_if(mirrors, [&](const Location& one) {
          // Without a chance of being drawn first it is a backup.
          return one.probability > 0 &&
                 notes.was_had(dataset, way_name(option.way), one.url);
        });
        if (had != mirrors.end()) std::rotate(mirrors.begin(), had, had + 1);
      }
}

std::string unmatched_include(const std::vector<std::string>& include,
                              const RunReport& report) {
  if (include.empty()) return {};
  // What may not be asked for because of it is refused, and told already.
  const bool some = std::ranges::any_of(report.sources, [](const SourceReport& source) {
    return source.way != way_name(Way::entries) &&
           (source.documents > 0 || source.outcome != Outcome::whole);
  });
  const bool crawled = std::ranges::any_of(
      report.datasets,
      [](const DatasetReport& dataset) { return dataset.way == way_name(Way::crawl); });
  if (some || !crawled) return {};
  return fmt::format("--include {}: no page of the sites matches",
                     fmt::join(include, ", --include "));
}

}  // namespace semsite
