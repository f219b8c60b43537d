#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/dataset_cover.hpp"
#include "crawl/entry_targets.hpp"
#include "crawl/sitemap_watch.hpp"
#include "discover/resource_sync.hpp"
#include "discover/site_profile.hpp"
#include "discover/sitemap_reader.hpp"
#include "semsite/limits.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// Told of every page, in order.
using SitemapEntryTaker =
    std::function<void(const SitemapEntry&, const std::string& sitemap_url)>;

/// What may yet be kept of the datasets of one site.
struct DatasetRoom {
  std::uint64_t datasets = 0;
  std::uint64_t bytes = 64 * kMiB;  ///< an estimate
};

/// Collects what one sitemap says: pages, datasets, and which documents to read next.
class SitemapCollector final : public SitemapHandler {
 public:
  static constexpr std::size_t kSeedPages = 10'000;     // of one dataset
  static constexpr std::size_t kAllSeedPages = 50'000;  // of all, so that memory ends

  /// A document to read after this one.
  struct Child {
    std::string url;
    std::string capability;  ///< of ResourceSync; empty = not said
  };

  /// What an entry names that has nothing but `loc` and `lastmod`.
  enum class BareEntry : std::uint8_t { page, document };

  /// `covered`: by datasets of sitemaps before this one. `reading` is told of each entry;
  /// may be null. References outlive it.
  SitemapCollector(const SitemapEntryTaker& take_entry, const std::string& url,
                   SyncChanges& changes, PlaceOfEntry place, const EntryWish& wish,
                   DatasetRoom& room, BareEntry bare, SitemapReading* reading)
      : take_entry_(take_entry),
        url_(url),
        bare_(bare),
        reading_(reading),
        room_(room),
        changes_(changes),
        place_before_(std::move(place)),
        wish_(wish) {}

  void head(const SitemapHead& head) override;
  void entry(const SitemapEntry& entry) override;
  void child(const SitemapEntry& child) override;
  void dataset(const SitemapDataset& dataset) override;
  void note(const SitemapNote& note) override;
  [[nodiscard]] bool wants_every_note() const override { return true; }  // to count them

  /// Ends the document: what its resource dump holds becomes a dataset.
  void finish();

  SitemapHead said;  ///< of itself
  std::vector<Child> children;
  std::vector<std::string> pages;  ///< under no dataset: the first of them
  std::vector<DatasetFact> datasets;
  std::vector<SitemapNote> notes;  ///< the first few, of each code and in all
  std::uint64_t note_count = 0;
  std::uint64_t loose = 0;  ///< pages under no dataset
  std::uint64_t page_count = 0;
  std::uint64_t local_pages = 0;  ///< of these: `SitemapFact::local_entries`
  EntryCount count;               ///< of these pages
  EntriesBeside beside;           ///< of these pages those of no dataset
  /// How many say what of how often they change: the words of sitemaps.org, others not.
  std::map<std::string, std::uint64_t, std::less<>> changefreqs;
  std::uint64_t deleted = 0;  ///< said to be gone
  std::size_t sign = 0;       ///< of all that it lists, in order
  std::uint64_t passed_over = 0;
  bool datasets_cut = false;  ///< there were more than `DatasetRoom::datasets`
  std::string left_out{};     ///< what else of datasets was not kept, as a problem

 private:
  void take(const SitemapEntry& entry);
  void page(const SitemapEntry& entry);
  void change(const SitemapEntry& entry);
  /// By the prefixes of the datasets that were described so far.
  [[nodiscard]] EntryPlace place_of(std::string_view url) const;

  const SitemapEntryTaker& take_entry_;
  const std::string& url_;
  BareEntry bare_;
  SitemapReading* reading_;
  DatasetRoom& room_;
  SyncChanges& changes_;
  PlaceOfEntry place_before_;
  const EntryWish& wish_;
  SyncKind sync_ = SyncKind::none;
  std::vector<DatasetLocation> packages_;
  std::uint64_t packages_cut_ = 0;
  std::size_t seeds_ = 0;
  PrefixIndex prefixes_;        ///< of `datasets`
  std::uint64_t too_much_ = 0;  ///< datasets for which there was no room
};

}  // namespace semsite
