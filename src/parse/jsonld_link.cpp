#include "parse/jsonld_link.hpp"

#include "base/text.hpp"
#include "markup/link_header.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kContextRelation = "http://www.w3.org/ns/json-ld#context";
/// As the examples of RFC 9264 (appendix A) spell it.
constexpr std::string_view kContextRelationOfLinksets =
    "https://www.w3.org/ns/json-ld#context";
constexpr std::string_view kJsonLdType = "application/ld+json";

}  // namespace

std::optional<std::string> linked_context(std::span<const std::string> links,
                                          std::string_view media_type) {
  media_type = trim(media_type.substr(0, media_type.find(';')));
  if (equal_ignoring_case(media_type, kJsonLdType)) return std::nullopt;
  std::optional<std::string> found;
  for (const std::string& header : links) {
    for (const HeaderLink& link : read_link_header(header).links) {
      if (!link.has_relation(kContextRelation) &&
          !link.has_relation(kContextRelationOfLinksets))
        continue;
      if (found)
        throw DocumentError{"jsonld.multiple-context-link-headers",
                            "the sender links more than one JSON-LD context"};
      found = link.target;
    }
  }
  return found;
}

std::optional<std::string> linked_jsonld(std::span<const std::string> links) {
  for (const std::string& header : links) {
    for (const HeaderLink& link : read_link_header(header).links)
      if (link.has_relation("alternate") &&
          equal_ignoring_case(link.attribute("type"), kJsonLdType))
        return link.target;
  }
  return std::nullopt;
}

}  // namespace semsite
