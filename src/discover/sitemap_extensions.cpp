#include "discover/sitemap_extensions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "discover/paging.hpp"
#include "discover/sitemap_names.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostCategories = 100;

}  // namespace

void DiwooReader::begin_document(SitemapEntry& entry, std::uint64_t line) {
  if (entry.diwoo)
    teller_.note("diwoo.structure",
                 "a second Document in one entry (diwoo-metadata.xsd allows one)", line);
  else
    entry.diwoo.emplace();
}

bool DiwooReader::begin_element(std::string_view local,
                                std::span<const XmlAttribute> attributes,
                                SitemapEntry& entry, std::uint64_t line) {
  if (local == "Document") {
    begin_document(entry, line);
    return false;
  }
  if (!entry.diwoo) {
    if (equal_ignoring_case(local, "document"))
      teller_.note(
          "diwoo.structure",
          fmt::format("\"{}\" must be written Document; passed over", excerpt(local)),
          line);
    return false;
  }
  DiwooMark& mark = *entry.diwoo;
  if (local == "format") {
    mark.format_iri = attribute_value(attributes, "resource");
    return true;
  }
  if (local == "language") {
    mark.language_iri = attribute_value(attributes, "resource");
  } else if (local == "informatiecategorie") {
    const std::string_view iri = attribute_value(attributes, "resource");
    if (!iri.empty() && mark.categories.size() < kMostCategories)
      mark.categories.emplace_back(iri);
  }
  return false;
}

void DiwooReader::end_element(std::string_view text, SitemapEntry& entry) {
  if (entry.diwoo) entry.diwoo->format = text;
}

namespace {

struct OcxPart {
  std::string_view name;
  std::string OcxBlock::*member;
};
constexpr std::array<OcxPart, 8> kParts{{
    {"type", &OcxBlock::type},
    {"format", &OcxBlock::format},
    {"loc", &OcxBlock::loc},
    {"xpath", &OcxBlock::xpath},
    {"name", &OcxBlock::name},
    {"teaser", &OcxBlock::teaser},
    {"parent", &OcxBlock::parent},
    {"image", &OcxBlock::image},
}};

}  // namespace

void OcxReader::begin(SitemapEntry& entry, std::uint64_t line) {
  if (entry.ocx)
    teller_.note("ocx.structure",
                 "a second ocx:ocx in one entry; what the first says counts", line);
  else
    entry.ocx.emplace();
}

bool OcxReader::begin_element(std::string_view local, std::uint64_t line) {
  const auto* const part = std::ranges::find(kParts, local, &OcxPart::name);
  line_ = line;
  if (part == kParts.end()) {
    teller_.note("ocx.structure",
                 fmt::format("ocx:{} is no element of OCX; passed over", excerpt(local)),
                 line);
    part_ = nullptr;
    return false;
  }
  part_ = part->member;
  return true;
}

void OcxReader::end_element(std::string_view text, SitemapEntry& entry) {
  if (part_ == nullptr || !entry.ocx || text.empty()) return;
  std::string& member = (*entry.ocx).*part_;
  if (!member.empty()) {
    if (member != text)
      teller_.note(
          "ocx.structure",
          fmt::format("\"{}\" repeats an element; the first counts", excerpt(text)),
          line_);
    return;
  }
  std::string value{text};
  const bool is_place = part_ == &OcxBlock::loc;
  if (is_place && !teller_.make_location(value, "ocx:loc", line_)) return;
  if (part_ == &OcxBlock::image && !teller_.make_iri(value, "ocx:image", line_)) return;
  member = std::move(value);
}

namespace {

std::string_view namespace_code(SitemapExtension extension) {
  switch (extension) {
    case SitemapExtension::resource_sync:
      return "rs.namespace";
    case SitemapExtension::ocx:
      return "ocx.namespace";
    case SitemapExtension::diwoo:
      return "diwoo.namespace";
    case SitemapExtension::none:
      break;
  }
  return "sitemap.namespace";
}

}  // namespace

SitemapExtension SitemapExtensions::extension(const XmlName& name, std::uint64_t line) {
  const ExtensionName what = extension_of(name);
  if (what.extension == SitemapExtension::none) return what.extension;
  if (what.how == ExtensionName::How::right) return what.extension;
  note_name(what, name, line);
  return what.how == ExtensionName::How::unbound ? what.extension
                                                 : SitemapExtension::none;
}

