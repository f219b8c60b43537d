#include "crawl/authority.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/date.hpp"
#include "base/hash.hpp"
#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "crawl/accept.hpp"
#include "crawl/description_tour.hpp"
#include "crawl/sitemap_tour.hpp"
#include "fetch/curl_ftp.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

bool names(const std::vector<DatasetLocation>& locations, const std::string& url) {
  return std::ranges::any_of(locations,
                             [&](const DatasetLocation& one) { return one.url == url; });
}

bool names_prefix(const SitemapDataset& dataset, const std::string& prefix) {
  return std::ranges::any_of(dataset.prefixes, [&](const LinkedDataPrefix& one) {
    return one.prefix == prefix;
  });
}

bool names(const SitemapDataset& dataset, const std::string& location) {
  return names(dataset.dumps, location) || names(dataset.fragments, location) ||
         names(dataset.endpoints, location) || names_prefix(dataset, location);
}

/// The same dataset: by its IRI where both have one, else by a common prefix.
bool is_same(const SitemapDataset& a, const SitemapDataset& b) {
  if (!a.uri.empty() && !b.uri.empty()) return a.uri == b.uri;
  if (a.prefixes.empty() || b.prefixes.empty()) return true;
  return std::ranges::any_of(a.prefixes, [&](const LinkedDataPrefix& one) {
    return names_prefix(b, one.prefix);
  });
}

/// Does one of the datasets for which `is_it` holds name each file and endpoint of
/// `dataset`? One that it does not name could bring anything under the name.
template <typename IsIt>
bool names_all_data(const std::vector<DatasetFact>& said, const SitemapDataset& dataset,
                    IsIt is_it) {
  const auto all = [&](const std::vector<DatasetLocation>& locations) {
    return std::ranges::all_of(locations, [&](const DatasetLocation& one) {
      return std::ranges::any_of(said, [&](const DatasetFact& other) {
        return is_it(other.said) && names(other.said, one.url);
      });
    });
  };
  return std::ranges::any_of(
             said, [&](const DatasetFact& other) { return is_it(other.said); }) &&
         all(dataset.dumps) && all(dataset.fragments) && all(dataset.endpoints);
}

bool confirms_iri(const std::vector<DatasetFact>& said, const std::string& name,
                  const DatasetFact& dataset) {
  const auto is_it = [&](const SitemapDataset& other) { return other.uri == name; };
  const bool any_data = !dataset.said.dumps.empty() || !dataset.said.fragments.empty() ||
                        !dataset.said.endpoints.empty();
  if (any_data) return names_all_data(said, dataset.said, is_it);
  // Only prefixes: all of them.
  return std::ranges::any_of(said, [&](const DatasetFact& other) {
    return is_it(other.said) &&
           std::ranges::all_of(dataset.said.prefixes, [&](const LinkedDataPrefix& one) {
             return names_prefix(other.said, one.prefix);
           });
  });
}

bool confirms_prefix(const std::vector<DatasetFact>& said, const std::string& name,
                     const DatasetFact& dataset) {
  return names_all_data(said, dataset.said, [&](const SitemapDataset& other) {
    return names_prefix(other, name);
  });
}

bool confirms_graph(const std::vector<DatasetFact>& said, const std::string& name,
                    const DatasetFact& dataset) {
  return !dataset.said.endpoints.empty() &&
         std::ranges::all_of(dataset.said.endpoints, [&](const DatasetLocation& one) {
           return std::ranges::any_of(said, [&](const DatasetFact& other) {
             return other.said.graph_name == name && names(other.said.endpoints, one.url);
           });
         });
}

bool confirms_nothing(const std::vector<DatasetFact>& /*said*/,
                      const std::string& /*name*/, const DatasetFact& /*dataset*/) {
  return false;
}

/// Does whoever holds `holder` speak by the document that describes `dataset`?
bool speaks(const DatasetFact& dataset, const std::string& holder) {
  return !holder.empty() &&
         (holder == holder_of(dataset.sitemap) ||
          (is_http(dataset.announced) && holder == holder_of(dataset.announced)));
}

/// The user's own word: a dump that was named, or a document on this machine.
bool is_users_word(const DatasetFact& dataset) {
  return dataset.sitemap.empty() || is_own_file(dataset.sitemap);
}

