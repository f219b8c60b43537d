#include "crawl/entry_groups.hpp"

#include "crawl/signpost_links.hpp"
#include "discover/signposting.hpp"

namespace semsite {
namespace {

/// What is asked for first; other targets come beside it.
std::uint64_t& count_of(EntryGroup& group, const SitemapEntry& entry,
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

std::size_t kind_of_entry(const SitemapEntry& entry) {
  if (entry.diwoo) return kDiwooKind;
  if (entry.ocx) return 1;
  if (entry.signposts.empty()) return entry.facts ? 3 : kPlainKind;
  return lead_on(signposts_of(entry)) ? 2 : 3;
}

void EntryCount::add(const SitemapEntry& entry) {
  const std::size_t place = kind_of_entry(entry);
  EntryGroup& group = groups_.at(place);
  ++group.entries;
  ++(place == kPlainKind ? group.pages : count_of(group, entry, policy_));
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

}  // namespace semsite
