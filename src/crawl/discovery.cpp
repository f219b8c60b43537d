#include "crawl/discovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/diagnostics.hpp"
#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/answer_links.hpp"
#include "crawl/authority.hpp"
#include "crawl/dataset_cover.hpp"
#include "crawl/dump_list.hpp"
#include "crawl/entry_robots.hpp"
#include "crawl/entry_targets.hpp"
#include "crawl/held_pages.hpp"
#include "crawl/named_page.hpp"
#include "crawl/signpost_links.hpp"
#include "crawl/sparql_ask.hpp"
#include "crawl/standard_tour.hpp"
#include "discover/dataset_description.hpp"
#include "discover/licences.hpp"
#include "discover/signposting.hpp"
#include "documents/not_rdf.hpp"
#include "markup/html_tree.hpp"
#include "markup/link_header.hpp"
#include "parse/detect_syntax.hpp"
#include "plan/scope.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

bool is_root(std::string_view url) { return path_and_query(url) == "/"; }
bool is_robots(std::string_view url) { return path_and_query(url) == "/robots.txt"; }
bool looks_like_robots(std::string_view url) {
  return path_and_query(url).ends_with("/robots.txt");
}

/// May somebody who failed so on a query be an endpoint all the same? Not who says that
/// there is no such page or method, or sends another page.
bool may_be_endpoint(const SparqlFailure& failure, int status) {
  if (failure.no_table || failure.refused || failure.cancelled) return false;
  return !failure.code.starts_with("http.") || status == 401 || status == 403 ||
         status == 408 || status == 429 || (status >= 500 && status != 501);
}

/// With the URL, if it is not told already.
std::string problem_with(const std::string& url, const DocumentError& error) {
  const std::string problem = error.what();
  return problem.find(url) != std::string::npos ? problem
                                                : fmt::format("{}: {}", url, problem);
}

/// What may help, behind why a robots.txt could not be had: time does not mend a name
/// that nobody knows, a certificate, or an answer that is made wrongly.
std::string_view advice_for(std::string_view problem) {
  const auto says = [&](std::string_view words) {
    return problem.find(words) != std::string_view::npos;
  };
  if (says("does not resolve"))
    return "; check how the name is spelt, or try again later";
  if (says(": TLS: ") || says("in a circle") || says("--max-redirects") ||
      says("is too long"))
    return "";
  return "; try again later";
}

}  // namespace

Discovery::Discovery(Retriever& retriever, Console& console, const ProbeOptions& options,
                     SitemapWatch* watch)
    : retriever_(retriever),
      console_(console),
      options_(options),
      watch_(watch),
      tour_(retriever, options.max_sitemaps, watch),
      descriptions_(retriever, options.parse),
      authority_(retriever, AuthorityCheck::Settings{.trusted = options.trusted,
                                                     .looks = options.looks_at_names,
                                                     .parse = &options.parse,
                                                     .state = options.state}) {
  tour_.leave_out(
      [&options](std::string_view url) {
        return !in_scope(url, options.include, options.exclude);
      },
      [&options](const SitemapEntry& entry) {
        return is_entry_wanted(entry, options.entries, options.since);
      });
}

void Discovery::miss(std::string_view code, std::string text) {
  profile_.problems.push_back({std::string{code}, std::move(text)});
}

