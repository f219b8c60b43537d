#include "crawl/sitemap_collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/counts.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/licences.hpp"
#include "fetch/ip_address.hpp"
#include "markup/sitemap_dialect.hpp"

namespace semsite {

namespace {

constexpr std::size_t kNotesKept = 10;
constexpr std::ptrdiff_t kNotesKeptOfOneCode = 3;
constexpr std::size_t kMostPackages = 50'000;  // of one dump

/// In memory, more or less.
std::uint64_t bytes_of(const SitemapDataset& dataset) {
  std::uint64_t out = sizeof(DatasetFact) + dataset.label.size() + dataset.uri.size() +
                      dataset.graph_name.size();
  for (const auto* locations : {&dataset.dumps, &dataset.fragments, &dataset.endpoints})
    for (const DatasetLocation& one : *locations)
      out += sizeof(DatasetLocation) + one.url.size() + one.slicing.size();
  // Once more in the index.
  constexpr std::uint64_t kPlaceBytes = 100;
  for (const LinkedDataPrefix& one : dataset.prefixes)
    out += sizeof(LinkedDataPrefix) + kPlaceBytes + 2 * one.prefix.size();
  for (const std::string& one : dataset.samples) out += sizeof(one) + one.size();
  for (const LicenceStatement& one : dataset.licences)
    out += sizeof(one) + one.value.size();
  return out;
}

/// One spelling for what is the same URL, so that all that looks at it sees one.
std::string plain_loc(std::string_view loc) {
  if (!is_http(loc)) return std::string{loc};
  const std::string_view url = without_fragment(loc);
  return plain_url(url) + std::string{loc.substr(url.size())};
}

/// Says nothing but where it is, and when it changed.
bool is_bare(const SitemapEntry& entry) {
  return !entry.diwoo && !entry.ocx && !entry.facts && entry.signposts.empty() &&
         entry.links.empty();
}

}  // namespace

void SitemapCollector::head(const SitemapHead& head) {
  said = head;
  if (!head.facts) return;
  sync_ = sync_kind(head.facts->capability);
  if (sync_ == SyncKind::unknown)
    note({"rs.capability",
          fmt::format("\"{}\" is no capability of ResourceSync (Z39.99); read as a list "
                      "of resources",
                      excerpt(head.facts->capability)),
          0});
}

void SitemapCollector::entry(const SitemapEntry& entry) {
  std::string plain = plain_loc(entry.loc);
  const bool is_document = bare_ == BareEntry::document && is_bare(entry);
  if (plain == entry.loc && !is_document) return take(entry);
  SitemapEntry other = entry;
  other.loc = std::move(plain);
  if (is_document) other.diwoo.emplace();
  take(other);
}

void SitemapCollector::take(const SitemapEntry& entry) {
  if (reading_ != nullptr) reading_->entry(entry);
  sign = sign * 31 + text_hash(entry.loc);
  const bool is_document = entry.facts && !entry.facts->capability.empty();
  switch (entries_of(sync_)) {
    case SyncEntries::pages:
      if (is_document && sync_ == SyncKind::none) return child(entry);
      if (entry.facts && !entry.facts->change.empty()) return change(entry);
      return page(entry);
    case SyncEntries::documents:
      return child(entry);
    case SyncEntries::changes:
      return change(entry);
    case SyncEntries::packages: {
      if (packages_.size() == kMostPackages) {
        ++packages_cut_;
        return;
      }
      std::vector<SitemapNote> odd;
      packages_.push_back(package_of(entry, odd));
      for (SitemapNote& one : odd) note(one);
      return;
    }
    case SyncEntries::nothing:
      ++passed_over;
      return;
  }
}

void SitemapCollector::change(const SitemapEntry& entry) {
  if (changes_.take(entry)) return;
  // No room to wait for later events of the same resource.
  if (entry.facts && entry.facts->change == "deleted")
    ++deleted;
  else
    page(entry);
}

EntryPlace SitemapCollector::place_of(std::string_view url) const {
  const EntryPlace before = place_before_(url);
  return before == EntryPlace::beside && prefixes_.covers(url) ? EntryPlace::in_dataset
                                                               : before;
}

namespace {

/// A generator that nobody told the address of the site writes that of its own server.
bool is_local(std::string_view url) {
  return is_http(url) && is_loopback_host(host_of(url));
}

}  // namespace

void SitemapCollector::page(const SitemapEntry& entry) {
  const std::string_view list_time =
      said.facts ? std::string_view{said.facts->at} : std::string_view{};
  if (changes_.is_deleted(entry, list_time)) {
    ++deleted;
    return;
  }
  ++page_count;
  if (is_local(entry.loc) && !is_local(url_)) ++local_pages;
  count.add(entry);
  if (std::ranges::find(kChangeFrequencies, entry.changefreq) != kChangeFrequencies.end())
    ++changefreqs[entry.changefreq];
  if (!wish_ || wish_(entry))
    beside.add(entry, [this](std::string_view url) { return place_of(url); });
  if (take_entry_) take_entry_(entry, url_);
  if (const auto under = prefixes_.find(entry.loc)) {
    DatasetFact& dataset = datasets[*under];
    ++dataset.pages;
    if (dataset.seed_pages.size() < kSeedPages && seeds_ < kAllSeedPages) {
      dataset.seed_pages.push_back(entry.loc);
      ++seeds_;
    }
    return;
  }
  ++loose;
  if (pages.size() < kSeedPages) pages.push_back(entry.loc);
}

void SitemapCollector::child(const SitemapEntry& child) {
  std::string capability = child.facts ? child.facts->capability : std::string{};
  // The parts of a list that is split are such lists too.
  if (capability.empty() && said.facts && entries_of(sync_) != SyncEntries::documents)
    capability = said.facts->capability;
  if (entries_of(sync_kind(capability)) == SyncEntries::nothing) {
    ++passed_over;
    return;
  }
  children.push_back({child.loc, std::move(capability)});
}

void SitemapCollector::dataset(const SitemapDataset& dataset) {
  if (room_.datasets == 0) {
    datasets_cut = true;
    return;
  }
  const std::uint64_t bytes = bytes_of(dataset);
  if (bytes > room_.bytes) {
    ++too_much_;
    return;
  }
  --room_.datasets;
  room_.bytes -= bytes;
  DatasetFact fact{
      .said = dataset, .sitemap = url_, .site = site_of(url_), .seed_pages = {}};
  for (auto* locations : {&fact.said.dumps, &fact.said.fragments, &fact.said.endpoints})
    for (DatasetLocation& one : *locations) one.url = plain_loc(one.url);
  // Pages may stand before the dataset whose prefix they are under.
  PrefixIndex own;
  own.add(dataset, 0);
  std::erase_if(pages, [&](std::string& page) {
    if (!own.covers(page)) return false;
    ++fact.pages;
    fact.seed_pages.push_back(std::move(page));
    return true;
  });
  loose -= fact.pages;
  prefixes_.add(dataset, datasets.size());
  datasets.push_back(std::move(fact));
}

void SitemapCollector::note(const SitemapNote& note) {
  ++note_count;
  if (note.code == "sitemap.left-out" && left_out.empty()) left_out = note.message;
  const auto of_code = std::ranges::count(notes, note.code, &SitemapNote::code);
  if (notes.size() < kNotesKept && of_code < kNotesKeptOfOneCode) notes.push_back(note);
}

void SitemapCollector::finish() {
  if (sync_ == SyncKind::resource_list) changes_.saw_list(said.facts->at);
  std::ranges::stable_sort(
      children, {}, [](const Child& child) { return sync_rank(child.capability); });
  if (passed_over > 0) {
    std::string_view why = why_passed_over(sync_);
    if (why.empty()) why = "archives, manifests and packages of changes are not read";
    note({"rs.passed-over",
          fmt::format("{} passed over: {}",
                      count_of(passed_over, "entry is", "entries are"), why),
          0});
  }
  if (deleted > 0)
    note({"rs.deleted",
          fmt::format("{} gone, as a change list says, and not fetched",
                      count_of(deleted, "entry is", "entries are")),
          0});
  if (too_much_ > 0)
    note({"sitemap.left-out",
          fmt::format("{} left out: what is kept of the datasets of one site comes to {}",
                      count_of(too_much_, "dataset was", "datasets were"),
                      human_bytes(DatasetRoom{}.bytes)),
          0});
  if (packages_cut_ > 0)
    note({"sitemap.left-out",
          fmt::format("more than {} packages in one dump; {} are left out",
                      grouped(kMostPackages), grouped(packages_cut_)),
          0});
  if (packages_.empty()) return;
  if (room_.datasets == 0) {
    datasets_cut = true;
    return;
  }
  --room_.datasets;
  SitemapDataset dump;
  dump.label = "resource dump (ResourceSync)";
  dump.dumps = std::move(packages_);
  if (said.facts) dump.lastmod = said.facts->at;
  for (const EntryLink& link : said.links)
    if (link.rel == "license")
      add_licence(dump.licences, {.value = link.href, .is_iri = true});
  datasets.push_back({.said = std::move(dump),
                      .sitemap = url_,
                      .site = site_of(url_),
                      .seed_pages = {}});
}

}  // namespace semsite
