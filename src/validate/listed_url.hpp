#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/hash.hpp"
#include "rdf/iri.hpp"
#include "validate/findings.hpp"

namespace semsite {

/// What is known of a sitemap before it is read.
struct SitemapTerms {
  std::string url;        ///< after redirects: base of what is relative
  bool located = true;    ///< false: it is a file, so the rule of location says nothing
  std::int64_t now = 0;   ///< seconds since 1970
  bool of_diwoo = false;  ///< it is, or is listed in, an index named as DiWoo wants
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

/// Where a value stands.
struct ValuePlace {
  std::uint64_t line = 0, column = 0;
};

/// Checks the URLs that one sitemap lists.
class ListedUrlCheck {
 public:
  /// All outlive it.
  ListedUrlCheck(DocumentFindings& findings, const SitemapTerms& terms, ListedUrls& seen);

  enum class Rules : std::uint8_t {
    all,
    anywhere,         ///< of entries that may be on other hosts (DiWoo)
    again,            ///< of change lists: the same URL may come again
    again_elsewhere,  ///< of packages and documents: both
  };
  /// A `loc` as written, trimmed.
  void check(std::string_view loc, ValuePlace place, Rules rules);

  /// Is it an absolute URL that can be fetched? Else a finding of `code`.
  bool check_location(std::string_view url, std::string_view what, std::string_view code,
                      ValuePlace place);
  /// The same for an IRI that need not be fetchable.
  bool check_iri(std::string_view iri, std::string_view what, std::string_view code,
                 ValuePlace place);

 private:
  void check_text(std::string_view loc, ValuePlace place);
  bool check_reach(std::string_view url, std::string_view code, const std::string& what,
                   ValuePlace place);
  void check_scope(const std::string& url, ValuePlace place);

  DocumentFindings& findings_;
  const SitemapTerms& terms_;
  ListedUrls& seen_;
  std::string origin_;     ///< of the sitemap
  std::string directory_;  ///< path of the sitemap up to its last slash
};

}  // namespace semsite
