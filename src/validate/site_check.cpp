#include "validate/site_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/dump_list.hpp"
#include "crawl/more_said.hpp"
#include "discover/resource_sync.hpp"
#include "discover/sitemap_reader.hpp"
#include "semsite/errors.hpp"
#include "unpack/unpacker.hpp"
#include "validate/ask.hpp"
#include "validate/dump_check.hpp"
#include "validate/robots_check.hpp"
#include "vocab/diwoo_index.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostDatasets = 10'000;
constexpr std::size_t kMostHosts = 20;  // asked whether they name a sitemap
constexpr std::size_t kMostFolderRobots = 5;
constexpr std::size_t kRedirectsOfRobots = 5;
constexpr std::size_t kBeginningBytes = 64 * kKiB;
constexpr std::uint64_t kSitemapsOfOtherHosts = 20;
constexpr std::string_view kAccept =
    "application/xml, text/xml, application/rss+xml, application/atom+xml, "
    "text/plain;q=0.9, */*;q=0.5";

bool is_sitemap_type(std::string_view type) {
  constexpr std::array<std::string_view, 8> kTypes{
      "application/xml",     "text/xml",
      "text/plain",          "application/gzip",
      "application/x-gzip",  "application/octet-stream",
      "application/rss+xml", "application/atom+xml"};
  return std::ranges::find(kTypes, type) != kTypes.end() || type.ends_with("+xml");
}

/// The last segment of its path.
std::string_view file_name(std::string_view url) {
  const std::string_view path = url.substr(0, url.find_first_of("?#"));
  return path.substr(path.rfind('/') + 1);
}

/// By its beginning: is it a sitemap of any kind, whatever is wrong with it?
bool is_sitemap(std::unique_ptr<ByteSource> bytes, const std::string& url,
                const Limits& limits) {
  try {
    Unpacker unpacker{std::move(bytes), path_and_query(url), limits};
    std::optional<Entry> entry = unpacker.next();
    if (!entry) return false;
    PeekSource whole{std::move(entry->bytes)};
    MemorySource beginning{std::string{whole.peek(kBeginningBytes)}};
    SitemapHandler nobody;
    return read_sitemap(beginning, url, nobody, limits).kind != SitemapKind::unknown;
  } catch (const DocumentError&) {
    return false;
  }
}

std::string body_of(ByteSource& body, std::uint64_t most) {
  std::string out;
  while (out.size() <= most) {
    const Block block = body.read();
    if (block.empty()) break;
    out += block.bytes;
  }
  return out;
}

}  // namespace

std::uint64_t draw_seed(std::uint64_t seed, std::string_view site) {
  // FNV-1a: the same on every machine, for ever.
  std::uint64_t out = 0xcbf29ce484222325ULL;
  for (const char one : site)
    out = (out ^ static_cast<unsigned char>(one)) * 0x100000001b3ULL;
  return out ^ (seed * 0x9E3779B97F4A7C15ULL);
}

SiteCheck::SiteCheck(const Validation& validation, CheckedSet& checked)
    : validation_(validation),
      checked_(checked),
      page_(validation, checked),
      authority_(validation.retriever, kSitemapsOfOtherHosts) {}

void SiteCheck::run(const std::string& url) {
  entry_ = url;
  random_.seed(draw_seed(validation_.extent.seed,
                         is_file_url(url) ? std::string{"file:"} : site_of(url)));
  const std::uint64_t told = checked_.telling;
  const std::uint64_t errors = validation_.findings.count(Severity::error);
  const std::uint64_t reached = checked_.count;
  check_robots_of(url);
  if (path_and_query(url) != "/robots.txt") {
    check_allowed(url, {url});
    page_.visit_entry(url);
    add_stops(page_.folder_robots().take_sitemaps());
  }
  const bool names_none = stops_.empty();
  if (names_none) guess(url);
  follow();
  // What is named, or the site itself, and cannot be had is told as that.
  const bool fails = validation_.findings.count(Severity::error) > errors;
  const bool is_told = fails && (!names_none || checked_.count == reached);
  if (checked_.telling == told && !is_told && !stopped())
    validation_.findings.add(
        {"site.nothing-checked",
         {url},
         fmt::format(
             "beside robots.txt and pages without data there is nothing{}",
             names_none ? "; nothing names a sitemap, and /sitemap.xml is none" : "")});
}

