#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discover/site_profile.hpp"
#include "plan/scope.hpp"
#include "semsite/way.hpp"

namespace semsite {

/// One place to ask.
struct Location {
  std::string url;
  std::uint64_t weight = 1;
  bool weight_given = false;
  double probability = 0;  ///< of being asked first, 0…1; 0 with weight 0: only as backup
  LocationFact fact;
  std::string slicing;
  // What a description says of the file; `said_bytes` is only a hint, unless it is exact.
  std::string said_type{}, said_compression{}, said_packaging{};
  std::optional<std::uint64_t> said_bytes{};
  bool size_is_exact = false;
  std::vector<Checksum> checksums{};
  std::string source{};       ///< URL of that description
  std::string graph_store{};  ///< of an endpoint: URL of the Graph Store beside it
  // What a HEAD said, if one was made.
  std::optional<int> status;
  std::optional<std::uint64_t> bytes;
  std::string media_type, last_modified, head_problem;
};

/// Places that give the same data: one is enough. In the order in which they are tried.
struct MirrorPool {
  std::vector<Location> mirrors;
};

/// Estimates for one option; nothing = unknown.
struct Cost {
  std::optional<std::uint64_t> requests;
  std::optional<std::uint64_t> bytes;
  std::optional<double> seconds;  ///< at least, from the delays between requests
};

/// One way to a dataset. Every pool is needed; of a pool, one mirror.
struct AccessOption {
  Way way = Way::dump;
  std::vector<MirrorPool> pools;
  Cost cost;
  bool usable = true;
  std::string reason;  ///< why chosen, why rejected
  /// Parts of the dataset that this way does not give, because no data of them is known.
  std::vector<std::string> missing{};
  /// Who keeps it from being used, if it is not usable.
  enum class Bar : std::uint8_t {
    ours,    ///< what the user wants, or nothing to begin with
    theirs,  ///< robots.txt and the like: it is there, and cannot be had
    scheme,  ///< it is there, and this program cannot ask for it
  } bar = Bar::ours;
  /// Of a crawl: before it there is a way to the whole that cannot be had.
  bool is_instead = false;
};

/// Entries of one kind that no dataset holds, and when they are asked for.
struct EntriesPlan {
  enum class When : std::uint8_t {
    always,
    without_dataset,  ///< if no dataset of the site is had whole
    sample,           ///< only some of them
    never,
  };
  EntriesOfKind entries;
  When when = When::always;
  std::uint64_t sample = 0;  ///< of `sample`, and of `without_dataset` otherwise
  Cost cost{};               ///< of what is asked for then
  std::string reason{};      ///< a clause for people; empty: `when` says it
};
[[nodiscard]] std::string_view when_name(EntriesPlan::When when);

struct DatasetPlan {
  SitemapDataset dataset;
  /// More than 0: no dataset at all, but so many pages that sitemaps list outside of one.
  std::uint64_t loose_pages = 0;
  std::vector<EntriesPlan> entries{};  ///< these, by kind
  /// A crawl that follows links as far as `scope` from one of these; empty: none does.
  std::vector<std::string> first_pages{};
  /// Feeds that were read: some of these pages are their entries.
  std::vector<std::string> feeds{};
  bool lists_only_feeds = false;  ///< nothing else lists what the site has
  LinkScope scope = LinkScope::folder;
  /// Of documents that a dataset of the site holds: they are none of these. May be empty.
  std::function<bool(std::string_view url)> is_held{};
  std::string sitemap;  ///< URL that describes it: a sitemap or a description; empty if
                        ///< the user named the dump
  std::string site;
  std::string listing;  ///< URL that the user named: its sitemaps' entries are its pages
  std::vector<std::string> more_listings{};  ///< further ones (plan/gather_plans)
  /// Tells it from another dataset of the run with the same names, but other files.
  std::string apart{};
  std::string semantics;  ///< "mirrors" or "parts": how several dumps are meant
  std::string semantics_reason;
  bool semantics_assumed = false;  ///< nothing says so
  std::vector<std::string> seeds;  ///< for a crawl
  bool only_seeds = false;         ///< nothing but these is wanted
  /// IRIs that an endpoint is asked to DESCRIBE, and no more than that; empty: for all.
  std::vector<std::string> describes{};
  /// Every sitemap of the site was read whole: what it lists is all there is.
  bool listing_complete = false;
  std::vector<AccessOption> options;  ///< in the order in which they are tried
  std::optional<std::size_t> chosen;  ///< index of the first usable one
  std::vector<std::string> notes;
  Standings standings{};  ///< of its names
  /// What a description says of the number of its triples: an estimate.
  std::optional<std::uint64_t> said_triples{};
};

/// What to call the dataset in messages: its label, IRI, only dump, or site.
[[nodiscard]] std::string name_of(const DatasetPlan& plan);

/// IRI by which the dataset may name a graph; empty if it has none, or only claims one.
[[nodiscard]] std::string graph_iri(const DatasetPlan& plan);

/// A name of another host that a site uses and nobody confirms.
struct NameClaim {
  std::string_view of;  ///< "dataset", "graph", "prefix" or "sample"
  std::string iri, reason;
};
[[nodiscard]] std::vector<NameClaim> claims_of(const DatasetPlan& plan);
/// "12 OCX descriptions and 141 pages": what entries of these kinds name.
[[nodiscard]] std::string words_of(const std::vector<EntriesOfKind>& entries);

struct AccessPlan {
  SiteProfile profile;
  std::vector<DatasetPlan> datasets;
  std::uint64_t seed = 0;
  std::vector<std::string> notes;
  std::vector<std::string> left_out{};  ///< on purpose: nothing is missing by it
  std::uint64_t claims_left_out = 0;    ///< datasets, by `--authoritative-only`
};

}  // namespace semsite
