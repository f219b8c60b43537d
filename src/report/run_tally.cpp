#include "report/run_tally.hpp"

#include <algorithm>

namespace semsite {
namespace {

/// More codes than there are: what a state of another version says stays bounded.
constexpr std::size_t kMostCodes = 1'000;

template <typename State>
std::size_t place(State state) {
  return static_cast<std::size_t>(state);
}

double as_gauge(std::uint64_t value) { return static_cast<double>(value); }

}  // namespace

RunTally::DatasetState RunTally::state_of(const DatasetReport& dataset) {
  if (dataset.complete || dataset.excused) return DatasetState::complete;
  if (!dataset.rests.empty()) return DatasetState::resting;
  return dataset.reached ? DatasetState::incomplete : DatasetState::unreached;
}

void RunTally::expect_sites(std::size_t count) {
  const MutexLock lock{mutex_};
  numbers_.has_sites = true;
  numbers_.sites_named = count;
}

void RunTally::begin_site() {
  const MutexLock lock{mutex_};
  ++numbers_.sites_begun;
}

void RunTally::end_site(SiteState state) {
  const MutexLock lock{mutex_};
  ++numbers_.sites_ended;
  ++numbers_.sites[place(state)];
}

void RunTally::begin_dataset() {
  const MutexLock lock{mutex_};
  ++numbers_.datasets_begun;
}

void RunTally::end_dataset(const DatasetReport& report,
                           const std::vector<SourceReport>& sources) {
  const MutexLock lock{mutex_};
  ++numbers_.datasets_ended;
  ++numbers_.datasets[place(state_of(report))];
  for (const SourceReport& source : sources) count(source);
}

void RunTally::add(const SourceReport& source) {
  const MutexLock lock{mutex_};
  count(source);
}

void RunTally::count(const SourceReport& source) {
  ++numbers_.sources[source.outcome];
  numbers_.quads += source.quads;
  add_faults(numbers_.faults, source.faults);
}

void RunTally::settle(const RunReport& report) {
  Numbers all;
  all.is_settled = true;
  all.has_sites = report.of == RunReport::Of::sites;
  for (const SiteVerdict& site : site_verdicts(report)) ++all.sites[place(site.state())];
  for (const DatasetReport& dataset : report.datasets)
    ++all.datasets[place(state_of(dataset))];
  for (const SourceReport& source : report.sources) ++all.sources[source.outcome];
  all.faults = report.faults();
  all.quads = report.quads();
  const MutexLock lock{mutex_};
  numbers_ = std::move(all);
}

void RunTally::write(MetricsText& text) const {
  Numbers now;
  {
    const MutexLock lock{mutex_};
    now = numbers_;
  }
  const auto state = [&](std::string_view name, std::string_view help,
                         std::string_view label, std::uint64_t value) {
    text.gauge(name, help, as_gauge(value), {{"state", std::string{label}}});
  };
  if (now.has_sites) {
    constexpr std::string_view kSites = "semsite_sites";
    constexpr std::string_view kSitesHelp = "Sites by how far they are, or came out.";
    // Whoever named a site twice has it once.
    const std::uint64_t begun = std::max(now.sites_begun, now.sites_ended);
    state(kSites, kSitesHelp, "waiting",
          now.is_settled || now.sites_named < begun ? 0 : now.sites_named - begun);
    state(kSites, kSitesHelp, "active", begun - now.sites_ended);
    for (const SiteState one : {SiteState::complete, SiteState::incomplete,
                                SiteState::interrupted, SiteState::failed})
      state(kSites, kSitesHelp, state_name(one), now.sites[place(one)]);
    constexpr std::string_view kSets = "semsite_datasets";
    constexpr std::string_view kSetsHelp =
        "Datasets of the sites by how far they are, or came out.";
    state(kSets, kSetsHelp, "active",
          std::max(now.datasets_begun, now.datasets_ended) - now.datasets_ended);
    state(kSets, kSetsHelp, "complete", now.datasets[place(DatasetState::complete)]);
    state(kSets, kSetsHelp, "incomplete", now.datasets[place(DatasetState::incomplete)]);
    state(kSets, kSetsHelp, "resting", now.datasets[place(DatasetState::resting)]);
    state(kSets, kSetsHelp, "unreached", now.datasets[place(DatasetState::unreached)]);
  }
  for (const Outcome outcome :
       {Outcome::not_tried, Outcome::whole, Outcome::faulty, Outcome::damaged,
        Outcome::partial, Outcome::failed, Outcome::refused, Outcome::no_rdf}) {
    const auto found = now.sources.find(outcome);
    text.gauge("semsite_sources", "Sources (files, pages, endpoints) by how they ended.",
               found == now.sources.end() ? 0 : as_gauge(found->second),
               {{"outcome", std::string{outcome_name(outcome)}}});
  }
  text.gauge("semsite_output_quads",
             "Quads of sources that have ended, as the report counts them.",
             as_gauge(now.quads));
  std::size_t codes = 0;
  for (const auto& [code, count] : now.faults)
    if (codes++ < kMostCodes)
      text.counter("semsite_faults_total",
                   "Faults of sources that have ended, by code (docs/faults.md).", count,
                   {{"code", code}});
}

void write_counters(MetricsText& text, const RunCounters& counters) {
  text.counter("semsite_requests_total",
               "Requests sent, repetitions and robots.txt included.", counters.requests);
  counters.answers.write(text, AnswerTally::Of::web);
  text.counter("semsite_received_bytes_total", "Bytes of bodies, as they were sent.",
               counters.wire_bytes);
  text.counter("semsite_unverified_bodies_total",
               "Bodies that nothing promised the length of.",
               counters.unverified_lengths);
  text.counter("semsite_quads_read_total", "Quads parsed, also those taken back later.",
               counters.quads);
  text.gauge("semsite_input_bytes", "Bytes of what is to be read, as far as known.",
             as_gauge(counters.inputs.total()));
  text.counter("semsite_input_read_bytes_total", "Bytes of it that were read.",
               counters.inputs.done());
  text.gauge("semsite_pages_known", "Pages of crawls, asked for or to be asked for.",
             as_gauge(counters.pages_known));
  text.counter("semsite_pages_done_total", "Pages of crawls that were asked for.",
               counters.pages_done);
}

}  // namespace semsite
