#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "report/charts.hpp"
#include "report/run_page_parts.hpp"

namespace semsite {
namespace {

constexpr std::size_t kDatasets = 200;
constexpr std::size_t kRowsOfDataset = 40;
constexpr std::size_t kRowsOfPage = 1000;
constexpr std::size_t kSites = 200;
constexpr std::size_t kFacts = 50;
constexpr std::size_t kProblems = 20;
constexpr std::size_t kEntryBytes = 160;

Tone tone_of_dataset(const DatasetReport& dataset) {
  if (dataset.complete) return Tone::good;
  if (!dataset.reached || !dataset.rests.empty()) return Tone::idle;
  return dataset.way.empty() ? Tone::bad : Tone::fair;
}

std::string_view word_of(const DatasetReport& dataset) {
  if (dataset.complete) return "complete";
  if (!dataset.rests.empty()) return "not asked in this run";
  if (!dataset.reached) return "not reached";
  return dataset.way.empty() ? "nothing got" : "not complete";
}

std::string cost_of(const Cost& cost) {
  std::string out;
  const auto add = [&out](const std::string& text) {
    out += (out.empty() ? "" : ", ") + text;
  };
  if (cost.requests) add(count_of(*cost.requests, "request", "requests"));
  if (cost.bytes) add(human_bytes(*cost.bytes));
  if (cost.seconds && *cost.seconds >= 1)
    add(fmt::format("at least {}", human_seconds(*cost.seconds)));
  return out;
}

/// What became of a way.
void write_fate(HtmlWriter& html, const WayReport& way, const DatasetView& view) {
  if (way.way == view.dataset->way) {
    html.badge(tone_of_dataset(*view.dataset), "used");
    return;
  }
  if (!way.usable) {
    html.badge(Tone::idle, "cannot be used");
    return;
  }
  const bool tried = std::ranges::any_of(view.sources, [&](const SourceReport* source) {
    return source->way == way.way && source->outcome != Outcome::not_tried;
  });
  if (tried) {
    html.badge(Tone::bad, "failed");
  } else {
    html.badge(Tone::idle, view.dataset->reached ? "not needed" : "not reached");
  }
}

void write_ways(HtmlWriter& html, const DatasetView& view) {
  const DatasetReport& dataset = *view.dataset;
  if (dataset.ways.empty()) return;
  html.table("Ways to this dataset, in the order in which they are tried",
             {{"Way"},
              {"Verdict"},
              {"Why"},
              {"Parts", TableColumn::Kind::number},
              {"Estimated cost"}},
             HtmlWriter::Narrow::cards);
  for (const WayReport& way : dataset.ways) {
    html.row().cell().element("strong", way.way);
    if (way.chosen && dataset.ways.size() > 1)
      html.text(" ").element("span", "first choice", {{"class", "soft"}});
    html.close().cell();
    write_fate(html, way, view);
    html.close().cell().foreign(way.reason).close();
    html.cell(way.places > way.parts
                  ? fmt::format("{} ({})", grouped(way.parts),
                                count_of(way.places, "place", "places"))
                  : grouped(way.parts));
    html.cell(cost_of(way.cost)).end_row();
  }
  html.end_table();
}

/// "1,000 of 1,500"
std::string of_expected(std::uint64_t got, const std::optional<std::uint64_t>& expected) {
  return expected && *expected != got
             ? fmt::format("{} of {}", grouped(got), grouped(*expected))
             : grouped(got);
}

/// The column of how many documents a source had.
enum class Documents { shown, left_out };
/// The column of the ways.
enum class Ways { shown, left_out };

void write_row(HtmlWriter& html, const SourceReport& source, Documents documents,
               Ways ways) {
  const bool tried = source.outcome != Outcome::not_tried;
  html.row().cell().link(source.url);
  if (!source.final_url.empty())
    html.open("div", {{"class", "soft small"}})
        .text("now ")
        .link(source.final_url)
        .close();
  if (source.authority == "claim")
    html.element("div", "a claim: the host itself does not say so",
                 {{"class", "soft small"}});
  html.close();
  if (ways == Ways::shown) html.cell(source.way);
  html.cell().badge(tone_of(source.outcome), ways == Ways::left_out && !tried
                                                 ? "not read"
                                                 : outcome_words(source.outcome));
  if (!source.verified.empty())
    html.text(" ").element("span", source.verified + " agrees", {{"class", "soft"}});
  if (source.length == "unverified")
    html.element("div", "length unverified: the server promised none",
                 {{"class", "soft small"}});
  html.close();
  html.cell(tried ? of_expected(source.quads, source.expected_quads) : "");
  html.cell();
  if (tried)
    html.number(human_bytes(source.bytes),
                of_expected(source.bytes, source.expected_bytes) + " bytes");
  html.close();
  if (documents == Documents::shown) html.cell(grouped(source.documents));
  html.cell(source.started ? human_seconds(source.seconds) : "");
  html.end_row();
}

/// Places of a few rows among many: the worst and the largest.
std::vector<const SourceReport*> foremost(std::vector<const SourceReport*> sources,
                                          std::size_t limit) {
  if (sources.size() <= limit) return sources;
  std::ranges::stable_sort(sources, [](const SourceReport* a, const SourceReport* b) {
    return a->quads > b->quads;
  });
  const auto half = sources.begin() + static_cast<std::ptrdiff_t>(limit / 2);
  std::stable_sort(half, sources.end(), [](const SourceReport* a, const SourceReport* b) {
    return badness(a->outcome) > badness(b->outcome);
  });
  sources.resize(limit);
  std::ranges::stable_sort(sources, [](const SourceReport* a, const SourceReport* b) {
    return badness(a->outcome) > badness(b->outcome);
  });
  return sources;
}

/// Rows that the page may still have.
class Room {
 public:
  std::size_t take(std::size_t wanted) {
    const std::size_t out = std::min(wanted, left_);
    left_ -= out;
    return out;
  }

