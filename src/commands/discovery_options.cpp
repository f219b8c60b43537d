#include "commands/discovery_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/arguments.hpp"
#include "commands/network_options.hpp"
#include "commands/values.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {

OptionGroup discovery_rows() {
  return {
      .name = "discovery",
      .heading = "Discovery and plan",
      .rows = {
          {.name = "prefer",
           .value = "LIST",
           .does = "order of dump,fragments,sparql,crawl; one word moves that way to the "
                   "front",
           .words = WordList::ways,
           .common = true},
          {.name = "only",
           .value = "LIST",
           .does = "no other way, even if all of these fail",
           .words = WordList::ways,
           .common = true},
          {.name = "graph-store",
           .value = "URL",
           .does = "where the SPARQL endpoint's graphs can be had whole (Graph Store "
                   "Protocol)"},
          {.name = "endpoint", .does = "the URLs are SPARQL endpoints"},
          {.name = "dataset",
           .value = "IRI|LABEL",
           .does = "only this dataset",
           .common = true},
          {.name = "resource", .value = "IRI", .does = "only the document of this IRI"},
          {.name = "sample", .does = "only the documents that datasets name as samples"},
          {.name = "include",
           .value = "GLOB",
           .does = "only URLs that match (repeatable)",
           .repeatable = true},
          {.name = "exclude",
           .value = "GLOB",
           .does = "no URLs that match (repeatable)",
           .repeatable = true},
          {.name = "dump-semantics",
           .value = "auto|mirrors|parts",
           .does = "what several dumps are"},
          {.name = "authoritative-only",
           .does = "leave out what another host does not confirm"},
          {.name = "trust",
           .value = "HOST",
           .does = "take names of this host from any site (repeatable)",
           .repeatable = true},
          {.name = "seed",
           .value = "N",
           .does = "repeat the random choices of an earlier run"},
          {.name = "pages",
           .value = "auto|always|never",
           .does = "plain pages beside datasets (default auto: if no dataset of the site "
                   "is had whole)"},
          {.name = "sample-pages",
           .value = "N",
           .does = "so many of the plain pages that are not asked for otherwise"},
          {.name = "guess",
           .value = "root|more",
           .does =
               "where nothing names a sitemap, try /sitemap.xml (root, the default), or "
               "other usual places, too (more)"},
          {.name = "no-guess",
           .does = "neither guess a sitemap nor follow the links of a page"},
          {.name = "scope",
           .value = "page|folder|host|domain",
           .does = "how far links are followed where nothing lists the pages (default "
                   "folder)"},
          {.name = "descriptions", .does = "also read what the IRIs of datasets lead to"},
          {.name = "no-head",
           .does = "do not ask for sizes, nor where names of other hosts lead"},
          {.name = "sites",
           .value = "FILE|-",
           .does = "read further URLs from FILE, one a line (-: from standard input)",
           .file = FileUse::reads,
           .common = true},
          {.name = "sites-at-once",
           .value = "N",
           .does = "sites that are looked at and got at the same time (default 512)"},
          {.name = "max-sitemaps", .value = "N", .does = "of one site (default 1000)"},
          {.name = "max-pages",
           .value = "N",
           .does = "of one crawl (default 10000; 1000 that links lead to)",
           .common = true},
          {.name = "nofollow",
           .value = "obey|ignore",
           .does = "what pages ask of programs that follow links (default obey)"},
          {.name = "canonical",
           .value = "merge|keep",
           .does = "pages that name another as their canonical form or in another "
                   "language, with the same quads: write these once, or with each "
                   "(default merge)"},
          {.name = "max-depth",
           .value = "N",
           .does = "links from the start of a crawl (default 1000)"},
          {.name = "retry-budget",
           .value = "N",
           .does = "failures of a host in a row before a crawl leaves it (default 20)"},
          {.name = "since",
           .value = "DATE",
           .does = "leave out sitemap entries that say they are older"},
          {.name = "max-bytes", .value = "SIZE", .does = "stop after so much download"},
          {.name = "max-time",
           .value = "DURATION",
           .does = "stop after so long (30s, 10m, 2h)",
           .common = true},
          {.name = "max-index-depth",
           .value = "N",
           .does = "of sitemap indexes (default 3)"},
          {.name = "max-datasets", .value = "N", .does = "of one site (default 10000)"},
      }};
}

namespace {

std::vector<Way> ways(const std::string& list, const char* option) {
  std::vector<Way> out;
  for (const std::string_view word : split(list, ',')) {
    const auto way = way_of(trim(word));
    if (!way) refuse_word(option, trim(word), {"dump", "fragments", "sparql", "crawl"});
    if (std::ranges::find(out, *way) == out.end()) out.push_back(*way);
  }
  return out;
}

std::uint64_t some_seed() {
  std::random_device device;
  return device();
}

/// A pattern that no URL can match is a slip: nothing would say that it did nothing.
std::vector<std::string> globs_of(const GivenOptions& given, const std::string& option) {
  std::vector<std::string> out = given.texts(option);
  for (const std::string& glob : out) {
    const std::string head = lower_ascii(glob.substr(0, glob.find_first_of("*?")));
    const bool may_match = std::ranges::any_of(
        std::initializer_list<std::string_view>{"http://", "https://", "ftp://", "file:"},
        [&](std::string_view scheme) {
          return scheme.starts_with(head) || std::string_view{head}.starts_with(scheme);
        });
    if (may_match) continue;
    throw UsageError{fmt::format(
        "--{} {}: no URL matches it: it is held against the whole URL, with * for any "
        "text; did you mean '*{}{}'?",
        option, excerpt(glob), excerpt(glob), glob.ends_with('/') ? "*" : "")};
  }
  return out;
}

}  // namespace

