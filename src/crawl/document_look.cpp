#include "crawl/document_look.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "base/break_note.hpp"
#include "base/url.hpp"
#include "discover/description_terms.hpp"
#include "discover/metalink.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/jsonld_link.hpp"
#include "semsite/errors.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
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