void SiteCheck::run_robots(const std::string& text, const std::string& url) {
  entry_ = url;
  check_robots_text(text, url);
  static_cast<void>(page_.folder_robots().take_sitemaps());  // they wait already
  follow();
}

void SiteCheck::run_named(std::vector<NamedSitemap> sitemaps, const std::string& entry) {
  if (sitemaps.empty()) return;
  entry_ = entry;
  add_stops(std::move(sitemaps));
  follow();
}

void SiteCheck::follow() {
  read_sitemaps();
  // Sitemaps may list further robots.txt files in folders, and these name sitemaps.
  for (const Drawn& one : folder_robots_) page_.folder_robots().visit(one.url, one.named);
  add_stops(page_.folder_robots().take_sitemaps());
  read_sitemaps();
  check_datasets();
  check_pages();
}

void SiteCheck::add_stops(std::vector<NamedSitemap> sitemaps) {
  for (NamedSitemap& one : sitemaps)
    stops_.push_back({.url = one.url,
                      .named = std::move(one.named),
                      .category = {},
                      .top = request_url(one.url)});
}

void SiteCheck::not_followed(const Stop& stop, std::string why) {
  validation_.findings.add(
      {"sitemap.not-followed", stop.named, fmt::format("{}: {}", stop.url, why)});
}

void SiteCheck::run_sitemap(Retrieved got) {
  entry_ = got.url;
  for (const RobotsSitemap& one :
       validation_.retriever.robots().of(got.url)->rules.sitemaps)
    announced_[origin_of(got.url)].insert(request_url(one.url));
  Stop stop{.url = got.url, .named = {got.url}, .category = {}, .top = got.url};
  seen_.insert(request_url(got.url));
  ++sitemaps_;
  read(std::move(got), stop);
  follow();
}

void SiteCheck::guess(const std::string& url) {
  if (stopped()) return;
  const std::string place = site_of(url) + "/sitemap.xml";
  Retrieved got = validation_.retriever.get(
      {.url = place, .named_by = NamedBy::network(), .accept = std::string{kAccept}});
  // Nobody said that there is one: that there is none is no fault.
  if (got.outcome != Retrieval::got) return;
  Rewindable bytes{std::move(got.body)};
  if (!is_sitemap(bytes.from_start(), got.url, validation_.retriever.limits())) return;
  got.body = bytes.last();
  check_unchanged(got, validation_);
  validation_.findings.add({"sitemap.unnamed", {got.url}, {}});
  Stop stop{.url = got.url, .named = {got.url}, .category = {}, .top = got.url};
  seen_.insert(request_url(got.url));
  ++sitemaps_;
  read(std::move(got), stop);
}

void SiteCheck::check_robots_of(const std::string& url) {
  const std::string place = site_of(url) + "/robots.txt";
  Retrieved got = ask_for({.url = place,
                           .named_by = NamedBy::network(),
                           .accept = "text/plain, */*;q=0.5",
                           .obey_robots = false},
                          validation_);
  DocumentFindings findings{validation_.findings, place};
  if (got.outcome == Retrieval::cancelled) return;
  RobotsAnswer answer{
      .url = place, .status = got.head.status, .body = {}, .problem = got.problem};
  if (got.outcome == Retrieval::http_error)
    validation_.retriever.robots().tell(url, answer);
  if (got.outcome == Retrieval::http_error && got.head.status >= 400 &&
      got.head.status < 500 && got.head.status != 429) {
    const bool is_none = got.head.status == 404 || got.head.status == 410;
    return findings.add(
        is_none ? "robots.missing" : "robots.refused",
        is_none ? fmt::format("status {}", got.head.status) : got.problem);
  }
  if (got.outcome != Retrieval::got)
    return findings.add("robots.unreachable", got.problem);
  if (got.hops.size() > kRedirectsOfRobots)
    findings.add("robots.redirects", fmt::format("{} redirects", got.hops.size()));
  if (got.head.media_type() != "text/plain")
    findings.add("robots.content-type",
                 fmt::format("\"{}\"", excerpt(got.head.header("content-type"))));
  try {
    answer.body = body_of(*got.body, validation_.retriever.limits().robots_bytes);
    validation_.retriever.robots().tell(url, answer);
    check_robots_text(answer.body, place);
  } catch (const DocumentError& error) {
    findings.add("robots.unreachable", error.what());
  }
}

