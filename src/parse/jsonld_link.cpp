#include "parse/jsonld_link.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kContextRelation = "http://www.w3.org/ns/json-ld#context";

constexpr std::string_view kJsonLdType = "application/ld+json";

/// One link-value (RFC 8288 §3): its target, and what matters of its parameters.
struct LinkValue {
  std::string_view target;
  bool is_context = false;
  bool is_alternate = false;
  std::string_view type{};
};

std::string_view essence(std::string_view media_type) {
  return trim(media_type.substr(0, media_type.find(';')));
}

/// The parameter's value, without quotes, taken from the front of `text`.
std::string_view take_value(std::string_view& text) {
  if (text.starts_with('"')) {
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    end = std::min(end, text.size());
    const std::string_view value = text.substr(1, end - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    return value;
  }
  const std::size_t end = std::min(text.find_first_of(";, \t"), text.size());
  const std::string_view value = text.substr(0, end);
  text.remove_prefix(end);
  return value;
}

/// The first link of `text`, which is taken off.
std::optional<LinkValue> take_link(std::string_view& text) {
  const std::size_t begin = text.find('<');
  const std::size_t end = text.find('>', begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) {
    text = {};
    return std::nullopt;
  }
  LinkValue link{.target = trim(text.substr(begin + 1, end - begin - 1))};
  text = trim(text.substr(end + 1));
  bool has_rel = false;
  while (text.starts_with(';')) {
    text = trim(text.substr(1));
    const std::size_t name_end = std::min(text.find_first_of("=;,"), text.size());
    const std::string_view name = trim(text.substr(0, name_end));
    text = text.substr(name_end);
    std::string_view value;
    if (text.starts_with('=')) {
      text = trim(text.substr(1));
      value = take_value(text);
    }
    text = trim(text);
    if (equal_ignoring_case(name, "type")) link.type = value;
    if (has_rel || !equal_ignoring_case(name, "rel")) continue;
    has_rel = true;  // later ones do not count (§3.3)
    for (const std::string_view relation : split(value, ' ')) {
      link.is_context = link.is_context || relation == kContextRelation;
      link.is_alternate = link.is_alternate || equal_ignoring_case(relation, "alternate");
    }
  }
  return link;
}

}  // namespace

std::optional<std::string> linked_context(std::span<const std::string> links,
                                          std::string_view media_type) {
  if (equal_ignoring_case(essence(media_type), kJsonLdType)) return std::nullopt;
  std::optional<std::string> found;
  for (const std::string_view header : links) {
    for (std::string_view rest = header; !rest.empty();) {
      const std::optional<LinkValue> link = take_link(rest);
      if (!link || !link->is_context) continue;
      if (found)
        throw DocumentError{"jsonld.multiple-context-link-headers",
                            "the sender links more than one JSON-LD context"};
      found = std::string{link->target};
    }
  }
  return found;
}

bool is_json_type(std::string_view media_type) {
  media_type = essence(media_type);
  return equal_ignoring_case(media_type, "application/json") ||
         ends_with_ignoring_case(media_type, "+json");
}

std::optional<std::string> linked_alternate(std::span<const std::string> links,
                                            std::string_view media_type) {
  if (is_json_type(media_type)) return std::nullopt;
  for (const std::string_view header : links) {
    for (std::string_view rest = header; !rest.empty();) {
      const std::optional<LinkValue> link = take_link(rest);
      if (link && link->is_alternate &&
          equal_ignoring_case(essence(link->type), kJsonLdType))
        return std::string{link->target};
    }
  }
  return std::nullopt;
}

}  // namespace semsite
