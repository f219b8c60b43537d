#include "crawl/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/authority.hpp"
#include "crawl/sitemap_tour.hpp"
#include "crawl/standard_visit.hpp"
#include "parse/detect_syntax.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kHeadsPerDataset = 20;
constexpr std::uint64_t kSitemapsOfOtherHosts = 20;

bool is_root(std::string_view url) { return path_and_query(url) == "/"; }

/// Bytes that can be read again from the start, as long as they have not been released.
class Rewindable {
 public:
  explicit Rewindable(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  /// A source that reads from the start; what it reads is kept for the next one.
  [[nodiscard]] std::unique_ptr<ByteSource> from_start() {
    return std::make_unique<View>(*this, View::Keeping::yes);
  }
  /// The last such source; keeps nothing more. Uses this object until its end.
  [[nodiscard]] std::unique_ptr<ByteSource> last() {
    return std::make_unique<View>(*this, View::Keeping::no);
  }

 private:
  class View final : public ByteSource {
   public:
    enum class Keeping { yes, no };
    View(Rewindable& all, Keeping keeping) : all_(all), keeping_(keeping) {}
    [[nodiscard]] Block read() override {
      if (at_ < all_.kept_.size()) return all_.kept_[at_++];
      Block block = all_.inner_->read();
      if (keeping_ == Keeping::yes && !block.empty()) {
        all_.kept_.push_back(block);
        ++at_;
      }
      return block;
    }

   private:
    Rewindable& all_;
    Keeping keeping_;
    std::size_t at_ = 0;
  };

  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> kept_;
};

bool is_robots(std::string_view url) { return path_and_query(url) == "/robots.txt"; }

/// One run of discovery for one entry URL.
class Discovery {
 public:
  Discovery(Retriever& retriever, Console& console, const ProbeOptions& options,
            SitemapTour::EntryTaker take_entry)
      : retriever_(retriever),
        console_(console),
        options_(options),
        take_entry_(std::move(take_entry)),
        tour_(retriever, options.max_sitemaps, take_entry_) {}

  SiteProfile run(const std::string& entry) {
    profile_.entry = entry;
    profile_.site = is_file_url(entry) ? "file:" : site_of(entry);
    if (!is_file_url(entry) && (!is_http(entry) || host_of(entry).empty())) {
      profile_.problems.push_back(
          fmt::format("{}: only http, https and file URLs can be read", entry));
      return std::move(profile_);
    }
    if (is_file_url(entry)) {
      look_at_local(entry);
    } else if (is_root(entry) || is_robots(entry)) {
      ask_robots(entry);
    } else {
      look_at(entry);
    }
    if (profile_.datasets.empty() && tour_.facts().empty() && options_.guess &&
        is_http(entry))
      tour_.visit(site_of(entry) + "/sitemap.xml", "a guess", {});
    collect();
    return std::move(profile_);
  }

 private:
  /// What the site's own robots.txt names.
  void ask_robots(const std::string& url) {
    const auto robots = retriever_.robots().of(url);
    note_robots(*robots);
    if (robots->deny_all) {
      profile_.problems.push_back(
          fmt::format("{}; without its robots.txt nothing of the site may be fetched "
                      "(RFC 9309 §2.3.1.4); try again later",
                      robots->fact.problem));
      return;
    }
    for (const RobotsSitemap& sitemap : robots->rules.sitemaps)
      tour_.visit(sitemap.url, robots->fact.url, origin_of(url));
    names_nothing_ = robots->rules.sitemaps.empty();
  }

  void note_robots(const HostRobots& robots) {
    const bool known = std::ranges::any_of(profile_.robots, [&](const RobotsFact& fact) {
      return fact.url == robots.fact.url;
    });
    if (!known && robots.fact.outcome != "local") profile_.robots.push_back(robots.fact);
  }

  /// A URL that is neither a site's root nor its robots.txt: its content tells.
  void look_at(const std::string& url) {
    const auto robots = retriever_.robots().of(url);
    note_robots(*robots);
    Retrieved got = retriever_.get({.url = url, .allow_local = is_file_url(url)});
    if (got.outcome != Retrieval::got) {
      profile_.problems.push_back(got.problem);
      return;
    }
    const std::string final_url = got.url;
    Rewindable bytes{std::move(got.body)};
    if (is_standard_sitemap(bytes.from_start())) {
      pages_.push_back(url);
      return;
    }
    if (is_data(bytes.from_start(), final_url, got.head.media_type())) {
      add_dump(url);
      return;
    }
    look_for_standard_sitemap(got.head, final_url, bytes.from_start());
    got.body = bytes.last();
    if (looks_like_robots(final_url)) {
      read_robots_body(std::move(got), final_url);
      return;
    }
    const SitemapSummary summary = tour_.visit_body(std::move(got), {}, {});
    if (summary.kind != SitemapKind::unknown) return;
    // A page: its site's robots.txt says where the data is.
    if (is_http(url)) {
      console_.detail(fmt::format("{} is a page; asking robots.txt of its site", url));
      ask_robots(url);
    } else if (pages_.empty()) {
      profile_.problems.push_back(fmt::format(
          "{} is neither RDF nor a sitemap nor a robots.txt: {}", url, summary.problem));
    }
  }