void SiteCheck::check_robots_text(const std::string& text, const std::string& url) {
  DocumentFindings findings{validation_.findings, url};
  const Robots robots = check_robots(text, findings, validation_.retriever.limits());
  checked_.add({.url = url, .kind = "robots.txt", .bytes = text.size()});
  if (is_folder_robots(url)) page_.folder_robots().check(robots, url, {});
  for (const RobotsSitemap& sitemap : robots.sitemaps) {
    announced_[origin_of(url)].insert(request_url(sitemap.url));
    stops_.push_back({.url = sitemap.url,
                      .named = {url, sitemap.line},
                      .category = {},
                      .top = request_url(sitemap.url)});
  }
  std::ranges::reverse(stops_);
}

void SiteCheck::read_sitemaps() {
  while (!stops_.empty() && !stopped()) {
    const Stop stop = std::move(stops_.back());
    stops_.pop_back();
    if (!seen_.insert(request_url(stop.url)).second) {
      if (stop.parent == SitemapKind::sitemapindex &&
          request_url(stop.url) == request_url(stop.named.url))
        not_followed(stop, "it is the index that names it");
      continue;
    }
    if (sitemaps_++ >= validation_.extent.max_sitemaps) {
      not_followed(stop, "it and further sitemaps were not read (--max-sitemaps)");
      return;
    }
    if (stop.depth > validation_.retriever.limits().sitemap_depth) {
      not_followed(stop, "indexes lie too deep (--max-index-depth)");
      continue;
    }
    visit(stop);
  }
}

void SiteCheck::visit(const Stop& stop) {
  check_allowed(stop.url, stop.named);
  Retrieved got = ask_for({.url = stop.url,
                           .named_by = NamedBy::document(stop.named.url),
                           .accept = std::string{kAccept}},
                          validation_);
  if (got.outcome == Retrieval::cancelled) return;
  if (got.outcome == Retrieval::robots) return not_followed(stop, got.problem);
  if (got.outcome != Retrieval::got)
    return validation_.findings.add({"sitemap.unreachable", stop.named, got.problem});
  if (got.url != request_url(stop.url) && !seen_.insert(got.url).second) return;
  read(std::move(got), stop);
}

