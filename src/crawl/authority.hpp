#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "crawl/retrieve.hpp"
#include "discover/site_profile.hpp"

namespace semsite {

/// Finds out whether another host confirms what a sitemap says of it (semantic-sitemap
/// §5): asks that host's robots.txt and sitemaps, once a run.
class AuthorityCheck {
 public:
  /// Reads at most `max_sitemaps` of each host.
  AuthorityCheck(Retriever& retriever, std::uint64_t max_sitemaps);

  struct Verdict {
    Authority authority = Authority::own;
    std::string reason;
  };
  /// `location`: a dump, fragment, endpoint or prefix of `dataset`.
  [[nodiscard]] Verdict of(const std::string& location, const DatasetFact& dataset) {
    return of(location, {}, dataset);
  }
  /// `source`: URL of the document that names it, if that is not the dataset's sitemap.
  [[nodiscard]] Verdict of(const std::string& location, const std::string& source,
                           const DatasetFact& dataset);

 private:
  struct HostStatements {
    std::vector<DatasetFact> datasets;
    std::string problem;  ///< why there are none
  };
  [[nodiscard]] const HostStatements& ask_host(const std::string& url);

  Retriever& retriever_;
  std::uint64_t max_sitemaps_;
  std::map<std::string, HostStatements> known_;
};

}  // namespace semsite