/// What everything that the verdict may go by comes to: as soon as it is another, the
/// verdict must be asked for again.
std::string confirmation_key(std::string_view of, const std::string& name,
                             const DatasetFact& dataset) {
  std::vector<std::string> parts;
  const SitemapDataset& said = dataset.said;
  for (const auto* locations : {&said.dumps, &said.fragments, &said.endpoints})
    for (const DatasetLocation& one : *locations) parts.push_back(one.url);
  for (const LinkedDataPrefix& one : said.prefixes) parts.push_back(one.prefix);
  std::ranges::sort(parts);
  for (const std::string* one : {&said.uri, &said.graph_name, &dataset.sitemap})
    parts.push_back(*one);
  parts.push_back(dataset.announced);
  return fmt::format("{} {} {}", of, name,
                     short_hash(fmt::format("{}", fmt::join(parts, "\n"))));
}

}  // namespace

AuthorityCheck::AuthorityCheck(Retriever& retriever, Settings settings)
    : retriever_(retriever), settings_(std::move(settings)) {}

AuthorityCheck::Verdict AuthorityCheck::of(const std::string& location,
                                           const std::string& source,
                                           const DatasetFact& dataset) {
  const std::string holder = holder_of(location);
  // A description on that very host says so itself.
  if (dataset.sitemap.empty() || holder.empty() || speaks(dataset, holder) ||
      (is_http(source) && holder == holder_of(source)))
    return {Authority::own, {}};
  if (is_trusted(location)) return {Authority::trusted, "--trust"};
  const HostStatements& said = ask_host(location);
  const std::string_view kLocation = "location";
  for (const DatasetFact& other : said.datasets)
    if (names(other.said, location) && is_same(other.said, dataset.said))
      return remembered(kLocation, location, dataset,
                        {.standing = {Authority::confirmed,
                                      fmt::format("{} says the same", other.sitemap)}});
  return remembered(
      kLocation, location, dataset,
      {.standing = {Authority::claim,
                    said.problem.empty()
                        ? fmt::format("no sitemap of {} says the same", holder)
                        : fmt::format("{} does not confirm it: {}", holder,
                                      said.problem)},
       .host_unreachable = said.unreachable});
}

/// `now`, kept for later; or what was confirmed before, while who confirmed it cannot be
/// asked. Who answers otherwise has the word.
Standing AuthorityCheck::remembered(std::string_view of, const std::string& name,
                                    const DatasetFact& dataset, Judged now) {
  if (settings_.state == nullptr) return std::move(now.standing);
  const std::string key = confirmation_key(of, name, dataset);
  const RunState::Time time = retriever_.clock().wall();
  if (!now.standing.is_claim()) {
    settings_.state->keep_confirmation(
        key,
        {.authority = std::string{authority_name(now.standing.authority)},
         .by_look = now.by_look,
         .reason = now.standing.reason,
         .when = std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch())
                     .count()});
    return std::move(now.standing);
  }
  const auto kept = settings_.state->confirmation(key, time);
  if (!kept) return std::move(now.standing);
  if (!(kept->by_look ? now.look_unreachable : now.host_unreachable)) {
    settings_.state->forget_confirmation(key);
    return std::move(now.standing);
  }
  const RunState::Time when{std::chrono::seconds{kept->when}};
  const auto authority = find_authority(kept->authority);
  if (!authority)
    refuse_unknown(settings_.state->path(), "who confirmed a name", kept->authority);
  return {*authority,
          fmt::format("{}{}: {}; now {}", kRemembered, utc_timestamp(when).substr(0, 10),
                      kept->reason, now.standing.reason)};
}

Standings AuthorityCheck::names_of(const DatasetFact& dataset) {
  Standings out;
  const SitemapDataset& said = dataset.said;
  const auto learn = [&](const std::string& name, auto find) {
    if (name.empty() || out.contains(name)) return;
    Standing found = find();
    if (found.authority != Authority::own) out.emplace(name, std::move(found));
  };
  learn(said.uri,
        [&] { return standing(said.uri, dataset, confirms_iri, Depth::what_it_says); });
  if (said.graph_name != "*")
    learn(said.graph_name, [&] {
      return standing(said.graph_name, dataset, confirms_graph, Depth::where_it_leads);
    });
  for (const LinkedDataPrefix& one : said.prefixes)
    learn(one.prefix, [&] { return standing_of_prefix(one.prefix, dataset); });
  for (const std::string& sample : said.samples)
    learn(sample, [&] { return standing_of_sample(sample, dataset, out); });
  return out;
}

