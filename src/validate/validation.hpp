#pragma once

#include <algorithm>
#include <array>
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
  std::uint64_t pages = 10;   ///< of those that its sitemaps list, drawn
  std::uint64_t files = 100;  ///< dumps, endpoints and descriptions, so many of each
  std::uint64_t max_sitemaps = 1000;
  /// Of the draw, together with the name of the site: another one draws others.
  std::uint64_t seed = 0;
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

/// What the signposts of a landing page come to: none at all, or a level of the FAIR
/// Signposting Profile (20231002).
struct LandingVerdict {
  enum class Signposts : std::uint8_t {
    none,
    no_level,  ///< there are some, but neither level is kept
    level_1,   ///< the links of the page itself
    level_2,   ///< a complete link set
  };
  std::string url;
  Signposts signposts = Signposts::none;
};

/// What was checked, in order.
struct CheckedSet {
  static constexpr std::size_t kMostNamed = 1'000;

  std::vector<CheckedDocument> named;  ///< the first of them
  std::uint64_t count = 0;
  /// How many of each kind, in the order in which the kinds were met.
  std::vector<std::pair<std::string_view, std::uint64_t>> kinds;
  std::vector<LandingVerdict> landing_pages;      ///< the first of them
  std::array<std::uint64_t, 4> landing_counts{};  ///< by `LandingVerdict::Signposts`
  /// Those that say something of a site's data: not its robots.txt, nor what holds none
  /// and leads to none.
  std::uint64_t telling = 0;
  std::vector<std::string> remarks;  ///< what was left out, sentences for people

  void add(CheckedDocument document) {
    ++count;
    const auto kind = std::ranges::find(
        kinds, document.kind, &std::pair<std::string_view, std::uint64_t>::first);
    if (kind == kinds.end())
      kinds.emplace_back(document.kind, 1);
    else
      ++kind->second;
    const bool is_bare = (document.kind == "page" || document.kind == "document") &&
                         document.quads == 0 && !document.leads;
    const bool silent = document.kind == "robots.txt" || is_bare;
    if (!silent) ++telling;
    if (named.size() < kMostNamed) named.push_back(std::move(document));
  }
  void add(LandingVerdict page) {
    ++landing_counts[static_cast<std::size_t>(page.signposts)];
    if (landing_pages.size() < kMostNamed) landing_pages.push_back(std::move(page));
  }
};

}  // namespace semsite