SiteProfile Discovery::run(const std::string& entry) {
  profile_.entry = entry;
  profile_.site = is_file_url(entry) ? "file:" : site_of(entry);
  if (!is_file_url(entry) && (!is_of_server(entry) || host_of(entry).empty())) {
    miss("fetch.scheme",
         fmt::format("{}: only http, https, ftp and file URLs can be read", entry));
    return std::move(profile_);
  }
  const bool of_site = is_http(entry) && (is_root(entry) || is_robots(entry));
  const bool page_alone = options_.scope == LinkScope::page &&
                          options_.guess != Guess::nothing && is_http(entry) &&
                          !looks_like_robots(entry);
  if (page_alone) {
    look_at(entry, AskSite::no);
    if (!page_problem_.text.empty()) profile_.problems.push_back(page_problem_);
    visit_feeds();
    collect();
    return std::move(profile_);
  }
  if (options_.endpoints) {
    if (!take_endpoint(entry) && profile_.problems.empty())
      miss("site.no-endpoint",
           fmt::format(
               "{} gives no rows for a SELECT: it is no SPARQL endpoint, or has no "
               "data that it shows us",
               entry));
  } else if (is_file_url(entry)) {
    look_at_local(entry);
  } else if (of_site) {
    ask_robots(entry);
  } else {
    look_at(entry, AskSite::yes);
  }
  const auto nothing = [&] {
    return profile_.datasets.empty() && tour_.datasets().empty();
  };
  // What was named and cannot be had is not made up for by something else.
  if (nothing() && (tour_.facts().empty() || names_no_list()) &&
      profile_.problems.empty() && is_http(entry) && !names_standard_sitemap())
    guess(entry);
  if (of_site && !refused_ && nothing()) ask_well_known();
  // The page that the user named, once nothing else speaks for the site.
  if (of_site && is_root(entry) && !refused_ && nothing() &&
      (names_nothing_ || names_no_list()) && has_no_list())
    look_at(entry, AskSite::no);
  // Nothing lists what the site has: the page that was named leads to it.
  if (nothing() && has_no_list() && is_http(entry) && lists_nothing_yet()) {
    profile_.first_page = page_url_;
    tell_folder();
  }
  visit_feeds();
  collect();
  return std::move(profile_);
}

/// Nobody said that there is a sitemap: that there is none is no fault of the site.
void Discovery::guess(const std::string& entry) {
  std::vector<SitemapFact> missing = std::exchange(tour_.facts(), {});
  look_for_sitemap(entry, missing);
  std::ranges::move(tour_.facts(), std::back_inserter(missing));
  tour_.facts() = std::move(missing);
}

/// `named`: sitemaps that are named, and that do not exist.
void Discovery::look_for_sitemap(const std::string& entry,
                                 std::span<const SitemapFact> named) {
  for (const std::string& url : usual_sitemaps(entry, options_.guess)) {
    if (std::ranges::find(named, url, &SitemapFact::url) != named.end()) continue;
    if (options_.state != nullptr &&
        options_.state->is_known_to_miss(url, std::chrono::system_clock::now())) {
      guess_problem_ = fmt::format("{} did not exist lately (status 404)", url);
      continue;
    }
    tour_.visit(url, "a guess", {});
    std::vector<SitemapFact>& facts = tour_.facts();
    if (facts.size() != 1 || facts[0].kind != SitemapKind::unknown) {
      is_guessed_ = !facts.empty();
      if (is_guessed_)
        console_.info(fmt::format("{} is a guess: nothing names it", facts[0].url));
      return;
    }
    guess_problem_ = facts[0].problem;
    if (facts[0].is_missing && options_.state != nullptr)
      options_.state->note_missing(url, std::chrono::system_clock::now());
    facts.clear();
  }
}

/// Does only what was guessed speak for what there is? Not where a page names its
/// Standard-Sitemap, or a link set leads on.
bool Discovery::lists_nothing_yet() const {
  return options_.guess != Guess::nothing && !page_url_.empty() &&
         !names_standard_sitemap();
}

/// The pages of a project (`user.github.io/project/`) have their sitemap beside them,
/// which only `--guess more` tries.
void Discovery::tell_folder() {
  const std::string path = page_url_.substr(0, page_url_.find('?'));
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  if (options_.guess != Guess::root || folder == site_of(page_url_) + "/") return;
  profile_.left_out.push_back(fmt::format(
      "whether there is {}sitemap.xml was not asked: --guess more does", folder));
}

/// Are sitemaps named, and none of them lists anything?
bool Discovery::names_no_list() {
  return !tour_.facts().empty() && !tour_.cut_short() &&
         std::ranges::all_of(tour_.facts(), lists_nothing);
}

/// A feed that stands where a sitemap was guessed lists what is new, and no more.
bool Discovery::has_no_list() {
  return tour_.facts().empty() || names_no_list() ||
         (is_guessed_ && std::ranges::all_of(tour_.facts(), is_feed));
}

bool Discovery::names_standard_sitemap() const {
  return std::ranges::any_of(profile_.standard_sitemaps,
                             [](const StandardFact& one) { return one.problem.empty(); });
}