Standing AuthorityCheck::standing(const std::string& name, const DatasetFact& dataset,
                                  bool (*confirms)(const std::vector<DatasetFact>& said,
                                                   const std::string& name,
                                                   const DatasetFact& dataset),
                                  Depth depth) {
  const std::string holder = holder_of(name);
  if (is_users_word(dataset) || speaks(dataset, holder)) return {};
  if (is_trusted(name)) return {Authority::trusted, "--trust"};
  if (!is_http(name) || holder.empty())
    return {Authority::claim, "it has no host that could confirm it"};
  // The same name may be that of the dataset and of its graph.
  const std::string_view of = confirms == confirms_iri      ? "dataset"
                              : confirms == confirms_graph  ? "graph"
                              : confirms == confirms_prefix ? "prefix"
                                                            : "sample";
  return remembered(of, name, dataset, judge(name, dataset, confirms, depth));
}

AuthorityCheck::Judged AuthorityCheck::judge(
    const std::string& name, const DatasetFact& dataset,
    bool (*confirms)(const std::vector<DatasetFact>& said, const std::string& name,
                     const DatasetFact& dataset),
    Depth depth) {
  const std::string holder = holder_of(name);
  const HostStatements& host = ask_host(name);
  if (confirms(host.datasets, name, dataset))
    return {.standing = {Authority::confirmed,
                         fmt::format("a sitemap of {} says the same", holder)}};
  std::string why = host.problem.empty()
                        ? fmt::format("no sitemap of {} says the same", holder)
                        : fmt::format("{} does not confirm it: {}", holder, host.problem);
  const Look& seen = look(name, depth);
  const bool leads_here = speaks(dataset, holder_of(seen.url));
  if (leads_here)
    if (const std::string led = why_led(name, seen.url, seen.hops); !led.empty())
      return {.standing = {Authority::claim,
                           fmt::format("{}; it redirects here, but {}", why, led)}};
  if (leads_here)
    return {
        .standing = {Authority::redirects, fmt::format("it redirects to {}", seen.url)},
        .by_look = true};
  if (confirms(seen.datasets, name, dataset))
    return {.standing = {Authority::confirmed,
                         fmt::format("its description {} says the same", seen.url)},
            .by_look = true};
  return {.standing = {Authority::claim,
                       fmt::format("{}; {}", why,
                                   seen.problem.empty()
                                       ? std::string{"it does not redirect to this site"}
                                       : seen.problem)},
          .by_look = false,
          .host_unreachable = host.unreachable,
          .look_unreachable = seen.unreachable};
}

/// That `http://w3id.org/a` leads here says nothing of `http://w3id.org/abc`.
Standing AuthorityCheck::standing_of_prefix(const std::string& prefix,
                                            const DatasetFact& dataset) {
  Standing out = standing(prefix, dataset, confirms_prefix, Depth::where_it_leads);
  if (out.authority == Authority::redirects && !prefix.empty() &&
      std::string_view{"/#?=:"}.find(prefix.back()) == std::string_view::npos)
    return {Authority::claim,
            "it redirects here, but ends within a name: what else begins with it is not "
            "known"};
  return out;
}

/// One under a prefix stands as the prefix does.
Standing AuthorityCheck::standing_of_sample(const std::string& sample,
                                            const DatasetFact& dataset,
                                            const Standings& known) {
  if (speaks(dataset, holder_of(sample)) || is_users_word(dataset)) return {};
  for (const LinkedDataPrefix& one : dataset.said.prefixes) {
    if (!sample.starts_with(one.prefix)) continue;
    const Standing& prefix = standing_of(known, one.prefix);
    if (!prefix.is_claim() && prefix.authority != Authority::own) return prefix;
  }
  return standing(sample, dataset, confirms_nothing, Depth::where_it_leads);
}

bool AuthorityCheck::is_trusted(std::string_view name) const {
  return std::ranges::any_of(
      settings_.trusted, [&](const std::string& one) { return is_held_by(name, one); });
}

const AuthorityCheck::HostStatements& AuthorityCheck::ask_host(const std::string& url) {
  static const HostStatements kTooMany{
      {}, "so many other hosts are named that it was not asked", true};
  static const HostStatements kTooSlow{
      {}, "other hosts took so long to answer that it was not asked", true};
  const std::string origin = origin_of(url);
  if (const auto known = known_.find(origin); known != known_.end()) return known->second;
  if (known_.size() >= settings_.most_hosts) return kTooMany;
  if (!has_time()) return kTooSlow;
  const Clock::Time begin = retriever_.clock().now();
  HostStatements said = statements_of(url);
  spent_ += retriever_.clock().now() - begin;
  return known_.emplace(origin, std::move(said)).first->second;
}

