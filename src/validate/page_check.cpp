#include "validate/page_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/answer_links.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/fair_signposting.hpp"
#include "markup/html_tree.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/linkset.hpp"
#include "parse/standard_location.hpp"
#include "parse/standard_sitemap.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"
#include "unpack/unpacker.hpp"
#include "validate/ask.hpp"
#include "validate/data_check.hpp"
#include "validate/head_check.hpp"

namespace semsite {
namespace {

constexpr std::string_view kListedAccept =
    "text/html, application/xhtml+xml, application/ld+json;q=0.9, text/turtle;q=0.9, "
    "*/*;q=0.5";
constexpr std::size_t kMostLinksets = 20;  // of one page, as of a fetch
constexpr std::size_t kMostLandingPages = 1'000;

/// What is said of a page's redirections, in `named`.
void note_redirect(const std::string& asked, const Retrieved& got,
                   const FindingPlace& named, Findings& findings) {
  if (got.hops.empty() || got.url == asked) return;
  // An identifier may well lead to the document about it (303); a page may not.
  findings.add(
      {"page.redirect", named,
       fmt::format("{} leads to {}", excerpt(asked, 200), excerpt(got.url, 200))});
}

/// The first link to a robots.txt in a folder of the page's own site, resolved.
std::optional<PageLink> folder_robots_link(std::span<const PageLink> links,
                                           std::string_view base,
                                           const std::string& page) {
  const BaseIri from{std::string{base}};
  for (const PageLink& link : links) {
    if (!link.href.ends_with("robots.txt")) continue;
    PageLink out = link;
    out.href = from.resolve(link.href);
    if (is_folder_robots(out.href) && origin_of(out.href) == origin_of(page)) return out;
  }
  return {};
}

std::vector<std::string> landing_pages(std::span<const Signpost> links) {
  std::vector<std::string> out;
  for (const Signpost& link : links)
    if ((link.relation == "describedby" || link.relation == "item") &&
        out.size() < kMostLandingPages &&
        std::ranges::find(out, link.context) == out.end())
      out.push_back(link.context);
  return out;
}

/// What the page itself need not say, because its link set does (level 2).
bool is_said_by_linkset(const FairFinding& finding, std::span<const Signpost> links,
                        const std::string& page) {
  const bool of_types =
      finding.code == "fair.about-page" || finding.code == "fair.object-type";
  const std::string_view relation = of_types ? "type" : finding.code.substr(5);
  return finding.level == 1 && std::ranges::any_of(links, [&](const Signpost& link) {
           return link.carrier == Signpost::Carrier::linkset && link.context == page &&
                  link.relation == relation;
         });
}

/// What is known of what stands at the URL of a landing page.
enum class Landing : std::uint8_t { page, unseen, content };

/// Only content to which an identifier leads right away is no AboutPage.
std::optional<Severity> severity_here(const FairFinding& finding, Landing landing) {
  return finding.code == "fair.about-page" && landing == Landing::unseen
             ? std::optional{Severity::note}
             : std::nullopt;
}

LandingVerdict::Signposts signposts_of_level(int level) {
  using enum LandingVerdict::Signposts;
  return level == 2 ? level_2 : level == 1 ? level_1 : no_level;
}

void add_fair(std::span<const Signpost> links, const std::string& page, Landing landing,
              Findings& findings, CheckedSet& checked) {
  FairCheck check = check_fair_signposting(links, page);
  for (const FairFinding& one : check.findings) {
    if (one.code == "fair.about-page" && landing == Landing::content) continue;
    Finding finding{one.code, FindingPlace{page},
                    fmt::format("level {}: {}", one.level, one.message),
                    severity_here(one, landing)};
    if (is_said_by_linkset(one, links, page)) finding.severity = Severity::note;
    findings.add(std::move(finding));
  }
  checked.add(LandingVerdict{page, signposts_of_level(check.level)});
}

}  // namespace

struct PageCheck::Reading {
  explicit Reading(DocumentFindings where) : findings(std::move(where)) {}

