#pragma once

#include <string>

#include "crawl/retrieve.hpp"
#include "crawl/sitemap_tour.hpp"

namespace semsite {

/// Where a repository in a sub-folder may have a robots.txt of its own (Signmap): beside
/// the entry page that the user named. Empty for a page at the root of its site, whose
/// robots.txt is the site's.
[[nodiscard]] std::string entry_robots_url(const std::string& entry);

/// The text of a robots.txt that is not the site's, as far as it came in whole lines.
struct FolderRobots {
  std::string text;
  std::string problem;  ///< why that is not all of it; empty if it is
};
[[nodiscard]] FolderRobots read_folder_robots(Retrieved got, const Limits& limits);

struct EntryRobots {
  bool names_sitemap = false;
  std::string problem{};  ///< it broke off, so that there may be more
};

/// Visits the sitemaps that the robots.txt beside the page `entry` names, for which it
/// makes one request. Nothing else of that file counts: it is not the site's (RFC 9309
/// §2.3). That there is none is the usual case, and an HTML answer is none.
[[nodiscard]] EntryRobots visit_entry_robots(Retriever& retriever, SitemapTour& tour,
                                             const std::string& entry);

}  // namespace semsite
