#include "plan/make_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/counts.hpp"
#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "plan/mirror_pools.hpp"
#include "plan/scope.hpp"

namespace semsite {
namespace {

/// Makes the options of one dataset.
class DatasetPlanner {
 public:
  DatasetPlanner(const SiteProfile& profile, const PlanPolicy& policy, PlanRandom& random)
      : profile_(profile),
        policy_(policy),
        pools_(profile, policy.dump_semantics, random) {}

  DatasetPlan plan(const DatasetFact& all) {
    DatasetPlan out;
    std::optional<DatasetFact> few;
    if (policy_.authoritative_only) few = without_claims(all, out.notes);
    const DatasetFact& fact = few ? *few : all;
    out.dataset = fact.said;
    out.standings = fact.standings;
    out.said_triples = fact.triples;
    out.sitemap = fact.sitemap;
    out.site = fact.site;
    out.listing = profile_.entry;
    out.listing_complete = is_listing_complete(profile_);
    const DumpMeaning meaning = meaning_of_dumps(fact.said, policy_.dump_semantics);
    out.semantics = meaning.mirrors ? "mirrors" : "parts";
    out.semantics_reason = meaning.reason;
    out.semantics_assumed = meaning.assumed;
    out.notes.insert(out.notes.begin(), fact.notes.begin(), fact.notes.end());
    out.seeds = fact.said.samples;
    out.seeds.insert(out.seeds.end(), fact.seed_pages.begin(), fact.seed_pages.end());

    // Every pool is drawn in a fixed order, whatever is preferred: the same seed gives
    // the same mirrors with every --prefer.
    std::vector<AccessOption> made;
    if (!fact.said.dumps.empty())
      made.push_back(
          {Way::dump, pools_.dumps(fact.said.dumps, meaning, out.notes), {}, true, {}});
    if (!made.empty()) say_meaning(made[0], out);
    if (!fact.said.fragments.empty()) {
      made.push_back(
          {Way::fragments, pools_.parts(fact.said.fragments, out.notes), {}, true, {}});
      made.back().missing = fact.missing;
      for (const std::string& part : fact.missing)
        out.notes.push_back(fmt::format(
            "no data of its subset {} is known: its fragments are not all of it", part));
      if (fact.said.fragments.size() == 1 && fact.said.fragments[0].source.empty())
        out.notes.push_back(
            "only one fragment is named; the extension asks for at least two");
    }
    if (!fact.said.endpoints.empty())
      made.push_back({Way::sparql, {pools_.pool(fact.said.endpoints)}, {}, true, {}});
    if (!fact.said.prefixes.empty()) {
      made.push_back(crawl_option(fact));
    } else if (policy_.samples && !fact.said.samples.empty()) {
      made.push_back(samples_option(fact));
    }

    for (const Way way : policy_.order)
      for (AccessOption& option : made)
        if (option.way == way) out.options.push_back(std::move(option));
    whole_first(out);
    if (policy_.samples || !policy_.resource.empty()) narrow(out);
    for (AccessOption& option : out.options) judge(option, fact);
    if (out.only_seeds)
      name_the_document(out);
    else
      judge_crawl(out);
    choose(out);
    return out;
  }

 private:
  /// Whether several dumps came to be parts or mirrors after all.
  static void say_meaning(const AccessOption& dumps, DatasetPlan& plan) {
    const std::size_t files = plan.dataset.dumps.size();
    if (!plan.semantics_assumed) return;
    if (files > 1 && dumps.pools.size() == 1) {
      plan.semantics = "mirrors";
      plan.semantics_reason = "by their names or checksums they are one file again";
      plan.semantics_assumed = false;
    }
  }

  /// A way that gives everything comes before fragments that do not, unless the user
  /// prefers another order.
  void whole_first(DatasetPlan& plan) const {
    if (policy_.order != preference({})) return;
    const auto rank = [](const AccessOption& option) {
      return option.way == Way::crawl || option.way == Way::entries ? 2
             : option.missing.empty()                               ? 0
                                                                    : 1;
    };
    std::ranges::stable_sort(plan.options, {}, rank);
  }

  /// Why none of the mirrors may be asked.
  static AccessOption::Bar bar_of(const MirrorPool& pool) {
    const auto is_asked_for = [](const Location& one) {
      return is_of_server(one.url) || is_file_url(one.url);
    };
    return std::ranges::none_of(pool.mirrors, is_asked_for) ? AccessOption::Bar::scheme
                                                            : AccessOption::Bar::theirs;
  }

