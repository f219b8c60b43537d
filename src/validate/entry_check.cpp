#include "validate/entry_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "base/date.hpp"
#include "base/text.hpp"
#include "discover/sitemap_dataset.hpp"
#include "discover/sitemap_names.hpp"
#include "markup/element_path.hpp"
#include "markup/sitemap_dialect.hpp"
#include "semsite/errors.hpp"
#include "validate/written_date.hpp"
#include "vocab/course_types.hpp"

namespace semsite {
namespace {

constexpr std::array<std::string_view, 4> kOrder{"loc", "lastmod", "changefreq",
                                                 "priority"};
constexpr std::uint64_t kEnoughForSame = 10;
constexpr std::int64_t kDay = 86'400;

bool is_xhtml(const MarkupNode& node) {
  return node.namespace_ == "http://www.w3.org/1999/xhtml" || node.prefix == "xhtml";
}

SitemapExtension extension(const MarkupNode& node) {
  return extension_of(node.name()).extension;
}

bool is_near_miss(const MarkupNode& node) {
  const ExtensionName name = extension_of(node.name());
  return name.extension != SitemapExtension::none &&
         name.how == ExtensionName::How::near_miss;
}

bool has_diwoo_part(const MarkupNode& entry) {
  return std::ranges::any_of(entry.children, [](const MarkupNode& part) {
    return extension(part) == SitemapExtension::diwoo;
  });
}

std::size_t place_in_order(const MarkupNode& part) {
  return static_cast<std::size_t>(std::ranges::find(kOrder, part.local) - kOrder.begin());
}

}  // namespace

EntryCheck::EntryCheck(DocumentFindings& findings, const SitemapTerms& terms,
                       ListedUrls& seen, std::string category)
    : findings_(findings),
      terms_(terms),
      urls_(findings, terms, seen),
      datasets_(findings, urls_),
      sync_(findings, urls_),
      diwoo_(findings, std::move(category)) {}

void EntryCheck::root(const MarkupNode& root) {
  kind_ = kind_of_root(root.local);
  namespace_ = root.namespace_;
  if (is_feed() || kind_ == SitemapKind::unknown) return;
  if (root.local == "Documents") {
    namespace_ = kSitemapNamespace;
    has_diwoo_ = true;
    return add("diwoo.root", {}, root);
  }
  if (namespace_ == kSitemapNamespace) return;
  add("sitemap.namespace",
      namespace_.empty() ? std::string{"no namespace"}
                         : fmt::format("\"{}\"", excerpt(namespace_, 200)),
      root);
}

bool EntryCheck::is_plain(const MarkupNode& node) const {
  if (node.namespace_ == namespace_)
    return !node.namespace_.empty() || node.prefix.empty();
  return (node.namespace_.empty() && node.prefix.empty()) ||
         is_sitemap_namespace(node.namespace_);
}

void EntryCheck::child(const MarkupNode& node) {
  if (is_feed()) return;
  if (is_plain(node) && (node.local == "url" || node.local == "sitemap")) {
    if ((node.local == "sitemap") != (kind_ == SitemapKind::sitemapindex))
      add("sitemap.structure",
          fmt::format("\"{}\" in a {}", node.local, kind_name(kind_)), node);
    return entry(node);
  }
  if (equal_ignoring_case(node.local, "dataset") &&
      dataset_name(node.name(), namespace_) != DatasetName::no) {
    if (kind_ != SitemapKind::urlset) return add("sc.place", "in a sitemapindex", node);
    return datasets_.check(node, namespace_);
  }
  if (is_near_miss(node)) return near_miss(node);
  switch (extension(node)) {
    case SitemapExtension::resource_sync:
      return sync_.check_head(node, entry_met_ ? ResourceSyncCheck::When::late
                                               : ResourceSyncCheck::When::first);
    case SitemapExtension::diwoo:
      has_diwoo_ = true;
      if (node.local != "Document")
        return add("diwoo.unknown-element", fmt::format("\"{}\"", node.local), node);
      return diwoo_.check(node, node);
    case SitemapExtension::ocx:
      return add("ocx.place", fmt::format("\"{}\" outside of url", node.local), node);
    case SitemapExtension::none:
      if (is_plain(node))
        add("sitemap.unknown-element", fmt::format("\"{}\"", excerpt(node.local)), node);
  }
}

void EntryCheck::entry(const MarkupNode& node) {
  entry_met_ = true;
  ++entries_;
  if (!node.value().empty())
    add("sitemap.stray-text", fmt::format("\"{}\"", excerpt(node.value())), node);
  std::array<std::size_t, kOrder.size()> met{};
  for (const MarkupNode& part : node.children) {
    if (is_plain(part)) {
      plain_part(part, node);
      const std::size_t place = place_in_order(part);
      if (place < met.size() && ++met[place] == 2)
        add("sitemap.repeated", fmt::format("a second {}", part.local), part);
    } else {
      foreign_part(part, node);
    }
  }
  if (met[0] == 0) {
    // Some producers put it into the metadata, which has a finding of its own.
    const MarkupNode* const inner = node.child("Document");
    if (inner == nullptr || inner->child("DiWoo") == nullptr ||
        inner->child("DiWoo")->child("loc") == nullptr)
      add("sitemap.loc", "an entry without loc", node);
  }
  if (terms_.of_diwoo && node.local == "url" && !has_diwoo_part(node))
    diwoo_.check_bare(node);
  order(node);
  sync_.check_entry(node);
}

void EntryCheck::plain_part(const MarkupNode& part, const MarkupNode& entry) {
  if (part.local == "url" || part.local == "sitemap") {
    add("sitemap.structure",
        fmt::format("a \"{}\" begins before the one before it has ended", part.local),
        part);
    return this->entry(part);
  }
  if (part.local == "loc") return loc(part, entry);
  for (const MarkupNode& inner : part.children)
    add("sitemap.structure",
        fmt::format("\"{}\" within {}", excerpt(inner.local), excerpt(part.local)),
        inner);
  if (part.local == "lastmod")
    return check_lastmod(part.value(), {part.line, part.column});
  const bool of_page = entry.local == "url";
  if (of_page && part.local == "changefreq") {
    if (std::ranges::find(kChangeFrequencies, part.value()) == kChangeFrequencies.end())
      add("sitemap.changefreq", fmt::format("\"{}\"", excerpt(part.value())), part);
    return;
  }
  if (of_page && part.local == "priority") return priority(part);
  if (equal_ignoring_case(part.local, "dataset"))
    return add("sc.place", fmt::format("within {}", entry.local), part);
  add("sitemap.unknown-element",
      fmt::format("\"{}\" within {}", excerpt(part.local), entry.local), part);
}

void EntryCheck::loc(const MarkupNode& part, const MarkupNode& entry) {
  for (const MarkupNode& inner : part.children) {
    // A Signmap's links may stand inside of loc (Signmap).
    if (extension(inner) == SitemapExtension::resource_sync) {
      sync_.check_in_entry(inner);
    } else if (is_plain(inner) && inner.local == "url") {
      add("sitemap.structure", "\"url\" within loc", inner);
      if (part.value().empty()) return;
    } else {
      add("sitemap.structure", fmt::format("\"{}\" within loc", excerpt(inner.local)),
          inner);
    }
  }
  urls_.check(part.value(), {part.line, part.column}, rules_of(entry));
}

ListedUrlCheck::Rules EntryCheck::rules_of(const MarkupNode& entry) const {
  using Rules = ListedUrlCheck::Rules;
  if (terms_.of_diwoo || has_diwoo_part(entry)) return Rules::anywhere;
  switch (entries_of(sync_.kind())) {
    case SyncEntries::pages:
      return Rules::all;
    case SyncEntries::changes:
      return Rules::again;
    case SyncEntries::documents:
    case SyncEntries::packages:
    case SyncEntries::nothing:
      break;
  }
  return Rules::again_elsewhere;
}

void EntryCheck::check_lastmod(std::string_view value, ValuePlace place) {
  const auto tell = [&](std::string_view code) {
    findings_.add(code, fmt::format("\"{}\"", excerpt(value)), place.line, place.column);
  };
  const DateForm form = date_form(value);
  const auto time = parse_lastmod(value);
  if (is_feed() ? !time : form == DateForm::none || form == DateForm::other)
    tell("sitemap.lastmod");
  else if (!is_feed() && form == DateForm::no_zone)
    tell("sitemap.lastmod-zone");
  if (!time) return;
  if (terms_.now > 0 && time->begin > terms_.now + kDay) tell("sitemap.lastmod-future");
  if (++dated_ == 1) first_date_ = value;
  if (value == first_date_) ++same_dates_;
}

void EntryCheck::priority(const MarkupNode& part) {
  const std::string_view text = part.value();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value,
                                            std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value > 1)
    add("sitemap.priority", fmt::format("\"{}\"", excerpt(text)), part);
}

