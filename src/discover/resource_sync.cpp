#include "discover/resource_sync.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/date.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

struct Capability {
  std::string_view name;
  SyncKind kind;
};
constexpr std::array<Capability, 8> kCapabilities{{
    {"description", SyncKind::description},
    {"capabilitylist", SyncKind::capability_list},
    {"resourcelist", SyncKind::resource_list},
    {"changelist", SyncKind::change_list},
    {"resourcedump", SyncKind::resource_dump},
    {"changedump", SyncKind::change_dump},
    {"resourcedump-manifest", SyncKind::manifest},
    {"changedump-manifest", SyncKind::manifest},
}};

struct Digest {
  std::string_view written;  ///< in lower case, without hyphens
  std::string_view name;
  std::size_t digits;
};
constexpr std::array<Digest, 5> kDigests{{{"md5", "md5", 32},
                                          {"sha1", "sha", 40},
                                          {"sha", "sha", 40},
                                          {"sha256", "sha-256", 64},
                                          {"sha512", "sha-512", 128}}};

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::optional<Checksum> checksum_of(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string written = lower_ascii(word.substr(0, colon));
  std::erase(written, '-');
  const std::string_view value = word.substr(colon + 1);
  for (const Digest& digest : kDigests)
    if (digest.written == written && digest.digits == value.size() && is_hex(value))
      return Checksum{.algorithm = std::string{digest.name}, .hex = lower_ascii(value)};
  return std::nullopt;
}

std::optional<std::int64_t> seconds_of(std::string_view text) {
  const std::optional<TimeSpan> span = parse_w3c_time(text);
  return span ? std::optional{span->begin} : std::nullopt;
}

/// When the event happened; `lastmod` tells it for what has no `datetime` (Z39.99-2014).
std::optional<std::int64_t> time_of(const SitemapEntry& entry) {
  if (entry.facts && !entry.facts->datetime.empty())
    return seconds_of(entry.facts->datetime);
  return entry.lastmod.empty() ? std::nullopt : seconds_of(entry.lastmod);
}

/// What leads on of links, in as few bytes as the sitemap took for it; XML has no NUL.
std::string pack(const std::vector<EntryLink>& links) {
  std::string out;
  for (const EntryLink& link : links)
    for (const std::string* field :
         {&link.rel, &link.href, &link.type, &link.profile, &link.pri}) {
      out += *field;
      out += '\0';
    }
  return out;
}

std::vector<EntryLink> unpack(std::string_view packed) {
  std::vector<EntryLink> out;
  const std::vector<std::string_view> fields = split(packed, '\0');
  for (std::size_t at = 0; at + 5 <= fields.size(); at += 5) {
    EntryLink& link = out.emplace_back();
    link.rel = fields[at];
    link.href = fields[at + 1];
    link.type = fields[at + 2];
    link.profile = fields[at + 3];
    link.pri = fields[at + 4];
  }
  return out;
}

}  // namespace

SyncKind sync_kind(std::string_view capability) {
  if (capability.empty()) return SyncKind::none;
  if (capability.ends_with("-archive")) return SyncKind::archive;
  for (const Capability& known : kCapabilities)
    if (equal_ignoring_case(capability, known.name)) return known.kind;
  return SyncKind::unknown;
}

bool begins_manifest(std::string_view head) {
  constexpr std::string_view kAttribute = "capability";
  constexpr std::string_view kSpace = " \t\r\n";
  for (std::size_t at = head.find(kAttribute); at != head.npos;
       at = head.find(kAttribute, at)) {
    at += kAttribute.size();
    std::size_t quote = head.find_first_not_of(kSpace, at);
    if (quote == head.npos || head[quote] != '=') continue;
    quote = head.find_first_not_of(kSpace, quote + 1);
    if (quote == head.npos || (head[quote] != '"' && head[quote] != '\'')) continue;
    const std::size_t end = head.find(head[quote], quote + 1);
    if (end == head.npos) return false;
    if (sync_kind(head.substr(quote + 1, end - quote - 1)) == SyncKind::manifest)
      return true;
  }
  return false;
}

