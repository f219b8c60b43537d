#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "crawl/page_task.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// What the user wants of the things that entries of sitemaps name.
struct EntryPolicy {
  std::vector<std::string> follow{"describedby"};  ///< link relations
  /// Of OCX entries only these: types as class IRIs or their last words, formats as
  /// `JSON-LD`, `RDFa`, `Microdata` in any spelling. Empty: all.
  std::vector<std::string> ocx_types{}, ocx_formats{};
  bool documents = false;  ///< keep documents that are not RDF
};

/// Entries that are older are not wanted, if this is a Unix time in seconds, nor those
/// that `policy` leaves out; what was not asked for is not missing.
[[nodiscard]] bool is_entry_wanted(const SitemapEntry& entry, const EntryPolicy& policy,
                                   std::optional<std::int64_t> since);

/// Something to ask for because an entry names it.
struct EntryTarget {
  std::string url;
  PageTask task;
};

/// What an entry is to be followed to, least intrusive first: the metadata that it names;
/// else its page; nothing for what is gone, is no RDF, or was not asked for.
[[nodiscard]] std::vector<EntryTarget> targets_of(const SitemapEntry& entry,
                                                  const EntryPolicy& policy);

}  // namespace semsite
