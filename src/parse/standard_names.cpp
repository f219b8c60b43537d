#include "parse/standard_names.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

constexpr std::string_view kXhtmlVocabulary = "http://www.w3.org/1999/xhtml/vocab#";

}  // namespace

bool is_standard_language(std::string_view text) {
  bool first = true;
  for (const std::string_view part : split(text, '-')) {
    if (part.empty() || part.size() > 8) return false;
    for (const char c : part)
      if (!is_letter(c) && (first || !is_digit(c))) return false;
    first = false;
  }
  return true;
}

bool is_xml_id(std::string_view text) {
  if (text.empty()) return false;
  const auto is_start = [](char c) {
    return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  return is_start(text[0]) && std::ranges::all_of(text, [&](char c) {
           return is_start(c) || is_digit(c) || c == '-' || c == '.';
         });
}

std::optional<std::string> xhtml_role(std::string_view token) {
  constexpr std::array<std::string_view, 30> kTerms{
      "alternate",     "appendix",    "banner",     "bookmark",   "chapter",    "cite",
      "complementary", "contentinfo", "contents",   "copyright",  "definition", "first",
      "glossary",      "help",        "icon",       "index",      "last",       "license",
      "main",          "meta",        "navigation", "next",       "note",       "prev",
      "search",        "section",     "start",      "subsection", "top",        "up"};
  const std::string lower = lower_ascii(token);
  if (std::ranges::find(kTerms, lower) == kTerms.end()) return std::nullopt;
  return std::string{kXhtmlVocabulary}.append(lower);
}

bool is_role_iri(std::string_view token) {
  if (!has_scheme(token)) return false;
  const IriProblem problem = check_iri(token);
  if (problem != IriProblem::none && problem != IriProblem::bad_escape) return false;
  if (token.find("://") != std::string_view::npos) return true;
  return starts_with_ignoring_case(token, "urn:") ||
         starts_with_ignoring_case(token, "tag:") ||
         starts_with_ignoring_case(token, "info:");
}

StandardMedia standard_media(std::string_view content_type) {
  const std::string_view type = trim(content_type.substr(0, content_type.find(';')));
  const auto is_one = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(
        names, [&](std::string_view name) { return equal_ignoring_case(type, name); });
  };
  if (is_one({"text/html", "application/xhtml+xml"})) return StandardMedia::html;
  const bool structured = starts_with_ignoring_case(type, "application/") &&
                          ends_with_ignoring_case(type, "+xml");
  return type.empty() || structured || is_one({"text/xml", "application/xml"})
             ? StandardMedia::xml
             : StandardMedia::other;
}

std::string charset_parameter(std::string_view content_type) {
  for (std::size_t at = content_type.find(';'); at != std::string_view::npos;
       at = content_type.find(';', at + 1)) {
    const std::string_view part = trim(content_type.substr(at + 1));
    if (!starts_with_ignoring_case(part, "charset")) continue;
    std::string_view value = trim(part.substr(7));
    if (!value.starts_with('=')) continue;
    value = trim(value.substr(1, value.find(';') - 1));
    if (value.starts_with('"')) {
      value.remove_prefix(1);
      value = value.substr(0, value.find('"'));
    }
    return lower_ascii(trim(value));
  }
  return {};
}

}  // namespace semsite