void EntryCheck::order(const MarkupNode& entry) {
  std::size_t last = 0;
  for (const MarkupNode& part : entry.children) {
    const std::size_t place = is_plain(part) ? place_in_order(part) : kOrder.size();
    if (place == kOrder.size()) continue;
    if (place < last)
      return add("sitemap.order", fmt::format("{} after {}", part.local, kOrder[last]),
                 part);
    last = place;
  }
}

void EntryCheck::foreign_part(const MarkupNode& part, const MarkupNode& entry) {
  if (is_near_miss(part)) return near_miss(part);
  if (part.local == "link" && is_xhtml(part)) return alternate(part);
  if (part.local == "dataset" && dataset_name(part.name(), namespace_) != DatasetName::no)
    return add("sc.place", fmt::format("within {}", entry.local), part);
  const MarkupNode* const own = entry.child("loc");
  const std::string_view loc = own == nullptr ? std::string_view{} : own->value();
  switch (extension(part)) {
    case SitemapExtension::resource_sync:
      return sync_.check_in_entry(part);
    case SitemapExtension::ocx: {
      if (part.local != "ocx")
        return add("ocx.place", fmt::format("\"{}\" outside of ocx:ocx", part.local),
                   part);
      const auto first = std::ranges::find_if(entry.children, [](const MarkupNode& one) {
        return one.local == "ocx" && extension(one) == SitemapExtension::ocx;
      });
      if (&*first != &part) return add("ocx.repeated", "a second ocx:ocx", part);
      return check_ocx(part, loc, findings_, urls_);
    }
    case SitemapExtension::diwoo: {
      has_diwoo_ = true;
      if (part.local != "Document")
        return add("diwoo.unknown-element", fmt::format("\"{}\" within url", part.local),
                   part);
      const auto first =
          std::ranges::find(entry.children, "Document", &MarkupNode::local);
      if (&*first != &part) return add("diwoo.repeated", "a second Document", part);
      return diwoo_.check(entry, part);
    }
    case SitemapExtension::none:
      break;
  }
}

