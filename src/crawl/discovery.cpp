#include "crawl/discovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/document_look.hpp"
#include "crawl/dump_list.hpp"
#include "crawl/entry_robots.hpp"
#include "crawl/location_facts.hpp"
#include "crawl/resource_sync_links.hpp"
#include "crawl/rewindable.hpp"
#include "discover/dataset_description.hpp"

namespace semsite {
namespace {

/// Descriptions asked for beside the one that was named.
constexpr std::size_t kMostDescribed = 50;
/// Dumps of descriptions that are looked at because they may be lists.
constexpr std::size_t kMostLists = 20;

bool is_root(std::string_view url) { return path_and_query(url) == "/"; }
bool is_robots(std::string_view url) { return path_and_query(url) == "/robots.txt"; }
bool looks_like_robots(std::string_view url) {
  return path_and_query(url).ends_with("/robots.txt");
}

/// A page with a field for a query: an endpoint shows one to people.
bool has_query_form(std::string_view page) {
  return page.find("name=\"query\"") != std::string_view::npos ||
         page.find("name='query'") != std::string_view::npos;
}

}  // namespace

Discovery::Discovery(Retriever& retriever, Console& console, const ProbeOptions& options,
                     SitemapTour::EntryTaker take_entry)
    : retriever_(retriever),
      console_(console),
      options_(options),
      tour_(retriever, options.max_sitemaps, std::move(take_entry)),
      descriptions_(retriever, options.parse) {}

SiteProfile Discovery::run(const std::string& entry) {
  profile_.entry = entry;
  profile_.site = is_file_url(entry) ? "file:" : site_of(entry);
  if (!is_file_url(entry) && (!is_http(entry) || host_of(entry).empty())) {
    profile_.problems.push_back(
        fmt::format("{}: only http, https and file URLs can be read", entry));
    return std::move(profile_);
  }
  const bool of_site = is_http(entry) && (is_root(entry) || is_robots(entry));
  if (is_file_url(entry)) {
    look_at_local(entry);
  } else if (of_site) {
    ask_robots(entry);
  } else {
    look_at(entry, AskSite::yes);
  }
  const auto nothing = [&] {
    return profile_.datasets.empty() && tour_.datasets().empty();
  };
  if (nothing() && tour_.facts().empty() && options_.guess && is_http(entry))
    tour_.visit(site_of(entry) + "/sitemap.xml", "a guess", {});
  if (of_site && !refused_ && nothing()) ask_well_known();
  // The page that the user named, once nothing else speaks for the site.
  if (of_site && is_root(entry) && !refused_ && nothing() && names_nothing_ &&
      tour_.facts().empty())
    look_at(entry, AskSite::no);
  collect();
  return std::move(profile_);
}

/// What the site's own robots.txt names.
void Discovery::ask_robots(const std::string& url) {
  const auto robots = retriever_.robots().of(url);
  note_robots(profile_, *robots);
  if (robots->deny_all) {
    refused_ = true;
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

/// The registered place for VoID (VoID §7.2): one request for each site and run.
void Discovery::ask_well_known() {
  const auto answer = options_.well_known->of(
      profile_.site, [&](const std::string& url) -> WellKnownVoid::Answer {
        DescriptionTour tour{retriever_, options_.parse};
        DescriptionFindings found = tour.visit(url, "the registered place for VoID");
        return {std::move(found.datasets), std::move(tour.facts())};
      });
  for (const DescriptionFact& fact : answer->facts) {
    // That there is none is the usual case.
    if (fact.problem.empty() && fact.statements > 0) {
      profile_.descriptions.push_back(fact);
    } else {
      console_.detail(fact.problem.empty() ? fact.url + " describes no dataset"
                                           : fact.problem);
    }
  }
  (void)take({answer->datasets, {}});
}

/// Keeps what was found, if anything of it can be got.
bool Discovery::take(DescriptionFindings found) {
  if (!found.offers_way()) return false;
  for (DatasetFact& fact : found.datasets)
    if (profile_.datasets.size() < retriever_.limits().site_datasets)
      profile_.datasets.push_back(std::move(fact));
  return true;
}

/// A URL that is neither a site's root nor its robots.txt: its content tells.
void Discovery::look_at(const std::string& url, AskSite ask_site) {
  const auto robots = retriever_.robots().of(url);
  note_robots(profile_, *robots);
  Retrieved got = retriever_.get({.url = url, .allow_local = is_file_url(url)});
  if (got.outcome != Retrieval::got) {
    if (ask_site == AskSite::yes) profile_.problems.push_back(got.problem);
    return;
  }
  const std::string final_url = got.url;
  Rewindable bytes{std::move(got.body)};
  const DocumentLook look = look_at_document(bytes.from_start(), final_url,
                                             got.head.media_type(), retriever_.limits());
  got.body = bytes.last();
  if (look == DocumentLook::data) return add_dump(url);
  if (look == DocumentLook::description) return read_description(std::move(got), url);
  if (look == DocumentLook::metalink)
    return take(read_metalink_dumps(std::move(got), retriever_.limits()), final_url);
  if (looks_like_robots(final_url)) return read_robots_body(std::move(got), final_url);
  if (look == DocumentLook::page && read_page(std::move(got), url)) return;
  std::string problem = "it is a page";
  if (look == DocumentLook::other) {
    const SitemapSummary summary = tour_.visit_body(std::move(got), {}, {});
    if (summary.kind != SitemapKind::unknown) return;
    problem = summary.problem;
  }
  if (ask_site == AskSite::no) return;
  // A page: its site's robots.txt says where the data is.
  if (is_http(url)) {
    console_.detail(fmt::format("{} is a page; asking robots.txt of its site", url));
    ask_robots(url);
    if (!refused_ && visit_entry_robots(retriever_, tour_, url)) names_nothing_ = false;
  } else {
    profile_.problems.push_back(fmt::format(
        "{} is neither RDF nor a sitemap nor a robots.txt: {}", url, problem));
  }
}

/// RDF that may describe datasets. If it does not, it is data itself.
void Discovery::read_description(Retrieved got, const std::string& url) {
  DescriptionFindings found = descriptions_.read(std::move(got), url, {});
  const std::string dataset = found.dataset_of_page;
  if (take(std::move(found))) return;
  if (!dataset.empty() && take(descriptions_.visit(dataset, url))) return;
  add_dump(url);
}

/// A page: a folder's listing, one that describes datasets, one that says which dataset
/// it belongs to, or the form of an endpoint. False if it is none of these.
bool Discovery::read_page(Retrieved got, const std::string& url) {
  std::string text;
  try {
    text = page_bytes_of(std::move(got.body), got.url, retriever_.limits());
  } catch (const DocumentError& error) {
    console_.detail(fmt::format("{}: {}", got.url, error.what()));
    return false;
  }
  if (auto list = read_listed_dumps(text, got, retriever_.limits())) {
    // A folder without data is a page like any other.
    if (list->said.dumps.empty()) {
      console_.detail(list->problem);
      return false;
    }
    take(std::move(*list), got.url);
    return true;
  }
  const bool is_form = has_query_form(text);
  const auto lists = resource_sync_links(got.head, text, got.url);
  const std::string page = got.url;
  got.body = std::make_unique<MemorySource>(std::move(text));
  DescriptionFindings found = descriptions_.read(std::move(got), url, {});
  const std::string dataset = found.dataset_of_page;
  if (take(std::move(found))) return true;
  if (!dataset.empty() && take(descriptions_.visit(dataset, url))) return true;
  for (const std::string& list : lists) tour_.visit_resource_sync(list, page);
  if (!lists.empty() && !tour_.facts().empty()) return true;
  return is_form && take(descriptions_.visit(url, "its own form for queries"));
}

void Discovery::take(DumpList list, const std::string& url) {
  DescriptionFact fact;
  fact.url = url;
  fact.kinds = list.kind;
  fact.datasets = list.said.dumps.empty() ? 0 : 1;
  fact.problem = list.problem;
  profile_.descriptions.push_back(std::move(fact));
  if (list.said.dumps.empty()) {
    profile_.problems.push_back(std::move(list.problem));
    return;
  }
  DatasetFact dataset;
  dataset.said = std::move(list.said);
  dataset.sitemap = url;
  dataset.site = is_file_url(url) ? "file:" : site_of(url);
  profile_.datasets.push_back(std::move(dataset));
}

void Discovery::read_robots_body(Retrieved got, const std::string& url) {
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
  for (const RobotsSitemap& sitemap : robots.sitemaps) tour_.visit(sitemap.url, url, {});
  names_nothing_ = robots.sitemaps.empty();
}

void Discovery::look_at_local(const std::string& url) {
  std::error_code ignored;
  const std::filesystem::path path{file_path(url)};
  if (!std::filesystem::is_directory(path, ignored)) {
    look_at(url, AskSite::yes);
    return;
  }
  for (const char* name : {"robots.txt", "sitemap.xml"}) {
    if (!std::filesystem::exists(path / name, ignored)) continue;
    look_at(file_url((path / name).string()), AskSite::yes);
    return;
  }
  profile_.problems.push_back(
      fmt::format("{} holds neither robots.txt nor sitemap.xml", path.string()));
}

void Discovery::add_dump(const std::string& url) {
  DatasetFact fact{.said = {}, .sitemap = {}, .site = profile_.site, .seed_pages = {}};
  fact.said.dumps.push_back({.url = url});
  profile_.datasets.push_back(std::move(fact));
}

/// Sums up, and finds the facts of every location.
void Discovery::collect() {
  for (SitemapFact& fact : tour_.facts()) profile_.sitemaps.push_back(std::move(fact));
  for (DatasetFact& fact : tour_.datasets()) profile_.datasets.push_back(std::move(fact));
  profile_.pages = tour_.pages();
  profile_.loose_pages = std::move(tour_.loose_pages());
  profile_.deleted = std::move(tour_.deleted());
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
      profile_.problems.push_back(fmt::format("sitemap {}: {}", fact.url, fact.problem));
  expand_lists();
  learn_locations(profile_, retriever_);
  describe_datasets();
  for (DescriptionFact& fact : descriptions_.facts()) {
    if (fact.statements > 0 || !fact.problem.empty() || !fact.kinds.empty())
      profile_.descriptions.push_back(std::move(fact));
  }
  if (profile_.datasets.empty() && profile_.problems.empty()) say_nothing_found();
}

/// Dumps of descriptions that turn out to be lists of dumps.
void Discovery::expand_lists() {
  std::size_t asked = 0;
  for (DatasetFact& dataset : profile_.datasets) {
    if (dataset.said.dumps.size() != 1 || dataset.said.dumps[0].source.empty()) continue;
    if (asked == kMostLists) return;
    const DatasetLocation dump = dataset.said.dumps[0];
    auto list = expand_dump(retriever_, dump);
    if (!list) continue;
    ++asked;
    if (list->said.dumps.empty()) {
      dataset.notes.push_back(list->problem);
      continue;
    }
    dataset.notes.push_back(fmt::format("its dump {} is a {}", dump.url, list->kind));
    dataset.said.dumps = std::move(list->said.dumps);
    dataset.said.grouping = std::move(list->said.grouping);
  }
}

/// Where a sitemap names a dataset but no way to it, its IRI may tell more.
void Discovery::describe_datasets() {
  std::size_t asked = 0;
  bool learnt = false;
  for (DatasetFact& dataset : profile_.datasets) {
    if (!is_http(dataset.said.uri) || dataset.sitemap.empty()) continue;
    // What a description says needs no second one.
    const bool by_sitemap = std::ranges::any_of(
        profile_.sitemaps,
        [&](const SitemapFact& sitemap) { return sitemap.url == dataset.sitemap; });
    if (!by_sitemap) continue;
    if (!options_.describe && has_usable_way(profile_, dataset)) continue;
    if (++asked > kMostDescribed) {
      profile_.problems.push_back(
          fmt::format("only {} datasets were looked up by their IRIs", kMostDescribed));
      break;
    }
    describe(dataset);
    learnt = true;
  }
  if (learnt) learn_locations(profile_, retriever_);
}

void Discovery::describe(DatasetFact& dataset) {
  DescriptionFindings found = descriptions_.visit(dataset.said.uri, dataset.sitemap);
  const auto same = std::ranges::find_if(found.datasets, [&](const DatasetFact& one) {
    return one.said.uri == dataset.said.uri;
  });
  if (same == found.datasets.end()) {
    dataset.notes.push_back(fmt::format("{} leads to no description of it",
                                        without_fragment(dataset.said.uri)));
    return;
  }
  SitemapDataset& said = dataset.said;
  SitemapDataset& more = same->said;
  const bool files = has_usable_way(profile_, dataset) && !said.dumps.empty();
  if (!files && !more.dumps.empty()) {
    said.dumps = std::move(more.dumps);
    said.grouping = std::move(more.grouping);
    said.paper_form = more.paper_form;
  }
  for (DatasetLocation& dump : said.dumps) {
    // Details of a file that both name.
    const auto told = std::ranges::find(more.dumps, dump.url, &DatasetLocation::url);
    if (told == more.dumps.end() || !dump.source.empty()) continue;
    dump.checksums = told->checksums;
    dump.byte_size = told->byte_size;
    dump.media_type = told->media_type;
    dump.source = told->source;
  }
  if (said.fragments.empty()) said.fragments = std::move(more.fragments);
  if (said.endpoints.empty()) {
    said.endpoints = std::move(more.endpoints);
    said.graph_name = std::move(more.graph_name);
  }
  if (said.prefixes.empty()) said.prefixes = std::move(more.prefixes);
  if (said.samples.empty()) said.samples = std::move(more.samples);
  if (said.label.empty()) said.label = std::move(more.label);
  if (said.lastmod.empty()) said.lastmod = std::move(more.lastmod);
  if (said.changefreq.empty()) said.changefreq = std::move(more.changefreq);
  if (dataset.seed_pages.empty() && dataset.pages == 0) {
    dataset.seed_pages = std::move(same->seed_pages);
    dataset.pages = same->pages;
  }
  dataset.notes.push_back(fmt::format("what {} says of it was taken in", same->sitemap));
}

void Discovery::say_nothing_found() {
  if (names_nothing_) {
    profile_.problems.push_back(fmt::format(
        "{} names no sitemap, and nothing is guessed; --guess also tries /sitemap.xml",
        profile_.robots.empty() ? profile_.entry : profile_.robots[0].url));
  } else if (profile_.pages == 0) {
    profile_.problems.push_back("no dataset, dump or page was found");
  }
}

}  // namespace semsite
