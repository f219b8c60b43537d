#include "crawl/description_tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/answer_links.hpp"
#include "crawl/more_said.hpp"
#include "discover/dataset_description.hpp"
#include "discover/paging.hpp"
#include "discover/signposting.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/split_parse.hpp"
#include "semsite/errors.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostProblems = 20;

}  // namespace

std::string CataloguePages::page_of(const std::string& url) const {
  const std::string key = page_key(url);
  const auto known = pages_.find(key);
  return known == pages_.end() ? key : known->second;
}

bool CataloguePages::knows(const std::string& url) const {
  return pages_.contains(page_key(url));
}

void CataloguePages::miss(std::string problem) {
  if (problems_.size() < kMostProblems &&
      std::ranges::find(problems_, problem) == problems_.end())
    problems_.push_back(std::move(problem));
}

void CataloguePages::read(const std::string& asked, const std::string& final_url,
                          const std::string& sha256) {
  ++read_;
  const std::string page = page_key(asked);
  pages_.emplace(page, page);
  pages_.emplace(page_key(final_url), page);
  if (!sha256.empty()) answers_.emplace(sha256, Answer{final_url, page});
}

bool CataloguePages::wants(const Lead& lead) {
  if (lead.url.empty()) {
    miss(fmt::format("{} names a further page that is no URL ({})", lead.document,
                     lead.by));
    return false;
  }
  const std::string to = page_of(lead.url);
  std::string from = page_of(lead.document);
  if (!lead.subject.empty()) {
    auto& targets = targets_[lead.subject];
    targets.insert(to);
    // A page may repeat what another one says of itself. If one thing has several next
    // pages, it is the whole list, and each document speaks of its own place in it.
    if (const auto other = pages_.find(page_key(lead.subject));
        other != pages_.end() && targets.size() == 1)
      from = other->second;
  }
  if (!told_.emplace(from, to).second) return false;
  if (!pages_.contains(to)) return true;
  const auto led = led_.find(to);
  if (lead.in_order && (led == led_.end() || led->second != from))
    miss(
        fmt::format("the pages of the catalogue go in a circle: {} leads back to {} ({})",
                    lead.document, lead.url, lead.by));
  return false;
}

void CataloguePages::came(const Lead& lead, const std::string& final_url,
                          const std::string& sha256) {
  const std::string to = page_key(lead.url);
  const std::string place = page_key(final_url);
  if (const auto known = pages_.find(place); known != pages_.end() && place != to)
    miss(fmt::format("{} leads to {}, which redirects back to {} ({})", lead.document,
                     lead.url, final_url, lead.by));
  if (const auto same = answers_.find(sha256); !sha256.empty() && same != answers_.end())
    miss(
        fmt::format("{} is said to be another page than {}, and is the same, byte for "
                    "byte ({})",
                    lead.url, same->second.url, lead.by));
  led_.emplace(to, page_of(lead.document));
  read(lead.url, final_url, sha256);
  // The page before leads to the one that names it.
  if (lead.back) led_.emplace(page_of(lead.document), page_of(final_url));
}

void CataloguePages::failed(const Lead& lead, const std::string& problem) {
  pages_.emplace(page_key(lead.url), page_key(lead.url));
  led_.emplace(page_key(lead.url), page_of(lead.document));
  miss(fmt::format("a page of the catalogue is missing: {} ({} of {})", problem, lead.by,
                   lead.document));
}

void CataloguePages::repeated(const Lead& lead) {
  miss(
      fmt::format("{} is said to be another page than those before it, and names no "
                  "dataset that they have not ({})",
                  lead.url, lead.by));
}

void CataloguePages::left(const Lead& lead, const std::string& why) {
  pages_.emplace(page_key(lead.url), page_key(lead.url));
  led_.emplace(page_key(lead.url), page_of(lead.document));
  miss(
      fmt::format("a page of the catalogue is missing: {} was not asked for: {} ({} of "
                  "{})",
                  lead.url, why, lead.by, lead.document));
}