void SiteCheck::read(Retrieved got, const Stop& stop) {
  const std::string url = got.url;
  if (!is_sitemap_type(got.head.media_type()) && !is_file_url(url))
    validation_.findings.add(
        {"sitemap.content-type",
         {url},
         fmt::format("\"{}\"", excerpt(got.head.header("content-type")))});
  const DiwooIndexName name = diwoo_index_name(url);
  const std::vector<MoreSaid> said = more_by_header(got, stop.url);
  std::vector<Stop> next;
  std::uint64_t sign = 0;
  bool leads_on = false;  // to documents of ResourceSync
  const SitemapTerms terms{
      .url = url,
      .located = true,
      .now = validation_.now,
      .of_diwoo = name.of_documents || stop.of_diwoo,
      .announced = [&](const std::string& listed) { return is_announced(listed, stop); }};
  const SitemapTaker taker{
      .head =
          [&](const SitemapHead& head) {
            leads_on = head.facts && entries_of(sync_kind(head.facts->capability)) ==
                                         SyncEntries::documents;
          },
      .page =
          [&](const SitemapEntry& entry) {
            const FindingPlace place{url, entry.line};
            sign = sign * 31 + text_hash(entry.loc);
            const bool gone = entry.facts && entry.facts->change == "deleted";
            const bool document =
                leads_on || (entry.facts && !entry.facts->capability.empty());
            if (document) {
              if (next.size() >= validation_.extent.max_sitemaps) return;
              next.push_back({.url = entry.loc,
                              .named = place,
                              .parent = SitemapKind::urlset,
                              .category = name.category,
                              .depth = stop.depth,
                              .top = stop.top,
                              .of_diwoo = terms.of_diwoo});
            } else if (!gone && is_http(entry.loc)) {
              check_allowed(entry.loc, place);
              if (is_folder_robots(entry.loc) &&
                  folder_robots_.size() < kMostFolderRobots)
                folder_robots_.push_back({entry.loc, place});
              const std::string& page =
                  entry.ocx && !entry.ocx->loc.empty() ? entry.ocx->loc : entry.loc;
              if (Drawn* const drawn = draw(page, place))
                drawn->links = signposts_of(entry);
            }
          },
      .child =
          [&](const SitemapEntry& entry) {
            if (next.size() < validation_.extent.max_sitemaps)
              next.push_back(
                  {.url = entry.loc,
                   .named = {url, entry.line},
                   .parent = SitemapKind::sitemapindex,
                   .category = name.category.empty() ? stop.category : name.category,
                   .depth = stop.depth + 1,
                   .top = stop.top,
                   .of_diwoo = terms.of_diwoo});
          },
      .dataset =
          [&](const SitemapDataset& dataset) {
            ++dataset_count_;
            if (datasets_.size() < kMostDatasets)
              datasets_.push_back({.said = dataset,
                                   .sitemap = url,
                                   .site = site_of(url),
                                   .seed_pages = {}});
          }};
  try {
    Unpacker unpacker{std::move(got.body), path_and_query(url),
                      validation_.retriever.limits()};
    std::optional<Entry> entry = unpacker.next();
    MemorySource nothing{{}};
    const SitemapVerdict verdict =
        check_sitemap(entry ? *entry->bytes : nothing, terms, stop.category, listed_,
                      taker, validation_.findings, validation_.retriever.limits());
    if (stop.parent == SitemapKind::sitemapindex &&
        verdict.summary.kind == SitemapKind::sitemapindex)
      validation_.findings.add({"sitemap.nested-index", stop.named,
                                fmt::format("{} is an index itself", url)});
    check_index_name(stop, verdict, url);
    if (verdict.summary.kind != SitemapKind::unknown)
      add_pages(url, verdict, said, sign, stop, next);
    checked_.add({.url = url,
                  .kind = "sitemap",
                  .bytes = verdict.summary.bytes,
                  .entries = verdict.summary.entries + verdict.summary.children});
    entry.reset();
    if (unpacker.is_archive() && unpacker.next())
      validation_.findings.add({"sitemap.not-followed", stop.named,
                                fmt::format("{} is an archive of several files, of which "
                                            "only the first was looked at",
                                            url)});
  } catch (const DocumentError& error) {
    validation_.findings.add({"sitemap.broken", {url}, error.what()});
  }
  stops_.insert(stops_.end(), std::make_move_iterator(next.rbegin()),
                std::make_move_iterator(next.rend()));
}

void SiteCheck::add_pages(const std::string& url, const SitemapVerdict& verdict,
                          const std::vector<MoreSaid>& said, std::uint64_t sign,
                          const Stop& stop, std::vector<Stop>& next) {
  const auto lost = [&](std::string why) {
    validation_.findings.add({"sitemap.not-followed", {url}, std::move(why)});
  };
  if (stop.way != PageWay::none && verdict.summary.entries > 0 && sign == stop.sign)
    return lost(fmt::format("it lists the same as {}, which it is said to continue",
                            stop.before.back()));
  const auto add = [&](const std::string& target, PageWay way) {
    const std::string page = request_url(target);
    if (way == PageWay::none || (way == PageWay::end && page == request_url(url))) return;
    Stop one = stop;
    one.url = target;
    one.named = {url};
    one.way = way;
    one.sign = sign;
    if (stop.way != way) one.before.clear();
    one.before.push_back(request_url(url));
    if (way != PageWay::end && std::ranges::find(one.before, page) != one.before.end())
      return lost(
          fmt::format("its pages go in a circle: it leads back to {}", excerpt(target)));
    if (next.size() < validation_.extent.max_sitemaps) next.push_back(std::move(one));
  };
  for (const EntryLink& link : verdict.links)
    for (const std::string_view relation : split(link.rel, ' '))
      add(link.href, page_way(relation));
  for (const MoreSaid& more : said)
    if (more.url.empty())
      lost(fmt::format("it is not all of it: {}", more_text(more)));
    else
      add(more.url, more.kind == MoreSaid::Kind::next ? PageWay::forward : PageWay::back);
}

