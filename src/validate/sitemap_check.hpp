#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "discover/sitemap_reader.hpp"
#include "validate/findings.hpp"
#include "validate/listed_url.hpp"

namespace semsite {

/// What a sitemap holds that others want to know. Any may be empty.
struct SitemapTaker {
  std::function<void(const SitemapHead&)> head{};
  std::function<void(const SitemapEntry&)> page;
  std::function<void(const SitemapEntry&)> child;
  std::function<void(const SitemapDataset&)> dataset;
};

struct SitemapVerdict {
  SitemapSummary summary;
  std::string capability;        ///< of ResourceSync; empty: an ordinary sitemap
  std::vector<EntryLink> links;  ///< of the document itself
  bool has_diwoo = false;
};

/// Reads one sitemap of any kind, already unpacked, and checks it: what the reader
/// tolerates, too. `category`: the information category of the DiWoo index that led
/// here; may be empty.
[[nodiscard]] SitemapVerdict check_sitemap(ByteSource& bytes, const SitemapTerms& terms,
                                           const std::string& category, ListedUrls& seen,
                                           const SitemapTaker& taker, Findings& findings,
                                           const Limits& limits);

}  // namespace semsite
