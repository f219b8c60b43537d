#include "discover/sitemap_extensions.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "discover/paging.hpp"
#include "discover/sitemap_links.hpp"
#include "markup/link_header.hpp"

namespace semsite {
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

}  // namespace semsite