  /// A page that names its Standard-Sitemap is crawled, with what that lists.
  void look_for_standard_sitemap(const ResponseHead& head, const std::string& page,
                                 std::unique_ptr<ByteSource> bytes) {
    const auto found = standard_location_of(head, page, std::move(bytes),
                                            retriever_.limits(), Strictness::lenient);
    if (!found) return;
    profile_.standard_sitemaps.push_back({.page = page,
                                          .url = found->url,
                                          .route = std::string{route_name(found->route)},
                                          .problem = found->problem});
    pages_.push_back(page);
  }

  static bool looks_like_robots(std::string_view url) {
    return path_and_query(url).ends_with("/robots.txt");
  }

  void read_robots_body(Retrieved got, const std::string& url) {
    std::string text;
    try {
      while (text.size() <= retriever_.limits().robots_bytes) {
        const Block block = got.body->read();
        if (block.empty()) break;
        text += block.bytes;
      }
    } catch (const DocumentError& error) {
      profile_.problems.push_back(error.what());
      return;
    }
    const Robots robots = read_robots(text, url, retriever_.limits());
    RobotsFact fact;
    fact.url = url;
    fact.outcome = is_file_url(url) ? "local" : "found";
    fact.sitemaps = robots.sitemaps.size();
    profile_.robots.push_back(fact);
    for (const RobotsSitemap& sitemap : robots.sitemaps)
      tour_.visit(sitemap.url, url, {});
    names_nothing_ = robots.sitemaps.empty();
  }

  void look_at_local(const std::string& url) {
    std::error_code ignored;
    const std::filesystem::path path{file_path(url)};
    if (!std::filesystem::is_directory(path, ignored)) {
      look_at(url);
      return;
    }
    for (const char* name : {"robots.txt", "sitemap.xml"}) {
      if (!std::filesystem::exists(path / name, ignored)) continue;
      look_at(file_url((path / name).string()));
      return;
    }
    profile_.problems.push_back(
        fmt::format("{} holds neither robots.txt nor sitemap.xml", path.string()));
  }

  /// Do the first bytes, unpacked, look like RDF that we read?
  bool is_data(std::unique_ptr<ByteSource> source, const std::string& url,
               const std::string& media_type) {
    try {
      Unpacker unpacker{std::move(source), path_and_query(url), retriever_.limits()};
      for (int entries = 0; entries < 20; ++entries) {
        std::optional<Entry> entry = unpacker.next();
        if (!entry) return false;
        PeekSource bytes{std::move(entry->bytes)};
        const Detected told = detect_syntax(
            bytes.peek(kDetectBytes), {.media_type = media_type, .path = entry->hint});
        if (told.syntax != nullptr && told.found != "empty") return true;
        if (!unpacker.is_archive()) return false;
      }
    } catch (const DocumentError& error) {
      // Packed but damaged: a dump all the same, and the fetch says what is wrong.
      console_.detail(error.what());
      return true;
    }
    return false;
  }

  void add_dump(const std::string& url) {
    DatasetFact fact{.said = {}, .sitemap = {}, .site = profile_.site, .seed_pages = {}};
    fact.said.dumps.push_back({.url = url, .slicing = {}});
    profile_.datasets.push_back(std::move(fact));
  }

