#include "crawl/entry_targets.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/signpost_choice.hpp"

namespace semsite {
namespace {

/// `JSON-LD`, `jsonld` and `Json LD` are the same (ocx.md §4).
std::string format_word(std::string_view format) {
  std::string out;
  for (const char c : format) {
    if (c == '-' || c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  // `RDFa 1.1`
  return out.substr(0, out.find_first_of("0123456789"));
}

/// The word a class is called by: of `http://oerschema.org/Lesson/` and `oer:Lesson` it
/// is `Lesson`.
std::string_view type_word(std::string_view type) {
  while (type.ends_with('/')) type.remove_suffix(1);
  const std::size_t start = type.find_last_of("/#:");
  return start == std::string_view::npos ? type : type.substr(start + 1);
}

/// Without what differs between spellings of one class IRI (ocx.md §6).
std::string type_iri(std::string_view type) {
  while (type.ends_with('/')) type.remove_suffix(1);
  std::string out{type};
  if (out.starts_with("https://")) out.erase(4, 1);
  constexpr std::string_view kWww = "http://www.";
  if (out.starts_with(kWww)) out.erase(7, 4);
  return out;
}

bool is_wanted(const OcxBlock& ocx, const EntryPolicy& policy) {
  const auto is_type = [&](const std::string& wanted) {
    return wanted.find("://") == std::string::npos
               ? equal_ignoring_case(type_word(ocx.type), type_word(wanted))
               : type_iri(ocx.type) == type_iri(wanted);
  };
  const auto is_format = [&](const std::string& wanted) {
    return format_word(ocx.format) == format_word(wanted);
  };
  return (policy.ocx_types.empty() || std::ranges::any_of(policy.ocx_types, is_type)) &&
         (policy.ocx_formats.empty() ||
          std::ranges::any_of(policy.ocx_formats, is_format));
}

/// Relations that say something of an entry's own metadata; others, such as `duplicate`
/// and `index` of ResourceSync, leave it an ordinary page.
bool is_signpost(std::string_view relations) {
  constexpr std::array<std::string_view, 6> kSignposts = {
      "describedby", "cite-as", "item", "linkset", "describes", "collection"};
  while (!relations.empty()) {
    const std::size_t end = relations.find(' ');
    const std::string_view one = relations.substr(0, end);
    if (std::ranges::find(kSignposts, one) != kSignposts.end()) return true;
    relations = end == std::string_view::npos ? std::string_view{}
                                              : relations.substr(end + 1);
  }
  return false;
}

std::vector<EntryTarget> follow_signposts(const SitemapEntry& entry,
                                          const EntryPolicy& policy) {
  std::vector<Signpost> signposts;
  for (const EntryLink& link : entry.signposts)
    signposts.push_back({.relations = link.rel, .target = link.href, .type = link.type});
  std::vector<EntryTarget> out;
  for (SignpostTarget& target : choose_signposts(signposts, policy.follow, entry.loc))
    out.push_back({.url = std::move(target.url), .task = std::move(target.task)});
  // Its header may say what the entry does not.
  if (out.empty() && !entry.loc.empty())
    out.push_back({.url = entry.loc,
                   .task = {.kind = PageTask::Kind::signposts, .xpath = {}, .context = {}}});
  return out;
}

}  // namespace

std::vector<EntryTarget> targets_of(const SitemapEntry& entry,
                                    const EntryPolicy& policy) {
  if (entry.facts && entry.facts->change == "deleted") return {};
  if (entry.diwoo) {
    if (!policy.documents) return {};
    return {{.url = entry.loc,
             .task = {.kind = PageTask::Kind::keep, .xpath = {}, .context = {}}}};
  }
  const bool filtered = !policy.ocx_types.empty() || !policy.ocx_formats.empty();
  if (entry.ocx) {
    if (!is_wanted(*entry.ocx, policy)) return {};
    return {{.url = entry.ocx->loc.empty() ? entry.loc : entry.ocx->loc,
             .task = {.kind = PageTask::Kind::read,
                      .xpath = entry.ocx->xpath,
                      .context = {}}}};
  }
  if (filtered) return {};
  if (std::ranges::any_of(entry.signposts,
                          [](const EntryLink& link) { return is_signpost(link.rel); }))
    return follow_signposts(entry, policy);
  if (entry.facts && !may_be_rdf(entry.facts->type)) return {};
  return {{.url = entry.loc, .task = {}}};
}

}  // namespace semsite