namespace {

/// So much of one document is read.
constexpr std::uint64_t kDescriptionBytes = 32 * kMiB;

/// A document that says so much, and hardly anything of datasets, is data.
constexpr std::uint64_t kMostOthers = 100'000;

/// Not a fault of the document, which is none of those that are looked for.
struct NoDescription {};

const Syntax* syntax_of(PeekSource& bytes, const BreakNote& end, const Entry& entry,
                        const Retrieved& got) {
  const Detected told =
      detect_syntax(bytes.peek(kDetectBytes), end,
                    {.media_type = got.head.media_type(), .path = entry.hint});
  if (told.found == "html") return find_syntax("html");
  if (told.found == "json" &&
      linked_context(got.head.headers_of("link"), got.head.media_type()))
    return find_syntax("jsonld");
  return told.syntax;
}

/// Does it say of any dataset where that can be had?
bool names_data(const DescriptionGraph& graph) {
  bool out = false;
  for (const DescriptionTerm term :
       {DescriptionTerm::distribution, DescriptionTerm::data_dump,
        DescriptionTerm::schema_distribution, DescriptionTerm::sparql_endpoint})
    graph.for_each(term, [&](auto, const auto&) { out = true; });
  return out;
}

/// Does the document describe a catalogue?
bool has_catalogue(const DescriptionGraph& graph, const std::string& document) {
  for (DescriptionGraph::Node node = 0; node < graph.size(); ++node)
    if (graph.source(node) == document &&
        (graph.is(node, DescriptionClass::catalog) ||
         graph.is(node, DescriptionClass::data_catalog)))
      return true;
  return false;
}

}  // namespace

struct DescriptionTour::Reading {
  DescriptionGraph graph{};
  CataloguePages pages{};
  /// What the documents say of themselves beside Hydra, which `graph` has.
  std::vector<CataloguePages::Lead> leads{};
  /// Last pages, as pages name them.
  std::vector<CataloguePages::Lead> lasts{};
  std::string final_url{}, sha256{};  ///< of the last document
  bool for_people = false;            ///< the last document is a page of the web
  bool is_empty = false;              ///< it has no byte
  bool goes_back = true;              ///< it is the first one, or a page before that
  bool is_further = false;            ///< it is a further page, by the word of another
  std::size_t asked = 0;              ///< documents beside the first
  std::string unread{};               ///< DescriptionFindings::unread
};

bool DescriptionFindings::offers_way() const {
  return std::ranges::any_of(
      datasets, [](const DatasetFact& fact) { return semsite::offers_way(fact); });
}

std::string DescriptionFindings::without_way(const std::string& url) const {
  if (datasets.empty() || offers_way()) return {};
  std::string out = fmt::format(
      "{} describes {}, and names no file, endpoint or prefix of {}: only the "
      "description itself is got",
      url, count_of(datasets.size(), "dataset"), datasets.size() == 1 ? "it" : "them");
  for (const DatasetFact& fact : datasets)
    if (!fact.notes.empty()) return fmt::format("{} ({})", out, fact.notes.front());
  return out;
}

DescriptionTour::DescriptionTour(Retriever& retriever, const ParseSettings& settings,
                                 std::size_t most_pages)
    : retriever_(retriever), settings_(settings), most_pages_(most_pages) {}

DescriptionFindings DescriptionTour::visit(const std::string& url,
                                           const std::string& named_by) {
  Reading reading;
  const std::size_t first = facts_.size();
  const std::string asked{without_fragment(url)};
  if (!ask(asked, named_by, reading)) return DescriptionFindings::nothing(reading.unread);
  return conclude(reading, {asked, facts_[first].url}, first);
}

