#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discover/site_profile.hpp"
#include "plan/access_plan.hpp"
#include "plan/mirror_pools.hpp"
#include "plan/scope.hpp"

namespace semsite {

/// Which plain pages are wanted beside the datasets of a site (`--pages`). What names
/// data of its own (`has_own_data`) is always wanted.
enum class PagesWanted : std::uint8_t {
  automatic,  ///< if no dataset of the site is had whole
  always,
  never,
};

/// What the user wants of a plan.
struct PlanPolicy {
  std::vector<Way> order{Way::dump, Way::fragments, Way::sparql, Way::crawl};
  std::vector<Way> only;  ///< no other way; empty = all
  DumpSemantics dump_semantics = DumpSemantics::automatic;
  std::uint64_t seed = 0;
  std::string dataset;                        ///< only this IRI or label; empty = all
  std::vector<std::string> include, exclude;  ///< globs on URLs
  bool authoritative_only = false;
  std::string resource;  ///< only the document of this IRI; empty = everything
  bool samples = false;  ///< only the documents that datasets name as samples
  PagesWanted pages = PagesWanted::automatic;
  LinkScope scope = LinkScope::folder;  ///< of a crawl that follows links
  std::uint64_t sample_pages = 0;       ///< of those plain pages that are not wanted
  std::uint64_t max_pages = 10'000;     ///< `--max-pages`: of one crawl
  bool documents = false;               ///< documents that are no RDF are kept as files
  std::optional<double> max_seconds;    ///< `--max-time`
  double delay_seconds = 0.5;           ///< between requests to one host
  std::string graph_store;  ///< URL of the Graph Store beside the endpoint; may be empty
};

/// Order of ways for `--prefer`: one word moves to the front of the default order, a list
/// is followed by the ways it does not name.
[[nodiscard]] std::vector<Way> preference(const std::vector<Way>& preferred);

/// Decides for every dataset of `profile` which ways there are, in which order they are
/// tried, and why. Pure: same profile, same policy, same plan.
[[nodiscard]] AccessPlan make_plan(SiteProfile profile, const PlanPolicy& policy);

/// Is a part of what sites have all that is wanted: one dataset, resource, or samples?
[[nodiscard]] bool asks_for_part(const PlanPolicy& policy);
/// Is there a way to anything in the plan? Of several sites, one that has nothing of the
/// part that was asked for owes nothing where another one has.
[[nodiscard]] bool offers_something(const AccessPlan& plan);

/// Was every sitemap read whole?
[[nodiscard]] bool is_listing_complete(const SiteProfile& profile);

/// Says of the endpoints of `plan` where the Graph Store is that has their graphs: the
/// user's one (`--graph-store`), if it is plain which endpoint it belongs to; else one
/// that the dataset's description names, if it is on the endpoint's own site, so that
/// whoever may be asked for the one may be asked for the other. The user's one that
/// belongs to none is told among what is left out.
void find_graph_stores(AccessPlan& plan, const PlanPolicy& policy);

/// The dataset without names of other hosts that nobody confirms, but for its IRI. What
/// goes is told in `notes`.
[[nodiscard]] DatasetFact without_claims(const DatasetFact& fact,
                                         std::vector<std::string>& notes);

/// Notes in `plan` that a dataset with a claimed IRI is left out; the first few are told
/// one by one.
void leave_out_claim(const DatasetFact& fact, AccessPlan& plan);
/// How many there were.
void tell_claims_left_out(AccessPlan& plan);

}  // namespace semsite