/// What the site's own robots.txt names.
void Discovery::ask_robots(const std::string& url) {
  const auto robots = retriever_.robots().of(url);
  note_robots(profile_, *robots);
  if (robots->too_slow && retriever_.obeys_robots()) {
    refused_ = true;
    miss("robots.crawl-delay", robots->refusal);
    return;
  }
  if (robots->deny_all && retriever_.obeys_robots()) {
    refused_ = true;
    miss(
        robots->code,
        retriever_.is_stopped()
            ? robots->fact.problem
            : fmt::format("{}; without its robots.txt nothing of the site may be fetched "
                          "(RFC 9309 §2.3.1.4){}",
                          robots->fact.problem, advice_for(robots->fact.problem)));
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
        return {std::move(found.datasets), std::move(tour.facts()),
                std::move(found.missing), std::move(found.unread)};
      });
  const bool is_unread = !answer->unread.empty();
  if (is_unread)
    miss(retriever_.is_stopped() ? "fetch.cancelled" : kSiteUnread,
         answer->unread + "; whether it describes datasets is not known");
  for (const DescriptionFact& fact : answer->facts) {
    // That there is none is the usual case.
    if (is_unread || (fact.problem.empty() && !fact.kinds.empty())) {
      profile_.descriptions.push_back(fact);
    } else {
      console_.detail(fact.problem.empty() ? fact.url + " describes no dataset"
                                           : fact.problem);
    }
  }
  (void)take({answer->datasets, {}, answer->missing});
}

/// Keeps what was found, if anything of it can be got.
bool Discovery::take(DescriptionFindings found) {
  if (!found.offers_way()) return false;
  for (std::string& one : found.missing) miss(kSiteUnread, std::move(one));
  for (DatasetFact& fact : found.datasets)
    if (profile_.datasets.size() < retriever_.limits().site_datasets)
      profile_.datasets.push_back(std::move(fact));
  return true;
}

namespace {

/// Do the `Link` fields of an answer say something of it, or lead to what it is about?
bool names_something(const Retrieved& got) {
  return std::ranges::any_of(links_of(got), [](const AnswerLinks& answer) {
    return std::ranges::any_of(answer.fields, [&](const std::string& field) {
      return are_signposts(signposts_of(read_link_header(field).links, answer.url,
                                        answer.url, Signpost::Carrier::header));
    });
  });
}

}  // namespace

/// A URL that is neither a site's root nor its robots.txt: its content tells.
void Discovery::look_at(const std::string& url, AskSite ask_site) {
  const auto robots = retriever_.robots().of(url);
  note_robots(profile_, *robots);
  Retrieved got = ask_for_page(url, retriever_, options_.held);
  const bool has_signposts = names_something(got);
  if (got.outcome != Retrieval::got) {
    if (is_tombstone(got) && has_signposts)
      pages_.push_back(url);
    else if (misses_query(got.head.status) && take_endpoint(url))
      return;
    else if (ask_site == AskSite::yes)
      miss(got.code, got.problem);
    else if (got.outcome != Retrieval::cancelled)
      page_problem_ = {got.code, got.problem};
    return;
  }
  const std::string final_url = got.url;
  // A link set leads to what it names, as a page does.
  if (got.head.media_type().starts_with("application/linkset")) {
    pages_.push_back(url);
    return;
  }
  Rewindable bytes{std::move(got.body)};
  if (is_standard_sitemap(bytes.from_start())) {
    pages_.push_back(url);
    return;
  }
  const DocumentLook look =
      look_at_document(bytes.from_start(), final_url, got.head.media_type(),
                       got.head.headers_of("link"), retriever_.limits());
  is_page_ = look == DocumentLook::page;
  if (is_page_) look_for_standard_sitemap(got.head, final_url, bytes.from_start());
  got.body = bytes.last();
  if (look == DocumentLook::changes) return refuse_changes(std::move(got));
  if (look == DocumentLook::data) return add_dump(url);
  if (look == DocumentLook::description) return read_description(std::move(got), url);
  if (look == DocumentLook::metalink)
    return take(read_metalink_dumps(std::move(got), retriever_.limits()), final_url);
  if (looks_like_robots(final_url)) return read_robots_body(std::move(got), final_url);
  if (look == DocumentLook::empty && ask_site == AskSite::yes && !has_signposts) {
    // Whoever names a file wants that file, not what stands around it.
    miss("site.no-data", fmt::format("{} is empty: there is nothing in it to get", url));
    return;
  }
  if (look == DocumentLook::page) {
    const PageRead read = read_page(std::move(got), url);
    if (read == PageRead::broken && has_signposts) pages_.push_back(url);
    if (read != PageRead::other) {
      feeds_ = {};
      return;
    }
    // Whoever names a page gets at least that page.
    if (options_.guess != Guess::nothing) {
      page_url_ = crawl_start(url, final_url);
      pages_.push_back(url);
    } else if (!feeds_.urls.empty()) {
      pages_.push_back(url);
    }
  }
  std::string problem = "it is a page";
  if (look == DocumentLook::other) {
    const SitemapSummary summary = tour_.visit_body(std::move(got), {}, {});
    if (summary.kind != SitemapKind::unknown) return;
    problem = summary.problem;
  }
  // No data, but its header says where that is.
  if (has_signposts) pages_.push_back(url);
  if (ask_site == AskSite::no) return;
  // A page: its site's robots.txt says where the data is.
  if (is_http(url)) {
    ask_robots(url);
    EntryRobots beside;
    if (!refused_) beside = visit_entry_robots(retriever_, tour_, url);
    if (!beside.problem.empty()) miss(kSiteUnread, std::move(beside.problem));
    if (beside.names_sitemap) {
      names_nothing_ = false;  // the page of a repository in a folder
    } else {
      tell_site_instead(url, look, problem);
    }
  } else if (pages_.empty()) {
    miss("site.no-data",
         fmt::format("{} is neither RDF nor a sitemap nor a robots.txt: {}", url,
                     problem));
  }
}