void SitemapExtensions::note_name(ExtensionName what, const XmlName& name,
                                  std::uint64_t line) {
  const auto place = static_cast<std::size_t>(what.extension);
  if (what.how == ExtensionName::How::unbound) {
    if (std::exchange(unbound_noted_[place], true)) return;
    teller_.note(
        namespace_code(what.extension),
        fmt::format("the prefix \"{}\" is not declared; read as if it were", name.prefix),
        line);
    return;
  }
  if (std::exchange(near_miss_noted_[place], true)) return;
  teller_.note(namespace_code(what.extension),
               fmt::format("the namespace \"{}\" of \"{}\" only looks like the "
                           "extension's and is another; passed over",
                           excerpt(name.namespace_, 200), excerpt(name.local)),
               line);
}

bool SitemapExtensions::start(SitemapExtension extension, const XmlName& name,
                              std::span<const XmlAttribute> attributes,
                              std::uint32_t depth, SitemapEntry& entry,
                              std::uint64_t line) {
  text_of_ = extension;
  switch (extension) {
    case SitemapExtension::resource_sync:
      resource_sync(name, attributes, entry, line);
      return false;
    case SitemapExtension::ocx:
      if (name.local == "ocx") {
        ocx_depth_ = depth;
        ocx_.begin(entry, line);
        return false;
      }
      return entry.ocx && depth == ocx_depth_ + 1 && ocx_.begin_element(name.local, line);
    case SitemapExtension::diwoo:
      return diwoo_.begin_element(name.local, attributes, entry, line);
    case SitemapExtension::none:
      break;
  }
  return false;
}

void SitemapExtensions::end_text(std::string_view text, SitemapEntry& entry) {
  if (text_of_ == SitemapExtension::ocx) ocx_.end_element(text, entry);
  if (text_of_ == SitemapExtension::diwoo) DiwooReader::end_element(text, entry);
}

void SitemapExtensions::resource_sync(const XmlName& name,
                                      std::span<const XmlAttribute> attributes,
                                      SitemapEntry& entry, std::uint64_t line) {
  if (name.local == "ln") {
    take_link(entry.signposts, attributes, line);
  } else if (name.local == "md") {
    (void)take_facts(entry.facts, attributes, line);
  }
}

void SitemapExtensions::start_in_root(const XmlName& name,
                                      std::span<const XmlAttribute> attributes,
                                      std::uint64_t line) {
  if (name.local == "ln") {
    const std::size_t before = head_.links.size();
    take_link(head_.links, attributes, line);
    head_is_new_ = head_is_new_ || head_.links.size() > before;
  } else if (name.local == "md") {
    head_is_new_ = take_facts(head_.facts, attributes, line) || head_is_new_;
  }
}

bool SitemapExtensions::take_facts(std::optional<ResourceFacts>& place,
                                   std::span<const XmlAttribute> attributes,
                                   std::uint64_t line) {
  if (place) {
    teller_.note("rs.structure", "a second rs:md in one place; the first counts", line);
    return false;
  }
  place = read_resource_facts(attributes);
  return true;
}

void SitemapExtensions::take_link(std::vector<EntryLink>& links,
                                  std::span<const XmlAttribute> attributes,
                                  std::uint64_t line) {
  if (links.size() == kMostEntryLinks) {
    teller_.note("sitemap.limit",
                 fmt::format("more than {} links in one entry; left out",
                             grouped(kMostEntryLinks)),
                 line);
    return;
  }
  if (std::optional<EntryLink> link = read_entry_link(attributes, teller_, line))
    links.push_back(std::move(*link));
}

void SitemapExtensions::link_of_all(std::span<const XmlAttribute> attributes,
                                    std::string href, std::uint64_t line) {
  const std::string_view relation = registered_name(attribute_value(attributes, "rel"));
  if (page_way(relation) == PageWay::none || head_.links.size() == kMostEntryLinks)
    return;
  EntryLink link;
  link.rel = lower_ascii(trim(relation));
  link.href = std::move(href);
  link.line = line;
  if (!teller_.make_iri(link.href, "link of the document", line)) return;
  is_linked_ = true;
  head_is_new_ = true;
  head_.links.push_back(std::move(link));
}

void SitemapExtensions::tell_head(std::uint64_t line) {
  if (!std::exchange(head_is_new_, false)) return;
  if (std::exchange(head_told_, true) && !is_linked_)
    teller_.note("rs.structure",
                 "an rs:md or rs:ln about the document stands after its first entry; it "
                 "belongs before",
                 line);
  teller_.head(head_);
}

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