DiscoveryOptions read_discovery_options(const CommandLine& line,
                                        NetworkOptions& network) {
  const GivenOptions& given = line.options;
  DiscoveryOptions out;
  if (given.has("prefer"))
    out.policy.order = preference(ways(given.text("prefer"), "--prefer"));
  if (given.has("only")) {
    out.policy.only = ways(given.text("only"), "--only");
    out.policy.order = preference(out.policy.only);
  }
  if (given.has("graph-store"))
    out.policy.graph_store = store_url("--graph-store", given.text("graph-store"),
                                       "--user", network.transport);
  out.policy.dataset = given.text("dataset");
  out.policy.include = globs_of(given, "include");
  out.policy.exclude = globs_of(given, "exclude");
  constexpr DumpSemantics kMeanings[] = {DumpSemantics::automatic, DumpSemantics::mirrors,
                                         DumpSemantics::parts};
  out.policy.dump_semantics =
      kMeanings[given.word("dump-semantics", {"auto", "mirrors", "parts"})];
  out.policy.samples = given.has("sample");
  if (out.policy.samples && given.has("resource"))
    throw UsageError{
        "--sample and --resource ask for different documents; give one of them"};
  if (given.has("resource")) {
    out.policy.resource = given.text("resource");
    // Endpoints describe what has no document of its own, too.
    const std::string problem = is_http(out.policy.resource)
                                    ? url_problem(out.policy.resource)
                                : is_legal_iri(out.policy.resource) ? std::string{}
                                                                    : "no absolute IRI";
    if (!problem.empty() || is_file_url(out.policy.resource))
      throw UsageError{fmt::format("--resource {}: {}{}", out.policy.resource,
                                   problem.empty() ? "no name of a resource" : problem,
                                   meant_url(out.policy.resource))};
  }
  out.policy.authoritative_only = given.has("authoritative-only");
  out.policy.seed =
      given.has("seed") ? parse_count(given.text("seed"), "--seed") : some_seed();
  constexpr PagesWanted kPages[] = {PagesWanted::automatic, PagesWanted::always,
                                    PagesWanted::never};
  out.policy.pages = kPages[given.word("pages", {"auto", "always", "never"})];
  given.count("sample-pages", out.policy.sample_pages);
  if (given.has("guess") && given.has("no-guess"))
    throw UsageError{"--guess and --no-guess: give one of them"};
  constexpr Guess kGuesses[] = {Guess::root, Guess::more};
  out.probe.guess = given.has("no-guess")
                        ? Guess::nothing
                        : kGuesses[given.word("guess", {"root", "more"})];
  constexpr LinkScope kScopes[] = {LinkScope::folder, LinkScope::page, LinkScope::host,
                                   LinkScope::domain};
  out.policy.scope = kScopes[given.word("scope", {"folder", "page", "host", "domain"})];
  out.probe.describe = given.has("descriptions");
  out.probe.endpoints = given.has("endpoint");
  out.weigh = !given.has("no-head");
  out.probe.looks_at_names = out.weigh;
  out.probe.trusted = trusted_hosts(given.texts("trust"));
  out.probe.scope = out.policy.scope;
  given.count("sites-at-once", out.sites_at_once);
  if (out.sites_at_once < 1 || out.sites_at_once > 4096)
    throw UsageError{fmt::format("--sites-at-once {}: from 1 to 4096 sites",
                                 given.text("sites-at-once"))};
  given.count("max-sitemaps", out.probe.max_sitemaps);
  given.count("max-pages", out.crawl.max_pages);
  out.policy.max_pages = out.crawl.max_pages;
  if (given.has("max-pages")) out.crawl.max_found_pages = out.crawl.max_pages;
  out.crawl.obeys_nofollow = given.word("nofollow", {"obey", "ignore"}) == 0;
  out.crawl.merges_same = given.word("canonical", {"merge", "keep"}) == 0;
  given.count("max-depth", out.crawl.max_depth);
  given.count("retry-budget", out.crawl.retry_budget);
  out.crawl.retry_budget = std::max(1U, out.crawl.retry_budget);
  out.crawl.include = out.policy.include;
  out.crawl.exclude = out.policy.exclude;
  if (given.has("since")) {
    const auto since = parse_lastmod(given.text("since"));
    if (!since)
      throw UsageError{fmt::format("--since {}: no date (2026-11-01, 2026-11-01T09:00Z)",
                                   given.text("since"))};
    out.crawl.since = since->begin;
  }
  given.size("max-bytes", out.max_bytes);
  out.max_seconds = given.seconds("max-time");
  out.policy.max_seconds = out.max_seconds;
  given.count("max-index-depth", network.limits.sitemap_depth);
  given.count("max-datasets", network.limits.site_datasets);
  if (const auto seconds = given.seconds("delay")) out.policy.delay_seconds = *seconds;
  return out;
}

void read_sites(const CommandLine& line, NetworkOptions& network, DiscoveryOptions& out) {
  SiteUrls sites = site_urls(line, network.transport);
  out.urls = std::move(sites.urls);
  out.odd_sites = std::move(sites.odd);
  if (!out.policy.graph_store.empty() && out.urls.size() > 1)
    throw UsageError{"--graph-store belongs to one site, not to several"};
  out.crawl.delay = network.transport.delay;
  out.crawl.connections = network.transport.connections;
  if (line.options.has("connections")) out.crawl.queries = network.transport.connections;
  out.crawl.parallel = network.transport.parallel;
}

PlanJob plan_job_of(const DiscoveryOptions& options) {
  PlanJob out{.urls = options.urls,
              .policy = options.policy,
              .probe = options.probe,
              .weigh = options.weigh,
              .sites_at_once = options.sites_at_once};
  out.probe.since = options.crawl.since;
  return out;
}

}  // namespace semsite