void SiteCheck::check_index_name(const Stop& stop, const SitemapVerdict& verdict,
                                 const std::string& url) {
  // Who names an index after DiWoo means it to be read as one.
  const bool meant = verdict.summary.kind == SitemapKind::sitemapindex &&
                     lower_ascii(file_name(url)).find("diwoo") != std::string::npos;
  if (meant && !stop.of_diwoo) check_diwoo_name(url);
  if (!verdict.has_diwoo || stop.named.url == stop.url) return;
  if (stop.parent != SitemapKind::sitemapindex)
    return validation_.findings.add({"diwoo.no-index", stop.named, stop.url});
  check_diwoo_name(stop.named.url);
}

void SiteCheck::check_diwoo_name(const std::string& index) {
  if (!diwoo_index_name(index).follows && misnamed_.insert(index).second)
    validation_.findings.add({"diwoo.index-name", {index}, {}});
}

/// May the sitemap that `stop` led to list `url`, because the robots.txt of its host
/// names that sitemap, or the index above it (sitemaps.org, cross submits)?
bool SiteCheck::is_announced(const std::string& url, const Stop& stop) {
  const std::string origin = origin_of(url);
  auto known = announced_.find(origin);
  if (known == announced_.end()) {
    if (announced_.size() >= kMostHosts || stopped()) return true;  // not known
    known = announced_.try_emplace(origin).first;
    for (const RobotsSitemap& one :
         validation_.retriever.robots().of(url)->rules.sitemaps)
      known->second.insert(request_url(one.url));
  }
  return known->second.contains(request_url(stop.url)) ||
         known->second.contains(stop.top);
}

/// Says so if the robots.txt of the URL's host forbids it to everybody.
void SiteCheck::check_allowed(const std::string& url, const FindingPlace& named) {
  if (!is_http(url) || !validation_.retriever.obeys_robots()) return;
  // Other hosts are asked only for what is fetched.
  if (origin_of(url) != origin_of(entry_)) return;
  const auto robots = validation_.retriever.robots().of(url);
  if (robots->deny_all) return;
  const RobotsVerdict verdict = robots_verdict(robots->rules, "*", url);
  if (verdict.allowed) return;
  validation_.findings.add(
      {"robots.blocks", named,
       fmt::format("{} by \"{}\" in line {} of robots.txt", excerpt(url, 200),
                   excerpt(verdict.rule), verdict.line)});
}

/// Every page is equally likely to be among those that are asked for. Null: not this one.
SiteCheck::Drawn* SiteCheck::draw(const std::string& url, const FindingPlace& named) {
  const std::uint64_t wanted = validation_.extent.pages;
  ++pages_;
  if (drawn_.size() < wanted) return &drawn_.emplace_back(Drawn{url, named});
  if (wanted == 0) return nullptr;
  const std::uint64_t place = random_() % pages_;
  if (place >= wanted) return nullptr;
  drawn_[place] = {url, named};
  return &drawn_[place];
}

void SiteCheck::check_pages() {
  for (const Drawn& page : drawn_) {
    if (stopped()) return;
    if (page.url != entry_) page_.visit(page.url, page.named, page.links);
  }
  if (pages_ > drawn_.size())
    checked_.remarks.push_back(
        fmt::format("{} of {} listed pages were asked for (--sample-pages)",
                    grouped(drawn_.size()), grouped(pages_)));
}

namespace {

/// A location of a dataset, and where it stands.
struct NamedLocation {
  std::string url;
  FindingPlace named;
};

/// So many of `all` as are wanted, drawn at random, in their order.
std::vector<NamedLocation> drawn(std::vector<NamedLocation> all, std::uint64_t wanted,
                                 std::mt19937_64& random) {
  while (all.size() > wanted)
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(random() % all.size()));
  return all;
}