  /// Where there is a whole that cannot be had, a crawl is no way to all of it; and one
  /// that another program can get is not crawled for, unless the user says so.
  void judge_crawl(DatasetPlan& plan) const {
    using enum AccessOption::Bar;
    const auto crawl = std::ranges::find(plan.options, Way::crawl, &AccessOption::way);
    if (crawl == plan.options.end() || !policy_.only.empty()) return;
    const auto bars = [&](AccessOption::Bar bar) {
      return std::any_of(plan.options.begin(), crawl, [&](const AccessOption& option) {
        return !option.usable && option.bar == bar;
      });
    };
    const bool has_other = std::any_of(
        plan.options.begin(), crawl, [](const AccessOption& one) { return one.usable; });
    crawl->is_instead = bars(theirs) || bars(scheme);
    if (!bars(scheme) || has_other || !crawl->usable) return;
    crawl->usable = false;
    crawl->reason =
        "there is data that another program can get (then semsite convert FILE): a "
        "crawl in its place only by --only crawl";
  }

  AccessOption crawl_option(const DatasetFact& fact) const {
    AccessOption out{Way::crawl, {}, {}, true, {}};
    for (const LinkedDataPrefix& prefix : fact.said.prefixes) {
      DatasetLocation said{.url = prefix.prefix, .slicing = prefix.slicing};
      out.pools.push_back({{pools_.location(said)}});
      out.pools.back().mirrors[0].probability = 1;
    }
    const auto documents = static_cast<std::uint64_t>(
        std::ranges::count_if(fact.said.prefixes, [](const LinkedDataPrefix& one) {
          return prefix_document(one.prefix).has_value();
        }));
    if (fact.pages + documents > 0) out.cost.requests = fact.pages + documents;
    if (fact.pages + documents == 0 && fact.said.samples.empty()) {
      out.usable = false;
      out.reason = "no page, sample or other IRI under the prefix is named to start from";
    }
    return out;
  }

  /// The samples of a dataset that says of no prefix that it can be crawled.
  AccessOption samples_option(const DatasetFact& fact) const {
    AccessOption out{Way::crawl, {}, {}, true, {}};
    out.pools.push_back({{pools_.location({.url = fact.said.samples[0]})}});
    out.pools[0].mirrors[0].probability = 1;
    return out;
  }

  /// Leaves single documents only: a dump is too much for them.
  void narrow(DatasetPlan& plan) const {
    const bool one = !policy_.resource.empty();
    plan.only_seeds = true;
    plan.seeds = one ? std::vector{policy_.resource} : plan.dataset.samples;
    const bool covered =
        one ? std::ranges::any_of(plan.dataset.prefixes,
                                  [&](const LinkedDataPrefix& prefix) {
                                    return policy_.resource.starts_with(prefix.prefix);
                                  })
            : !plan.seeds.empty();
    plan.describes = plan.seeds;
    // The document itself comes first, unless the user prefers endpoints.
    if (covered && policy_.order[0] != Way::sparql)
      std::stable_partition(
          plan.options.begin(), plan.options.end(),
          [](const AccessOption& option) { return option.way == Way::crawl; });
    for (AccessOption& option : plan.options) {
      option.cost.requests = plan.seeds.size();
      option.usable = option.way == Way::crawl    ? covered
                      : option.way == Way::sparql ? !plan.describes.empty()
                                                  : false;
      option.reason.clear();
      if (option.way == Way::sparql && !plan.describes.empty()) {
        if (!covered)
          option.reason = "no prefix covers --resource: it is asked to DESCRIBE it";
      } else if (option.way != Way::crawl) {
        option.reason = one ? "--resource asks for one document"
                            : "--sample asks for single documents";
      } else if (!covered) {
        option.reason = one ? "no prefix of the dataset covers --resource"
                            : "the dataset names no sample";
      }
    }
    if (std::ranges::any_of(plan.options, &AccessOption::usable))
      plan.notes.push_back(
          one ? fmt::format("only {} was asked for (--resource), not the whole of it",
                            policy_.resource)
              : fmt::format("only its {} asked for (--sample), not the whole of it",
                            plan.seeds.size() == 1 ? "sample was" : "samples were"));
  }

