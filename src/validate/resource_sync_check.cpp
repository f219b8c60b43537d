#include "validate/resource_sync_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/date.hpp"
#include "base/text.hpp"
#include "discover/sitemap_names.hpp"
#include "rdf/iri.hpp"
#include "validate/written_date.hpp"
#include "vocab/link_relations.hpp"

namespace semsite {
namespace {

constexpr std::array<std::string_view, 13> kFactNames{
    "at",    "capability", "change", "completed", "datetime", "encoding", "from",
    "until", "hash",       "length", "modified",  "path",     "type"};
constexpr std::array<std::string_view, 10> kLinkNames{
    "rel",      "href", "encoding", "hash", "length",
    "modified", "path", "pri",      "type", "profile"};
constexpr std::array<std::string_view, 6> kTimes{"at",    "completed", "from",
                                                 "until", "datetime",  "modified"};
constexpr std::uint64_t kLowestPriority = 999'999;

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// token "/" token, and parameters (RFC 9110 §8.3.1)
bool is_media_type(std::string_view text) {
  const std::string_view type = trim(text.substr(0, text.find(';')));
  const std::size_t slash = type.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < type.size() &&
         type.find_first_of(" \t/,<>", slash + 1) == std::string_view::npos;
}

bool is_hash_list(std::string_view text) {
  bool any = false;
  for (const std::string_view word : split(text, ' ')) {
    const std::string_view one = trim(word);
    if (one.empty()) continue;
    const std::size_t colon = one.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    const std::string_view hex = one.substr(colon + 1);
    if (hex.empty() ||
        hex.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
      return false;
    any = true;
  }
  return any;
}

bool is_sync(const MarkupNode& node) {
  return extension_of(node.name()).extension == SitemapExtension::resource_sync;
}

}  // namespace

void ResourceSyncCheck::check_head(const MarkupNode& node, When when) {
  if (when == When::late) add("rs.head-late", fmt::format("rs:{}", node.local), node);
  if (node.local == "ln") return check_link(node);
  if (node.local != "md")
    return add("rs.unknown-element", fmt::format("\"{}\"", excerpt(node.local)), node);
  check_facts(node);
  if (std::exchange(head_met_, true))
    return add("rs.structure", "a second rs:md below the root", node);
  kind_ = sync_kind(node.attribute("capability"));
  check_capability(node);
  if (!node.has_attribute("capability"))
    add("rs.capability", "the rs:md below the root has none", node);
  const bool is_list =
      kind_ == SyncKind::resource_list || kind_ == SyncKind::resource_dump;
  const bool is_change = kind_ == SyncKind::change_list || kind_ == SyncKind::change_dump;
  if (is_list && !node.has_attribute("at")) add("rs.no-at", {}, node);
  if (is_change && !node.has_attribute("from")) add("rs.no-from", {}, node);
}

void ResourceSyncCheck::check_in_entry(const MarkupNode& node) {
  if (node.local == "ln") return check_link(node);
  if (node.local == "md") return check_facts(node);
  add("rs.unknown-element", fmt::format("\"{}\"", excerpt(node.local)), node);
}

void ResourceSyncCheck::check_entry(const MarkupNode& entry) {
  const MarkupNode* facts = nullptr;
  for (const MarkupNode& child : entry.children) {
    if (!is_sync(child) || child.local != "md") continue;
    if (facts != nullptr) add("rs.structure", "a second rs:md in one entry", child);
    if (facts == nullptr) facts = &child;
  }
  if (facts != nullptr) check_capability(*facts);
  if (kind_ != SyncKind::change_list || entry.local != "url") return;
  const std::string_view change =
      facts == nullptr ? std::string_view{} : facts->attribute("change");
  if (change.empty()) return add("rs.no-change", {}, facts == nullptr ? entry : *facts);
  if (change != "created" && change != "updated" && change != "deleted")
    add("rs.change", fmt::format("\"{}\"", excerpt(change)), *facts);
  // Z39.99 §12: by the time of the event; `lastmod` is that of the resource.
  const std::string_view written = facts->attribute("datetime");
  const auto time = parse_w3c_time(written);
  if (!time) return;
  if (last_time_ && time->begin < *last_time_)
    add("rs.order", fmt::format("{} comes after a later event", excerpt(written)),
        *facts);
  last_time_ = time->begin;
}

void ResourceSyncCheck::check_capability(const MarkupNode& facts) {
  const std::string_view capability = facts.attribute("capability");
  if (!capability.empty() && sync_kind(capability) == SyncKind::unknown)
    add("rs.capability", fmt::format("\"{}\"", excerpt(capability)), facts);
}

void ResourceSyncCheck::check_link(const MarkupNode& link) {
  const std::string_view rel = link.attribute("rel");
  const std::string_view href = link.attribute("href");
  if (rel.empty() || href.empty())
    return add("rs.link", fmt::format("no {}", rel.empty() ? "rel" : "href"), link);
  if (!has_scheme(href))
    add("rs.relative-link", fmt::format("\"{}\"", excerpt(href, 200)), link);
  else
    (void)urls_.check_iri(href, "href", "rs.link", {link.line, link.column});
  bool describes = false;
  for (const std::string_view word : split(rel, ' ')) {
    if (trim(word).empty()) continue;
    describes = describes || equal_ignoring_case(word, "describedby");
    if (link_relation(word).kind == RelationKind::unknown)
      add("rs.unknown-relation", fmt::format("\"{}\"", excerpt(word)), link);
  }
  if (describes && link.attribute("type").empty())
    add("rs.no-type", fmt::format("\"{}\"", excerpt(href, 200)), link);
  for (const std::string_view profile : split(link.attribute("profile"), ' '))
    if (!trim(profile).empty() && check_iri(profile) != IriProblem::none)
      add("rs.profile", fmt::format("\"{}\"", excerpt(profile)), link);
  if (link.has_attribute("pri")) {
    const auto priority = parse_uint(link.attribute("pri"));
    if (!priority || *priority < 1 || *priority > kLowestPriority)
      add("rs.pri", fmt::format("\"{}\"", excerpt(link.attribute("pri"))), link);
  }
  for (const MarkupAttribute& one : link.attributes)
    if (one.namespace_.empty() && !has(kLinkNames, one.local))
      add("rs.unknown-attribute", fmt::format("\"{}\"", excerpt(one.local)), link);
  check_common(link);
}

void ResourceSyncCheck::check_facts(const MarkupNode& facts) {
  for (const MarkupAttribute& one : facts.attributes)
    if (one.namespace_.empty() && !has(kFactNames, one.local))
      add("rs.unknown-attribute", fmt::format("\"{}\"", excerpt(one.local)), facts);
  check_common(facts);
}

void ResourceSyncCheck::check_common(const MarkupNode& node) {
  for (const std::string_view name : kTimes) {
    if (!node.has_attribute(name)) continue;
    const DateForm form = date_form(node.attribute(name));
    if (form == DateForm::none || form == DateForm::other || form == DateForm::no_zone)
      add("rs.time", fmt::format("{}=\"{}\"", name, excerpt(node.attribute(name))), node);
  }
  const std::string_view type = node.attribute("type");
  if (node.has_attribute("type") && !is_media_type(type))
    add("rs.media-type", fmt::format("\"{}\"", excerpt(type)), node);
  if (node.has_attribute("hash") && !is_hash_list(node.attribute("hash")))
    add("rs.hash", fmt::format("\"{}\"", excerpt(node.attribute("hash"))), node);
  if (node.has_attribute("length") && !parse_uint(node.attribute("length")))
    add("rs.length", fmt::format("\"{}\"", excerpt(node.attribute("length"))), node);
  const std::string_view path = node.attribute("path");
  if (node.has_attribute("path") && (!path.starts_with('/') || path.ends_with('/')))
    add("rs.path", fmt::format("\"{}\"", excerpt(path)), node);
}

}  // namespace semsite
