#include "parse/jsonld_link.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kContextRelation = "http://www.w3.org/ns/json-ld#context";
constexpr std::string_view kJsonLdType = "application/ld+json";

/// One link-value (RFC 8288 §3), as written.
struct LinkValue {
  std::string_view target;
  std::string_view relations{};  ///< of the first `rel`; later ones do not count (§3.3)
  std::string_view media_type{};

  [[nodiscard]] bool has_relation(std::string_view wanted) const {
    return std::ranges::any_of(split(relations, ' '), [&](std::string_view relation) {
      return equal_ignoring_case(relation, wanted);
    });
  }
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
    if (equal_ignoring_case(name, "type")) link.media_type = value;
    if (has_rel || !equal_ignoring_case(name, "rel")) continue;
    has_rel = true;
    link.relations = value;
  }
  return link;
}

}  // namespace

std::optional<std::string> linked_context(std::span<const std::string> links,
                                          std::string_view media_type) {
  media_type = trim(media_type.substr(0, media_type.find(';')));
  if (equal_ignoring_case(media_type, kJsonLdType)) return std::nullopt;
  std::optional<std::string> found;
  for (const std::string_view header : links) {
    for (std::string_view rest = header; !rest.empty();) {
      const std::optional<LinkValue> link = take_link(rest);
      if (!link || !link->has_relation(kContextRelation)) continue;
      if (found)
        throw DocumentError{"jsonld.multiple-context-link-headers",
                            "the sender links more than one JSON-LD context"};
      found = std::string{link->target};
    }
  }
  return found;
}

std::optional<std::string> linked_jsonld(std::span<const std::string> links) {
  for (const std::string_view header : links) {
    for (std::string_view rest = header; !rest.empty();) {
      const std::optional<LinkValue> link = take_link(rest);
      if (link && link->has_relation("alternate") &&
          equal_ignoring_case(link->media_type, kJsonLdType))
        return std::string{link->target};
    }
  }
  return std::nullopt;
}

}  // namespace semsite