/// The first locations of the datasets, each once.
class FirstLocations {
 public:
  void add(const std::string& url, FindingPlace named) {
    if (all_.size() < kMostKept && is_http(url) && known_.insert(url).second)
      all_.push_back({url, std::move(named)});
  }
  [[nodiscard]] std::vector<NamedLocation> take() { return std::move(all_); }

 private:
  static constexpr std::size_t kMostKept = 10'000;

  std::vector<NamedLocation> all_;
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> known_;
};

bool is_prefix(const DatasetFact& dataset, const std::string& url) {
  return std::ranges::find(dataset.said.prefixes, url, &LinkedDataPrefix::prefix) !=
         dataset.said.prefixes.end();
}

}  // namespace

void SiteCheck::check_datasets() {
  if (dataset_count_ > datasets_.size())
    checked_.remarks.push_back(
        fmt::format("only the first {} of {} datasets were looked at",
                    grouped(datasets_.size()), grouped(dataset_count_)));
  FirstLocations dumps, endpoints, iris;
  for (const DatasetFact& dataset : datasets_) {
    if (stopped()) return;
    check_locations(dataset);
    const FindingPlace here{dataset.sitemap, dataset.said.line};
    for (const auto* locations : {&dataset.said.dumps, &dataset.said.fragments})
      for (const DatasetLocation& one : *locations)
        dumps.add(one.url, {dataset.sitemap, one.line});
    for (const DatasetLocation& one : dataset.said.endpoints)
      endpoints.add(one.url, {dataset.sitemap, one.line});
    iris.add(dataset.said.uri, here);
    for (const std::string& sample : dataset.said.samples)
      if (is_http(sample)) static_cast<void>(draw(sample, here));
  }
  const auto visit = [&](std::vector<NamedLocation> all, std::string_view what,
                         auto&& check) {
    const std::size_t count = all.size();
    for (const NamedLocation& one :
         drawn(std::move(all), validation_.extent.files, random_)) {
      if (stopped()) return;
      check(one.url, one.named, validation_, checked_);
    }
    if (count > validation_.extent.files)
      checked_.remarks.push_back(
          fmt::format("{} of {} {} were asked for (--sample-files)",
                      grouped(validation_.extent.files), grouped(count), what));
  };
  SeenDumps seen;
  visit(dumps.take(), "dumps",
        [&](const std::string& url, const FindingPlace& named,
            const Validation& validation, CheckedSet& checked) {
          if (auto facts = check_dump(url, named, validation, checked))
            seen.emplace(url, std::move(*facts));
        });
  for (const DatasetFact& dataset : datasets_)
    check_mirrors(dataset, seen, validation_.findings);
  visit(endpoints.take(), "endpoints", check_endpoint);
  visit(iris.take(), "dataset URIs", check_dataset_iri);
}

void SiteCheck::check_locations(const DatasetFact& dataset) {
  // A site speaks for the URIs under its own prefixes, wherever their data is.
  const bool speaks_for_itself =
      std::ranges::any_of(dataset.said.prefixes, [&](const LinkedDataPrefix& one) {
        return host_of(one.prefix) == host_of(dataset.sitemap);
      });
  const auto check = [&](const std::string& url, std::uint64_t line) {
    if (!is_http(url) || stopped()) return;
    const FindingPlace named{dataset.sitemap, line};
    check_allowed(url, named);
    const AuthorityCheck::Verdict verdict = authority_.of(url, dataset);
    if (verdict.authority != Authority::claim) return;
    validation_.findings.add(
        {"sc.authority", named, fmt::format("{}: {}", excerpt(url, 200), verdict.reason),
         speaks_for_itself && !is_prefix(dataset, url) ? std::optional{Severity::note}
                                                       : std::nullopt});
  };
  std::size_t asked = 0;
  const auto check_all = [&](const std::vector<DatasetLocation>& all) {
    for (const DatasetLocation& one : all)
      if (++asked <= validation_.extent.files) check(one.url, one.line);
  };
  check_all(dataset.said.dumps);
  check_all(dataset.said.fragments);
  check_all(dataset.said.endpoints);
  for (const LinkedDataPrefix& one : dataset.said.prefixes)
    if (++asked <= validation_.extent.files) check(one.prefix, dataset.said.line);
}

}  // namespace semsite