 private:
  std::size_t left_ = kRowsOfPage;
};

void write_sources(HtmlWriter& html, const std::vector<const SourceReport*>& sources,
                   Room& room) {
  if (sources.empty()) return;
  const std::size_t limit = room.take(std::min(sources.size(), kRowsOfDataset));
  const std::vector<const SourceReport*> shown = foremost(sources, limit);
  if (!shown.empty()) {
    // Worth a column where archives or crawls give several.
    const auto documents =
        std::ranges::any_of(
            shown, [](const SourceReport* source) { return source->documents > 1; })
            ? Documents::shown
            : Documents::left_out;
    const Ways ways = std::ranges::any_of(
                          shown, [](const auto* source) { return !source->way.empty(); })
                          ? Ways::shown
                          : Ways::left_out;
    std::vector<TableColumn> columns{
        {"Source"},
        {"Outcome"},
        {"Quads", TableColumn::Kind::number},
        {ways == Ways::shown ? "Received" : "Read", TableColumn::Kind::number},
        {"Time", TableColumn::Kind::number}};
    if (documents == Documents::shown)
      columns.insert(columns.end() - 1, {"Documents", TableColumn::Kind::number});
    if (ways == Ways::shown) columns.insert(columns.begin() + 1, {"Way"});
    html.table(
        shown.size() < sources.size() ? "Sources, the worst and the largest" : "Sources",
        std::move(columns), HtmlWriter::Narrow::cards);
    for (const SourceReport* source : shown) write_row(html, *source, documents, ways);
    html.end_table();
  }
  if (shown.size() < sources.size())
    html.element(
        "p",
        fmt::format("{} more {} not shown; the JSON report has every one.",
                    grouped(sources.size() - shown.size()),
                    sources.size() - shown.size() == 1 ? "source is" : "sources are"),
        {{"class", "soft small"}});
}

/// Those that were not asked for stay out of the way.
void write_tried(HtmlWriter& html, const std::vector<const SourceReport*>& sources,
                 Room& room) {
  std::vector<const SourceReport*> tried;
  std::vector<const SourceReport*> others;
  for (const SourceReport* source : sources)
    (source->outcome == Outcome::not_tried ? others : tried).push_back(source);
  write_sources(html, tried, room);
  if (others.empty()) return;
  html.fold(
      others.front()->way.empty()
          ? count_of(others.size(), "input was not read", "inputs were not read")
          : count_of(others.size(), "source was not needed", "sources were not needed"));
  write_sources(html, others, room);
  html.close();
}

void write_partitions(HtmlWriter& html, const DatasetView& view) {
  std::uint64_t parts = 0, whole = 0, by_store = 0;
  for (const SourceReport* source : view.sources)
    for (const PartitionReport& part : source->partitions) {
      ++parts;
      whole += part.outcome == Outcome::whole ? 1U : 0U;
      by_store += part.by_graph_store ? 1U : 0U;
    }
  if (parts == 0) return;
  html.element(
      "p",
      fmt::format("Asked of the endpoint in {}, of which {} came whole{}.",
                  count_of(parts, "part", "parts"), grouped(whole),
                  by_store == 0 ? ""
                                : fmt::format("; {} of them from its Graph Store",
                                              grouped(by_store))),
      {{"class", "soft small"}});
}

/// Names of other hosts that the site uses.
void write_claims(HtmlWriter& html, const DatasetReport& dataset) {
  constexpr std::size_t kShown = 5;
  const std::size_t shown = std::min(dataset.claims.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const NameClaim& claim = dataset.claims[i];
    html.open("p", {{"class", "soft small"}});
    html.element("strong", "Claimed").text(fmt::format(" {} ", claim.of)).link(claim.iri);
    html.text(": ").foreign(claim.reason).text(".").close();
  }
  if (dataset.claims.size() > shown)
    html.element("p",
                 fmt::format("{} more claimed.", grouped(dataset.claims.size() - shown)),
                 {{"class", "soft small"}});
}

void write_rights(HtmlWriter& html, const DatasetReport& dataset) {
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < std::min(dataset.licences.size(), kShown); ++i) {
    const LicenceStatement& one = dataset.licences[i];
    html.open("p", {{"class", "soft small"}});
    html.element("strong",
                 one.kind == LicenceStatement::Kind::license ? "Licence" : "Rights");
    html.text(" ");
    if (one.is_iri) {
      html.link(one.value);
    } else {
      html.foreign(excerpt(one.value, 300));
    }
    html.close();
  }
  if (dataset.licences.size() > kShown)
    html.element("p",
                 fmt::format("{} more of licences and rights.",
                             grouped(dataset.licences.size() - kShown)),
                 {{"class", "soft small"}});
}

void write_dataset(HtmlWriter& html, const DatasetView& view, Room& room) {
  const DatasetReport& dataset = *view.dataset;
  html.open("article", {{"class", "card"}});
  html.open("div", {{"class", "heading"}}).open("h4").foreign(dataset.name).close();
  html.badge(tone_of_dataset(dataset), word_of(dataset)).close();
  html.open("p");
  if (dataset.way.empty()) {
    html.text("No quads.");
  } else {
    std::uint64_t bytes = 0;
    for (const SourceReport* source : view.sources) bytes += source->bytes;
    html.element("strong", thin_spaced(count_of(dataset.quads, "quad", "quads")));
    html.text(fmt::format(" by {}, ", dataset.way));
    write_bytes(html, bytes);
    html.text(" received.");
  }
  if (!dataset.uri.empty() && dataset.uri != dataset.name)
    html.text(" ").link(dataset.uri);
  html.close();
  write_rights(html, dataset);
  write_claims(html, dataset);
  if (const std::string missing = missing_of(view); !missing.empty())
    html.open("p", {{"class", "missing"}})
        .element("strong", "Missing: ")
        .text(missing + ".")
        .close();
  for (std::size_t i = 0; i < std::min(dataset.notes.size(), std::size_t{5}); ++i)
    html.open("p", {{"class", "soft small"}}).foreign(dataset.notes[i]).close();
  write_ways(html, view);
  write_partitions(html, view);
  write_tried(html, view.sources, room);
  html.close();
}

void write_fact(HtmlWriter& html, std::string_view what, const std::string& url,
                const std::string& words, const std::string& problem) {
  html.row().cell(what).cell().link(url).close().cell().text(words);
  if (!problem.empty())
    html.text(words.empty() ? "" : "; ").open("strong").foreign(problem).close();
  html.close().end_row();
}

void write_discovery(HtmlWriter& html, const SiteProfile& site) {
  const std::size_t all =
      site.robots.size() + site.sitemaps.size() + site.descriptions.size();
  if (all == 0) return;
  html.fold(fmt::format("How it was found: {}",
                        count_of(all, "document was read", "documents were read")));
  html.table("What says what the site offers", {{"Kind"}, {"Document"}, {"What it has"}},
             HtmlWriter::Narrow::cards);
  std::size_t rows = 0;
  for (const RobotsFact& robots : site.robots)
    if (rows++ < kFacts)
      write_fact(html, "robots.txt", robots.url,
                 robots.outcome +
                     (robots.sitemaps > 0
                          ? ", names " + count_of(robots.sitemaps, "sitemap", "sitemaps")
                          : ""),
                 robots.problem);
  for (const SitemapFact& sitemap : site.sitemaps)
    if (rows++ < kFacts)
      write_fact(html, sitemap.is_of_page ? "feed of a page" : "sitemap", sitemap.url,
                 fmt::format("{}, {}", count_of(sitemap.entries, "entry", "entries"),
                             count_of(sitemap.datasets, "dataset", "datasets")),
                 sitemap.problem);
  for (const DescriptionFact& fact : site.descriptions)
    if (rows++ < kFacts)
      write_fact(html, "description", fact.url,
                 fmt::format("{}{}", fact.kinds.empty() ? "" : fact.kinds + ", ",
                             count_of(fact.datasets, "dataset", "datasets")),
                 fact.problem);
  html.end_table();
  if (all > kFacts)
    html.element("p", fmt::format("{} more are not shown.", grouped(all - kFacts)),
                 {{"class", "soft small"}});
  html.close();
}

int badness_of(const DatasetReport& dataset) {
  if (dataset.complete) return 0;
  return dataset.way.empty() && dataset.reached ? 2 : 1;
}

/// What the page tells of one by one: of many datasets the worst and the largest.
struct Detail {
  std::vector<std::size_t> sites;  ///< in their order; their number is that of no site
  std::map<std::size_t, std::vector<const DatasetView*>> datasets;  ///< by site
  std::size_t dataset_count = 0;
};

Detail detail_of(const RunReport& report, const RunSummary& summary) {
  std::vector<const DatasetView*> shown;
  for (const DatasetView& view : summary.datasets) shown.push_back(&view);
  if (shown.size() > kDatasets) {
    std::ranges::stable_sort(shown, [](const DatasetView* a, const DatasetView* b) {
      const int first = badness_of(*a->dataset);
      const int second = badness_of(*b->dataset);
      return first != second ? first > second : a->dataset->quads > b->dataset->quads;
    });
    shown.resize(kDatasets);
  }
  Detail out;
  out.dataset_count = shown.size();
  for (const DatasetView* view : shown)
    out.datasets[view->dataset->site_row.value_or(report.sites.size())].push_back(view);
  for (std::size_t i = 0; i <= report.sites.size() && out.sites.size() < kSites; ++i) {
    const bool has_some = out.datasets.contains(i);
    const bool is_told = i == report.sites.size()
                             ? has_some
                             : has_some || report.sites.size() <= kSites ||
                                   !report.sites[i].problems.empty();
    if (is_told) out.sites.push_back(i);
  }
  return out;
}

class SiteDetails {
 public:
  SiteDetails(HtmlWriter& html, const RunReport& report, const RunSummary& summary)
      : html_(html), report_(report), summary_(summary) {}