AuthorityCheck::HostStatements AuthorityCheck::statements_of(const std::string& url) {
  HostStatements out;
  const auto robots = retriever_.robots().of(url);
  if (robots->deny_all) {
    out.problem = "its robots.txt could not be had";
    out.unreachable = true;
    return out;
  }
  if (robots->rules.sitemaps.empty()) {
    out.problem = "its robots.txt names no sitemap";
    return out;
  }
  SitemapTour tour{retriever_, settings_.max_sitemaps, {}};
  for (const RobotsSitemap& sitemap : robots->rules.sitemaps)
    tour.visit(sitemap.url, robots->fact.url, origin_of(url));
  out.unreachable = std::ranges::any_of(tour.facts(), &SitemapFact::unreachable);
  out.datasets = std::move(tour.datasets());
  if (out.datasets.empty()) out.problem = "its sitemaps describe no dataset";
  return out;
}

const AuthorityCheck::Look& AuthorityCheck::look(const std::string& name, Depth depth) {
  static const Look kNone{{}, "where it leads was not asked (--no-head)", {}, true};
  static const Look kTooMany{{},
                             "so many names of other hosts are used, or these answer so "
                             "slowly, that it was not asked for",
                             {},
                             true};
  if (!settings_.looks) return kNone;
  std::string key{without_fragment(name)};
  if (depth == Depth::what_it_says) key += " described";
  if (const auto known = looks_.find(key); known != looks_.end()) return known->second;
  std::size_t& of_host = looks_of_host_[holder_of(name)];
  if (of_host >= settings_.most_looks_of_host || looks_.size() >= settings_.most_looks ||
      !has_time())
    return kTooMany;
  ++of_host;
  const Clock::Time begin = retriever_.clock().now();
  Look seen = ask_for(name, depth);
  spent_ += retriever_.clock().now() - begin;
  return looks_.emplace(std::move(key), std::move(seen)).first->second;
}

AuthorityCheck::Look AuthorityCheck::ask_for(const std::string& name, Depth depth) {
  Look out;
  const bool reads = depth == Depth::what_it_says;
  Ask ask{.url = std::string{without_fragment(name)},
          .named_by = NamedBy::network(),
          .method = reads ? "GET" : "HEAD",
          .accept = std::string{kDescriptionAccept},
          .max_attempts = 1};
  Retrieved got = retriever_.get(ask);
  if (!reads && got.outcome == Retrieval::http_error &&
      (got.head.status == 405 || got.head.status == 501)) {
    ask.method = "GET";
    ask.range_last = 0;
    got = retriever_.get(ask);
  }
  // Who answers last has the word, whatever the answer is.
  if (got.outcome == Retrieval::got || got.outcome == Retrieval::http_error) {
    out.url = got.url;
    if (got.hops.size() > 1) out.hops.assign(got.hops.begin() + 1, got.hops.end());
    out.unreachable = says_nothing(got);
  } else {
    out.unreachable = says_nothing(got) || retriever_.robots().of(got.url)->deny_all;
    out.problem = fmt::format("where it leads could not be asked: {}", got.problem);
    return out;
  }
  if (!reads || got.outcome != Retrieval::got || holder_of(got.url) != holder_of(name))
    return out;
  DescriptionTour tour{retriever_, *settings_.parse, 0};
  DescriptionFindings found = tour.read(std::move(got), name, "a name that a site uses");
  for (DatasetFact& one : found.datasets)
    if (holder_of(one.sitemap) == holder_of(name)) out.datasets.push_back(std::move(one));
  return out;
}

namespace {

/// One run over the datasets of a profile.
class Learning {
 public:
  Learning(SiteProfile& profile, Retriever& retriever, AuthorityCheck& authority)
      : profile_(profile), retriever_(retriever), authority_(authority) {}

  void run() {
    for (DatasetFact& dataset : profile_.datasets) {
      for (const DatasetLocation& one : dataset.said.dumps)
        learn(one.url, one.source, dataset);
      for (const DatasetLocation& one : dataset.said.fragments)
        learn(one.url, one.source, dataset);
      for (const DatasetLocation& one : dataset.said.endpoints)
        learn(one.url, one.source, dataset);
      for (const LinkedDataPrefix& one : dataset.said.prefixes)
        learn(one.prefix, {}, dataset);
    }
  }