  /// What is had of a prefix is the one document, and not all that it covers: its
  /// location says so once it has been judged, since what is known of locations is of
  /// prefixes.
  static void name_the_document(DatasetPlan& plan) {
    if (plan.seeds.size() != 1) return;
    const std::string& document = plan.seeds[0];
    for (AccessOption& option : plan.options) {
      if (option.way != Way::crawl || !option.usable) continue;
      const auto covers = std::ranges::find_if(option.pools, [&](const MirrorPool& pool) {
        return document.starts_with(pool.mirrors[0].url);
      });
      if (covers == option.pools.end()) continue;
      MirrorPool pool = std::move(*covers);
      pool.mirrors[0].url = document;
      option.pools = {std::move(pool)};
    }
  }

  /// Cost, robots, scope and policy of one option.
  void judge(AccessOption& option, const DatasetFact& fact) const {
    for (MirrorPool& one : option.pools) {
      bool is_left_out = false;  // by the user
      for (Location& location : one.mirrors) {
        place(location, option.way, fact);
        if (!location.fact.allowed) continue;
        if (!in_scope(location.url, policy_.include, policy_.exclude)) {
          location.fact.allowed = false;
          location.fact.robots_rule = "left out by --include/--exclude";
        } else if (policy_.authoritative_only &&
                   location.fact.authority == Authority::claim) {
          location.fact.allowed = false;
          location.fact.robots_rule = "left out by --authoritative-only";
        }
        is_left_out = is_left_out || !location.fact.allowed;
      }
      const auto refused = std::ranges::find_if(
          one.mirrors, [](const Location& location) { return location.fact.allowed; });
      if (refused == one.mirrors.end() && option.usable) {
        option.usable = false;
        if (!is_left_out) option.bar = bar_of(one);
        option.reason = fmt::format("{} may not be fetched: {}", one.mirrors[0].url,
                                    one.mirrors[0].fact.robots_rule);
      }
    }
    if (option.way != Way::crawl) {
      option.cost.requests = option.pools.size();
      hint_size(option);
    }
    if (option.cost.requests) {
      double delay = policy_.delay_seconds;
      for (const MirrorPool& one : option.pools)
        delay = std::max(delay, one.mirrors[0].fact.crawl_delay.value_or(0));
      option.cost.seconds =
          delay *
          static_cast<double>(std::max<std::uint64_t>(*option.cost.requests, 1) - 1);
    }
    if (option.usable && policy_.max_seconds && option.cost.seconds &&
        *option.cost.seconds > *policy_.max_seconds) {
      option.usable = false;
      option.reason = fmt::format(
          "{} requests with the delay between them take at least {:.0f} s, more than "
          "--max-time {:.0f} s",
          *option.cost.requests, *option.cost.seconds, *policy_.max_seconds);
    }
    if (option.usable && !policy_.only.empty() &&
        std::ranges::find(policy_.only, option.way) == policy_.only.end()) {
      option.usable = false;
      option.reason = "left out by --only";
    }
    if (option.usable && option.way == Way::sparql && fact.said.graph_name == "*")
      option.reason =
          "its data is spread over several named graphs, all of which are "
          "asked for";
  }

  /// Who stands behind a location, as this dataset names it.
  static void place(Location& location, Way way, const DatasetFact& fact) {
    const auto set = [&](const Standing& standing) {
      location.fact.authority = standing.authority;
      location.fact.authority_reason = standing.reason;
    };
    if (const auto other = fact.location_standings.find(location.url);
        other != fact.location_standings.end())
      set(other->second);
    const auto name = fact.standings.find(location.url);
    if (way == Way::crawl && name != fact.standings.end() && !name->second.is_claim() &&
        location.fact.authority == Authority::claim)
      set(name->second);
  }

  /// What descriptions say of the sizes, until a HEAD says more.
  static void hint_size(AccessOption& option) {
    std::uint64_t bytes = 0;
    for (const MirrorPool& one : option.pools) {
      if (!one.mirrors[0].said_bytes) return;
      bytes += *one.mirrors[0].said_bytes;
    }
    option.cost.bytes = bytes;
  }

