#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// What a document of ResourceSync (ANSI/NISO Z39.99) is, as the `capability` of the
/// `rs:md` below its root says.
enum class SyncKind : std::uint8_t {
  none,  ///< an ordinary sitemap
  description,
  capability_list,
  resource_list,
  change_list,
  resource_dump,
  change_dump,
  manifest,  ///< of a package of either dump
  archive,   ///< lists former states
  unknown,   ///< a capability that the standard does not name
};
[[nodiscard]] SyncKind sync_kind(std::string_view capability);

/// Do the first bytes of a sitemap say that it is the manifest of a package?
[[nodiscard]] bool begins_manifest(std::string_view head);

/// What the entries of such a document are to a harvester.
enum class SyncEntries : std::uint8_t {
  pages,      ///< resources
  documents,  ///< further documents of ResourceSync
  changes,    ///< what happened to resources, in the order of time
  packages,   ///< ZIP files that hold the resources
  nothing,    ///< not to be fetched: members of a package, changes in packages, archives
};
[[nodiscard]] SyncEntries entries_of(SyncKind kind);

/// In which order the documents that one document names are read: changes before what
/// they change, packages before lists of the same resources.
[[nodiscard]] int sync_rank(std::string_view capability);

/// A sentence for people on why the entries of `kind` are passed over; empty if they are
/// not.
[[nodiscard]] std::string_view why_passed_over(SyncKind kind);

/// A package of a resource dump as a part of a dump: its size, type and checksums.
/// `notes` takes what was wrong with them, code "rs.hash".
[[nodiscard]] DatasetLocation package_of(const SitemapEntry& entry,
                                         std::vector<SitemapNote>& notes);

/// The last event of each resource that change lists name.
class SyncChanges {
 public:
  /// More resources than this are not kept apart.
  explicit SyncChanges(std::uint64_t most) : most_(most) {}

  /// A list of resources made at `list_time` (empty = unknown) has been read: what was
  /// deleted before that time and is there again does not count any more.
  void saw_list(std::string_view list_time);

  /// Takes the next event, in document order. False if there is no room for it.
  bool take(const SitemapEntry& entry);

  /// What has become of a resource that a list made at `list_time` (empty = unknown)
  /// names: is it still there? An event before that time says nothing.
  [[nodiscard]] bool is_deleted(const SitemapEntry& entry, std::string_view list_time);

  struct Outcome {
    /// Created or updated, and in no list so far: `loc`, `lastmod`, the type of `facts`,
    /// and where `signposts` lead.
    std::vector<SitemapEntry> changed;
    std::vector<std::string> deleted;
  };
  /// What was taken since the last time, in the order of the events.
  [[nodiscard]] Outcome outcome();

 private:
  struct Event {
    std::string lastmod;
    std::string type;                  ///< of the resource
    std::string signposts;             ///< packed: a list may have a million entries
    std::optional<std::int64_t> time;  ///< seconds since 1970, if it is known
    std::uint64_t order = 0;
    bool deleted = false;
    bool told = false;  ///< in an outcome, or by a list
  };
  std::uint64_t most_;
  std::optional<std::int64_t> list_time_;  ///< of the latest list
  std::uint64_t next_order_ = 0;
  std::unordered_map<std::string, Event, KeyedHash, std::equal_to<>> events_;
};

}  // namespace semsite
