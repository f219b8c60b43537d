#include "crawl/entry_targets.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/data_format.hpp"
#include "discover/signposting.hpp"
#include "markup/page_format.hpp"
#include "plan/scope.hpp"

namespace semsite {
namespace {

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
    return page_format_word(ocx.format) == page_format_word(wanted);
  };
  return (policy.ocx_types.empty() || std::ranges::any_of(policy.ocx_types, is_type)) &&
         (policy.ocx_formats.empty() ||
          std::ranges::any_of(policy.ocx_formats, is_format));
}

/// May a resource of this type be read? A page may hold RDF.
bool may_be_rdf(std::string_view type) {
  type = trim(type.substr(0, type.find(';')));
  return type.empty() || rdf_weight(type) > 0 || equal_ignoring_case(type, "text/html") ||
         equal_ignoring_case(type, "application/xhtml+xml");
}

std::vector<EntryTarget> follow_signposts(const SitemapEntry& entry,
                                          std::vector<Signpost> links,
                                          const EntryPolicy& policy) {
  SignpostTrail trail;
  trail.page = entry.loc;
  trail.links = std::move(links);
  std::vector<EntryTarget> out;
  for (SignpostPage& page : pages_of(trail, policy.follow, entry.loc).pages)
    out.push_back({.url = std::move(page.url), .task = std::move(page.task)});
  if (out.empty() && !entry.loc.empty()) out.push_back({.url = entry.loc, .task = {}});
  return out;
}

}  // namespace

bool chooses_by_ocx(const EntryPolicy& policy) {
  return !policy.ocx_types.empty() || !policy.ocx_formats.empty();
}

bool is_entry_wanted(const SitemapEntry& entry, const EntryPolicy& policy,
                     std::optional<std::int64_t> since) {
  if (is_older(entry.lastmod, since)) return false;
  // Documents that are no RDF have no part in that choice.
  if (!chooses_by_ocx(policy) || entry.diwoo) return true;
  return entry.ocx && is_wanted(*entry.ocx, policy);
}

std::vector<EntryTarget> targets_of(const SitemapEntry& entry,
                                    const EntryPolicy& policy) {
  if (entry.facts && entry.facts->change == "deleted") return {};
  if (entry.diwoo) {
    if (!policy.documents) return {};
    return {{.url = entry.loc,
             .task = {.kind = PageTask::Kind::keep, .xpath = {}, .context = {}}}};
  }
  if (entry.ocx) {
    if (!is_wanted(*entry.ocx, policy)) return {};
    return {{.url = entry.ocx->loc.empty() ? entry.loc : entry.ocx->loc,
             .task = {.xpath = entry.ocx->xpath, .format = entry.ocx->format}}};
  }
  if (chooses_by_ocx(policy)) return {};
  const auto is_wanted_link = [&](const Signpost& link) {
    return is_followed(link, policy.follow);
  };
  if (std::vector<Signpost> links = signposts_of(entry);
      lead_on(links) || std::ranges::any_of(links, is_wanted_link))
    return follow_signposts(entry, std::move(links), policy);
  if (entry.facts && !may_be_rdf(entry.facts->type)) return {};
  return {{.url = entry.loc, .task = {}}};
}

namespace {

/// What is asked for first; other targets come beside it.
std::uint64_t& number_in(EntryGroup& group, const SitemapEntry& entry,
                         const EntryPolicy& policy) {
  const std::vector<EntryTarget> targets = targets_of(entry, policy);
  if (targets.empty()) return group.nothing;
  switch (targets[0].task.kind) {
    case PageTask::Kind::keep:
      return group.documents;
    case PageTask::Kind::signposts:
    case PageTask::Kind::header:
      return group.headers;
    default:
      return targets[0].url == entry.loc ? group.pages : group.descriptions;
  }
}

}  // namespace

namespace {

/// By what the list says of its type, else by the suffix of its path.
bool is_rdf(const SitemapEntry& entry) {
  if (entry.facts && !entry.facts->type.empty()) return rdf_weight(entry.facts->type) > 0;
  return is_rdf_name(entry.loc);
}

}  // namespace

std::size_t kind_of_entry(const SitemapEntry& entry) {
  constexpr std::size_t kOcxKind = 1, kSignmapKind = 2, kRdfKind = 3,
                        kResourceSyncKind = 5;
  if (entry.diwoo) return kDiwooKind;
  if (entry.ocx) return kOcxKind;
  if (!entry.signposts.empty() && lead_on(signposts_of(entry))) return kSignmapKind;
  if (is_rdf(entry)) return kRdfKind;
  return entry.facts || !entry.signposts.empty() ? kResourceSyncKind : kPlainKind;
}

void EntryCount::add(const SitemapEntry& entry) {
  const std::size_t place = kind_of_entry(entry);
  EntryGroup& group = groups_.at(place);
  ++group.entries;
  ++(place == kPlainKind ? group.pages : number_in(group, entry, policy_));
}

void EntryCount::add(const EntryCount& other) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    EntryGroup& to = groups_.at(i);
    const EntryGroup& from = other.groups_.at(i);
    to.entries += from.entries;
    to.descriptions += from.descriptions;
    to.headers += from.headers;
    to.pages += from.pages;
    to.documents += from.documents;
    to.nothing += from.nothing;
  }
}

std::vector<EntryGroup> EntryCount::groups() const {
  std::vector<EntryGroup> out;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_.at(i).entries == 0) continue;
    out.push_back(groups_.at(i));
    out.back().kind = kEntryKinds.at(i);
  }
  return out;
}

namespace {

/// What is asked for first because of the entry, as by a user who wants no less than
/// everything; empty: nothing.
std::string target_of(const SitemapEntry& entry) {
  static const EntryPolicy kEverything{.documents = true};
  std::vector<EntryTarget> targets = targets_of(entry, kEverything);
  return targets.empty() ? std::string{} : std::move(targets[0].url);
}

/// A document that is kept as a file is in no dump.
bool is_left(std::size_t kind, EntryPlace place) {
  return place == EntryPlace::beside ||
         (place == EntryPlace::in_dataset && kind == kDiwooKind);
}

}  // namespace

void EntriesBeside::add(const SitemapEntry& entry, const PlaceOfEntry& place) {
  const std::size_t kind = kind_of_entry(entry);
  std::string url = kind == kPlainKind ? entry.loc : target_of(entry);
  if (!url.empty()) add(kind, std::move(url), place);
}

void EntriesBeside::add_page(const std::string& url) {
  add(kNamedKind, url, [](std::string_view) { return EntryPlace::beside; });
}

void EntriesBeside::add(std::size_t kind, std::string url, const PlaceOfEntry& place) {
  Kind& to = kinds_.at(kind);
  if (to.first.size() < kKept) {
    to.first.push_back(std::move(url));
  } else if (is_left(kind, place(url))) {
    ++to.further;
  }
}

void EntriesBeside::add(EntriesBeside other, const PlaceOfEntry& place) {
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    for (std::string& url : other.kinds_.at(kind).first) add(kind, std::move(url), place);
    kinds_.at(kind).further += other.kinds_.at(kind).further;
  }
}

std::vector<EntriesOfKind> EntriesBeside::outside(const PlaceOfEntry& place) const {
  std::vector<EntriesOfKind> out;
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Kind& kind = kinds_.at(i);
    const auto left = std::ranges::count_if(
        kind.first, [&](const std::string& url) { return is_left(i, place(url)); });
    const std::uint64_t count = kind.further + static_cast<std::uint64_t>(left);
    if (count > 0) out.push_back({kEntryKinds.at(i), count});
  }
  return out;
}

}  // namespace semsite