  static void choose(DatasetPlan& plan) {
    for (std::size_t i = 0; i < plan.options.size(); ++i) {
      AccessOption& option = plan.options[i];
      if (!option.usable) continue;
      if (!plan.chosen) {
        plan.chosen = i;
        const std::string_view why = i == 0 ? "preferred" : "first way that can be used";
        option.reason = option.reason.empty() ? std::string{why}
                                              : fmt::format("{}; {}", why, option.reason);
      } else if (option.reason.empty()) {
        option.reason = "in reserve, if those before it fail";
      }
    }
  }

  const SiteProfile& profile_;
  const PlanPolicy& policy_;
  PoolMaker pools_;
};

/// When entries of one kind are asked for, and why.
EntriesPlan plan_of_kind(const EntriesOfKind& entries, const SiteProfile& profile,
                         const PlanPolicy& policy) {
  using enum EntriesPlan::When;
  EntriesPlan out{.entries = entries};
  const bool plain = !has_own_data(entries.kind);
  if (entries.kind == "DiWoo" && !policy.documents) {
    out.when = never;
    out.reason = "no RDF: --documents keeps them as files";
  } else if (entries.kind == "named") {
    out.reason = "the page that was named";
  } else if (!plain) {
    out.reason = profile.datasets.empty() ? "" : "data of their own, in no dataset";
  } else if (policy.pages == PagesWanted::always) {
    out.reason = "by --pages always";
  } else if (policy.pages == PagesWanted::never) {
    out.when = never;
    out.reason = "left out by --pages never";
  } else if (profile.datasets.empty()) {
    out.reason = "the only way: no dataset is described";
  } else {
    out.when = without_dataset;
  }
  if (plain && out.when != always) {
    out.sample = std::min(policy.sample_pages, entries.count);
    if (out.when == never && out.sample > 0) out.when = sample;
  }
  if (out.when == always) {
    out.cost.requests = entries.count;
  } else if (out.sample > 0 || out.when == never) {
    out.cost.requests = out.sample;
  }
  if (out.cost.requests && *out.cost.requests > 0 && is_http(profile.site))
    out.cost.seconds = policy.delay_seconds * static_cast<double>(*out.cost.requests - 1);
  return out;
}

/// What sitemaps list outside of every dataset, as something to crawl.
DatasetPlan plan_of_entries_beside(const SiteProfile& profile, const PlanPolicy& policy) {
  DatasetPlan out;
  out.site = profile.site;
  out.listing = profile.entry;
  out.listing_complete = is_listing_complete(profile);
  out.seeds = profile.loose_pages.first;
  // What links lead to are plain pages.
  const bool follows = !profile.first_page.empty() && policy.scope != LinkScope::page &&
                       policy.pages != PagesWanted::never;
  if (follows) out.first_pages = {profile.first_page};
  out.scope = policy.scope;
  out.feeds = feeds_of(profile);
  out.lists_only_feeds = !out.feeds.empty() && !has_listing(profile);
  AccessOption crawl{Way::crawl, {}, {}, true, {}};
  Location location;
  location.url = profile.site + "/";
  location.probability = 1;
  crawl.pools.push_back({{std::move(location)}});
  crawl.cost.requests = 0;
  std::vector<EntriesOfKind> kinds = profile.beside_datasets;
  // Entries that the user does not want are taken by nobody, but are what the site has.
  if (kinds.empty()) kinds.push_back({"plain", profile.loose_pages.count});
  bool some = false;
  for (const EntriesOfKind& entries : kinds) {
    const EntriesPlan& kind =
        out.entries.emplace_back(plan_of_kind(entries, profile, policy));
    out.loose_pages += entries.count;
    *crawl.cost.requests += kind.cost.requests.value_or(0);
    some = some || kind.when != EntriesPlan::When::never;
    if (crawl.reason.empty() && kind.when != EntriesPlan::When::never)
      crawl.reason = kind.reason;
  }
  if (crawl.reason.empty())
    crawl.reason = profile.datasets.empty()
                       ? "the only way: no dataset is described"
                       : "in reserve, if no dataset of the site is had whole";
  if (follows) {
    crawl.reason = fmt::format("nothing lists what there is: links are followed from {}",
                               profile.first_page);
    crawl.cost.requests.reset();
  } else if (crawl.cost.requests.value_or(0) > policy.max_pages) {
    crawl.reason += fmt::format("; it stops after {} of {} (--max-pages)",
                                grouped(policy.max_pages), grouped(*crawl.cost.requests));
    crawl.cost.requests = policy.max_pages;
  }
  if (is_http(profile.site) && crawl.cost.requests.value_or(0) > 0)
    crawl.cost.seconds =
        policy.delay_seconds * static_cast<double>(*crawl.cost.requests - 1);
  if (!policy.only.empty() &&
      std::ranges::find(policy.only, Way::crawl) == policy.only.end()) {
    crawl.usable = false;
    crawl.reason = "left out by --only";
  } else if (!some) {
    crawl.usable = false;
    crawl.reason = out.entries[0].reason;
  } else {
    out.chosen = 0;
  }
  if (!crawl.usable)
    for (EntriesPlan& kind : out.entries) {
      kind.when = EntriesPlan::When::never;
      kind.cost = {};
      if (policy.only.empty()) continue;
      kind.reason = crawl.reason;
    }
  out.options.push_back(std::move(crawl));
  return out;
}

bool crawls(const DatasetPlan& dataset) {
  return dataset.chosen && dataset.options[*dataset.chosen].way == Way::crawl;
}

/// Of single documents that are asked for, only the datasets that know them count: that
/// others have nothing to say of them is no loss.
void leave_the_silent_out(const PlanPolicy& policy, AccessPlan& plan) {
  if (!offers_something(plan)) return;
  const bool one = !policy.resource.empty();
  const auto silent = std::erase_if(plan.datasets, [&](const DatasetPlan& dataset) {
    // One whose samples may not be asked for has something to say.
    return !dataset.chosen && (one || dataset.dataset.samples.empty());
  });
  if (silent > 0)
    plan.left_out.push_back(fmt::format(
        "{} {} nothing to say of it, and {} not asked", count_of(silent, "other dataset"),
        silent == 1 ? "has" : "have", silent == 1 ? "is" : "are"));
}

/// One resource is dereferenced once; only then endpoints are asked.
void ask_once(AccessPlan& plan) {
  bool asked = false;
  for (DatasetPlan& dataset : plan.datasets) {
    if (!crawls(dataset)) continue;
    if (std::exchange(asked, true)) {
      AccessOption& crawl = dataset.options[*dataset.chosen];
      crawl.usable = false;
      crawl.reason = "asked for already, with another dataset";
      const auto next = std::ranges::find_if(
          dataset.options, [](const AccessOption& option) { return option.usable; });
      dataset.chosen.reset();
      if (next != dataset.options.end())
        dataset.chosen = static_cast<std::size_t>(next - dataset.options.begin());
    }
  }
  std::stable_partition(plan.datasets.begin(), plan.datasets.end(), crawls);
}

/// A document of the site itself that no dataset covers.
DatasetPlan plan_of_resource(const SiteProfile& profile, const PlanPolicy& policy) {
  DatasetPlan out;
  out.loose_pages = 1;
  out.site = profile.site;
  out.seeds = {policy.resource};
  out.only_seeds = true;
  AccessOption crawl{Way::crawl, {}, {}, true, "a document of the site itself"};
  Location location;
  location.url = policy.resource;
  location.probability = 1;
  crawl.pools.push_back({{std::move(location)}});
  crawl.cost.requests = 1;
  out.options.push_back(std::move(crawl));
  out.chosen = 0;
  return out;
}

bool is_wanted(const DatasetFact& fact, const std::string& wanted) {
  if (wanted.empty()) return fact.superseded_by.empty();
  if (fact.said.uri == wanted) return true;
  // Versions of a dataset mostly have one label.
  return fact.said.label == wanted &&
         (fact.superseded_by.empty() || fact.said.uri.empty());
}

/// All that `--dataset` knows it by.
std::string names_of(const DatasetFact& fact) {
  const SitemapDataset& said = fact.said;
  if (said.uri.empty()) return said.label;
  return said.label.empty() ? said.uri : fmt::format("{} \"{}\"", said.uri, said.label);
}

/// Older versions, which only `--dataset` gets.
void tell_superseded(const SiteProfile& profile, AccessPlan& plan) {
  constexpr std::size_t kTold = 10;
  std::size_t count = 0;
  for (const DatasetFact& fact : profile.datasets) {
    if (fact.superseded_by.empty() || ++count > kTold) continue;
    const std::string& name = fact.said.uri.empty() ? fact.said.label : fact.said.uri;
    plan.left_out.push_back(
        fmt::format("{} is left out: {} replaces it (--dataset {} gets it all the same)",
                    name, fact.superseded_by, name));
  }
  if (count > kTold)
    plan.left_out.push_back(count_of(count - kTold, "more older version"));
}

}  // namespace

bool asks_for_part(const PlanPolicy& policy) {
  return !policy.dataset.empty() || !policy.resource.empty() || policy.samples;
}

bool offers_something(const AccessPlan& plan) {
  return std::ranges::any_of(plan.datasets, [](const DatasetPlan& dataset) {
    return dataset.chosen.has_value();
  });
}

bool is_listing_complete(const SiteProfile& profile) {
  // What a sitemap listed before a feed took its place may be there all the same.
  const bool is_replaced =
      !has_listing(profile) &&
      std::ranges::any_of(profile.sitemaps, [](const SitemapFact& sitemap) {
        return is_feed(sitemap) && !sitemap.is_of_page;
      });
  return !is_replaced && profile.problems.empty() &&
         std::ranges::all_of(profile.sitemaps, [](const SitemapFact& sitemap) {
           return sitemap.problem.empty() || sitemap.is_no_loss;
         });
}

std::vector<Way> preference(const std::vector<Way>& preferred) {
  std::vector<Way> out = preferred;
  for (const Way way : {Way::dump, Way::fragments, Way::sparql, Way::crawl})
    if (std::ranges::find(out, way) == out.end()) out.push_back(way);
  return out;
}

AccessPlan make_plan(SiteProfile profile, const PlanPolicy& policy) {
  AccessPlan plan;
  plan.seed = policy.seed;
  plan.left_out = profile.left_out;
  PlanRandom random{policy.seed};
  DatasetPlanner planner{profile, policy, random};
  for (const DatasetFact& fact : profile.datasets) {
    if (!is_wanted(fact, policy.dataset)) continue;
    if (policy.authoritative_only &&
        standing_of(fact.standings, fact.said.uri).is_claim()) {
      leave_out_claim(fact, plan);
    } else {
      plan.datasets.push_back(planner.plan(fact));
    }
  }
  tell_claims_left_out(plan);
  const bool some_beside = !profile.beside_datasets.empty() ||
                           (profile.datasets.empty() && profile.loose_pages.count > 0);
  if (some_beside && !asks_for_part(policy))
    plan.datasets.push_back(plan_of_entries_beside(profile, policy));
  if (!policy.dataset.empty() && plan.datasets.empty() && !profile.datasets.empty()) {
    std::string names;
    for (const DatasetFact& fact : profile.datasets)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", names_of(fact));
    plan.notes.push_back(
        fmt::format("no dataset is called {}; there are: {}", policy.dataset, names));
  }
  // Why there are none is told elsewhere, if that is known.
  if (!policy.dataset.empty() && profile.datasets.empty() && profile.problems.empty())
    plan.notes.push_back(fmt::format(
        "no dataset is called {}: {} describes none{}", policy.dataset, profile.entry,
        profile.pages > 0 ? ", only pages (fetched without --dataset)" : ""));
  if (!policy.resource.empty()) ask_once(plan);
  if (policy.samples || !policy.resource.empty()) leave_the_silent_out(policy, plan);
  const bool none = !offers_something(plan);
  if (!policy.resource.empty() && none && site_of(policy.resource) == profile.site) {
    plan.datasets.push_back(plan_of_resource(profile, policy));
  } else if (policy.samples && none) {
    plan.notes.push_back("no dataset that the site describes names a sample");
  } else if (!policy.resource.empty() && none) {
    plan.notes.push_back(fmt::format(
        "no linked data prefix that the site describes covers {}, and there is no "
        "endpoint to DESCRIBE it",
        policy.resource));
  }
  if (policy.dataset.empty()) tell_superseded(profile, plan);
  find_graph_stores(plan, policy);
  plan.profile = std::move(profile);
  return plan;
}

namespace {

std::vector<Location*> endpoints_of(DatasetPlan& plan) {
  std::vector<Location*> out;
  for (AccessOption& option : plan.options) {
    if (option.way != Way::sparql) continue;
    for (MirrorPool& pool : option.pools)
      for (Location& mirror : pool.mirrors) out.push_back(&mirror);
  }
  return out;
}

void take_described(DatasetPlan& plan, const PlanPolicy& policy) {
  for (Location* endpoint : endpoints_of(plan)) {
    const auto store =
        std::ranges::find_if(plan.dataset.graph_stores, [&](const std::string& url) {
          return site_of(url) == site_of(endpoint->url) &&
                 in_scope(url, policy.include, policy.exclude);
        });
    if (store != plan.dataset.graph_stores.end()) endpoint->graph_store = *store;
  }
}

/// The endpoint that the user's Graph Store belongs to: the only one, or the only one on
/// its site. Several datasets may share it.
std::string endpoint_beside(const std::string& store,
                            const std::vector<Location*>& endpoints) {
  std::vector<std::string> all, near;
  for (const Location* endpoint : endpoints) {
    if (std::ranges::find(all, endpoint->url) != all.end()) continue;
    all.push_back(endpoint->url);
    if (site_of(endpoint->url) == site_of(store)) near.push_back(endpoint->url);
  }
  if (all.size() == 1) return all[0];
  return near.size() == 1 ? near[0] : std::string{};
}

}  // namespace

void find_graph_stores(AccessPlan& plan, const PlanPolicy& policy) {
  std::vector<Location*> endpoints;
  for (DatasetPlan& dataset : plan.datasets) {
    take_described(dataset, policy);
    std::ranges::copy(endpoints_of(dataset), std::back_inserter(endpoints));
  }
  if (policy.graph_store.empty()) return;
  const std::string chosen = endpoint_beside(policy.graph_store, endpoints);
  if (chosen.empty()) {
    plan.left_out.push_back(fmt::format(
        "--graph-store {} is not used: {}", policy.graph_store,
        endpoints.empty() ? "no dataset names a SPARQL endpoint"
                          : "the datasets name several endpoints, and it is not plain "
                            "which of them it belongs to (--dataset chooses one)"));
    return;
  }
  for (Location* endpoint : endpoints)
    if (endpoint->url == chosen) endpoint->graph_store = policy.graph_store;
}

DatasetFact without_claims(const DatasetFact& fact, std::vector<std::string>& notes) {
  DatasetFact out = fact;
  const auto is_claim = [&](const std::string& name) {
    return standing_of(fact.standings, name).is_claim();
  };
  const auto tell = [&](std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0)
      notes.push_back(
          fmt::format("{} left out by --authoritative-only", count_of(count, one, many)));
  };
  const auto is_claimed_prefix = [&](const LinkedDataPrefix& one) {
    return is_claim(one.prefix);
  };
  const std::size_t prefixes = std::erase_if(out.said.prefixes, is_claimed_prefix);
  tell(prefixes, "prefix of another host is", "prefixes of other hosts are");
  tell(std::erase_if(out.said.samples, is_claim), "sample of another host is",
       "samples of other hosts are");
  if (prefixes > 0) {
    std::erase_if(out.seed_pages, [&](const std::string& page) {
      return std::ranges::none_of(out.said.prefixes, [&](const LinkedDataPrefix& one) {
        return page.starts_with(one.prefix);
      });
    });
    if (out.said.prefixes.empty()) out.pages = 0;
  }
  if (is_claim(out.said.graph_name)) {
    tell(out.said.endpoints.size(), "endpoint with a graph of another host is",
         "endpoints with a graph of another host are");
    out.said.endpoints.clear();
    out.said.graph_name.clear();
  }
  return out;
}

void leave_out_claim(const DatasetFact& fact, AccessPlan& plan) {
  constexpr std::uint64_t kTold = 10;
  if (++plan.claims_left_out > kTold) return;
  const Standing& standing = standing_of(fact.standings, fact.said.uri);
  plan.left_out.push_back(fmt::format(
      "{} is a claim, and left out (--authoritative-only): {}; --trust {} takes it",
      fact.said.uri, standing.reason, trust_word(fact.said.uri)));
}

void tell_claims_left_out(AccessPlan& plan) {
  if (plan.claims_left_out > 0)
    plan.left_out.push_back(fmt::format(
        "{} left out by --authoritative-only",
        count_of(plan.claims_left_out, "dataset with an IRI of another host is",
                 "datasets with IRIs of other hosts are")));
}

}  // namespace semsite
