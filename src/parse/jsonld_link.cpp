#include "parse/jsonld_link.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kContextRelation = "http://www.w3.org/ns/json-ld#context";

/// One link-value (RFC 8288 §3): its target, and whether `rel` holds the relation.
struct LinkValue {
  std::string_view target;
  bool is_context = false;
};

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
    if (has_rel || !equal_ignoring_case(name, "rel")) continue;
    has_rel = true;  // later ones do not count (§3.3)
    for (const std::string_view relation : split(value, ' '))
      link.is_context = link.is_context || relation == kContextRelation;
  }
  return link;
}

}  // namespace

std::optional<std::string> linked_context(std::span<const std::string> links,
                                          std::string_view media_type) {
  media_type = trim(media_type.substr(0, media_type.find(';')));
  if (equal_ignoring_case(media_type, "application/ld+json")) return std::nullopt;
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

}  // namespace semsite
