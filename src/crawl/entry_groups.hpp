#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "crawl/entry_targets.hpp"
#include "discover/site_profile.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// What kinds of metadata an entry may carry, the most telling one first; `kPlainKind`:
/// none.
inline constexpr std::array<std::string_view, 5> kEntryKinds{"DiWoo", "OCX", "Signmap",
                                                             "ResourceSync", "plain"};
inline constexpr std::size_t kDiwooKind = 0;
inline constexpr std::size_t kPlainKind = 4;

/// Place in kEntryKinds.
[[nodiscard]] std::size_t kind_of_entry(const SitemapEntry& entry);

/// Counts entries of sitemaps by the metadata they carry and by what `fetch` would ask
/// for because of them, as targets_of says it of a user who wants no less than
/// everything.
class EntryCount {
 public:
  void add(const SitemapEntry& entry);
  void add(const EntryCount& other);

  /// The groups that have an entry; plain ones come last.
  [[nodiscard]] std::vector<EntryGroup> groups() const;

 private:
  EntryPolicy policy_{.documents = true};
  std::array<EntryGroup, kEntryKinds.size()> groups_{};  ///< as in kEntryKinds
};

}  // namespace semsite