  void write() {
    const Detail detail = detail_of(report_, summary_);
    if (report_.sites.size() > 1) {
      write_folded(detail);
    } else {
      for (const std::size_t site : detail.sites) {
        if (site < report_.sites.size())
          html_.open("h3", {{"class", "site"}}).link(report_.sites[site].entry).close();
        write_site(detail, site);
      }
    }
    if (detail.dataset_count < summary_.datasets.size())
      html_.element(
          "p",
          fmt::format("{} of {} datasets are shown, the worst and the largest; the "
                      "JSON report has all of them.",
                      grouped(detail.dataset_count), grouped(summary_.datasets.size())),
          {{"class", "soft"}});
    write_tried(html_, summary_.strays, room_);
  }

 private:
  [[nodiscard]] bool is_complete(std::size_t site) const {
    return site < summary_.sites.size() && summary_.sites[site].complete;
  }

  /// Each site behind its name; of many those of one state behind one fold more.
  void write_folded(const Detail& detail) {
    std::vector<std::size_t> bad;
    std::vector<std::size_t> good;
    for (const std::size_t site : detail.sites)
      (is_complete(site) ? good : bad).push_back(site);
    write_group(detail, bad, "not complete");
    write_group(detail, good, "complete");
  }

  void write_group(const Detail& detail, const std::vector<std::size_t>& sites,
                   std::string_view state) {
    const bool folds = detail.sites.size() > kManySites;
    if (folds && !sites.empty())
      html_.fold(fmt::format("{} that {} {}", count_of(sites.size(), "site", "sites"),
                             sites.size() == 1 ? "is" : "are", state));
    for (const std::size_t site : sites) {
      if (site == report_.sites.size()) {
        write_site(detail, site);
        continue;
      }
      html_.open("details", {{"class", "site"}});
      html_.open("summary").open("h3", {{"class", "site"}});
      html_.foreign(middle_cut(report_.sites[site].entry, kEntryBytes)).close().close();
      // Inside the fold: who follows a link to it has it opened.
      html_.open("p", {{"id", detail_id(site)}}).link(report_.sites[site].entry).close();
      write_site(detail, site);
      html_.close();
    }
    if (folds && !sites.empty()) html_.close();
  }

