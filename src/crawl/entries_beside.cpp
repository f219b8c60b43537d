#include "crawl/entries_beside.hpp"

#include <algorithm>
#include <utility>

#include "crawl/entry_targets.hpp"

namespace semsite {
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
  add(kPlainKind, url, [](std::string_view) { return EntryPlace::beside; });
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
