#include <fmt/format.h>

#include <algorithm>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "report/run_failures.hpp"
#include "report/run_page_parts.hpp"

namespace semsite {
namespace {

/// Rows that are seen at once, and those of the page.
constexpr std::size_t kOpenRows = 60;
constexpr std::size_t kRowsOfState = 1500;

Tone tone_of_site(SiteState state) {
  switch (state) {
    case SiteState::failed:
      return Tone::bad;
    case SiteState::incomplete:
      return Tone::fair;
    case SiteState::interrupted:
      return Tone::idle;
    case SiteState::complete:
      break;
  }
  return Tone::good;
}

class SiteTable {
 public:
  SiteTable(HtmlWriter& html, const RunReport& report, const RunSummary& summary)
      : html_(html), sites_(summary.sites), detailed_(sites_in_detail(report, summary)) {}

  void write() {
    const std::vector<SiteGroup> groups = sites_by_cause(sites_);
    std::size_t bad = 0;
    for (const SiteGroup& group : groups) bad += group.sites.size();
    html_.open("div", {{"class", "card"}});
    if (bad > 0) write_bad(groups, bad);
    write_complete();
    html_.close();
  }

 private:
  void begin(std::string_view caption) {
    html_.table(caption,
                {{"Site"},
                 {"State"},
                 {"Datasets", TableColumn::Kind::number},
                 {"Quads", TableColumn::Kind::number},
                 {"Received", TableColumn::Kind::number}},
                HtmlWriter::Narrow::cards);
  }

  void write_bad(const std::vector<SiteGroup>& groups, std::size_t bad) {
    begin(fmt::format("{} of {} not complete, by cause", grouped(bad),
                      count_of(sites_.size(), "site is", "sites are")));
    // A few of each cause, so that all causes are seen.
    const std::size_t each =
        bad <= kOpenRows ? bad : std::max<std::size_t>(3, kOpenRows / groups.size());
    std::size_t seen = 0;
    std::size_t left = kRowsOfState;
    for (const SiteGroup& group : groups) {
      if (left == 0) break;
      write_heading(group);
      for (std::size_t i = 0; i < std::min({group.sites.size(), each, left}); ++i)
        write_row(group.sites[i]);
      const std::size_t shown = std::min({group.sites.size(), each, left});
      seen += shown;
      left -= shown;
    }
    html_.end_table();
    if (seen == bad) return;
    html_.fold(fmt::format("The other {}", count_of(bad - seen, "site", "sites")));
    begin("Other sites that are not complete, by cause");
    for (const SiteGroup& group : groups) {
      if (group.sites.size() <= each || left == 0) continue;
      write_heading(group);
      for (std::size_t i = each; i < group.sites.size() && left > 0; ++i, --left)
        write_row(group.sites[i]);
    }
    html_.end_table();
    if (bad > kRowsOfState) write_not_shown(bad - kRowsOfState);
    html_.close();
  }

  void write_heading(const SiteGroup& group) {
    const std::string words = short_meaning(group.cause);
    html_.group().badge(tone_of_site(group.state), state_name(group.state));
    html_.text(" " + thin_spaced(count_of(group.sites.size(), "site", "sites")) + " · ");
    html_.element("span", words, {{"class", "cause"}});
    if (words != group.cause) html_.text(" ").element("code", group.cause);
    html_.end_group();
  }

  void write_row(std::size_t site) {
    const SiteVerdict& one = sites_[site];
    html_.row().cell().link(one.site);
    if (detailed_.contains(site)) {
      html_.text(" ").open("a", {{"class", "more"},
                                 {"href", "#" + detail_id(site)},
                                 {"aria-label", "Details of " + one.site}});
      html_.text("details").close();
    }
    html_.close();
    // The colour is that of the group.
    html_.cell(state_word(one));
    html_.cell(one.datasets == 0 ? std::string{}
               : one.datasets == one.datasets_complete
                   ? grouped(one.datasets)
                   : fmt::format("{} of {}", grouped(one.datasets_complete),
                                 grouped(one.datasets)));
    html_.cell(one.datasets == 0 ? std::string{} : grouped(one.quads)).cell();
    if (one.bytes > 0) write_bytes(html_, one.bytes);
    html_.close().end_row();
  }

  static std::string_view state_word(const SiteVerdict& site) {
    return site.complete && site.by_links ? "as far as links lead"
                                          : state_name(site.state());
  }

  void write_complete() {
    std::vector<std::size_t> complete;
    for (std::size_t i = 0; i < sites_.size(); ++i)
      if (sites_[i].complete) complete.push_back(i);
    if (complete.empty()) return;
    const std::string caption =
        count_of(complete.size(), "site is complete", "sites are complete");
    html_.fold(caption);
    begin(caption);
    for (std::size_t i = 0; i < std::min(complete.size(), kRowsOfState); ++i)
      write_row(complete[i]);
    html_.end_table();
    if (complete.size() > kRowsOfState) write_not_shown(complete.size() - kRowsOfState);
    html_.close();
  }

  void write_not_shown(std::size_t count) {
    html_.element(
        "p",
        fmt::format("{} more are not shown; the JSON report has all.", grouped(count)),
        {{"class", "soft small"}});
  }

  HtmlWriter& html_;
  const std::vector<SiteVerdict>& sites_;
  std::set<std::size_t> detailed_;
};

}  // namespace

void write_site_table(HtmlWriter& html, const RunReport& report,
                      const RunSummary& summary) {
  if (report.sites.size() < 2) return;
  html.open("section", {{"id", "sites"}}).element("h2", "Sites");
  SiteTable{html, report, summary}.write();
  html.close();
}

}  // namespace semsite