DescriptionFindings DescriptionTour::read(Retrieved got, const std::string& asked,
                                          const std::string& named_by) {
  Reading reading;
  const std::size_t first = facts_.size();
  const std::string final_url = got.url;
  const std::string plain{without_fragment(asked)};
  if (!read_one(std::move(got), plain, named_by, reading))
    return DescriptionFindings::nothing(reading.unread);
  return conclude(reading, {plain, final_url}, first);
}

bool DescriptionTour::ask(const std::string& url, const std::string& named_by,
                          Reading& reading) {
  Retrieved got = retriever_.get({.url = url,
                                  .named_by = NamedBy::document(named_by),
                                  .accept = std::string{kDescriptionAccept}});
  if (got.outcome == Retrieval::got)
    return read_one(std::move(got), url, named_by, reading);
  DescriptionFact fact;
  fact.url = url;
  fact.named_by = named_by;
  fact.problem = got.problem;
  if (reading.asked == 0 && says_nothing(got)) reading.unread = got.problem;
  facts_.push_back(std::move(fact));
  return false;
}

namespace {

/// The licence links of what came for one URL: who says it, and what.
using LicenceLinks = std::vector<std::pair<std::string, std::string>>;

/// A licence is said of the page, and of what the page is to be cited as (RFC 8574).
void add_licences(const std::vector<Signpost>& links, LicenceLinks& out) {
  constexpr std::size_t kMost = 100;
  const auto add = [&](const std::string& of, const std::string& license) {
    if (out.size() < kMost) out.emplace_back(of, license);
  };
  for (const Signpost& link : links) {
    if (link.relation != "license") continue;
    add(link.context, link.target);
    for (const Signpost& cited : links)
      if (cited.relation == "cite-as" && cited.context == link.context &&
          cited.target != link.context)
        add(cited.target, link.target);
  }
}

/// A `<link>` of the page, which leads to `target`, if it says something of its licence.
void add_marked(const std::string& page, std::string_view target, const PageLink& link,
                std::vector<Signpost>& out) {
  if (link.place != PageLink::Place::link) return;
  for (std::string& relation : relation_types(link.rel)) {
    if (relation != "license" && relation != "cite-as") continue;
    Signpost one;
    one.context = page;
    one.relation = std::move(relation);
    one.target = target;
    out.push_back(std::move(one));
  }
}

LicenceLinks licence_links_of(const Retrieved& got) {
  LicenceLinks out;
  for (const AnswerLinks& answer : links_of(got)) {
    std::vector<Signpost> links;
    for (const std::string& field : answer.fields)
      std::ranges::move(signposts_of(read_link_header(field).links, answer.url,
                                     answer.url, Signpost::Carrier::header),
                        std::back_inserter(links));
    add_licences(links, out);
  }
  return out;
}

}  // namespace

