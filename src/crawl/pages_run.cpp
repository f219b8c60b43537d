#include "crawl/pages_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/page_task.hpp"
#include "plan/scope.hpp"

namespace semsite {
namespace {

constexpr std::size_t kNotedPages = PageTable::kMostBegins;

/// Which of the entries beside the datasets are taken.
void choose_entries(const DatasetPlan& plan, PageCrawlOrder& order) {
  order.is_held = plan.is_held;
  for (const EntriesPlan& kind : plan.entries) {
    if (has_own_data(kind.entries.kind)) continue;
    order.takes_plain = kind.when == EntriesPlan::When::always;
    order.sample_pages = kind.sample;
    order.plain_pages += kind.entries.count;
  }
  // Links of pages that are not wanted are not, either.
  order.follows_standard = order.takes_plain;
}

PageCrawlOrder order_of(const DatasetPlan& plan) {
  PageCrawlOrder out;
  out.seeds_named_by = namer_of({}, plan.sitemap, plan.listing);
  out.site = plan.site;
  out.dataset = graph_iri(plan);
  if (plan.only_seeds) {
    out.seeds = plan.seeds;
    out.takes_listed = false;
    out.follows_standard = false;
    return out;
  }
  out.listing = plan.listing;
  out.more_listings = plan.more_listings;
  if (plan.loose_pages > 0) choose_entries(plan, out);
  out.first_pages = plan.first_pages;
  out.scope = plan.scope;
  // Without a listing at hand, the plan's own sample of it has to do.
  out.seeds = plan.listing.empty() ? plan.seeds : plan.dataset.samples;
  for (const LinkedDataPrefix& prefix : plan.dataset.prefixes) {
    out.prefixes.push_back(prefix.prefix);
    if (auto document = prefix_document(prefix.prefix))
      out.seeds.push_back(*std::move(document));
  }
  out.listing_complete = plan.listing_complete;
  return out;
}

/// Numbers of pages, which are small and close together.
class PageSet {
 public:
  void insert(std::int64_t page) {
    const auto place = static_cast<std::size_t>(page);
    if (place >= bits_.size()) bits_.resize(place + place / 2 + 64);
    bits_[place] = true;
  }
  [[nodiscard]] bool contains(std::int64_t page) const {
    const auto place = static_cast<std::size_t>(page);
    return place < bits_.size() && bits_[place];
  }

