#pragma once

#include <set>
#include <string>
#include <string_view>

#include "discover/robots.hpp"
#include "validate/check_means.hpp"

namespace semsite {

/// Is `url` a robots.txt below the root of its site, where no rule of it holds (RFC 9309
/// §2.3)?
[[nodiscard]] bool is_folder_robots(std::string_view url);

/// Checks such files where a site names them or the user named the page beside them.
/// Signmap has robots.txt at the entry page of a repository, for its `Sitemap` lines.
class FolderRobotsCheck {
 public:
  FolderRobotsCheck(const CheckMeans& means, CheckedSet& checked)
      : means_(means), checked_(checked) {}

  /// Asks for one, five in all, each once. That it is not there is no fault. `by`: who
  /// names it; nothing in it if nobody does.
  void visit(const std::string& url, const FindingPlace& by);
  /// One that came. `by` as above.
  void check(const Robots& robots, const std::string& url, const FindingPlace& by);

 private:
  const CheckMeans& means_;
  CheckedSet& checked_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace semsite
