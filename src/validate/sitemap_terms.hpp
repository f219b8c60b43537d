#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>

#include "base/text_hash.hpp"

namespace semsite {

/// What is known of a sitemap before it is read.
struct SitemapTerms {
  std::string url;       ///< after redirects: base of what is relative
  bool located = true;   ///< false: it is a file, so the rule of location says nothing
  std::int64_t now = 0;  ///< seconds since 1970
  /// Does the robots.txt of the host of this URL name the sitemap? May be empty.
  std::function<bool(const std::string& url)> announced{};
};

/// URLs that were listed before, in any sitemap of a site; the first million of them.
class ListedUrls {
 public:
  /// Was it listed before? It is from now on.
  bool seen(const std::string& url) {
    const std::size_t hash = text_hash(url);
    if (hashes_.size() >= kMost) return hashes_.contains(hash);
    return !hashes_.insert(hash).second;
  }

 private:
  static constexpr std::size_t kMost = 1'000'000;
  std::unordered_set<std::size_t> hashes_;
};

}  // namespace semsite
