#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semsite/limits.hpp"
#include "semsite/robots.hpp"
#include "validate/findings.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// Checks a robots.txt against RFC 9309 and what sitemaps.org says of it, and gives what
/// it says.
Robots check_robots(std::string_view bytes, DocumentFindings& findings,
                    const Limits& limits);

/// A sitemap, and the line that names it.
struct NamedSitemap {
  std::string url;
  FindingPlace named;
};

/// Is `url` a robots.txt below the root of its site, where no rule of it holds (RFC 9309
/// §2.3)?
[[nodiscard]] bool is_folder_robots(std::string_view url);

/// Checks such files where a site names them or the user named the page beside them.
/// Signmap has robots.txt at the entry page of a repository, for its `Sitemap` lines.
class FolderRobotsCheck {
 public:
  FolderRobotsCheck(const Validation& validation, CheckedSet& checked)
      : validation_(validation), checked_(checked) {}

  /// Asks for one, five in all, each once. That it is not there is no fault. `by`: who
  /// names it; nothing in it if nobody does.
  void visit(const std::string& url, const FindingPlace& by);
  /// One that came. `by` as above.
  void check(const Robots& robots, const std::string& url, const FindingPlace& by);
  /// The sitemaps that they named since this was last asked.
  [[nodiscard]] std::vector<NamedSitemap> take_sitemaps() {
    return std::exchange(sitemaps_, {});
  }

 private:
  const Validation& validation_;
  CheckedSet& checked_;
  std::set<std::string, std::less<>> asked_;
  std::vector<NamedSitemap> sitemaps_;
};

}  // namespace semsite