bool DescriptionTour::read_one(Retrieved got, const std::string& asked,
                               const std::string& named_by, Reading& reading) {
  DescriptionGraph& graph = reading.graph;
  DescriptionFact fact;
  fact.url = got.url;
  fact.named_by = named_by;
  const std::uint64_t before = graph.statements();
  const std::uint64_t mentions = graph.dataset_mentions();
  graph.begin_document(got.url);
  const std::vector<std::string> links = paging_links(got);
  LicenceLinks licences = licence_links_of(got);
  std::vector<Signpost> marked;
  bool is_rdf = false;
  bool is_data = false;
  Sha256 digest;
  LostStatements lost;
  std::optional<PagingWatch> paging;
  try {
    Unpacker unpacker{std::make_unique<DigestedBytes>(std::move(got.body), digest),
                      path_and_query(got.url), retriever_.limits()};
    std::optional<Entry> entry = unpacker.next();
    if (entry && !unpacker.is_archive()) {
      FirstBytes first{*entry->bytes, kDescriptionBytes};
      auto noted = std::make_unique<BreakNote>(std::make_unique<BorrowedSource>(first));
      const BreakNote& end = *noted;
      PeekSource bytes{std::move(noted)};
      reading.is_empty = bytes.peek(1).empty();
      if (const Syntax* const syntax = syntax_of(bytes, end, *entry, got)) {
        is_rdf = true;
        reading.for_people = is_of_pages(*syntax);
        paging.emplace(got.url, asked, links);
        Document document;
        document.iri = got.url;
        document.base = got.url;
        document.name = got.url;
        document.got_from = got.url;
        document.scope = short_hash(got.url);
        document.media_type = got.head.header("content-type");
        document.links = links;
        const Measured measured{document, ReadAs::description, *syntax,
                                retriever_.limits()};
        const LinkTaker markup{.take = [&](std::string_view iri, const PageLink& link) {
          paging->add_markup_link(link.rel, iri);
          add_marked(got.url, iri, link, marked);
        }};
        parse_document(
            {.syntax = *syntax,
             .bytes = bytes,
             .document = std::make_shared<const Document>(std::move(document)),
             .diagnostics = lost,
             .measured = measured,
             .workers = 1,
             .stop = {},
             .settings = settings_,
             .links = reading.for_people ? &markup : nullptr},
            [&, quads = std::uint64_t{0}](const QuadBatch& batch) mutable {
              graph.write(batch);
              // Hydra of a page is in the graph; its other links are for people.
              if (!reading.for_people) paging->see(batch);
              quads += batch.size();
              if (quads > kMostOthers && (graph.statements() - before) * 100 < quads)
                throw NoDescription{};
            });
      }
    }
    if (!is_rdf) fact.problem = fmt::format("{} is no RDF and no page", got.url);
  } catch (const NoDescription&) {
    // What was read so far counts.
    is_data = true;
  } catch (const DocumentError& error) {
    fact.problem = fmt::format("{}: {}", got.url, error.what());
    // Of a page of the web only the transfer: its scripts are often faulty.
    if (reading.asked == 0 && (!reading.for_people || error.code().starts_with("fetch.")))
      reading.unread = fact.problem;
  }
  fact.statements = graph.statements() - before;
  add_licences(marked, licences);
  for (const auto& [page, license] : licences)
    graph.add_signposted_license(page, license);
  if (graph.cut_short() && fact.problem.empty())
    fact.problem = fmt::format("{} says more of datasets than is kept", got.url);
  // A page of the web has a next one for many reasons, one that is a catalogue for one.
  const bool is_page_of_list = reading.is_further && graph.dataset_mentions() > mentions;
  if (paging && !is_data &&
      (!reading.for_people || is_page_of_list || has_catalogue(graph, got.url))) {
    std::vector<MoreSaid> said = paging->more();
    if (auto more = more_by_range(got.head.header("content-range")))
      said.push_back(std::move(*more));
    for (const MoreSaid& more : said) {
      if (more.kind == MoreSaid::Kind::token)
        reading.pages.miss(
            fmt::format("{}: {}, which is not followed", got.url, more_text(more)));
      const bool back = more.kind == MoreSaid::Kind::previous;
      // The pages before the one that was named: others only lead to where we came from.
      if (more.url.empty() || (back && !reading.goes_back)) continue;
      auto& leads = more.kind == MoreSaid::Kind::last ? reading.lasts : reading.leads;
      leads.push_back({.document = got.url,
                       .subject = more.subject,
                       .url = more.url,
                       .by = more.by,
                       .in_order = more.kind == MoreSaid::Kind::next,
                       .back = back});
    }
  }
  // Scripts of a page of the web are often faulty, and seldom about data.
  if (std::string problem = lost.problem(got.url);
      !problem.empty() && !reading.for_people && !is_data)
    reading.pages.miss(std::move(problem));
  reading.final_url = got.url;
  reading.sha256 = is_data || !fact.problem.empty() ? std::string{} : digest.hex();
  facts_.push_back(std::move(fact));
  return is_rdf;
}

