#include "plan/gather_plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "base/url.hpp"

namespace semsite {
namespace {

using Locations = std::set<std::string>;

/// All that says where the data of a dataset is.
Locations locations_of(const DatasetPlan& plan) {
  Locations out;
  for (const auto* locations :
       {&plan.dataset.dumps, &plan.dataset.fragments, &plan.dataset.endpoints})
    for (const DatasetLocation& one : *locations) out.insert(plain_url(one.url));
  for (const LinkedDataPrefix& one : plan.dataset.prefixes)
    out.insert("prefix " + plain_url(one.prefix));
  return out;
}

bool is_named_dump(const DatasetPlan& plan) {
  return plan.sitemap.empty() && plan.dataset.uri.empty() &&
         plan.dataset.dumps.size() == 1;
}

struct Place {
  std::size_t plan, dataset;
  Locations locations;
};

/// Does `kept` give all that `other` does?
bool covers(const DatasetPlan& kept, const Locations& kept_at, const DatasetPlan& other,
            const Locations& other_at) {
  if (kept.loose_pages > 0 || other.loose_pages > 0)
    return kept.loose_pages > 0 && other.loose_pages > 0 && kept.site == other.site &&
           kept.only_seeds == other.only_seeds &&
           (!kept.only_seeds || kept.seeds == other.seeds);
  if (!kept.chosen || other_at.empty() || kept.describes != other.describes ||
      kept.only_seeds != other.only_seeds)
    return false;
  if (kept.only_seeds && kept.seeds != other.seeds) return false;
  if (!std::ranges::includes(kept_at, other_at)) return false;
  if (is_named_dump(other)) return true;
  return graph_iri(kept) == graph_iri(other) &&
         kept.dataset.graph_name == other.dataset.graph_name;
}

std::string called(const DatasetPlan& plan) {
  return plan.sitemap.empty() || plan.loose_pages > 0
             ? name_of(plan)
             : fmt::format("{} of {}", name_of(plan), plan.sitemap);
}

/// `other` goes: what is listed for it is for `kept`.
void take_in(DatasetPlan& kept, DatasetPlan& other) {
  if (other.listing != kept.listing && !other.listing.empty())
    kept.more_listings.push_back(other.listing);
  std::ranges::move(other.more_listings, std::back_inserter(kept.more_listings));
  for (std::string& seed : other.seeds)
    if (std::ranges::find(kept.seeds, seed) == kept.seeds.end())
      kept.seeds.push_back(std::move(seed));
  for (std::string& sample : other.dataset.samples)
    if (std::ranges::find(kept.dataset.samples, sample) == kept.dataset.samples.end())
      kept.dataset.samples.push_back(std::move(sample));
  for (std::string& page : other.first_pages)
    if (std::ranges::find(kept.first_pages, page) == kept.first_pages.end())
      kept.first_pages.push_back(std::move(page));
  for (std::string& feed : other.feeds)
    if (std::ranges::find(kept.feeds, feed) == kept.feeds.end())
      kept.feeds.push_back(std::move(feed));
  kept.lists_only_feeds = kept.lists_only_feeds || other.lists_only_feeds;
  kept.listing_complete = kept.listing_complete && other.listing_complete;
}

}  // namespace

std::string locations_text(const DatasetPlan& plan) {
  std::set<std::string> urls;
  for (const AccessOption& option : plan.options)
    for (const MirrorPool& pool : option.pools)
      for (const Location& one : pool.mirrors) urls.insert(plain_url(one.url));
  std::string out;
  for (const std::string& url : urls) out += url + '\n';
  return out;
}

void gather_plans(std::vector<AccessPlan>& plans) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < plans.size(); ++i)
    for (std::size_t j = 0; j < plans[i].datasets.size(); ++j)
      places.push_back({i, j, locations_of(plans[i].datasets[j])});
  const auto at = [&](const Place& place) -> DatasetPlan& {
    return plans[place.plan].datasets[place.dataset];
  };
  // What is asked for before what is not; datasets before files that the user named, and
  // the larger one first.
  std::ranges::stable_sort(places, [&](const Place& one, const Place& other) {
    if (at(one).chosen.has_value() != at(other).chosen.has_value())
      return at(one).chosen.has_value();
    if (is_named_dump(at(one)) != is_named_dump(at(other)))
      return is_named_dump(at(other));
    return one.locations.size() > other.locations.size();
  });
  std::set<std::pair<std::size_t, std::size_t>> gone;
  std::vector<const Place*> kept;
  for (const Place& place : places) {
    DatasetPlan& plan = at(place);
    const auto holder = std::ranges::find_if(kept, [&](const Place* one) {
      return covers(at(*one), one->locations, plan, place.locations);
    });
    if (holder == kept.end()) {
      kept.push_back(&place);
      continue;
    }
    gone.emplace(place.plan, place.dataset);
    DatasetPlan& stays = at(**holder);
    // What nobody would have asked for lists nothing for others.
    if (plan.chosen) take_in(stays, plan);
    plans[place.plan].left_out.push_back(
        plan.loose_pages > 0
            ? fmt::format("{}: named in several ways, and had once", called(plan))
            : fmt::format("{} is {}: it is had once", called(plan), called(stays)));
  }
  for (std::size_t i = 0; i < plans.size(); ++i) {
    std::vector<DatasetPlan> rest;
    for (std::size_t j = 0; j < plans[i].datasets.size(); ++j)
      if (!gone.contains({i, j})) rest.push_back(std::move(plans[i].datasets[j]));
    plans[i].datasets = std::move(rest);
  }
}

}  // namespace semsite