 private:
  void learn(const std::string& url, const std::string& source, DatasetFact& dataset) {
    const auto known = profile_.locations.find(url);
    if (known == profile_.locations.end()) {
      profile_.locations.emplace(url, fact_of(url, source, dataset));
    } else if (is_of_server(url)) {
      // Who names it decides, so what holds for one dataset need not for the next.
      Standing here = authority_.of(url, source, dataset);
      if (here.authority != known->second.authority)
        dataset.location_standings.insert_or_assign(url, std::move(here));
    }
  }

  LocationFact fact_of(const std::string& url, const std::string& source,
                       const DatasetFact& dataset) {
    LocationFact fact;
    if (!namer_of(source, dataset.sitemap, profile_.entry).may_name(url)) {
      fact.allowed = false;
      fact.robots_rule = "a local file, named by a document from the web";
      return fact;
    }
    if (is_file_url(url)) return fact;
    if (!is_of_server(url)) {
      fact.allowed = false;
      fact.robots_rule = "only http, https, ftp and file URLs can be fetched";
      return fact;
    }
    if (const std::string why = is_ftp(url) ? no_ftp_file(url) : std::string{};
        !why.empty()) {
      fact.allowed = false;
      fact.robots_rule = why;
      return fact;
    }
    auto [who, reason] = authority_.of(url, source, dataset);
    fact.authority = who;
    fact.authority_reason = std::move(reason);
    note_robots(profile_, *retriever_.robots().of(url));
    if (!retriever_.obeys_robots()) return fact;
    RobotsVerdict verdict = retriever_.robots().verdict(url);
    fact.allowed = verdict.allowed;
    fact.robots_rule = std::move(verdict.rule);
    if (!fact.allowed && verdict.line > 0)
      fact.robots_rule =
          fmt::format("robots.txt line {}: {}", verdict.line, fact.robots_rule);
    fact.crawl_delay = verdict.crawl_delay;
    return fact;
  }

  SiteProfile& profile_;
  Retriever& retriever_;
  AuthorityCheck& authority_;
};

}  // namespace

void learn_locations(SiteProfile& profile, Retriever& retriever,
                     AuthorityCheck& authority) {
  Learning{profile, retriever, authority}.run();
}

void learn_names(SiteProfile& profile, AuthorityCheck& authority) {
  for (DatasetFact& dataset : profile.datasets)
    dataset.standings = authority.names_of(dataset);
}

void note_robots(SiteProfile& profile, const HostRobots& robots) {
  const bool known = std::ranges::any_of(profile.robots, [&](const RobotsFact& fact) {
    return fact.url == robots.fact.url;
  });
  if (!known && robots.fact.outcome != "local") profile.robots.push_back(robots.fact);
}

bool has_usable_way(const SiteProfile& profile, const DatasetFact& dataset) {
  const auto allowed = [&](const std::string& url) {
    const auto known = profile.locations.find(url);
    return known == profile.locations.end() || known->second.allowed;
  };
  const auto any = [&](const std::vector<DatasetLocation>& list) {
    return std::ranges::any_of(
        list, [&](const DatasetLocation& one) { return allowed(one.url); });
  };
  if (any(dataset.said.dumps) || any(dataset.said.fragments)) return true;
  if (dataset.said.graph_name != "*" && any(dataset.said.endpoints)) return true;
  const bool starts = dataset.pages > 0 || !dataset.said.samples.empty();
  return starts && std::ranges::any_of(
                       dataset.said.prefixes,
                       [&](const LinkedDataPrefix& one) { return allowed(one.prefix); });
}

namespace {

/// Codings within codings.
constexpr int kDeepestConfirmation = 3;
constexpr std::size_t kShortestCoded = 4;

/// Labels of `host` with something between them that is no letter and no digit.
bool has_labels(std::string_view text, std::string_view host) {
  const std::vector<std::string_view> labels = split(host, '.');
  const std::string_view first = labels.front();
  for (std::size_t at = text.find(first); at != std::string_view::npos;
       at = text.find(first, at + 1)) {
    std::string_view rest = text.substr(at + first.size());
    const bool all =
        std::all_of(labels.begin() + 1, labels.end(), [&](std::string_view label) {
          std::size_t gap = 0;
          while (gap < rest.size() && !is_ascii_alnum(rest[gap])) ++gap;
          if (gap == 0 || !rest.substr(gap).starts_with(label)) return false;
          rest.remove_prefix(gap + label.size());
          return true;
        });
    // `a.example` is not in `data.examples`.
    const bool begins = at == 0 || !is_ascii_alnum(text[at - 1]);
    const bool ends = rest.empty() || !is_ascii_alnum(rest.front());
    if (all && begins && ends) return true;
  }
  return false;
}

std::optional<unsigned> value_of(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 26;
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0') + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return std::nullopt;
}

std::string from_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    bits = (bits << 6U) | value_of(c).value_or(0);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU);
  }
  return out;
}