bool DescriptionTour::page(const CataloguePages::Lead& lead, const Start& start,
                           Reading& reading) {
  CataloguePages& pages = reading.pages;
  if (!pages.wants(lead)) return false;
  if (site_of(lead.url) != site_of(start.final_url) &&
      !(is_file_url(lead.url) && is_file_url(start.final_url))) {
    pages.left(lead, "it is on another site");
    return false;
  }
  if (reading.asked >= most_pages_) {
    pages.left(lead, fmt::format("more than {} documents", most_pages_));
    return false;
  }
  ++reading.asked;
  const std::size_t fact = facts_.size();
  const std::size_t nodes = reading.graph.size();
  const std::uint64_t mentions = reading.graph.dataset_mentions();
  const std::size_t named = reading.graph.named_datasets();
  reading.goes_back = lead.back;
  reading.is_further = true;
  const bool read = ask(lead.url, start.final_url, reading);
  reading.is_further = false;
  const DescriptionFact& came = facts_[fact];
  const auto is_itself = [&](const std::string& name) {
    return page_key(name) == page_key(lead.url) ||
           page_key(name) == page_key(reading.final_url);
  };
  const bool repeats = reading.graph.dataset_mentions() > mentions &&
                       reading.graph.named_datasets() == named &&
                       !reading.graph.has_news(nodes, is_itself);
  if (!came.problem.empty()) {
    pages.failed(lead, came.problem);
  } else if (reading.is_empty) {
    pages.failed(lead, came.url + " is empty");
  } else if (reading.for_people && reading.graph.dataset_mentions() == mentions &&
             (lead.by == kNextOfMarkup || lead.by == kPreviousOfMarkup)) {
    // Documentation names by `next` the page that is to be read after this one.
  } else if (reading.for_people && came.statements == 0) {
    pages.failed(lead, came.url + " is a page for people, which describes nothing");
  } else {
    const std::size_t before = pages.problems().size();
    pages.came(lead, reading.final_url, reading.sha256);
    if (repeats && pages.problems().size() == before) pages.repeated(lead);
  }
  return read;
}

/// The last page of all must be one of those that were read, or the only one under
/// another name.
void DescriptionTour::look_for_the_last(const Start& start, Reading& reading) {
  CataloguePages& pages = reading.pages;
  if (!pages.problems().empty()) return;  // why it is not reached is known
  const bool only_one = pages.count() == 1;
  for (const CataloguePages::Lead& lead : std::exchange(reading.lasts, {})) {
    if (pages.knows(lead.url) || !names_data(reading.graph)) continue;
    bool is_missing = !only_one || site_of(lead.url) != site_of(start.final_url);
    if (!is_missing && reading.asked >= most_pages_) {
      pages.left(lead, fmt::format("more than {} documents", most_pages_));
      return;
    }
    if (!is_missing) {
      ++reading.asked;
      const std::size_t fact = facts_.size();
      const std::size_t nodes = reading.graph.size();
      const std::size_t named = reading.graph.named_datasets();
      (void)ask(lead.url, start.final_url, reading);
      is_missing = !facts_[fact].problem.empty() ||
                   reading.graph.named_datasets() > named ||
                   reading.graph.has_news(nodes, [&](const std::string& name) {
                     return page_key(name) == page_key(lead.url);
                   });
      if (!is_missing) pages.read(lead.url, reading.final_url, reading.sha256);
    }
    if (is_missing)
      pages.miss(fmt::format("{} names {} as its last page, to which no page leads ({})",
                             lead.document, lead.url, lead.by));
  }
}

bool DescriptionTour::follow_pages(const Start& start, Reading& reading) {
  bool any = false;
  for (const PageLead& lead : further_pages(reading.graph))
    any = page({.document = lead.document,
                .subject = lead.subject,
                .url = lead.url,
                .by = "hydra:next"},
               start, reading) ||
          any;
  // Reading adds to them.
  for (std::size_t i = 0; i < reading.leads.size(); ++i) {
    const CataloguePages::Lead lead = reading.leads[i];
    // Below a tree or a collection that describes nothing there is data.
    if (!lead.in_order && !names_data(reading.graph)) continue;
    any = page(lead, start, reading) || any;
  }
  return any;
}