  /// Sums up, and finds the facts of every location.
  void collect() {
    for (SitemapFact& fact : tour_.facts()) profile_.sitemaps.push_back(std::move(fact));
    for (DatasetFact& fact : tour_.datasets())
      profile_.datasets.push_back(std::move(fact));
    profile_.pages = tour_.pages();
    profile_.loose_pages = std::move(tour_.loose_pages());
    for (const std::string& page : pages_) {
      SitemapEntry entry;
      entry.loc = page;
      if (take_entry_) take_entry_(entry, {});
      ++profile_.pages;
      ++profile_.loose_pages.count;
      profile_.loose_pages.first.push_back(page);
    }
    if (tour_.datasets_cut())
      profile_.problems.push_back(
          fmt::format("only the first {} datasets were taken (--max-datasets)",
                      retriever_.limits().site_datasets));
    if (tour_.cut_short())
      profile_.problems.push_back(
          fmt::format("only the first {} sitemaps were read "
                      "(--max-sitemaps)",
                      options_.max_sitemaps));
    for (const SitemapFact& fact : profile_.sitemaps)
      if (!fact.problem.empty())
        profile_.problems.push_back(
            fmt::format("sitemap {}: {}", fact.url, fact.problem));
    AuthorityCheck authority{retriever_, kSitemapsOfOtherHosts};
    for (const DatasetFact& dataset : profile_.datasets) {
      const auto learn = [&](const std::string& url) {
        if (profile_.locations.contains(url)) return;
        profile_.locations.emplace(url, fact_of(url, dataset, authority));
      };
      for (const DatasetLocation& one : dataset.said.dumps) learn(one.url);
      for (const DatasetLocation& one : dataset.said.fragments) learn(one.url);
      for (const DatasetLocation& one : dataset.said.endpoints) learn(one.url);
      for (const LinkedDataPrefix& one : dataset.said.prefixes) learn(one.prefix);
    }
    if (profile_.datasets.empty() && profile_.problems.empty()) say_nothing_found();
  }

  void say_nothing_found() {
    if (!pages_.empty()) return;
    if (names_nothing_) {
      profile_.problems.push_back(fmt::format(
          "{} names no sitemap, and nothing is guessed; --guess also tries /sitemap.xml",
          profile_.robots.empty() ? profile_.entry : profile_.robots[0].url));
    } else if (profile_.pages == 0) {
      profile_.problems.push_back("no dataset, dump or page was found");
    }
  }

  LocationFact fact_of(const std::string& url, const DatasetFact& dataset,
                       AuthorityCheck& authority) {
    LocationFact fact;
    if (is_file_url(url)) {
      const bool local = is_file_url(dataset.sitemap) || dataset.sitemap.empty();
      fact.allowed = local;
      if (!local) fact.robots_rule = "a local file, named by a document from the web";
      return fact;
    }
    if (!is_http(url)) {
      fact.allowed = false;
      fact.robots_rule = "only http, https and file URLs can be fetched";
      return fact;
    }
    auto [who, reason] = authority.of(url, dataset);
    fact.authority = who;
    fact.authority_reason = std::move(reason);
    note_robots(*retriever_.robots().of(url));
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

  Retriever& retriever_;
  Console& console_;
  const ProbeOptions& options_;
  SitemapTour::EntryTaker take_entry_;
  SitemapTour tour_;
  SiteProfile profile_;
  std::vector<std::string> pages_;  ///< that were named by the user
  bool names_nothing_ = false;
};

}  // namespace

Probe::Probe(Retriever& retriever, Console& console, ProbeOptions options,
             EntryTaker take_entry)
    : retriever_(retriever),
      console_(console),
      options_(std::move(options)),
      take_entry_(std::move(take_entry)) {}

SiteProfile Probe::profile(const std::string& entry) {
  SitemapTour::EntryTaker take;
  if (take_entry_)
    take = [&](const SitemapEntry& one, const std::string&) { take_entry_(entry, one); };
  return Discovery{retriever_, console_, options_, std::move(take)}.run(entry);
}

void Probe::weigh(AccessPlan& plan) {
  for (DatasetPlan& dataset : plan.datasets) {
    if (!dataset.chosen) continue;
    AccessOption& option = dataset.options[*dataset.chosen];
    if (option.way != Way::dump && option.way != Way::fragments) continue;
    std::uint64_t bytes = 0;
    bool all_known = true;
    for (std::size_t i = 0; i < option.pools.size(); ++i) {
      if (i == kHeadsPerDataset) {
        all_known = false;
        break;
      }
      Location& location = option.pools[i].mirrors[0];
      const Retrieved got = retriever_.get({.url = location.url,
                                            .method = "HEAD",
                                            .allow_local = is_file_url(location.url),
                                            .content_coding = false});
      if (got.head.status > 0) location.status = got.head.status;
      if (got.outcome == Retrieval::got) {
        location.bytes = got.head.length();
        location.media_type = got.head.media_type();
        location.last_modified = got.head.header("last-modified");
      } else {
        location.head_problem = got.problem;
      }
      all_known = all_known && location.bytes.has_value();
      bytes += location.bytes.value_or(0);
    }
    if (all_known) option.cost.bytes = bytes;
  }
}

}  // namespace semsite
