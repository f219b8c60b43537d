#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/entry_groups.hpp"
#include "discover/site_profile.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// Where the document at a URL stands: beside the site's datasets, in one of them, or out
/// of what the user wants.
enum class EntryPlace : std::uint8_t { beside, in_dataset, unwanted };
using PlaceOfEntry = std::function<EntryPlace(std::string_view url)>;

/// Does the user want what this entry names? Empty: all.
using EntryWish = std::function<bool(const SitemapEntry&)>;

/// Counts the entries of sitemaps that stand beside the site's datasets: what they name
/// is no part of any of them, so that whoever gets the datasets has not got it. A dataset
/// may be described after the pages under its prefix; so the first entries of each kind
/// are kept until all datasets are known, and only those behind them are judged at once.
class EntriesBeside {
 public:
  /// Entries of each kind that are kept.
  static constexpr std::size_t kKept = 10'000;

  /// `place` knows the datasets that were described so far.
  void add(const SitemapEntry& entry, const PlaceOfEntry& place);
  /// A page that no sitemap lists, but that is to be crawled.
  void add_page(const std::string& url);
  void add(EntriesBeside other, const PlaceOfEntry& place);

  /// What is left once all datasets are known, kinds without an entry left out.
  [[nodiscard]] std::vector<EntriesOfKind> outside(const PlaceOfEntry& place) const;

 private:
  struct Kind {
    std::vector<std::string> first;  ///< URLs of what the entries name
    std::uint64_t further = 0;       ///< that stood beside when they came
  };
  void add(std::size_t kind, std::string url, const PlaceOfEntry& place);

  std::array<Kind, kEntryKinds.size()> kinds_;
};

}  // namespace semsite