void EntryCheck::near_miss(const MarkupNode& part) {
  if (std::exchange(near_miss_told_, true)) return;
  add("sitemap.near-miss", fmt::format("\"{}\"", excerpt(part.namespace_, 200)), part);
}

void EntryCheck::alternate(const MarkupNode& part) {
  if (part.attribute("href").empty() || part.attribute("rel").empty())
    return add("sitemap.alternate", part.attribute("href").empty() ? "no href" : "no rel",
               part);
  (void)urls_.check_iri(part.attribute("href"), "href", "sitemap.alternate",
                        {part.line, part.column});
}

void EntryCheck::finish() {
  const bool all_same =
      entries_ >= kEnoughForSame && dated_ == entries_ && same_dates_ == dated_;
  if (all_same && first_date_.find('T') != std::string::npos)
    findings_.add("sitemap.lastmod-same",
                  fmt::format("{} entries, all {}", grouped(entries_), first_date_));
}

namespace {

constexpr std::array<std::string_view, 8> kParts{"type", "format", "loc",    "xpath",
                                                 "name", "teaser", "parent", "image"};
constexpr std::array<std::string_view, 3> kFormats{"JSON-LD", "Microdata", "RDFa"};

void check_type(const MarkupNode& part, DocumentFindings& findings) {
  const std::string_view value = part.value();
  const ClassName name = read_class_name(value);
  if (name.had_slash)
    findings.add("ocx.type-trailing-slash", fmt::format("\"{}\"", excerpt(value, 200)),
                 part.line, part.column);
  else if (name.iri.empty())
    findings.add("ocx.unknown-type", fmt::format("\"{}\"", excerpt(value, 200)),
                 part.line, part.column);
}

void check_path(const MarkupNode& part, DocumentFindings& findings) {
  try {
    static_cast<void>(parse_path(part.value()));
  } catch (const DocumentError& error) {
    findings.add("ocx.xpath", error.what(), part.line, part.column);
  }
}

}  // namespace

void check_ocx(const MarkupNode& block, std::string_view loc, DocumentFindings& findings,
               ListedUrlCheck& urls) {
  std::set<std::string_view> met;
  for (const MarkupNode& part : block.children) {
    const ValuePlace place{part.line, part.column};
    const auto add = [&](std::string_view code, std::string_view value) {
      findings.add(code, fmt::format("\"{}\"", excerpt(value, 200)), place.line,
                   place.column);
    };
    if (extension_of(part.name()).extension != SitemapExtension::ocx ||
        std::ranges::find(kParts, part.local) == kParts.end()) {
      add("ocx.unknown-element", part.local);
      continue;
    }
    const std::string_view value = part.value();
    if (!met.insert(part.local).second) add("ocx.repeated", part.local);
    if (value.empty()) {
      if (part.local != "type") add("ocx.empty", part.local);
      continue;
    }
    if (part.local == "type") check_type(part, findings);
    if (part.local == "format" && std::ranges::find(kFormats, value) == kFormats.end())
      add("ocx.unknown-format", value);
    if (part.local == "loc") {
      if (urls.check_location(value, "ocx:loc", "ocx.bad-url", place) && value == loc)
        add("ocx.same-loc", value);
    }
    if (part.local == "image")
      (void)urls.check_iri(value, "ocx:image", "ocx.bad-url", place);
    if (part.local == "parent" && value == loc) add("ocx.own-parent", value);
    if (part.local == "xpath") check_path(part, findings);
  }
  const MarkupNode* const type = block.child("type");
  if (type == nullptr || type->value().empty())
    findings.add("ocx.no-type", fmt::format("of \"{}\"", excerpt(loc, 200)), block.line,
                 block.column);
}

}  // namespace semsite
