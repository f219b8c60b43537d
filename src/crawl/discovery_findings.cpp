#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/discovery.hpp"
#include "crawl/dump_list.hpp"
#include "crawl/entries_beside.hpp"
#include "crawl/location_facts.hpp"
#include "discover/dataset_description.hpp"
#include "plan/scope.hpp"

namespace semsite {
namespace {

/// Descriptions asked for beside the one that was named.
constexpr std::size_t kMostDescribed = 50;
/// Dumps of descriptions that are looked at because they may be lists.
constexpr std::size_t kMostLists = 20;

std::string names_no_sitemap(const RobotsFact& robots) {
  if (robots.outcome == "none" && !robots.problem.empty())
    return robots.problem + "; so no sitemap is known";
  if (robots.outcome == "none")
    return robots.status == 404 || robots.status == 410
               ? fmt::format("{} does not exist (status {})", robots.url, robots.status)
               : fmt::format("{} cannot be read (status {})", robots.url, robots.status);
  if (robots.outcome == "ended") return robots.problem;
  if (robots.outcome == "unreachable")
    return fmt::format("{} cannot be had ({})", robots.url, robots.problem);
  if (robots.is_page)
    return fmt::format("{} is an HTML page, which names no sitemap", robots.url);
  return fmt::format("{} names no sitemap", robots.url);
}

/// Samples and pages do not say who named them: what a description of the web says of a
/// dataset that a local sitemap describes must not pass for that sitemap's word.
void forget_local_files(DatasetFact& fact) {
  const NamedBy named_by = NamedBy::document(fact.sitemap);
  const auto is_refused = [&](const std::string& url) { return !named_by.may_name(url); };
  std::erase_if(fact.said.samples, is_refused);
  std::erase_if(fact.seed_pages, is_refused);
  std::erase_if(fact.said.prefixes,
                [&](const LinkedDataPrefix& one) { return is_refused(one.prefix); });
}

}  // namespace

/// Sums up, and finds the facts of every location.
void Discovery::collect() {
  for (SitemapFact& fact : tour_.facts()) profile_.sitemaps.push_back(std::move(fact));
  for (DatasetFact& fact : tour_.datasets()) profile_.datasets.push_back(std::move(fact));
  profile_.pages = tour_.pages();
  profile_.entry_groups = tour_.entry_groups();
  profile_.loose_pages = std::move(tour_.loose_pages());
  list_pages();
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
  learn_locations(profile_, retriever_, authority_);
  describe_datasets();
  learn_names(profile_, authority_);
  for (DescriptionFact& fact : descriptions_.facts()) {
    // That a page or dump describes nothing is nothing to tell; that what was asked for
    // because it might describe something cannot be had, is.
    const bool failed = !fact.problem.empty() && !fact.named_by.empty();
    if (!fact.kinds.empty() || failed) profile_.descriptions.push_back(std::move(fact));
  }
  if (!profile_.datasets.empty()) count_beside();
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
    std::ranges::move(list->missing, std::back_inserter(profile_.problems));
    if (list->said.dumps.empty()) {
      dataset.notes.push_back(list->problem);
      continue;
    }
    dataset.notes.push_back(fmt::format("its dump {} is a {}", dump.url, list->kind));
    dataset.said.dumps = std::move(list->said.dumps);
    dataset.said.grouping = std::move(list->said.grouping);
    // The list is its host's word on its files, not on whose dataset they are.
    const Standing standing = authority_.of(dump.url, dump.source, dataset);
    if (!standing.is_claim()) continue;
    for (const DatasetLocation& one : dataset.said.dumps)
      if (holder_of(one.url) == holder_of(dump.url))
        dataset.location_standings.insert_or_assign(one.url, standing);
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
  if (learnt) learn_locations(profile_, retriever_, authority_);
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
  std::ranges::move(found.missing, std::back_inserter(profile_.problems));
  SitemapDataset& said = dataset.said;
  SitemapDataset& more = same->said;
  forget_local_files(*same);
  const bool files = has_usable_way(profile_, dataset) && !said.dumps.empty();
  if (!files && !more.dumps.empty()) {
    said.dumps = std::move(more.dumps);
    said.grouping = std::move(more.grouping);
    said.paper_form = more.paper_form;
  }
  // Details of a file that both name.
  std::map<std::string_view, const DatasetLocation*> told;
  for (const DatasetLocation& dump : more.dumps) told.emplace(dump.url, &dump);
  for (DatasetLocation& dump : said.dumps) {
    const auto one = told.find(dump.url);
    if (one == told.end() || !dump.source.empty()) continue;
    dump.checksums = one->second->checksums;
    dump.byte_size = one->second->byte_size;
    dump.media_type = one->second->media_type;
    dump.source = one->second->source;
  }
  if (said.fragments.empty()) said.fragments = std::move(more.fragments);
  if (said.endpoints.empty()) {
    said.endpoints = std::move(more.endpoints);
    said.graph_name = std::move(more.graph_name);
  }
  if (said.prefixes.empty()) said.prefixes = std::move(more.prefixes);
  if (said.samples.empty()) said.samples = std::move(more.samples);
  if (!dataset.triples) dataset.triples = same->triples;
  if (said.label.empty()) said.label = std::move(more.label);
  if (said.lastmod.empty()) said.lastmod = std::move(more.lastmod);
  if (said.changefreq.empty()) said.changefreq = std::move(more.changefreq);
  if (dataset.seed_pages.empty() && dataset.pages == 0) {
    dataset.seed_pages = std::move(same->seed_pages);
    dataset.pages = same->pages;
  }
  dataset.notes.push_back(fmt::format("what {} says of it was taken in", same->sitemap));
}

/// What is listed beside the datasets, now that all of them are known.
void Discovery::count_beside() {
  std::set<std::string, std::less<>> files;
  for (const DatasetFact& dataset : profile_.datasets) {
    for (const auto* locations : {&dataset.said.dumps, &dataset.said.fragments})
      for (const DatasetLocation& location : *locations)
        files.insert(plain_url(location.url));
    // A sample is one of the resources that the dataset describes.
    for (const std::string& sample : dataset.said.samples)
      files.insert(plain_url(sample));
  }
  PrefixIndex prefixes;
  for (const DatasetFact& dataset : profile_.datasets) prefixes.add(dataset.said, 0);
  profile_.beside_datasets = tour_.beside().outside([&](std::string_view url) {
    if (!in_scope(url, options_.include, options_.exclude)) return EntryPlace::unwanted;
    return files.contains(plain_url(url)) || prefixes.covers(url) ? EntryPlace::in_dataset
                                                                  : EntryPlace::beside;
  });
}

/// The user named a document and gets what its site has.
void Discovery::tell_site_instead(const std::string& url, DocumentLook look,
                                  const std::string& problem) {
  const std::string site = site_of(url) + "/";
  if (!pages_.empty()) {
    console_.info(
        fmt::format("{} leads to data: the site {} is planned, with it among its pages; "
                    "--resource {} gets that document alone",
                    url, site, url));
  } else if (look == DocumentLook::page) {
    console_.info(fmt::format(
        "{} is an HTML page that describes no dataset: the site {} is planned; semsite "
        "convert {} reads the page alone",
        url, site, url));
  } else {
    console_.info(
        fmt::format("{} is neither RDF nor a sitemap ({}): the site {} is planned", url,
                    problem, site));
  }
}

void Discovery::say_nothing_found() {
  if (!pages_.empty() || profile_.pages > 0) return;
  if (!names_nothing_) {
    profile_.problems.push_back("no dataset, dump or page was found");
    return;
  }
  const auto may_guess = [&] {
    return !is_http(profile_.entry) || !retriever_.obeys_robots() ||
           retriever_.robots().verdict(site_of(profile_.entry) + "/sitemap.xml").allowed;
  };
  const std::string guessed =
      options_.guess
          ? (guess_problem_.empty() ? "what was guessed lists nothing"
                                    : fmt::format("the guess failed: {}", guess_problem_))
      : may_guess() ? "nothing is guessed; --guess also tries /sitemap.xml"
                    : "it does not allow /sitemap.xml to be tried";
  const std::string robots = profile_.robots.empty()
                                 ? fmt::format("{} names no sitemap", profile_.entry)
                                 : names_no_sitemap(profile_.robots[0]);
  const std::string page =
      is_page_ ? fmt::format("; semsite convert {} reads that page alone", profile_.entry)
      : page_problem_.empty() ? std::string{}
                              : "; " + page_problem_;
  profile_.problems.push_back(fmt::format("{}, and {}{}", robots, guessed, page));
}

}  // namespace semsite
