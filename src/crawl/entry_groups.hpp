#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "crawl/entry_targets.hpp"
#include "discover/site_profile.hpp"
#include "discover/sitemap.hpp"

namespace semsite {

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
  std::array<EntryGroup, 5> groups_{{{.kind = "DiWoo"},
                                     {.kind = "OCX"},
                                     {.kind = "Signmap"},
                                     {.kind = "ResourceSync"},
                                     {.kind = "plain"}}};
};

}  // namespace semsite
