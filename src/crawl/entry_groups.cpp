#include "crawl/entry_groups.hpp"

#include "crawl/signpost_links.hpp"
#include "discover/signposting.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPlain = 4;

/// Place in EntryCount's groups.
std::size_t group_of(const SitemapEntry& entry) {
  if (entry.diwoo) return 0;
  if (entry.ocx) return 1;
  if (entry.signposts.empty()) return entry.facts ? 3 : kPlain;
  return are_signposts(signposts_of(entry)) ? 2 : 3;
}

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

void EntryCount::add(const SitemapEntry& entry) {
  const std::size_t place = group_of(entry);
  EntryGroup& group = groups_.at(place);
  ++group.entries;
  ++(place == kPlain ? group.pages : count_of(group, entry, policy_));
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
  for (const EntryGroup& group : groups_)
    if (group.entries > 0) out.push_back(group);
  return out;
}

}  // namespace semsite
