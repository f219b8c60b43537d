#include "validate/document_kind.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"
#include "discover/description_terms.hpp"
#include "discover/robots_line.hpp"
#include "discover/sitemap_value.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/linkset.hpp"

namespace semsite {
namespace {

using Kind = DocumentKind::Kind;

}  // namespace

DocumentKind document_kind(std::string_view head, std::string_view content_type,
                           std::string_view path) {
  const bool named_robots = path.ends_with("/robots.txt") || path == "robots.txt";
  if (named_robots) return {Kind::robots};
  const std::string recoded = robots_from_utf16(head);
  const std::string_view text = recoded.empty() ? head : recoded;
  const std::string_view start = trim_unicode(text);
  const Detected told = detect_syntax(head, {.media_type = content_type, .path = path});
  if (told.found == "html") return {Kind::page};
  if (told.syntax != nullptr && told.syntax->name == "standard-sitemap")
    return {Kind::standard_sitemap};
  // JSON-LD may have a term of that name for something else.
  if (recoded.empty() && linkset_form(start) != LinksetForm::none &&
      (told.syntax == nullptr || told.syntax->name != "jsonld" ||
       has_link_contexts(start)))
    return {Kind::linkset};
  if (told.syntax != nullptr && told.syntax->name == "rdfxml" && is_rdf_feed(text) &&
      !mentions_descriptions(text))
    return {Kind::sitemap};
  if (told.found == "sitemap") return {Kind::sitemap};
  if (told.syntax != nullptr && !start.empty()) return {Kind::data, told.syntax};
  if (start.starts_with('<')) return {Kind::sitemap};
  if (any_line(start, is_robots_record)) return {Kind::robots};
  if (any_line(start,
               [](std::string_view line) { return is_fetchable(trim_unicode(line)); }))
    return {Kind::sitemap};
  return {};
}

}  // namespace semsite