std::string from_hex(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2)
    out += static_cast<char>(hex_value(text[at]) * 16 + hex_value(text[at + 1]));
  return out;
}

/// The longest runs in `text` of which `is_of` is true of every letter.
template <typename IsOf>
std::vector<std::string_view> runs_of(std::string_view text, IsOf is_of) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of(text[end])) ++end;
    if (end - at >= kShortestCoded) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// The number that an IPv4 address is.
std::optional<std::uint32_t> number_of(std::string_view host) {
  const std::vector<std::string_view> parts = split(host, '.');
  if (parts.size() != 4) return std::nullopt;
  std::uint32_t out = 0;
  for (const std::string_view part : parts) {
    const auto byte = parse_uint(part);
    if (!byte || *byte > 255) return std::nullopt;
    out = out << 8U | static_cast<std::uint32_t>(*byte);
  }
  return out;
}

bool is_named(std::string_view text, std::string_view host, int depth) {
  const std::string plain = lower_ascii(text);
  if (plain.find(host) != std::string::npos || has_labels(plain, host)) return true;
  if (depth == kDeepestConfirmation) return false;
  if (text.find('%') != std::string_view::npos)
    if (std::string decoded = percent_decode(text);
        decoded != text && is_named(decoded, host, depth + 1))
      return true;
  const auto is_base64 = [](char c) { return value_of(c).has_value(); };
  // A slash is of base64, or ends a part of the path.
  const auto is_base64url = [](char c) { return c != '/' && value_of(c).has_value(); };
  for (const auto& runs : {runs_of(text, is_base64), runs_of(text, is_base64url)})
    for (const std::string_view run : runs)
      for (std::size_t skip = 0; skip < 4 && skip + kShortestCoded <= run.size(); ++skip)
        if (is_named(from_base64(run.substr(skip)), host, depth + 1)) return true;
  for (const std::string_view run : runs_of(text, is_hex))
    for (std::size_t skip = 0; skip < 2; ++skip)
      if (is_named(from_hex(run.substr(skip)), host, depth + 1)) return true;
  return false;
}

}  // namespace

bool names_host(std::string_view text, std::string_view host) {
  constexpr std::size_t kLongest = 4096;
  if (host.empty()) return false;
  if (text.size() > kLongest) return true;  // whatever is in it
  const std::string name = lower_ascii(host);
  if (is_named(text, name, 0)) return true;
  const auto number = number_of(name);
  return number && (is_named(text, fmt::format("{}", *number), 0) ||
                    is_named(text, fmt::format("{:x}", *number), 0));
}

std::string why_led(std::string_view name, const std::string& target,
                    std::span<const std::string> hops) {
  const auto parts = split_url(name);
  if (!parts || name.find('?') != std::string_view::npos)
    return "it has a query, so that it may lead wherever that says";
  if (name.substr(0, name.find('/', name.find("//") + 2)).find('@') !=
      std::string_view::npos)
    return "it has a login, so that it may lead wherever that says";
  const std::string own = lower_ascii(parts->host);
  const std::string path = path_and_query(without_fragment(name));
  constexpr std::string_view kPlain = "-._~/:,;=+!$&'()*@";
  if (!std::ranges::all_of(path, [&](char c) {
        return is_ascii_alnum(c) || kPlain.find(c) != std::string_view::npos;
      }))
    return "its path is encoded, so that it may hold where it is to lead";
  // It may have been told the host of a hop, which leads on.
  std::vector<std::string> hosts{host_of(target)};
  for (const std::string& hop : hops) hosts.push_back(host_of(hop));
  for (const std::string& host : hosts) {
    const bool is_below = own.ends_with("." + host) || own == host;
    // `/go/example.org` may well be led to www.example.org.
    const bool is_www =
        host.starts_with("www.") && host.find('.', 4) != std::string::npos;
    const std::string_view bare = std::string_view{host}.substr(is_www ? 4 : 0);
    if (names_host(path, bare) || (!is_below && names_host(own, host)))
      return fmt::format("it has {} in it, so that it may lead wherever it says", bare);
  }
  return {};
}

}  // namespace semsite
