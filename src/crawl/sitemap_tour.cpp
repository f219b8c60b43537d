#include "crawl/sitemap_tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/url.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kNotesKept = 10;
constexpr std::size_t kSeedPages = 10'000;     // of one dataset
constexpr std::size_t kAllSeedPages = 50'000;  // of all, so that memory does not grow
constexpr std::string_view kAccept =
    "application/xml, text/xml, application/rss+xml, application/atom+xml, "
    "text/plain;q=0.9, */*;q=0.5";

/// Collects what one sitemap says.
class Collector final : public SitemapHandler {
 public:
  Collector(SitemapWatch* watch, const std::string& url) : watch_(watch), url_(url) {}

  void entry(const SitemapEntry& entry) override {
    if (watch_ != nullptr) watch_->entry(entry);
    bool under = false;
    for (DatasetFact& dataset : datasets) {
      for (const LinkedDataPrefix& prefix : dataset.said.prefixes) {
        if (!entry.loc.starts_with(prefix.prefix)) continue;
        ++dataset.pages;
        if (dataset.seed_pages.size() < kSeedPages && seeds_ < kAllSeedPages) {
          dataset.seed_pages.push_back(entry.loc);
          ++seeds_;
        }
        under = true;
        break;
      }
      if (under) break;
    }
    if (under) return;
    ++loose;
    if (pages.size() < kSeedPages) pages.push_back(entry.loc);
  }
  void child(const SitemapEntry& child) override { children.push_back(child.loc); }
  void dataset(const SitemapDataset& dataset) override {
    DatasetFact fact{
        .said = dataset, .sitemap = url_, .site = site_of(url_), .seed_pages = {}};
    // Pages may stand before the dataset whose prefix they are under.
    for (const std::string& page : pages) {
      const bool under =
          std::ranges::any_of(dataset.prefixes, [&](const LinkedDataPrefix& prefix) {
            return page.starts_with(prefix.prefix);
          });
      if (!under) continue;
      ++fact.pages;
      fact.seed_pages.push_back(page);
    }
    std::erase_if(pages, [&](const std::string& page) {
      return std::ranges::find(fact.seed_pages, page) != fact.seed_pages.end();
    });
    loose -= fact.pages;
    datasets.push_back(std::move(fact));
  }
  void note(const SitemapNote& note) override {
    ++note_count;
    if (notes.size() < kNotesKept) notes.push_back(note);
  }

  std::vector<std::string> children, pages;
  std::vector<DatasetFact> datasets;
  std::vector<SitemapNote> notes;
  std::uint64_t note_count = 0;
  std::uint64_t loose = 0;

 private:
  std::size_t seeds_ = 0;
  SitemapWatch* watch_;
  const std::string& url_;
};

}  // namespace

SitemapTour::SitemapTour(Retriever& retriever, std::uint64_t max_sitemaps,
                         SitemapWatch* watch)
    : retriever_(retriever), max_sitemaps_(max_sitemaps), watch_(watch) {}

void SitemapTour::visit(const std::string& url, const std::string& named_by,
                        const std::string& announced) {
  visit_all({{url, named_by, announced, 0}});
}

SitemapSummary SitemapTour::visit_body(Retrieved got, const std::string& named_by,
                                       const std::string& announced) {
  std::vector<Stop> next;
  const std::string url = got.url;
  const SitemapSummary summary =
      read(std::move(got), {url, named_by, announced, 0}, next);
  if (summary.kind == SitemapKind::unknown) {
    facts_.pop_back();
    return summary;
  }
  visit_all(std::move(next));
  return summary;
}

void SitemapTour::visit_all(std::vector<Stop> stops) {
  // A stack read from its end: children right after their index, in the index's order.
  std::ranges::reverse(stops);
  while (!stops.empty()) {
    const Stop stop = std::move(stops.back());
    stops.pop_back();
    if (!seen_.insert(request_url(stop.url)).second) continue;
    SitemapFact fact;
    fact.url = stop.url;
    fact.named_by = stop.named_by;
    fact.announced = stop.announced;
    if (facts_.size() >= max_sitemaps_) {
      cut_short_ = true;
      return;
    }
    if (stop.depth > retriever_.limits().sitemap_depth) {
      fact.problem = fmt::format("not read: nested more than {} deep (--max-index-depth)",
                                 retriever_.limits().sitemap_depth);
      facts_.push_back(std::move(fact));
      continue;
    }
    Retrieved got = retriever_.get(
        {.url = stop.url,
         .accept = std::string{kAccept},
         .allow_local = is_file_url(stop.named_by) || stop.named_by.empty()});
    if (got.outcome != Retrieval::got) {
      fact.problem = got.problem;
      facts_.push_back(std::move(fact));
      if (got.outcome == Retrieval::cancelled) return;
      continue;
    }
    // Two names of one sitemap: by its final URL it counts once.
    if (got.url != request_url(stop.url) && !seen_.insert(got.url).second) continue;
    std::vector<Stop> next;
    (void)read(std::move(got), stop, next);
    stops.insert(stops.end(), next.rbegin(), next.rend());
  }
}

SitemapSummary SitemapTour::read(Retrieved got, const Stop& stop,
                                 std::vector<Stop>& next) {
  SitemapFact fact;
  fact.url = got.url;
  fact.named_by = stop.named_by;
  fact.announced = stop.announced;
  seen_.insert(got.url);
  Collector collector{watch_, fact.url};
  const std::unique_ptr<SitemapReading> reading =
      watch_ != nullptr ? watch_->begin(fact.url, fact.named_by) : nullptr;
  SitemapSummary summary;
  try {
    Unpacker unpacker{std::move(got.body), path_and_query(got.url), retriever_.limits()};
    if (const std::optional<Entry> entry = unpacker.next()) {
      summary = read_sitemap(*entry->bytes, fact.url, collector, retriever_.limits(),
                             reading ? &reading->events() : nullptr);
    } else {
      summary.problem = "it is empty";
    }
  } catch (const DocumentError& error) {
    summary.problem = error.what();
  }
  if (reading) reading->end(summary);
  fact.kind = summary.kind;
  fact.entries = summary.entries;
  fact.children = summary.children;
  fact.datasets = summary.datasets;
  fact.bytes = summary.bytes;
  fact.problem = summary.problem;
  fact.notes = std::move(collector.notes);
  fact.note_count = collector.note_count;
  pages_ += summary.entries;
  for (std::string& child : collector.children)
    next.push_back({std::move(child), fact.url, stop.announced, stop.depth + 1});
  for (DatasetFact& dataset : collector.datasets) {
    const std::size_t room = kAllSeedPages - seeds_;
    if (dataset.seed_pages.size() > room) {
      dataset.seed_pages.resize(room);
      dataset.seed_pages.shrink_to_fit();
    }
    seeds_ += dataset.seed_pages.size();
    if (datasets_.size() < retriever_.limits().site_datasets) {
      datasets_.push_back(std::move(dataset));
    } else {
      datasets_cut_ = true;
    }
  }
  loose_pages_.count += collector.loose;
  for (std::string& page : collector.pages) {
    if (loose_pages_.first.size() == kSeedPages) break;
    loose_pages_.first.push_back(std::move(page));
  }
  facts_.push_back(std::move(fact));
  return summary;
}

}  // namespace semsite