DescriptionFindings DescriptionTour::conclude(Reading& reading, const Start& start,
                                              std::size_t first_fact) {
  DescriptionGraph& graph = reading.graph;
  CataloguePages& pages = reading.pages;
  pages.read(start.asked, start.final_url, reading.sha256);
  // What was read of it counts, and is not all.
  if (const std::string& problem = facts_.at(first_fact).problem; !problem.empty())
    pages.miss(fmt::format("a description is not whole: {}", problem));
  std::set<std::string> asked{start.asked, start.final_url};
  // Never further than the site that was named: another one's word is not asked for.
  const auto is_near = [&](const std::string& url) {
    return is_http(url) && site_of(url) == site_of(start.final_url);
  };
  bool left_out = false;
  for (bool more = true; more && !left_out;) {
    more = follow_pages(start, reading);
    for (const std::string& url : further_descriptions(graph)) {
      if (!is_near(url) || pages.knows(url) || !asked.insert(url).second) continue;
      left_out = reading.asked >= most_pages_;
      if (left_out) break;
      ++reading.asked;
      more = ask(url, start.final_url, reading) || more;
    }
    if (more || left_out) continue;
    for (const std::string& url : bare_datasets(graph)) {
      if (!is_near(url) || pages.knows(url) || !asked.insert(url).second) continue;
      if (reading.asked >= most_pages_) break;
      ++reading.asked;
      more = ask(url, start.final_url, reading) || more;
    }
  }
  if (!left_out)
    for (std::string& problem : undescribed(graph)) pages.miss(std::move(problem));
  look_for_the_last(start, reading);
  Descriptions said = read_descriptions(graph, retriever_.limits().site_datasets);
  for (std::string& problem : said.notes.cut) pages.miss(std::move(problem));
  if (left_out) {
    std::string problem =
        fmt::format("{} leads to more than {} documents; the others were not asked for",
                    start.final_url, most_pages_);
    pages.miss(problem);
    said.notes.add("description.limit", std::move(problem));
  }
  DescriptionFact& fact = facts_.at(first_fact);
  fact.kinds = std::move(said.kinds);
  fact.datasets = said.datasets.size();
  fact.notes = std::move(said.notes.first);
  fact.note_count = said.notes.count;
  DescriptionFindings out;
  out.datasets = std::move(said.datasets);
  out.missing = pages.problems();
  out.dataset_of_page = dataset_of_document(graph, {start.asked, start.final_url});
  out.is_catalogue = has_catalogue(graph, start.final_url);
  out.unread = std::move(reading.unread);
  return out;
}

Block FirstBytes::read() {
  if (left_ == 0) {
    if (inner_.read().empty()) return {};
    throw DocumentError{"description.too-long",
                        fmt::format("more than {}: no further read", human_bytes(most_))};
  }
  Block block = inner_.read();
  if (block.bytes.size() > left_)
    block.bytes = block.bytes.substr(0, static_cast<std::size_t>(left_));
  left_ -= block.bytes.size();
  return block;
}

Block DigestedBytes::read() {
  Block block = inner_->read();
  digest_.add(block.bytes);
  return block;
}

void LostStatements::report(const Fault& fault) {
  if (!fault.skipped) return;
  const MutexLock lock{mutex_};
  if (++count_ == 1) first_ = fmt::format("line {}: {}", fault.line, fault.message);
}

std::string LostStatements::problem(const std::string& url) const {
  const MutexLock lock{mutex_};
  if (count_ == 0) return {};
  return fmt::format(
      "{} of {} could not be read (the first: {}): what they name is not known",
      count_of(count_, "statement"), url, first_);
}

}  // namespace semsite