 private:
  std::vector<bool> bits_;
};

std::uint64_t pages_with(const PageSums& sums, Outcome outcome) {
  const auto found = sums.outcomes.find(outcome);
  return found == sums.outcomes.end() ? 0 : found->second;
}

std::string left_out(const FaultCounts& reasons) {
  std::string out;
  for (const auto& [code, count] : reasons)
    out += fmt::format("{}{} by {}", out.empty() ? "" : ", ", grouped(count), code);
  return out;
}

/// Is there no RDF in what came of it?
bool is_silent(const PageSums& sums) {
  return !sums.no_rdf.empty() && sums.quads == 0 && sums.elsewhere == 0 && sums.kept == 0;
}

/// What is noted of the crawl in the output: that its pages hold no RDF, they say.
KeptFile note_of(const SourceReport& source) {
  KeptFile out = kept_file(source);
  if (out.outcome == Outcome::no_rdf) out.outcome = Outcome::whole;
  return out;
}

/// Is it in order if there are no quads? What a dataset says that is in it is owed, and
/// so is what was there before.
bool owes_nothing(const DatasetPlan& plan, const PageSums& sums, PageTable& table) {
  if (sums.pages <= sums.kept || sums.elsewhere > 0) return true;
  return plan.loose_pages > 0 && !plan.only_seeds && sums.quads == 0 &&
         !table.has_replaced_quads();
}

/// What the crawl as a whole came to. `dead_links`: pages that are no loss.
void judge(const PageSums& sums, const PageCrawlResult& result, std::uint64_t waiting,
           std::uint64_t dead_links, std::uint64_t most, const Fetch& fetch,
           SourceReport& source) {
  const std::uint64_t failed = sums.pages - pages_with(sums, Outcome::whole) -
                               pages_with(sums, Outcome::faulty) -
                               pages_with(sums, Outcome::no_rdf) - dead_links;
  const bool stopped = fetch.stop.stop_requested();
  add_faults(source.faults, result.left_out);
  if (failed == 0 && !result.cut_short && result.left_out.empty() && !stopped) {
    source.outcome = pages_with(sums, Outcome::faulty) > 0 ? Outcome::faulty
                     : is_silent(sums)                     ? Outcome::no_rdf
                                                           : Outcome::whole;
    return;
  }
  source.outcome = sums.quads > 0 || sums.elsewhere > 0 || is_silent(sums)
                       ? Outcome::partial
                       : Outcome::failed;
  source.code = stopped                                       ? "run.interrupted"
                : result.cut_short                            ? "crawl.max-pages"
                : result.parked > 0                           ? "crawl.parked"
                : failed > 0                                  ? "crawl.pages-failed"
                : result.left_out.contains("crawl.max-depth") ? "crawl.max-depth"
                                                              : "crawl.trap";
  if (failed > 0)
    source.problem = fmt::format("{} of {} could not be had", grouped(failed),
                                 count_of(sums.pages, "document"));
  // What waits has not failed, and what was had was had.
  if (stopped)
    source.problem = fmt::format(
        "{} had been had{}; {} not been asked for yet",
        sums.pages == failed
            ? "stopped before a document"
            : fmt::format("stopped when {}", count_of(sums.pages - failed, "document")),
        failed > 0 ? fmt::format(" and {} had failed", grouped(failed)) : std::string{},
        waiting == 1 ? "1 has" : fmt::format("{} have", grouped(waiting)));
  const auto add = [&](std::string text) {
    source.problem += (source.problem.empty() ? "" : "; ") + std::move(text);
  };
  if (result.parked > 0)
    add(
        fmt::format("{} of hosts that were left alone: they failed again and again "
                    "(--retry-budget) or asked for too long a pause (--max-delay)",
                    grouped(result.parked)));
  if (result.cut_short) add(fmt::format("stopped after {} (--max-pages)", grouped(most)));
  if (!result.left_out.empty()) add("links not followed: " + left_out(result.left_out));
}

void tell(const PageCrawlResult& result, Console& console) {
  if (result.skipped_by_lastmod > 0)
    console.info(
        fmt::format("{} not asked for: lastmod has not changed, and it has proved right",
                    count_of(result.skipped_by_lastmod, "page was", "pages were")));
  if (result.not_since > 0)
    console.info(fmt::format("{} older than --since",
                             count_of(result.not_since, "entry is", "entries are")));
}

}  // namespace

PageSums sum_up_pages(PageTable& table, SourceReport& source) {
  PageSums sums = table.sums();
  source.attempts += static_cast<std::uint32_t>(sums.attempts);
  source.bytes += sums.received;
  source.quads += sums.quads;
  source.documents += sums.pages;
  source.merged += sums.merged;
  for (const auto& [type, count] : sums.no_rdf) source.no_rdf[type] += count;
  table.for_each(
      [&](const PageFacts& page) {
        FaultCounts faults = read_fault_counts(page.faults);
        add_faults(source.robots_notes, take_robots_notes(faults));
        add_faults(source.faults, faults);
        const auto outcome = page.outcome;
        if (source.noted.size() >= kNotedPages) return;
        source.noted.push_back({.name = page.url,
                                .syntax = {},
                                .outcome = outcome,
                                .code = page.code,
                                .problem = page.problem,
                                .begins = page.begins,
                                .quads = page.quads,
                                .bytes = page.bytes,
                                .skipped = page.skipped,
                                .faults = std::move(faults)});
      },
      PageTable::Which::noted);
  if (!sums.no_rdf.empty()) source.silent_pages = table.silent_pages(kNotedPages);
  return sums;
}

void tell_elsewhere(const PageSums& sums, const std::string& name, Console& console) {
  if (sums.elsewhere > 0)
    console.info(fmt::format(
        "{}: the quads of {} are in the output once: another crawl of the run "
        "came to {}, too",
        name, count_of(sums.elsewhere, "page"), sums.elsewhere == 1 ? "it" : "them"));
}

PageForms page_forms(const GraphPolicy& graph, const GraphClaimRule& claims) {
  const auto names = [&graph](std::string_view what) {
    return graph.pattern.find(what) != std::string::npos;
  };
  // Each crawl has graphs of its own.
  if (graph.use == GraphUse::dataset ||
      (graph.use == GraphUse::pattern && (names("{dataset}") || names("{site}"))))
    return {};
  return {.of_task =
              [](std::string_view text) {
                const PageTask task = read_task(text);
                const bool is_kept = task.kind == PageTask::Kind::keep;
                return fmt::format("{} {} {} {}", is_kept ? "kept" : "read",
                                   accept_of(task.kind), task.xpath, task.format);
              },
          .leaves_claims_out = claims.leaves_out};
}

void take_pages(const DatasetPlan& plan, const Fetch& fetch) {
  if (!fetch.several || fetch.pages_wait) return;
  PageTable table =
      PageTable::former(fetch.state.database(), state_key(plan), fetch.run.number);
  (void)table.take_texts(fetch.page_forms, PageTable::Take::keep);
}

bool run_pages(const DatasetPlan& plan, Fetch& fetch, Destination& to,
               SourceReport& source, Revocable revocable) {
  PageTable table{fetch.state.database(), state_key(plan), fetch.run.number};
  if (fetch.come_to) fetch.come_to(state_key(plan));
  const bool kept = fetch.state.is_kept();
  const std::string_view way = way_name(Way::crawl);
  if (const auto had = to.notes.find(plan, way, source.url)) {
    // In the output since before the run was broken off.
    if (revocable == Revocable::no) take_pages(plan, fetch);
    const PageSums sums = sum_up_pages(table, source);
    source.outcome = had->outcome;
    source.code = had->code;
    source.problem = had->problem;
    if (source.outcome == Outcome::whole && is_silent(sums))
      source.outcome = Outcome::no_rdf;
    return owes_nothing(plan, sums, table);
  }
  const OutputPlace begin = to.notes.notes() ? to.output.position() : OutputPlace{};
  const PageTable::Take take =
      revocable == Revocable::no ? PageTable::Take::keep : PageTable::Take::look;
  PageSet emitted, elsewhere;
  const auto may_write = [&](const WaitingPage& page, const PageEnd& end) {
    if (!fetch.several || emitted.contains(page.id)) return true;
    const std::string name = copy_name(end.final_url.empty() ? page.url : end.final_url,
                                       page.task, end.header_only, fetch.page_forms);
    if (!elsewhere.contains(page.id) && table.take_text(name, end.digest, take))
      return true;
    elsewhere.insert(page.id);
    return false;
  };
  const PageTexts texts{.emit = kept && fetch.run.refreshes
                  ? decltype(PageTexts::emit){}
                  : [&](const WaitingPage& page, const PageEnd& end,
                        std::string_view text) {
                      if (!may_write(page, end)) return;
                      emitted.insert(page.id);
                      to.write(text);
                    },
                        .keeps_texts = kept};
  const PageCrawlResult result =
      crawl_pages(order_of(plan), table, fetch, to.harvester, texts);
  source.out_of_scope = result.out_of_scope;
  table.merge_same(fetch.rules.merges_same ? SamePages::Merge::same
                                           : SamePages::Merge::nothing);
  if (fetch.several && !fetch.pages_wait)
    for (const std::int64_t page : table.take_texts(fetch.page_forms, take))
      elsewhere.insert(page);
  const PageSums sums = sum_up_pages(table, source);
  const bool by_links = !plan.first_pages.empty();
  // Hardly a site has no dead link: what it does not have or give is no part of it.
  judge(sums, result, table.not_ended(),
        (by_links ? table.dead_links() : 0) + table.gone_from_feeds(),
        by_links ? fetch.rules.max_found_pages : fetch.rules.max_pages, fetch, source);
  tell(result, fetch.console);
  tell_elsewhere(sums, name_of(plan), fetch.console);
  if (!fetch.pages_wait)
    table.for_each_text([&](std::int64_t, std::string_view text) { to.write(text); },
                        [&](std::int64_t page) {
                          return !emitted.contains(page) && !elsewhere.contains(page);
                        });
  KeptFile note = note_of(source);
  note.begin = begin;
  if (to.notes.notes() && !fetch.stop.stop_requested()) {
    if (fetch.documents != nullptr) fetch.documents->settle();
    note.end = to.output.position();
    to.notes.put(plan, way, note, to.output);
  }
  return owes_nothing(plan, sums, table);
}

}  // namespace semsite