  void write_site(const Detail& detail, std::size_t site) {
    if (site < report_.sites.size()) {
      const SiteProfile& profile = report_.sites[site];
      write_discovery(html_, profile);
      for (std::size_t p = 0; p < std::min(profile.problems.size(), kProblems); ++p)
        html_.open("p", {{"class", "missing"}}).foreign(profile.problems[p].text).close();
    }
    const auto found = detail.datasets.find(site);
    if (found == detail.datasets.end()) {
      html_.element("p",
                    site < summary_.sites.size() && summary_.sites[site].datasets > 0
                        ? "Its datasets are not shown."
                        : "No dataset and no page to get was found here.",
                    {{"class", "soft"}});
      return;
    }
    for (const DatasetView* view : found->second) write_dataset(html_, *view, room_);
  }

  HtmlWriter& html_;
  const RunReport& report_;
  const RunSummary& summary_;
  Room room_;
};

}  // namespace

std::string detail_id(std::size_t site) { return fmt::format("site-{}", site + 1); }

std::set<std::size_t> sites_in_detail(const RunReport& report,
                                      const RunSummary& summary) {
  const Detail detail = detail_of(report, summary);
  return {detail.sites.begin(), detail.sites.end()};
}

void write_sites(HtmlWriter& html, const RunReport& report, const RunSummary& summary) {
  if (report.of == RunReport::Of::inputs) {
    if (summary.strays.empty()) return;
    Room room;
    html.open("section", {{"id", "inputs"}}).element("h2", "Inputs");
    html.open("div", {{"class", "card"}});
    write_tried(html, summary.strays, room);
    html.close().close();
    return;
  }
  if (report.sites.empty() && summary.datasets.empty()) return;
  html.open("section", {{"id", "datasets"}})
      .element("h2", report.sites.size() > 1 ? "Site by site" : "Sites and datasets");
  SiteDetails{html, report, summary}.write();
  html.close();
}

}  // namespace semsite
