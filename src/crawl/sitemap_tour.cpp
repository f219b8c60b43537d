#include "crawl/sitemap_tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "crawl/more_said.hpp"
#include "markup/html_charset.hpp"
#include "unpack/unpacker.hpp"
#include "vocab/diwoo_index.hpp"

namespace semsite {
namespace {

/// A source description names capability lists, these name indexes, and these lists; from
/// one of those it is as far up again.
constexpr std::uint32_t kDeepestSync = 6;
constexpr std::size_t kSeedPages = SitemapCollector::kSeedPages;
constexpr std::size_t kAllSeedPages = SitemapCollector::kAllSeedPages;
constexpr std::string_view kAcceptSitemap =
    "application/xml, text/xml, application/rss+xml, application/atom+xml, "
    "text/plain;q=0.9, */*;q=0.5";

std::string circle(const std::string& from, const std::string& to) {
  return fmt::format("its pages go in a circle: {} leads back to {}", from, to);
}

std::string lost_text(const SitemapSummary& summary) {
  if (summary.lost == 0) return {};
  return fmt::format("{} in it cannot be asked for: {}", count_of(summary.lost, "URL"),
                     summary.first_lost);
}

}  // namespace

SitemapTour::SitemapTour(Retriever& retriever, std::uint64_t max_sitemaps,
                         SitemapWatch* watch)
    : retriever_(retriever),
      max_sitemaps_(max_sitemaps),
      watch_(watch),
      changes_(retriever.limits().sitemap_entries) {
  room_.datasets = retriever.limits().site_datasets;
}

void SitemapTour::visit(const std::string& url, const std::string& named_by,
                        const std::string& announced) {
  visit_all({{url, named_by, announced}});
}

void SitemapTour::visit_resource_sync(const std::string& url,
                                      const std::string& named_by) {
  Stop stop{url, named_by, {}};
  stop.climbs = true;
  visit_all({std::move(stop)});
}

void SitemapTour::visit_feed(const std::string& url, const std::string& page) {
  Stop stop{url, page, {}};
  stop.is_feed = true;
  visit_all({std::move(stop)});
}

SitemapFact SitemapTour::fact_of(const Stop& stop) {
  SitemapFact fact;
  fact.url = stop.url;
  fact.named_by = stop.named_by;
  fact.announced = stop.announced;
  fact.is_of_page = stop.is_feed;
  return fact;
}

SitemapSummary SitemapTour::visit_body(Retrieved got, const std::string& named_by,
                                       const std::string& announced) {
  std::vector<Stop> next;
  const std::string url = got.url;
  SitemapSummary summary = read(std::move(got), {url, named_by, announced}, next);
  if (summary.kind == SitemapKind::unknown) {
    facts_.pop_back();
    return summary;
  }
  visit_all(std::move(next));
  return summary;
}

namespace {

/// Is there nobody who could be asked? The first who is not there is asked for
/// robots.txt.
bool has_no_host(const Retrieved& got, Retriever& retriever) {
  std::string code = got.code;
  if (got.outcome == Retrieval::robots) code = retriever.robots().of(got.url)->code;
  return code == "fetch.dns" || code == "fetch.connect" ||
         code == "fetch.refused-address";
}

}  // namespace

void SitemapTour::visit_all(std::vector<Stop> stops) {
  // A stack read from its end: children right after their index, in the index's order.
  std::ranges::reverse(stops);
  while (!stops.empty()) {
    Stop stop = std::move(stops.back());
    stops.pop_back();
    stop.url = plain_url(stop.url);
    if (!seen_.insert(stop.url).second) continue;
    SitemapFact fact = fact_of(stop);
    if (facts_.size() >= max_sitemaps_) {
      cut_short_ = true;
      return take_changes();
    }
    if (stop.depth > retriever_.limits().sitemap_depth) {
      fact.code = "site.limit";
      fact.problem = fmt::format("not read: nested more than {} deep (--max-index-depth)",
                                 retriever_.limits().sitemap_depth);
      facts_.push_back(std::move(fact));
      continue;
    }
    if (stop.sync_depth > kDeepestSync) {
      fact.code = "site.limit";
      fact.problem = fmt::format(
          "not read: more than {} documents of ResourceSync one after the other led here",
          kDeepestSync);
      facts_.push_back(std::move(fact));
      continue;
    }
    Retrieved got = retriever_.get({.url = stop.url,
                                    .named_by = NamedBy::document(stop.named_by),
                                    .accept = std::string{kAcceptSitemap}});
    if (got.outcome != Retrieval::got) {
      fact.code = got.code;
      fact.problem = got.problem;
      fact.unreachable = says_nothing(got);
      fact.is_missing = got.head.status == 404 || got.head.status == 410;
      fact.is_out_of_reach = !stop.announced.empty() &&
                             origin_of(got.url) != stop.announced &&
                             has_no_host(got, retriever_);
      fact.is_no_loss = stop.begins_feed() &&
                        (fact.is_missing || (got.code == "robots.denied" &&
                                             !retriever_.robots().of(got.url)->deny_all));
      facts_.push_back(std::move(fact));
      if (got.outcome == Retrieval::cancelled) return take_changes();
      continue;
    }
    // Two names of one sitemap: by its final URL it counts once.
    if (got.url != stop.url && !seen_.insert(got.url).second) {
      if (std::ranges::find(stop.before, got.url) == stop.before.end()) continue;
      fact.code = kSiteUnread;
      fact.problem = circle(stop.before.back(), got.url);
      facts_.push_back(std::move(fact));
      continue;
    }
    std::vector<Stop> next;
    (void)read(std::move(got), stop, next);
    stops.insert(stops.end(), next.rbegin(), next.rend());
  }
  take_changes();
}

SitemapSummary SitemapTour::read(Retrieved got, const Stop& stop,
                                 std::vector<Stop>& next) {
  SitemapFact fact = fact_of(stop);
  fact.url = got.url;
  seen_.insert(got.url);
  const std::unique_ptr<SitemapReading> reading =
      watch_ != nullptr ? watch_->begin(fact.url, fact.named_by) : nullptr;
  // DiWoo §2: an index of that name lists documents, with metadata or without.
  const auto bare = diwoo_index_name(stop.named_by).of_documents
                        ? SitemapCollector::BareEntry::document
                        : SitemapCollector::BareEntry::page;
  const SitemapEntryTaker take_entry =
      [this, by = stop.is_feed ? ListedBy::feed : ListedBy::sitemap](
          const SitemapEntry& entry, const std::string& sitemap) {
        if (watch_ != nullptr) watch_->entry(entry, NamedBy::document(sitemap), by);
      };
  SitemapCollector collector{
      take_entry, fact.url,
      changes_,   [this](std::string_view one) { return place_of(one); },
      wish_,      room_,
      bare,       reading.get()};
  SitemapSummary summary;
  bool is_read = true;
  try {
    Unpacker unpacker{std::move(got.body), path_and_query(got.url), retriever_.limits()};
    if (std::optional<Entry> entry = unpacker.next()) {
      // A list of URLs is UTF-8, whatever a server says of texts (sitemaps.org).
      const bool is_xml = got.head.media_type().find("xml") != std::string::npos;
      XmlCharset bytes{*entry->bytes, is_xml ? charset_of(got.head.header("content-type"))
                                             : std::string_view{}};
      summary = read_sitemap(bytes, fact.url, collector, retriever_.limits(),
                             reading ? &reading->events() : nullptr);
      entry.reset();
      if (summary.problem.empty() && unpacker.is_archive() && unpacker.next())
        summary.problem = "an archive of several files, of which the first alone is read";
    } else {
      summary.problem = "it is empty";
    }
  } catch (const DocumentError& error) {
    summary.problem = error.what();
    fact.code = error.code();
    is_read = false;
  }
  if (reading) reading->end(summary);
  collector.finish();
  fact.kind = summary.kind;
  if (collector.said.facts) fact.capability = collector.said.facts->capability;
  fact.entries = summary.entries;
  fact.local_entries = collector.local_pages;
  fact.children = summary.children;
  fact.datasets = summary.datasets;
  fact.bytes = summary.bytes;
  fact.problem = !summary.problem.empty()      ? summary.problem
                 : !collector.left_out.empty() ? std::move(collector.left_out)
                                               : lost_text(summary);
  if (fact.code.empty() && !fact.problem.empty()) fact.code = kSiteUnread;
  // A page, say, in its place.
  fact.is_no_loss = stop.begins_feed() && is_read && !summary.is_cut &&
                    summary.kind == SitemapKind::unknown;
  fact.notes = std::move(collector.notes);
  fact.note_count = collector.note_count;
  fact.groups = collector.count.groups();
  fact.changefreqs = std::move(collector.changefreqs);
  count_.add(collector.count);
  pages_ += collector.page_count;
  if (summary.kind != SitemapKind::unknown)
    add_pages(collector, more_by_header(got, stop.url), fact, stop, next);
  add_next(collector, fact.url, stop, next);
  take_pages(collector, stop);
  take_datasets(collector, stop);
  facts_.push_back(std::move(fact));
  return summary;
}

void SitemapTour::add_next(const SitemapCollector& collector, const std::string& url,
                           const Stop& stop, std::vector<Stop>& next) {
  const SyncKind kind =
      collector.said.facts ? sync_kind(collector.said.facts->capability) : SyncKind::none;
  const bool leads_on = entries_of(kind) == SyncEntries::documents;
  const auto add = [&](const std::string& target, bool is_sync) {
    Stop one{target, url, stop.announced};
    one.depth = stop.depth + (is_sync ? 0 : 1);
    one.sync_depth = stop.sync_depth + (is_sync ? 1 : 0);
    one.climbs = stop.climbs;
    one.is_feed = stop.is_feed;
    one.set = kind == SyncKind::capability_list ? url : stop.set;
    next.push_back(std::move(one));
  };
  for (const SitemapCollector::Child& child : collector.children)
    add(child.url, leads_on || !child.capability.empty());
  if (!stop.climbs) return;
  for (const EntryLink& link : collector.said.links)
    for (const std::string_view relation : split(link.rel, ' '))
      if (relation == "up" || relation == "index") add(link.href, true);
}

/// A list or feed may go on elsewhere (RFC 5005, RFC 8288): all its pages are one
/// sitemap.
void SitemapTour::add_pages(const SitemapCollector& collector,
                            const std::vector<MoreSaid>& said, SitemapFact& fact,
                            const Stop& stop, std::vector<Stop>& next) {
  const auto fail = [&](std::string problem) {
    if (!fact.problem.empty()) return;
    fact.problem = std::move(problem);
    fact.code = kSiteUnread;
  };
  if (stop.way != PageWay::none && fact.entries > 0 && collector.sign == stop.sign)
    return fail(fmt::format("lists the same as {}, which it is said to continue",
                            stop.before.back()));
  const auto add = [&](const std::string& target, PageWay way) {
    const std::string page = plain_url(target);
    if (way == PageWay::end && page == fact.url) return;
    Stop one = stop;
    one.url = page;
    one.named_by = fact.url;
    one.way = way;
    one.sign = collector.sign;
    if (stop.way != way) one.before.clear();
    one.before.push_back(fact.url);
    if (way != PageWay::end && std::ranges::find(one.before, page) != one.before.end())
      return fail(circle(fact.url, page));
    next.push_back(std::move(one));
  };
  for (const EntryLink& link : collector.said.links)
    for (const std::string_view relation : split(link.rel, ' '))
      if (const PageWay way = page_way(relation); way != PageWay::none)
        add(link.href, way);
  for (const MoreSaid& more : said) {
    if (more.url.empty())
      fail(fmt::format("is not all of it: {}, which is not followed", more_text(more)));
    else
      add(more.url, more.kind == MoreSaid::Kind::next ? PageWay::forward : PageWay::back);
  }
}

void SitemapTour::take_datasets(SitemapCollector& collector, const Stop& stop) {
  const bool is_dump =
      collector.said.facts &&
      sync_kind(collector.said.facts->capability) == SyncKind::resource_dump;
  for (DatasetFact& dataset : collector.datasets) {
    const std::size_t room = kAllSeedPages - seeds_;
    if (dataset.seed_pages.size() > room) {
      dataset.seed_pages.resize(room);
      dataset.seed_pages.shrink_to_fit();
    }
    seeds_ += dataset.seed_pages.size();
    dataset.announced = stop.announced;
    if (is_dump && !stop.set.empty()) dump_of_set_.emplace(stop.set, datasets_.size());
    prefixes_.add(dataset.said, datasets_.size());
    datasets_.push_back(std::move(dataset));
  }
  datasets_cut_ = datasets_cut_ || collector.datasets_cut;
}

void SitemapTour::take_pages(SitemapCollector& collector, const Stop& stop) {
  // A list beside a dump names what the dump holds: another way to the same dataset.
  const auto dump = stop.set.empty() ? dump_of_set_.end() : dump_of_set_.find(stop.set);
  if (dump != dump_of_set_.end()) {
    DatasetFact& dataset = datasets_[dump->second];
    dataset.pages += collector.loose;
    for (std::string& page : collector.pages) {
      if (dataset.seed_pages.size() == kSeedPages || seeds_ == kAllSeedPages) break;
      dataset.seed_pages.push_back(std::move(page));
      ++seeds_;
    }
    return;
  }
  beside_.add(std::move(collector.beside),
              [this](std::string_view url) { return place_of(url); });
  loose_pages_.count += collector.loose;
  for (std::string& page : collector.pages) {
    if (loose_pages_.first.size() == kSeedPages) break;
    loose_pages_.first.push_back(std::move(page));
  }
}

EntryPlace SitemapTour::place_of(std::string_view url) const {
  if (unwanted_ && unwanted_(url)) return EntryPlace::unwanted;
  return prefixes_.covers(url) ? EntryPlace::in_dataset : EntryPlace::beside;
}

// Only when every list has been read is it known which event of a resource is the last.
void SitemapTour::take_changes() {
  SyncChanges::Outcome outcome = changes_.outcome();
  // Which list named an event is not kept: one of the web makes all of them the web's.
  const auto of_web = std::ranges::find_if(
      facts_, [](const SitemapFact& fact) { return !is_own_file(fact.url); });
  const auto named_by =
      of_web != facts_.end() || facts_.empty() ? std::string{} : facts_.back().url;
  for (const SitemapEntry& entry : outcome.changed) {
    ++pages_;
    count_.add(entry);
    if (!wish_ || wish_(entry))
      beside_.add(entry, [this](std::string_view url) { return place_of(url); });
    ++loose_pages_.count;
    if (loose_pages_.first.size() < kSeedPages) loose_pages_.first.push_back(entry.loc);
    if (watch_ != nullptr)
      watch_->entry(entry, NamedBy::document(named_by), ListedBy::sitemap);
  }
  for (std::string& url : outcome.deleted) deleted_.push_back(std::move(url));
}

}  // namespace semsite
