#include "validate/argument_check.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/dump_list.hpp"
#include "crawl/entry_robots.hpp"
#include "discover/description_graph.hpp"
#include "discover/robots_line.hpp"
#include "discover/sitemap_names.hpp"
#include "documents/not_rdf.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/linkset.hpp"
#include "semsite/errors.hpp"
#include "unpack/unpacker.hpp"
#include "validate/ask.hpp"
#include "validate/data_check.hpp"
#include "validate/dump_check.hpp"
#include "validate/page_check.hpp"
#include "validate/robots_check.hpp"
#include "validate/site_check.hpp"
#include "validate/sitemap_check.hpp"
#include "vocab/diwoo_index.hpp"

namespace semsite {
namespace {

using ArgumentKind = DocumentKind::Kind;
constexpr std::size_t kArgumentHeadBytes = 64 * kKiB;

std::string all_of(ByteSource& bytes, std::uint64_t most) {
  std::string out;
  while (out.size() <= most) {
    const Block block = bytes.read();
    if (block.empty()) break;
    out += block.bytes;
  }
  return out;
}

DocumentKind kind_of(std::unique_ptr<ByteSource> source, const std::string& url,
                     const std::string& content_type, const Limits& limits) {
  try {
    Unpacker unpacker{std::move(source), path_and_query(url), limits};
    std::optional<Entry> entry = unpacker.next();
    if (!entry) return {};
    if (unpacker.is_archive()) return {ArgumentKind::data};
    auto noted = std::make_unique<BreakNote>(std::move(entry->bytes));
    const BreakNote& end = *noted;
    PeekSource bytes{std::move(noted)};
    const DocumentKind kind =
        document_kind(bytes.peek(kArgumentHeadBytes), content_type, entry->hint);
    if (kind.kind == ArgumentKind::unknown) end.check();
    return kind;
  } catch (const DocumentError&) {
    return {ArgumentKind::data};
  }
}

}  // namespace

ArgumentCheck::Result ArgumentCheck::check_url(const std::string& url) {
  const std::string path = path_and_query(url);
  if (path == "/" || path == "/robots.txt") {
    const std::uint64_t before = checked_.count;
    SiteCheck{validation_, checked_}.run(url);
    return checked_.count > before ? Result::checked : Result::unreachable;
  }
  Retrieved got = validation_.retriever.get({.url = url,
                                             .named_by = NamedBy::user(),
                                             .accept = std::string{kPageAccept},
                                             .content_coding = true});
  if (got.outcome != Retrieval::got) {
    validation_.findings.add({"http.unreachable", {url}, got.problem});
    PageCheck page{validation_, checked_};
    return page.check_header(got) ? Result::checked : Result::unreachable;
  }
  Rewindable bytes{std::move(got.body)};
  const std::string content_type{got.head.header("content-type")};
  const DocumentKind kind =
      kind_of(bytes.from_start(), got.url, content_type, validation_.retriever.limits());
  got.body = bytes.last();
  PageCheck page{validation_, checked_};
  // A dump is asked for once more, as a dump.
  if (kind.kind != ArgumentKind::data) check_unchanged(got, validation_);
  // Those of a page are checked with what is in it.
  if (kind.kind != ArgumentKind::page && kind.kind != ArgumentKind::unknown)
    static_cast<void>(page.check_header(got));
  switch (kind.kind) {
    case ArgumentKind::sitemap:
      SiteCheck{validation_, checked_}.run_sitemap(std::move(got));
      break;
    case ArgumentKind::robots: {
      const std::string place = got.url;
      const FolderRobots said =
          read_folder_robots(std::move(got), validation_.retriever.limits());
      if (!said.problem.empty())
        validation_.findings.add({"robots.unreachable", {place}, said.problem});
      SiteCheck{validation_, checked_}.run_robots(said.text, place);
      break;
    }
    case ArgumentKind::linkset:
      page.check_linkset(*got.body, got.url, content_type);
      break;
    case ArgumentKind::standard_sitemap:
      page.check_standard(*got.body, got.url, content_type);
      break;
    case ArgumentKind::changes:
      return check_file(std::move(got.body), got.url, Place::there);
    case ArgumentKind::data: {
      got.body.reset();
      static_cast<void>(check_dump(url, {url}, validation_, checked_));
      break;
    }
    case ArgumentKind::page:
    case ArgumentKind::unknown:
      if (page_.empty()) page_ = url;
      page.check(std::move(got), kPageAccept);
      // A repository in a folder may have one at its entry page (Signmap).
      page.folder_robots().visit(entry_robots_url(url), {});
      SiteCheck{validation_, checked_}.run_named(page.folder_robots().take_sitemaps(),
                                                 url);
      break;
  }
  return Result::checked;
}

ArgumentCheck::Result ArgumentCheck::check_file(std::unique_ptr<ByteSource> bytes,
                                                const std::string& url, Place place) {
  DocumentFindings findings{validation_.findings, url};
  try {
    Unpacker unpacker{std::move(bytes), path_and_query(url),
                      validation_.retriever.limits()};
    bool any = false;
    while (std::optional<Entry> entry = unpacker.next()) {
      any = true;
      if (validation_.stop.stop_requested()) break;
      check_document(*entry->bytes, entry->name.empty() ? url : url + "!/" + entry->name,
                     place, entry->hint);
    }
    if (!any) findings.add("file.unknown", "it is empty");
  } catch (const DocumentError& error) {
    findings.add_failure(error.code(), error.what());
    if (error.code().starts_with("file.")) return Result::unreachable;
  }
  return Result::checked;
}

/// A file that the user names is checked alone.
void ArgumentCheck::note_alone(const std::string& url, std::uint64_t sitemaps) {
  if (sitemaps == 0) return;
  validation_.findings.add({"sitemap.not-followed",
                            {url},
                            fmt::format("it names {}; of a file only the file is checked",
                                        count_of(sitemaps, "sitemap")),
                            Severity::note});
}

std::string ArgumentCheck::conclude() {
  // A page without data among others is nothing odd.
  const bool fails = validation_.findings.count(Severity::error) > 0;
  if (page_.empty() || checked_.telling > 0 || fails || validation_.stop.stop_requested())
    return {};
  validation_.findings.add(
      {"site.nothing-checked",
       {page_},
       "it holds no data that is read here, and no signpost leads to any"});
  return page_;
}

void ArgumentCheck::check_document(ByteSource& source, const std::string& url,
                                   Place place, const std::string& path) {
  auto noted = std::make_unique<BreakNote>(std::make_unique<BorrowedSource>(source));
  const BreakNote& end = *noted;
  PeekSource bytes{std::move(noted)};
  DocumentFindings findings{validation_.findings, url};
  const std::string_view head = bytes.peek(kArgumentHeadBytes);
  const DocumentKind kind = document_kind(head, {}, path);
  const Limits& limits = validation_.retriever.limits();
  PageCheck page{validation_, checked_};
  switch (kind.kind) {
    case ArgumentKind::robots: {
      const std::string text = all_of(bytes, limits.robots_bytes);
      const Robots robots = check_robots(text, findings, limits);
      checked_.add({.url = url, .kind = "robots.txt", .bytes = text.size()});
      note_alone(url, robots.sitemaps.size());
      return;
    }
    case ArgumentKind::sitemap: {
      ListedUrls listed;
      const SitemapTerms terms{
          .url = url, .located = place == Place::there, .now = validation_.now};
      const SitemapVerdict verdict =
          check_sitemap(bytes, terms, diwoo_index_name(url).category, listed, {},
                        validation_.findings, limits);
      checked_.add({.url = url,
                    .kind = "sitemap",
                    .bytes = verdict.summary.bytes,
                    .entries = verdict.summary.entries + verdict.summary.children});
      note_alone(url, verdict.summary.children);
      return;
    }
    case ArgumentKind::page:
      if (page_.empty()) page_ = url;
      return page.check_file(bytes, url);
    case ArgumentKind::linkset:
      return page.check_linkset(bytes, url, {});
    case ArgumentKind::standard_sitemap:
      return page.check_standard(bytes, url, {});
    case ArgumentKind::changes:
      findings.add("file.unknown", not_rdf("changes", head, url).problem);
      return;
    case ArgumentKind::data: {
      const std::uint64_t quads = check_data(bytes, ReadAs::data, *kind.syntax, {},
                                             nullptr, findings, validation_);
      checked_.add({.url = url, .kind = "RDF", .quads = quads});
      return;
    }
    case ArgumentKind::unknown:
      end.check();
      findings.add("file.unknown",
                   head.empty() ? std::string{"it is empty"}
                                : fmt::format("it begins \"{}\"", excerpt(trim(head))));
  }
}

DocumentKind document_kind(std::string_view head, std::string_view content_type,
                           std::string_view path) {
  const bool named_robots = path.ends_with("/robots.txt") || path == "robots.txt";
  if (named_robots) return {ArgumentKind::robots};
  const std::string recoded = robots_from_utf16(head);
  const std::string_view text = recoded.empty() ? head : recoded;
  const std::string_view start = trim_unicode(text);
  const Detected told = detect_syntax(head, {.media_type = content_type, .path = path});
  if (told.found == "changes") return {ArgumentKind::changes};
  if (told.found == "html") return {ArgumentKind::page};
  if (told.syntax != nullptr && told.syntax->name == "standard-sitemap")
    return {ArgumentKind::standard_sitemap};
  // JSON-LD may have a term of that name for something else.
  if (recoded.empty() && linkset_form(start) != LinksetForm::none &&
      (told.syntax == nullptr || told.syntax->name != "jsonld" ||
       has_link_contexts(start)))
    return {ArgumentKind::linkset};
  if (told.syntax != nullptr && told.syntax->name == "rdfxml" && is_rdf_feed(text) &&
      !mentions_descriptions(text))
    return {ArgumentKind::sitemap};
  if (told.found == "sitemap") return {ArgumentKind::sitemap};
  if (told.syntax != nullptr && !start.empty()) return {ArgumentKind::data, told.syntax};
  if (start.starts_with('<')) return {ArgumentKind::sitemap};
  if (any_line(start, is_robots_record)) return {ArgumentKind::robots};
  if (any_line(start,
               [](std::string_view line) { return is_fetchable(trim_unicode(line)); }))
    return {ArgumentKind::sitemap};
  return {};
}

}  // namespace semsite
