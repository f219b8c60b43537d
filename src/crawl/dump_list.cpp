#include "crawl/dump_list.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/more_said.hpp"
#include "discover/description_graph.hpp"
#include "discover/directory_listing.hpp"
#include "discover/metalink.hpp"
#include "discover/paging.hpp"
#include "markup/html_tree.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/jsonld_link.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

/// Is it worth asking whether this is a list? What it is, its content says.
bool may_be_list(const DatasetLocation& dump) {
  const std::string path = path_and_query(dump.url);
  return path.ends_with('/') || ends_with_ignoring_case(path, ".meta4") ||
         ends_with_ignoring_case(path, ".metalink") || is_metalink_type(dump.media_type);
}

void note_more(const Retrieved& got, const std::vector<MoreSaid>& said, DumpList& list) {
  for (const MoreSaid& more : said)
    list.missing.push_back(fmt::format("{}: {}", got.url, more_text(more)));
}

/// What a folder's page says of there being more: in its header, and by links to other
/// pages of it.
void note_more(const Retrieved& got, const HtmlPage& page, DumpList& list) {
  note_more(got, more_by_header(got, {}), list);
  PagingWatch markup{got.url, {}, {}};
  const BaseIri base{page.base()};
  for (const PageLink& link : page_links(page))
    markup.add_markup_link(link.rel, base.resolve(link.href));
  note_more(got, markup.more(), list);
}

}  // namespace

DumpList read_metalink_dumps(Retrieved got, const Limits& limits) {
  DumpList out;
  out.kind = "Metalink";
  note_more(got, more_by_header(got, {}), out);
  try {
    Unpacker unpacker{std::move(got.body), path_and_query(got.url), limits};
    std::optional<Entry> entry = unpacker.next();
    MemorySource nothing{{}};
    const Metalink metalink =
        read_metalink(entry ? *entry->bytes : nothing, got.url, limits);
    out.said = dataset_of(metalink, got.url);
    for (const std::string& what : missing_of(metalink))
      out.missing.push_back(fmt::format("{} is not all there: {}", got.url, what));
    if (out.said.dumps.empty())
      out.problem = fmt::format("{} names {}, none of which has the name of RDF", got.url,
                                count_of(metalink.files.size(), "file"));
  } catch (const DocumentError& error) {
    out.problem = fmt::format("{}: {}", got.url, error.what());
  }
  return out;
}

std::string page_bytes_of(std::unique_ptr<ByteSource> body, const std::string& url,
                          const Limits& limits) {
  Unpacker unpacker{std::move(body), path_and_query(url), limits};
  std::optional<Entry> entry = unpacker.next();
  return entry ? read_page_bytes(*entry->bytes, limits) : std::string{};
}

std::optional<DumpList> read_listed_dumps(const std::string& text, const Retrieved& got,
                                          const Limits& limits) {
  // A page of a folder says so at its beginning; no tree is made of any other page.
  const std::string_view head = std::string_view{text}.substr(0, 4 * kKiB);
  if (head.find("ndex of ") == std::string_view::npos &&
      head.find("irectory listing for ") == std::string_view::npos)
    return std::nullopt;
  try {
    NullDiagnostics nobody;
    const std::string type{got.head.header("content-type")};
    const HtmlPage page = read_html_page(
        text, {.media_type = type, .base = got.url, .resolve = resolved}, limits, nobody);
    const auto listing = read_directory_listing(page, got.url);
    if (!listing) return std::nullopt;
    DumpList out;
    out.kind = "directory listing";
    note_more(got, page, out);
    for (const std::string& what : missing_of(*listing))
      out.missing.push_back(fmt::format("{} is not all there: {}", got.url, what));
    out.said = dataset_of(*listing, got.url);
    if (out.said.dumps.empty())
      out.problem =
          fmt::format("the folder {} lists no file that has the name of RDF", got.url);
    return out;
  } catch (const DocumentError& error) {
    DumpList out;
    out.kind = "directory listing";
    out.is_broken = true;
    out.problem = fmt::format("{}: {}", got.url, error.what());
    return out;
  }
}

std::optional<DumpList> expand_dump(Retriever& retriever, const DatasetLocation& dump) {
  if (!may_be_list(dump) || !is_http(dump.url)) return std::nullopt;
  Retrieved got =
      retriever.get({.url = dump.url, .named_by = NamedBy::document(dump.source)});
  if (got.outcome != Retrieval::got) return std::nullopt;
  Rewindable bytes{std::move(got.body)};
  const DocumentLook look =
      look_at_document(bytes.from_start(), got.url, got.head.media_type(),
                       got.head.headers_of("link"), retriever.limits());
  got.body = bytes.last();
  if (look == DocumentLook::metalink)
    return read_metalink_dumps(std::move(got), retriever.limits());
  if (look != DocumentLook::page) return std::nullopt;
  try {
    const std::string text =
        page_bytes_of(std::move(got.body), got.url, retriever.limits());
    return read_listed_dumps(text, got, retriever.limits());
  } catch (const DocumentError&) {
    return std::nullopt;
  }
}

namespace {

/// So much of a document is looked through for words that describe datasets.
constexpr std::size_t kLookedThrough = 64 * kKiB;
constexpr int kEntriesTried = 20;

}  // namespace

DocumentLook look_at_document(std::unique_ptr<ByteSource> source, const std::string& url,
                              const std::string& media_type,
                              std::span<const std::string> links, const Limits& limits) {
  try {
    Unpacker unpacker{std::move(source), path_and_query(url), limits};
    for (int entries = 0; entries < kEntriesTried; ++entries) {
      std::optional<Entry> entry = unpacker.next();
      if (!entry) break;
      auto noted = std::make_unique<BreakNote>(std::move(entry->bytes));
      const BreakNote& end = *noted;
      PeekSource bytes{std::move(noted)};
      const std::string_view head = bytes.peek(kLookedThrough);
      const Detected told =
          detect_syntax(head.substr(0, kDetectBytes), end,
                        {.media_type = media_type, .path = entry->hint});
      if (told.syntax != nullptr && told.syntax->name == "rdfxml" &&
          !unpacker.is_archive() && is_rdf_feed(head) && !mentions_descriptions(head))
        return DocumentLook::other;
      if (told.syntax != nullptr && told.found != "empty")
        // An archive is what descriptions name, not where they stand.
        return !unpacker.is_archive() && mentions_descriptions(head)
                   ? DocumentLook::description
                   : DocumentLook::data;
      if (unpacker.is_archive()) continue;
      if (told.found == "changes") return DocumentLook::changes;
      if (told.found == "empty") return DocumentLook::empty;
      if (told.found == "html") return DocumentLook::page;
      // JSON-LD 1.1 §6.1: plain JSON with a context from elsewhere.
      if (told.found == "json" && linked_context(links, media_type))
        return DocumentLook::data;
      return is_metalink(head) ? DocumentLook::metalink : DocumentLook::other;
    }
  } catch (const DocumentError&) {
    // Damaged, or broken off: a dump all the same, and the fetch says what is wrong.
    return DocumentLook::data;
  }
  return DocumentLook::other;
}

}  // namespace semsite
