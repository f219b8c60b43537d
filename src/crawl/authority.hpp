#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "crawl/retrieve.hpp"
#include "discover/site_profile.hpp"
#include "reading/parse_settings.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// Begins the reason of what was confirmed in an earlier run, and not in this one.
inline constexpr std::string_view kRemembered = "remembered from ";

/// Finds out whether a site may use a name of another host, or speak of a location there
/// (semantic-sitemap §5, docs/plan.md#authority): by that host's own robots.txt and
/// sitemaps, asked once; by what the name leads to; or because the user says so. The one
/// place that decides this.
class AuthorityCheck {
 public:
  struct Settings {
    std::uint64_t max_sitemaps = 20;  ///< of one host
    /// `host` (at every port), `host:port`, or a scheme such as `urn:`.
    std::vector<std::string> trusted{};
    /// Ask what names lead to; needs `parse`.
    bool looks = false;
    const ParseSettings* parse = nullptr;
    /// Remembers what was confirmed, for when nobody can be asked; null: nothing does.
    RunState* state = nullptr;
    /// Other hosts that are asked at all, and requests to find out what names lead to:
    /// of one host, and all. What is not asked stays a claim.
    std::size_t most_hosts = 50;
    std::size_t most_looks_of_host = 4;
    std::size_t most_looks = 50;
    /// No further host is asked once asking them has taken so long.
    std::chrono::seconds most_time{60};
  };
  AuthorityCheck(Retriever& retriever, Settings settings);
  /// Reads at most `max_sitemaps` of each host, and looks at nothing else.
  AuthorityCheck(Retriever& retriever, std::uint64_t max_sitemaps)
      : AuthorityCheck(retriever, Settings{.max_sitemaps = max_sitemaps}) {}

  using Verdict = Standing;
  /// `location`: a dump, fragment, endpoint or prefix of `dataset`.
  [[nodiscard]] Verdict of(const std::string& location, const DatasetFact& dataset) {
    return of(location, {}, dataset);
  }
  /// `source`: URL of the document that names it, if that is not the dataset's sitemap.
  [[nodiscard]] Verdict of(const std::string& location, const std::string& source,
                           const DatasetFact& dataset);

  /// What the names of `dataset` are worth: its IRI, graph, prefixes and samples. Those
  /// that are the site's own are left out.
  [[nodiscard]] Standings names_of(const DatasetFact& dataset);

 private:
  struct HostStatements {
    std::vector<DatasetFact> datasets;
    std::string problem;       ///< why there are none
    bool unreachable = false;  ///< it could not be asked, or not all of it
  };
  /// What asking for a name came to.
  struct Look {
    std::string url;      ///< that it leads to; empty: no answer
    std::string problem;  ///< why it was not asked for, or none came
    /// What the document there says, if it is on the name's own host.
    std::vector<DatasetFact> datasets;
    bool unreachable = false;         ///< nobody said yes or no
    std::vector<std::string> hops{};  ///< that it leads by way of
  };
  /// A verdict, and how sure it is.
  struct Judged {
    Standing standing;
    bool by_look = false;           ///< by what the name leads to
    bool host_unreachable = false;  ///< its sitemaps could not be asked
    bool look_unreachable = false;  ///< where it leads could not be asked
  };
  enum class Depth { where_it_leads, what_it_says };

  [[nodiscard]] Judged judge(const std::string& name, const DatasetFact& dataset,
                             bool (*confirms)(const std::vector<DatasetFact>& said,
                                              const std::string& name,
                                              const DatasetFact& dataset),
                             Depth depth);
  [[nodiscard]] Standing remembered(std::string_view of, const std::string& name,
                                    const DatasetFact& dataset, Judged now);
  [[nodiscard]] const HostStatements& ask_host(const std::string& url);
  [[nodiscard]] HostStatements statements_of(const std::string& url);
  [[nodiscard]] bool has_time() const { return spent_ < settings_.most_time; }
  [[nodiscard]] const Look& look(const std::string& name, Depth depth);
  [[nodiscard]] Look ask_for(const std::string& name, Depth depth);
  [[nodiscard]] bool is_trusted(std::string_view name) const;
  [[nodiscard]] Standing standing(const std::string& name, const DatasetFact& dataset,
                                  bool (*confirms)(const std::vector<DatasetFact>& said,
                                                   const std::string& name,
                                                   const DatasetFact& dataset),
                                  Depth depth);
  [[nodiscard]] Standing standing_of_prefix(const std::string& prefix,
                                            const DatasetFact& dataset);
  [[nodiscard]] Standing standing_of_sample(const std::string& sample,
                                            const DatasetFact& dataset,
                                            const Standings& known);

  Retriever& retriever_;
  Settings settings_;
  std::map<std::string, HostStatements> known_;
  std::map<std::string, Look> looks_;
  std::map<std::string, std::size_t> looks_of_host_;
  Clock::Time::duration spent_{0};
};

/// Finds out for every location that the datasets of `profile` name whether it may be
/// fetched and who stands behind it. Asks robots.txt and sitemaps of the hosts named.
void learn_locations(SiteProfile& profile, Retriever& retriever,
                     AuthorityCheck& authority);

/// Finds out what the names that the datasets use are worth, once all is known of them.
void learn_names(SiteProfile& profile, AuthorityCheck& authority);

/// Notes the robots.txt of a host in the profile, once.
void note_robots(SiteProfile& profile, const HostRobots& robots);

/// May any location of the dataset be asked for, as far as is known?
[[nodiscard]] bool has_usable_way(const SiteProfile& profile, const DatasetFact& dataset);

[[nodiscard]] constexpr bool is_ascii_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Does `text` (ASCII) have `host` in it, as a redirector may be told where to lead: in
/// any case, with other signs between its labels, in base64, base64url or hex, or as the
/// number that an IPv4 address is?
[[nodiscard]] bool names_host(std::string_view text, std::string_view host);

/// `http://b.example/go?to=http://a.example/`: whoever can be sent anywhere has said
/// nothing by it. Why the IRI `name`, which redirects to `target` by way of `hops`, could
/// be such a one; empty: it leads there by itself.
[[nodiscard]] std::string why_led(std::string_view name, const std::string& target,
                                  std::span<const std::string> hops = {});

}  // namespace semsite
