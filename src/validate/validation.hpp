#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/retrieve.hpp"
#include "reading/parse_settings.hpp"
#include "report/console.hpp"
#include "validate/findings.hpp"

namespace semsite {

/// How much of a site is asked for.
struct CheckExtent {
  std::uint64_t pages = 10;   ///< of those that its sitemaps list, drawn at random
  std::uint64_t files = 100;  ///< dumps, endpoints and descriptions, so many of each
  std::uint64_t max_sitemaps = 1000;
  std::uint64_t seed = 0;  ///< repeats the draw
};

/// One run of the checks: what all of them share. References outlive it.
struct Validation {
  Retriever& retriever;
  std::reference_wrapper<const ParseSettings> settings;
  Findings& findings;
  Console& console;
  CheckExtent extent;
  std::stop_token stop;
  std::int64_t now = 0;  ///< seconds since 1970
};

/// A document that was checked.
struct CheckedDocument {
  std::string url;
  std::string_view kind;      ///< "robots.txt", "sitemap", "page", …; static
  std::uint64_t bytes = 0;    ///< unpacked; 0 where only its beginning was read
  std::uint64_t entries = 0;  ///< of a sitemap: pages and sitemaps
  std::uint64_t quads = 0;    ///< of RDF
  bool leads = false;         ///< its links lead to data
};

/// What was checked, in order.
struct CheckedSet {
  static constexpr std::size_t kMostNamed = 1'000;

  std::vector<CheckedDocument> named;  ///< the first of them
  std::uint64_t count = 0;
  /// Those that say something of a site's data: not its robots.txt, nor what holds none
  /// and leads to none.
  std::uint64_t telling = 0;
  std::vector<std::string> remarks;  ///< what was left out, sentences for people

  void add(CheckedDocument document) {
    ++count;
    const bool is_bare = (document.kind == "page" || document.kind == "document") &&
                         document.quads == 0 && !document.leads;
    const bool silent = document.kind == "robots.txt" || is_bare;
    if (!silent) ++telling;
    if (named.size() < kMostNamed) named.push_back(std::move(document));
  }
};

}  // namespace semsite
