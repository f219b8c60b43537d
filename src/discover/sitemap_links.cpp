#include "discover/sitemap_links.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"
#include "discover/sitemap_names.hpp"
#include "discover/sitemap_value.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri_repair.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestValue = 8192;

struct FactMember {
  std::string_view name;
  std::string ResourceFacts::*member;
};
constexpr std::array<FactMember, 13> kFacts{{
    {"at", &ResourceFacts::at},
    {"capability", &ResourceFacts::capability},
    {"change", &ResourceFacts::change},
    {"completed", &ResourceFacts::completed},
    {"datetime", &ResourceFacts::datetime},
    {"encoding", &ResourceFacts::encoding},
    {"from", &ResourceFacts::from},
    {"until", &ResourceFacts::until},
    {"hash", &ResourceFacts::hash},
    {"length", &ResourceFacts::length},
    {"modified", &ResourceFacts::modified},
    {"path", &ResourceFacts::path},
    {"type", &ResourceFacts::type},
}};

std::string joined_relations(std::string_view rel) {
  std::string out;
  for (const std::string& word : relation_types(rel)) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

/// An attribute too long for any use counts as none.
std::string text_of(std::span<const XmlAttribute> attributes, std::string_view name) {
  const std::string_view value = attribute_value(attributes, name);
  return value.size() > kLongestValue ? std::string{} : std::string{value};
}

}  // namespace

std::optional<AlternateLink> read_alternate_link(std::span<const XmlAttribute> attributes,
                                                 SitemapTeller& teller,
                                                 std::uint64_t line) {
  AlternateLink link{.rel = text_of(attributes, "rel"),
                     .hreflang = text_of(attributes, "hreflang"),
                     .href = text_of(attributes, "href"),
                     .type = text_of(attributes, "type")};
  if (link.href.empty()) {
    teller.note("sitemap.structure", "a link without href; left out", line);
    return std::nullopt;
  }
  if (!teller.make_iri(link.href, "link", line)) return std::nullopt;
  return link;
}

std::optional<EntryLink> read_entry_link(std::span<const XmlAttribute> attributes,
                                         SitemapTeller& teller, std::uint64_t line) {
  EntryLink link{.rel = joined_relations(attribute_value(attributes, "rel")),
                 .href = text_of(attributes, "href"),
                 .type = text_of(attributes, "type"),
                 .profile = text_of(attributes, "profile"),
                 .hash = text_of(attributes, "hash"),
                 .length = text_of(attributes, "length"),
                 .modified = text_of(attributes, "modified"),
                 .encoding = text_of(attributes, "encoding"),
                 .path = text_of(attributes, "path"),
                 .pri = text_of(attributes, "pri"),
                 .line = line};
  if (link.rel.empty() || link.href.empty()) {
    teller.note("rs.link",
                fmt::format("an rs:ln without {} (Z39.99 requires it); left out",
                            link.href.empty() ? "href" : "rel"),
                line);
    return std::nullopt;
  }
  if (!teller.make_iri(link.href, "target of an rs:ln", line)) return std::nullopt;
  const std::optional<std::string> iri = repaired_iri(link.href);
  if (!iri) {
    teller.note("rs.link",
                fmt::format("the target \"{}\" of an rs:ln is no IRI; left out",
                            excerpt(link.href)),
                line);
    return std::nullopt;
  }
  link.href = *iri;
  return link;
}

ResourceFacts read_resource_facts(std::span<const XmlAttribute> attributes) {
  ResourceFacts facts;
  for (const XmlAttribute& attribute : attributes)
    for (const FactMember& fact : kFacts)
      if (attribute.name.local == fact.name && attribute.value.size() <= kLongestValue)
        facts.*fact.member = trim_unicode(attribute.value);
  return facts;
}

}  // namespace semsite