  DocumentFindings findings;
  std::vector<Signpost> links;
  std::optional<StandardLocation> standard;
  std::optional<PageLink> folder_robots;  ///< its first link to such a file of its site
  std::uint64_t quads = 0;
  bool is_page = false;
};

Retrieved PageCheck::ask(const std::string& url) {
  return ask_for({.url = url,
                  .named_by = NamedBy::network(),
                  .accept = std::string{kListedAccept},
                  .max_bytes = validation_.retriever.limits().page_bytes},
                 validation_);
}

void PageCheck::visit(const std::string& url, const FindingPlace& named,
                      const std::vector<Signpost>& links) {
  Retrieved got = ask(url);
  if (is_left_alone(got, named, validation_.findings)) return;
  if (got.outcome != Retrieval::got) {
    validation_.findings.add({"page.unreachable", named, got.problem});
    static_cast<void>(check_header(got));
    return;
  }
  note_redirect(url, got, named, validation_.findings);
  check(std::move(got), kListedAccept, links);
}

void PageCheck::visit_entry(const std::string& url) {
  Retrieved got = ask(url);
  if (got.outcome == Retrieval::got) return check(std::move(got), kListedAccept);
  if (is_left_alone(got, {url}, validation_.findings)) return;
  // Data can be offered without a page for people.
  validation_.findings.add({"http.unreachable", {url}, got.problem, Severity::note});
}

void PageCheck::check(Retrieved got, std::string_view accept,
                      const std::vector<Signpost>& links) {
  Reading reading{DocumentFindings{validation_.findings, got.url}};
  const std::string content_type{got.head.header("content-type")};
  const bool has_content = got.head.status != 204 && got.head.status != 205;
  if (content_type.empty() && has_content)
    reading.findings.add("page.content-type", "no Content-Type");
  if (has_content) try {
      Unpacker unpacker{std::move(got.body), path_and_query(got.url),
                        validation_.retriever.limits()};
      std::optional<Entry> entry = unpacker.next();
      if (entry && !unpacker.is_archive()) read(*entry->bytes, content_type, reading);
    } catch (const DocumentError& error) {
      if (error.code() != "fetch.too-large")
        reading.findings.add_failure(error.code(), error.what());
    }
  read_header(got, reading);
  if (!reading.standard) reading.standard = standard_location(got.head.headers, got.url);
  check_head({.got = got, .accept = std::string{accept}}, validation_);
  std::vector<Signpost> signposts = check_links(reading);
  signposts.insert(signposts.end(), links.begin(), links.end());
  way_back_.check({got.url, got.hops, signposts});
  visit_standard(reading);
  if (reading.folder_robots)
    folder_robots_.visit(reading.folder_robots->href,
                         {got.url, reading.folder_robots->line});
  checked_.add({.url = got.url,
                .kind = reading.is_page ? "page" : "document",
                .quads = reading.quads,
                .leads = lead_on(reading.links)});
}

void PageCheck::read_header(const Retrieved& got, Reading& reading) {
  for (const AnswerLinks& answer : links_of(got)) {
    DocumentFindings findings{validation_.findings, answer.url};
    for (const std::string& field : answer.fields) {
      const LinkHeader header = read_link_header(field);
      for (const std::string& problem : header.problems)
        findings.add("page.link-header", problem);
      std::ranges::move(
          signposts_of(header.links, answer.url, answer.url, Signpost::Carrier::header),
          std::back_inserter(reading.links));
    }
  }
}

bool PageCheck::check_header(const Retrieved& got) {
  Reading reading{DocumentFindings{validation_.findings, got.url}};
  read_header(got, reading);
  if (reading.links.empty()) return !links_of(got).empty();
  const std::vector<Signpost> signposts = check_links(reading);
  way_back_.check({got.url, got.hops, signposts});
  return true;
}

void PageCheck::read(ByteSource& bytes, const std::string& content_type,
                     Reading& reading) {
  auto noted = std::make_unique<BreakNote>(std::make_unique<BorrowedSource>(bytes));
  const BreakNote& end = *noted;
  PeekSource source{std::move(noted)};
  const std::string_view head = source.peek(kDetectBytes);
  const std::string path = path_and_query(reading.findings.url());
  const Detected told =
      detect_syntax(head, end, {.media_type = content_type, .path = path});
  reading.is_page = told.found == "html";
  const bool says_page = content_type.find("html") != std::string::npos;
  if (!content_type.empty() && reading.is_page && !says_page &&
      content_type.find("xml") == std::string::npos)
    reading.findings.add("page.content-type",
                         fmt::format("HTML as \"{}\"", excerpt(content_type)));
  if (!content_type.empty() && !reading.is_page && says_page && !head.empty() &&
      told.found != "text")
    reading.findings.add("page.content-type",
                         fmt::format("{} as \"{}\"", told.found, excerpt(content_type)));
  const Syntax* const syntax = reading.is_page ? find_syntax("html") : told.syntax;
  if (syntax == nullptr) return;
  const PageWatch watch{
      .wants = [](std::string_view) { return true; },
      .take =
          [&](const HtmlPage& page) {
            std::vector<PageLink> links = page_links(page);
            reading.folder_robots =
                folder_robots_link(links, page.base(), reading.findings.url());
            std::erase_if(links, [](const PageLink& one) {
              return one.place != PageLink::Place::link;
            });
            for (const PageLink& link : links) {
              std::vector<Signpost> posts =
                  signposts_of(std::span{&link, 1}, page.base(), reading.findings.url());
              for (Signpost& post : posts) post.profile = link.profile;
              std::ranges::move(posts, std::back_inserter(reading.links));
            }
            reading.standard =
                standard_location(location_elements(page), MetaSchema::ignored);
          }};
  reading.quads =
      check_data(source, ReadAs::page, *syntax, content_type,
                 reading.is_page ? &watch : nullptr, reading.findings, validation_);
}

void PageCheck::check_file(ByteSource& bytes, const std::string& url) {
  Reading reading{DocumentFindings{validation_.findings, url}};
  read(bytes, {}, reading);
  if (lead_on(reading.links))
    add_fair(reading.links, url, reading.is_page ? Landing::page : Landing::content,
             validation_.findings, checked_);
  else if (reading.is_page)
    checked_.add(LandingVerdict{url, LandingVerdict::Signposts::none});
  if (reading.standard && !reading.standard->problem.empty())
    reading.findings.add("ssp.location", reading.standard->problem);
  checked_.add({.url = url,
                .kind = reading.is_page ? "page" : "document",
                .quads = reading.quads,
                .leads = lead_on(reading.links)});
}

std::vector<Signpost> PageCheck::check_links(const Reading& said) {
  Reading reading{said.findings};
  reading.links = said.links;
  if (!lead_on(reading.links)) {
    if (said.is_page)
      checked_.add(LandingVerdict{said.findings.url(), LandingVerdict::Signposts::none});
    return {};
  }
  std::vector<std::string> sets;
  for (const Signpost& link : said.links)
    if (link.relation == "linkset" && is_http(link.target) &&
        sets.size() <= kMostLinksets &&
        std::ranges::find(sets, link.target) == sets.end())
      sets.push_back(link.target);
  if (sets.size() > kMostLinksets) {
    sets.pop_back();
    checked_.remarks.push_back(fmt::format("only the first {} link sets of {} were read",
                                           kMostLinksets, said.findings.url()));
  }
  for (const std::string& url : sets) visit_linkset(url, reading);
  // RFC 6573, RFC 6892: content and metadata point to their landing page.
  const bool leads_back = std::ranges::any_of(said.links, [](const Signpost& link) {
    return link.relation == "collection" || link.relation == "describes";
  });
  const bool is_landing = std::ranges::any_of(said.links, [](const Signpost& link) {
    return link.relation == "describedby" || link.relation == "item" ||
           link.relation == "cite-as" || link.relation == "linkset";
  });
  // Content and metadata may have a description and an identifier of their own.
  if ((is_landing && said.is_page) || !leads_back)
    add_fair(reading.links, said.findings.url(),
             said.is_page ? Landing::page : Landing::content, validation_.findings,
             checked_);
  return std::move(reading.links);
}

void PageCheck::visit_linkset(const std::string& url, Reading& reading) {
  Retrieved got = ask_for(
      {.url = url, .named_by = NamedBy::network(), .accept = std::string{kLinksetAccept}},
      validation_);
  if (got.outcome == Retrieval::cancelled) return;
  if (got.outcome != Retrieval::got)
    return reading.findings.add("linkset.unreachable", got.problem);
  const std::string content_type{got.head.header("content-type")};
  if (!content_type.starts_with("application/linkset"))
    validation_.findings.add({"linkset.content-type",
                              {got.url},
                              fmt::format("\"{}\"", excerpt(content_type))});
  read_links(*got.body, got.url, content_type, reading.links);
}

void PageCheck::check_linkset(ByteSource& bytes, const std::string& url,
                              const std::string& content_type) {
  std::vector<Signpost> links;
  read_links(bytes, url, content_type, links);
  const std::vector<std::string> pages = landing_pages(links);
  if (pages.size() == kMostLandingPages)
    checked_.remarks.push_back(
        fmt::format("of {} at most the first {} landing pages were looked at", url,
                    grouped(kMostLandingPages)));
  for (const std::string& page : pages) {
    std::vector<Signpost> around;
    for (const Signpost& link : links)
      if (link.context == page || link.target == page) around.push_back(link);
    add_fair(around, page, Landing::unseen, validation_.findings, checked_);
  }
}

void PageCheck::read_links(ByteSource& bytes, const std::string& url,
                           const std::string& content_type,
                           std::vector<Signpost>& links) {
  DocumentFindings findings{validation_.findings, url};
  FaultFindings faults{findings};
  try {
    const std::string text = read_linkset_bytes(bytes, validation_.retriever.limits());
    const bool is_json = trim(text).starts_with('{') || trim(text).starts_with('[') ||
                         content_type.find("+json") != std::string::npos;
    const std::vector<HeaderLink> read =
        is_json ? read_linkset_json(text, faults, validation_.retriever.limits())
                : read_linkset_text(text, faults);
    for (const HeaderLink& link : read) {
      if (!link.anchor)
        findings.add("linkset.no-anchor",
                     fmt::format("to {}", excerpt(link.target, 200)));
      else if (!has_scheme(*link.anchor) || !has_scheme(link.target))
        findings.add("linkset.relative",
                     fmt::format("from \"{}\" to \"{}\"", excerpt(*link.anchor, 200),
                                 excerpt(link.target, 200)));
    }
    std::ranges::move(signposts_of(read, url, {}, Signpost::Carrier::linkset),
                      std::back_inserter(links));
    checked_.add(
        {.url = url, .kind = "link set", .bytes = text.size(), .entries = read.size()});
  } catch (const DocumentError& error) {
    findings.add_failure(error.code(), error.what());
  }
}

void PageCheck::visit_standard(const Reading& said) {
  if (!said.standard) return;
  DocumentFindings page{said.findings};
  if (said.standard->url.empty()) return page.add("ssp.location", said.standard->problem);
  const Retrieved got = ask_for({.url = said.standard->url,
                                 .named_by = NamedBy::network(),
                                 .accept = "text/xml, application/xml"},
                                validation_);
  if (got.outcome == Retrieval::cancelled) return;
  if (got.outcome != Retrieval::got) return page.add("ssp.unreachable", got.problem);
  check_standard(*got.body, got.url, std::string{got.head.header("content-type")});
}

void PageCheck::check_standard(ByteSource& bytes, const std::string& url,
                               const std::string& content_type) {
  DocumentFindings findings{validation_.findings, url};
  FaultFindings faults{findings};
  try {
    const auto file =
        read_standard_sitemap(bytes, {.url = url, .content_type = content_type},
                              validation_.retriever.limits(), faults);
    if (!file->complete) findings.add(file->code, file->problem);
    checked_.add({.url = url,
                  .kind = "Standard-Sitemap",
                  .bytes = file->bytes,
                  .entries = file->elements.size()});
  } catch (const DocumentError& error) {
    findings.add_failure(error.code(), error.what());
  }
}

}  // namespace semsite
