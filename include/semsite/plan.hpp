#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "semsite/export.hpp"
#include "semsite/way.hpp"
#include "semsite/web.hpp"

// How a site offers its data, and which way is the least intrusive one to all of it. No
// data is downloaded.

namespace semsite {

/// What is wanted of a site.
struct PlanOptions {
  std::vector<Way> prefer{};  ///< these first, the others behind them
  std::vector<Way> only{};    ///< no other way; empty: all
  std::string dataset{};      ///< only the dataset of this IRI or label; empty: all
  std::vector<std::string> include{};  ///< globs on URLs: only what one matches
  std::vector<std::string> exclude{};  ///< globs on URLs: not what one matches
  /// Hosts ("data.example.org") and schemes ("urn:") whose names any site may use.
  std::vector<std::string> trust{};
  /// Where nothing names a sitemap, try /sitemap.xml; then follow the links of the page.
  bool guess = true;
  bool weigh = true;  ///< one HEAD request for each place that would be asked first
  /// Decides between mirrors of one weight; the same gives the same plan.
  std::uint64_t seed = 0;
};

/// One place to ask.
struct PlannedLocation {
  std::string url;
  double probability = 0;                ///< of being asked first; 0: only if others fail
  bool is_allowed = true;                ///< by robots.txt, scope and scheme
  std::optional<std::uint64_t> bytes{};  ///< as a HEAD request or a description says
};

/// One way to a dataset.
struct PlannedWay {
  Way way = Way::dump;
  bool is_usable = false;
  std::string reason{};  ///< why it is chosen, or why it is not
  /// Every part is needed; of the places of a part, one.
  std::vector<std::vector<PlannedLocation>> parts{};
  std::optional<std::uint64_t> requests{}, bytes{};  ///< estimates
  std::optional<double> seconds{};                   ///< at least, from pauses alone
  std::vector<std::string> missing{};  ///< parts of the dataset that it does not give
};

/// One dataset, or the pages that sitemaps list outside of one.
struct PlannedDataset {
  std::string name;                ///< for people: label, IRI, dump or site
  std::string iri;                 ///< may be empty
  std::string described_by;        ///< URL of the sitemap or description; may be empty
  std::uint64_t pages = 0;         ///< more than 0: no dataset, but so many pages
  std::vector<PlannedWay> ways{};  ///< in the order in which they are tried
  std::optional<std::size_t> chosen{};  ///< the first usable one of them
  std::vector<std::string> notes{};
};

/// What was learnt of a site, and what would be done.
struct SitePlan {
  std::string site;  ///< its origin, or "file:"
  std::vector<PlannedDataset> datasets{};
  std::vector<std::string> sitemaps{};  ///< URLs of those that were read
  std::uint64_t entries = 0;            ///< of all of them
  /// What could not be learnt, in sentences: a plan with one may miss something.
  std::vector<std::string> problems{};
  std::vector<std::string> notes{};
  std::string json{};  ///< all of it, as `semsite plan --format json` prints it
};

/// Looks at a site: `url` is absolute (http, https or file), of the site itself, a
/// robots.txt, a sitemap, a description of datasets, a dump, an endpoint or a page.
///
/// A site that does not answer is no exception: `problems` says so. Throws UsageError for
/// an option or a URL that is none. May be called from several threads at once; then each
/// call keeps its own pauses between requests.
[[nodiscard]] SEMSITE_API SitePlan plan(const std::string& url,
                                        const PlanOptions& options = {},
                                        const WebOptions& web = {});

}  // namespace semsite