/// A page that names its Standard-Sitemap is crawled, with what that lists.
void Discovery::look_for_standard_sitemap(const ResponseHead& head,
                                          const std::string& page,
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

/// What is to be crawled besides what sitemaps list.
void Discovery::list_pages() {
  std::set<std::string> known;
  for (const std::string& page : pages_) {
    if (!known.insert(plain_url(page)).second) continue;
    if (watch_ != nullptr) watch_->page(page);
    ++profile_.pages;
    tour_.beside().add_page(page);
    ++profile_.loose_pages.count;
    profile_.loose_pages.first.push_back(page);
  }
  if (reserve_.empty() || known.contains(plain_url(reserve_))) return;
  SitemapEntry entry;
  entry.loc = reserve_;
  if (watch_ != nullptr) watch_->entry(entry, NamedBy::user(), ListedBy::sitemap);
  ++profile_.pages;
  tour_.beside().add(entry, [](std::string_view) { return EntryPlace::beside; });
  ++profile_.loose_pages.count;
  profile_.loose_pages.first.push_back(entry.loc);
}

namespace {

/// Feeds of one page that are read.
constexpr std::size_t kMostFeeds = 20;
/// Of those that are not, how many are told by name.
constexpr std::size_t kToldFeeds = 5;

std::string feeds_in_words(std::span<const std::string> urls) {
  const std::size_t told = std::min(urls.size(), kToldFeeds);
  return fmt::format("{}{}", fmt::join(urls.first(told), ", "),
                     urls.size() > told
                         ? fmt::format(" and {} more", grouped(urls.size() - told))
                         : std::string{});
}

}  // namespace

/// The feeds of the page that the user named, once all is known that lists the whole of
/// the site: what one of these names is read as that.
void Discovery::visit_feeds() {
  if (refused_) return;
  const auto leave = [this](std::span<const std::string> feeds, std::string_view why) {
    if (feeds.empty()) return;
    profile_.left_out.push_back(fmt::format("{} of {} not read: {}: {}",
                                            count_of(feeds.size(), "feed"), feeds_page_,
                                            why, feeds_in_words(feeds)));
  };
  std::span<const std::string> feeds = feeds_.urls;
  if (options_.scope == LinkScope::page) {
    leave(feeds, "that page alone is wanted (--scope page)");
    return;
  }
  leave(feeds_.json, "a JSON Feed is in no form that is read");
  if (feeds.size() > kMostFeeds)
    leave(feeds.subspan(kMostFeeds), fmt::format("of one page {} are", kMostFeeds));
  for (const std::string& feed : feeds.first(std::min(feeds.size(), kMostFeeds)))
    tour_.visit_feed(feed, feeds_page_);
}

/// That a page names a feed which its host does not have is nothing that is missing.
void Discovery::tell_feeds() {
  for (const SitemapFact& fact : profile_.sitemaps) {
    if (!fact.is_of_page) continue;
    if (fact.is_no_loss)
      console_.warning(fmt::format("feed {}, which {} names: {}", fact.url, fact.named_by,
                                   fact.problem),
                       {.code = fact.code, .source = fact.url});
    else if (fact.problem.empty() && fact.named_by == feeds_page_)
      console_.info(fmt::format("{} is a feed of {}: {}, no list of the whole site",
                                fact.url, fact.named_by,
                                count_of(fact.entries, "entry", "entries")));
  }
}

/// RDF that may describe datasets. If it does not, it is data itself.
void Discovery::read_description(Retrieved got, const std::string& url) {
  DescriptionFindings found = descriptions_.read(std::move(got), url, {});
  const std::string dataset = found.dataset_of_page;
  const std::string without_way = found.without_way(url);
  const bool is_catalogue = found.is_catalogue;
  if (take(std::move(found))) return;
  if (!dataset.empty() && take(descriptions_.visit(dataset, url))) return;
  add_dump(url);
  if (without_way.empty()) return;
  // Of a catalogue its datasets are wanted; another document may be all there is.
  if (is_catalogue)
    miss("site.no-way", without_way);
  else
    profile_.datasets.back().notes.push_back(without_way);
}

namespace {

std::vector<Signpost> links_of_page(std::string_view text, const ResponseHead& head,
                                    const std::string& url) {
  NullDiagnostics nobody;
  try {
    const HtmlPage page = read_html_page(
        text,
        {.media_type = head.header("content-type"), .base = url, .resolve = resolved},
        Limits{}, nobody);
    return signposts_of(page_links(page), page.base(), page.address());
  } catch (const DocumentError&) {
    return {};  // what is wrong with it is said by those who read it for its data
  }
}

/// Those that its header, or a redirect on the way to it, and its markup name.
FeedLinks feeds_of(const Retrieved& got, std::string_view text) {
  std::vector<std::string> pages{got.url};
  std::vector<Signpost> links;
  for (const AnswerLinks& answer : links_of(got)) {
    pages.push_back(answer.url);
    for (const std::string& field : answer.fields)
      std::ranges::move(signposts_of(read_link_header(field).links, answer.url,
                                     answer.url, Signpost::Carrier::header),
                        std::back_inserter(links));
  }
  std::ranges::move(links_of_page(text, got.head, got.url), std::back_inserter(links));
  return feed_links(links, pages);
}

}  // namespace

/// A page: a folder's listing, one that describes datasets, one that says which dataset
/// it belongs to, or the form of an endpoint.
Discovery::PageRead Discovery::read_page(Retrieved got, const std::string& url) {
  std::string text;
  try {
    text = page_bytes_of(std::move(got.body), got.url, retriever_.limits());
  } catch (const DocumentError& error) {
    // It may have named data: what its site has besides is not what was asked for.
    fail_description(got.url, problem_with(got.url, error));
    return PageRead::broken;
  }
  if (options_.held != nullptr && is_http(got.url)) options_.held->put(url, got, text);
  if (auto list = read_listed_dumps(text, got, retriever_.limits())) {
    // A folder without data is a page like any other.
    if (list->said.dumps.empty()) {
      if (list->is_broken) {
        fail_description(got.url, list->problem);
        return PageRead::broken;
      }
      console_.detail(list->problem);
      return PageRead::other;
    }
    take(std::move(*list), got.url);
    return PageRead::taken;
  }
  if (is_http(got.url)) {
    feeds_ = feeds_of(got, text);
    feeds_page_ = got.url;
  }
  const bool is_form = has_endpoint_form(text, got.url);
  const auto lists = resource_sync_links(got.head, text, got.url);
  const std::string page = got.url;
  got.body = std::make_unique<MemorySource>(std::move(text));
  DescriptionFindings found = descriptions_.read(std::move(got), url, {});
  const std::string dataset = found.dataset_of_page;
  if (take(std::move(found)) ||
      (!dataset.empty() && take(descriptions_.visit(dataset, url)))) {
    // Its own RDF is there if none of its datasets can be had.
    if (options_.guess != Guess::nothing && is_http(page)) reserve_ = url;
    return PageRead::taken;
  }
  for (const std::string& list : lists) tour_.visit_resource_sync(list, page);
  if (!lists.empty() && !tour_.facts().empty()) return PageRead::taken;
  if (!is_form) return PageRead::other;
  if (take(descriptions_.visit(url, "its own form for queries")) || take_endpoint(url))
    return PageRead::taken;
  if (silent_endpoint_)
    miss(silent_endpoint_->code,
         fmt::format("{} shows a form for queries, as SPARQL endpoints do, and does not "
                     "answer one, so that what is behind it is not known: {}; try again "
                     "later",
                     url, silent_endpoint_->problem));
  return PageRead::other;
}

/// What might have described datasets could not be read.
void Discovery::fail_description(const std::string& url, const std::string& problem) {
  DescriptionFact fact;
  fact.url = url;
  fact.problem = problem;
  profile_.descriptions.push_back(std::move(fact));
  miss(kSiteUnread, problem);
}

/// In the words of those who are given one as data.
void Discovery::refuse_changes(Retrieved got) {
  Unpacker unpacker{std::move(got.body), path_and_query(got.url), retriever_.limits()};
  std::optional<Entry> entry = unpacker.next();
  PeekSource bytes{std::move(entry->bytes)};
  NotRdf why = not_rdf("changes", bytes.peek(kDetectBytes), got.url);
  miss(why.code, fmt::format("{} [{}]", why.problem, why.code));
}

void Discovery::take(DumpList list, const std::string& url) {
  DescriptionFact fact;
  fact.url = url;
  fact.kinds = list.kind;
  fact.datasets = list.said.dumps.empty() ? 0 : 1;
  fact.problem = list.problem;
  profile_.descriptions.push_back(std::move(fact));
  for (std::string& one : list.missing) miss(kSiteUnread, std::move(one));
  if (list.said.dumps.empty()) {
    miss("site.no-way", std::move(list.problem));
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
    read_beginning(*got.body, retriever_.limits().robots_bytes, text);
  } catch (const DocumentError& error) {
    miss(error.code(), error.what());
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
    if (std::ranges::any_of(tour_.facts(), [](const SitemapFact& fact) {
          return fact.kind == SitemapKind::text;
        }))
      console_.info(
          fmt::format("{0} is read as a sitemap: what it lists are pages. As "
                      "sites: --sites {0}",
                      path.string()));
    return;
  }
  for (const char* name : {"robots.txt", "sitemap.xml"}) {
    if (!std::filesystem::exists(path / name, ignored)) continue;
    look_at(file_url((path / name).string()), AskSite::yes);
    return;
  }
  miss("site.no-data",
       fmt::format("{0} holds neither robots.txt nor sitemap.xml; what data is in a "
                   "folder: semsite convert {0}",
                   path.string()));
}

void Discovery::add_dump(const std::string& url) {
  DatasetFact fact{.said = {}, .sitemap = {}, .site = profile_.site, .seed_pages = {}};
  fact.said.dumps.push_back({.url = url});
  profile_.datasets.push_back(std::move(fact));
}

/// One cheap query tells whether `url` is an endpoint, and a second one whether it has
/// named graphs: then all of them are a dataset beside the default graph, which in a
/// Virtuoso is no more than these.
bool Discovery::take_endpoint(const std::string& url) {
  SparqlAsk ask{retriever_, url};
  const auto asked = [&](std::string_view query, std::string_view variable) {
    return ask.rows(query, std::array{variable});
  };
  const SparqlAsk::Rows some = asked("SELECT ?s WHERE { ?s ?p ?o } LIMIT 1", "s");
  silent_endpoint_.reset();
  if (!some.rows && may_be_endpoint(some.failure, ask.status()))
    silent_endpoint_ = some.failure;
  if (!some.rows && (some.failure.refused || options_.endpoints)) {
    if (options_.endpoints && !some.failure.problem.empty())
      miss(some.failure.code, some.failure.problem);
    return false;
  }
  if (!some.rows) return false;
  const SparqlAsk::Rows named =
      asked("SELECT ?g WHERE { GRAPH ?g { ?s ?p ?o } } LIMIT 1", "g");
  const bool has_named = named.rows && !named.rows->empty();
  if (!named.rows)
    miss(named.failure.code,
         fmt::format("{}: whether it has named graphs is not known: {}", url,
                     named.failure.problem));
  const auto add = [&](std::string_view graph, const std::string& label) {
    DatasetFact fact{.said = {}, .sitemap = {}, .site = profile_.site, .seed_pages = {}};
    fact.said.label = label;
    fact.said.endpoints.push_back({.url = url});
    fact.said.graph_name = graph;
    profile_.datasets.push_back(std::move(fact));
  };
  if (has_named) add("*", "named graphs of " + url);
  if (!some.rows->empty() && !(has_named && ask.is_virtuoso()))
    add({}, "default graph of " + url);
  if (profile_.datasets.empty()) return false;
  console_.info(fmt::format("{} is a SPARQL endpoint: it answers a query", url));
  return true;
}

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
    miss("site.limit",
         fmt::format("only the first {} datasets were taken (--max-datasets)",
                     retriever_.limits().site_datasets));
  if (tour_.cut_short())
    miss("site.limit", fmt::format("only the first {} sitemaps were read "
                                   "(--max-sitemaps)",
                                   options_.max_sitemaps));
  for (const SitemapFact& fact : profile_.sitemaps)
    if (!fact.problem.empty() && !fact.is_no_loss)
      miss(fact.code, fmt::format("{} {}: {}", fact.is_of_page ? "feed" : "sitemap",
                                  fact.url, fact.problem));
  tell_feeds();
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
  count_beside();
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
    for (std::string& one : list->missing) miss(kSiteUnread, std::move(one));
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
      miss("site.limit",
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
  for (std::string& one : found.missing) miss(kSiteUnread, std::move(one));
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
  for (LicenceStatement& one : more.licences) add_licence(said.licences, std::move(one));
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
  DatasetCover datasets;
  datasets.add(profile_.datasets);
  profile_.beside_datasets = tour_.beside().outside([&](std::string_view url) {
    if (!in_scope(url, options_.include, options_.exclude)) return EntryPlace::unwanted;
    return datasets.holds(url) ? EntryPlace::in_dataset : EntryPlace::beside;
  });
}

/// The user named a document and gets what its site has.
void Discovery::tell_site_instead(const std::string& url, DocumentLook look,
                                  const std::string& problem) {
  const std::string site = site_of(url) + "/";
  if (!pages_.empty()) {
    console_.info(fmt::format(
        "{} is read, and the site {} is planned, too (--scope page: that page "
        "alone)",
        url, site));
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
    miss("site.empty", "no dataset, dump or page was found");
    return;
  }
  const auto verdict = [&](std::string_view path) {
    return is_http(profile_.entry) && retriever_.obeys_robots()
               ? retriever_.robots().verdict(site_of(profile_.entry) + std::string{path})
               : RobotsVerdict{};
  };
  const RobotsVerdict root = verdict("/");
  if (!root.allowed && !verdict("/sitemap.xml").allowed) {
    miss("robots.denied",
         fmt::format("{} lets no robot in ({}) and names no sitemap: nothing of the site "
                     "may be asked "
                     "for (--ignore-robots is for sites of your own)",
                     profile_.robots.empty() ? profile_.entry : profile_.robots[0].url,
                     root.rule));
    return;
  }
  const std::string guessed =
      options_.guess == Guess::nothing
          ? "nothing is guessed, by --no-guess"
          : (guess_problem_.empty()
                 ? "what was guessed lists nothing"
                 : fmt::format("the guess failed: {}", guess_problem_));
  const std::string robots = profile_.robots.empty()
                                 ? fmt::format("{} names no sitemap", profile_.entry)
                                 : names_no_sitemap(profile_.robots[0]);
  const std::string page =
      is_page_ ? fmt::format("; semsite convert {} reads that page alone", profile_.entry)
      : page_problem_.text.empty() ? std::string{}
                                   : "; " + page_problem_.text;
  miss("site.no-sitemap", fmt::format("{}, and {}{}", robots, guessed, page));
}

namespace {

constexpr std::size_t kMostResourceLists = 10;
constexpr std::string_view kRelation = "resourcesync";

void add_from(const std::vector<Signpost>& links, std::vector<std::string>& out) {
  for (const Signpost& link : links)
    if (link.relation == kRelation && out.size() < kMostResourceLists &&
        std::ranges::find(out, link.target) == out.end())
      out.push_back(link.target);
}

}  // namespace

std::vector<std::string> resource_sync_links(const ResponseHead& head,
                                             std::string_view text,
                                             const std::string& url) {
  std::vector<std::string> out;
  for (const std::string& field : head.headers_of("link"))
    add_from(
        signposts_of(read_link_header(field).links, url, url, Signpost::Carrier::header),
        out);
  // Few pages have it, so that a tree is seldom made for it.
  if (lower_ascii(text).find(kRelation) != std::string::npos)
    add_from(links_of_page(text, head, url), out);
  return out;
}

}  // namespace semsite