SyncEntries entries_of(SyncKind kind) {
  switch (kind) {
    case SyncKind::none:
    case SyncKind::resource_list:
    case SyncKind::unknown:
      return SyncEntries::pages;
    case SyncKind::description:
    case SyncKind::capability_list:
      return SyncEntries::documents;
    case SyncKind::change_list:
      return SyncEntries::changes;
    case SyncKind::resource_dump:
      return SyncEntries::packages;
    case SyncKind::change_dump:
    case SyncKind::manifest:
    case SyncKind::archive:
      break;
  }
  return SyncEntries::nothing;
}

int sync_rank(std::string_view capability) {
  switch (sync_kind(capability)) {
    case SyncKind::change_list:
      return 0;
    case SyncKind::resource_dump:
      return 1;
    case SyncKind::resource_list:
      return 3;
    default:
      return 2;
  }
}

std::string_view why_passed_over(SyncKind kind) {
  switch (kind) {
    case SyncKind::change_dump:
      return "packages of changes are not read; change lists name the same changes";
    case SyncKind::manifest:
      return "a manifest lists what is inside of a package; it is read with that";
    case SyncKind::archive:
      return "an archive lists former states; only the present one is read";
    default:
      return {};
  }
}

DatasetLocation package_of(const SitemapEntry& entry, std::vector<SitemapNote>& notes) {
  DatasetLocation out{.url = entry.loc, .line = entry.line};
  out.packaging = "application/zip";
  if (!entry.facts) return out;
  out.byte_size = parse_uint(entry.facts->length);
  for (const std::string_view word : split(entry.facts->hash, ' ')) {
    if (trim(word).empty()) continue;
    if (std::optional<Checksum> sum = checksum_of(trim(word))) {
      out.checksums.push_back(*std::move(sum));
    } else {
      notes.push_back({"rs.hash",
                       fmt::format("\"{}\" is no hash that can be checked: md5, sha-1, "
                                   "sha-256 or sha-512, a colon, hexadecimal digits",
                                   excerpt(word)),
                       entry.line});
    }
  }
  return out;
}

void SyncChanges::saw_list(std::string_view list_time) {
  const std::optional<std::int64_t> time = seconds_of(list_time);
  if (time && (!list_time_ || *time > *list_time_)) list_time_ = time;
}

bool SyncChanges::take(const SitemapEntry& entry) {
  const auto found = events_.find(entry.loc);
  if (found == events_.end() && events_.size() == most_) return false;
  Event& event = found == events_.end() ? events_[entry.loc] : found->second;
  const std::optional<std::int64_t> time = time_of(entry);
  // Lists are in the order of time; where two overlap, the later event counts.
  if (event.time && time && *time < *event.time) return true;
  event.lastmod = entry.lastmod;
  event.type = entry.facts ? entry.facts->type : std::string{};
  event.signposts = pack(entry.signposts);
  event.time = time;
  event.order = next_order_++;
  event.deleted = entry.facts && entry.facts->change == "deleted";
  event.told = event.deleted && time && list_time_ && *time < *list_time_;
  return true;
}

bool SyncChanges::is_deleted(const SitemapEntry& entry, std::string_view list_time) {
  const auto found = events_.find(entry.loc);
  if (found == events_.end()) return false;
  Event& event = found->second;
  const std::optional<std::int64_t> listed =
      list_time.empty() ? std::nullopt : seconds_of(list_time);
  if (listed && event.time && *event.time < *listed) {
    event.deleted = false;  // it is there again
    event.told = true;
    return false;
  }
  if (!event.deleted) event.told = true;
  return event.deleted;
}

SyncChanges::Outcome SyncChanges::outcome() {
  std::vector<std::pair<const std::string, Event>*> fresh;
  for (auto& one : events_)
    if (!one.second.told) fresh.push_back(&one);
  std::ranges::sort(fresh, [](const auto* a, const auto* b) {
    return a->second.order < b->second.order;
  });
  Outcome out;
  for (auto* one : fresh) {
    one->second.told = true;
    if (one->second.deleted) {
      out.deleted.push_back(one->first);
    } else {
      SitemapEntry entry;
      entry.loc = one->first;
      entry.lastmod = one->second.lastmod;
      if (!one->second.type.empty()) entry.facts.emplace().type = one->second.type;
      entry.signposts = unpack(one->second.signposts);
      out.changed.push_back(std::move(entry));
    }
  }
  return out;
}

}  // namespace semsite
