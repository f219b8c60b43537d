#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/page_task.hpp"
#include "discover/site_profile.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// What the user wants of the things that entries of sitemaps name.
struct EntryPolicy {
  std::vector<std::string> follow{"describedby", "alternate"};  ///< link relations
  /// Of OCX entries only these: types as class IRIs or their last words, formats as
  /// `JSON-LD`, `RDFa`, `Microdata` in any spelling. Empty: all.
  std::vector<std::string> ocx_types{}, ocx_formats{};
  bool documents = false;  ///< keep documents that are not RDF
};

/// Does `policy` leave entries out by their OCX metadata?
[[nodiscard]] bool chooses_by_ocx(const EntryPolicy& policy);

/// Entries that are older are not wanted, if this is a Unix time in seconds, nor those
/// that `policy` leaves out; what was not asked for is not missing.
[[nodiscard]] bool is_entry_wanted(const SitemapEntry& entry, const EntryPolicy& policy,
                                   std::optional<std::int64_t> since);

/// Something to ask for because an entry names it.
struct EntryTarget {
  std::string url;
  PageTask task;
};

/// What an entry is to be followed to, least intrusive first: the metadata that it names;
/// else its page; nothing for what is gone, is no RDF, or was not asked for.
[[nodiscard]] std::vector<EntryTarget> targets_of(const SitemapEntry& entry,
                                                  const EntryPolicy& policy);

/// What an entry may name besides a page, the most telling first: metadata of one kind,
/// a document that is RDF by its type or suffix, a page that the user named;
/// `kPlainKind`: nothing.
inline constexpr std::array<std::string_view, 7> kEntryKinds{
    "DiWoo", "OCX", "Signmap", "RDF", "named", "ResourceSync", "plain"};
inline constexpr std::size_t kDiwooKind = 0;
inline constexpr std::size_t kNamedKind = 4;
inline constexpr std::size_t kPlainKind = 6;

/// Place in kEntryKinds.
[[nodiscard]] std::size_t kind_of_entry(const SitemapEntry& entry);

/// Counts entries of sitemaps by the metadata they carry and by what `fetch` would ask
/// for because of them, as targets_of says it of a user who wants no less than
/// everything.
class EntryCount {
 public:
  void add(const SitemapEntry& entry);
  void add(const EntryCount& other);

  /// The groups that have an entry; plain ones come last.
  [[nodiscard]] std::vector<EntryGroup> groups() const;

 private:
  EntryPolicy policy_{.documents = true};
  std::array<EntryGroup, kEntryKinds.size()> groups_{};  ///< as in kEntryKinds
};

/// Where the document at a URL stands: beside the site's datasets, in one of them, or out
/// of what the user wants.
enum class EntryPlace : std::uint8_t { beside, in_dataset, unwanted };
using PlaceOfEntry = std::function<EntryPlace(std::string_view url)>;

/// Does the user want what this entry names? Empty: all.
using EntryWish = std::function<bool(const SitemapEntry&)>;

/// Counts the entries of sitemaps that stand beside the site's datasets: what they name
/// is no part of any of them, so that whoever gets the datasets has not got it. A dataset
/// may be described after the pages under its prefix; so the first entries of each kind
/// are kept until all datasets are known, and only those behind them are judged at once.
class EntriesBeside {
 public:
  /// Entries of each kind that are kept.
  static constexpr std::size_t kKept = 10'000;

  /// `place` knows the datasets that were described so far.
  void add(const SitemapEntry& entry, const PlaceOfEntry& place);
  /// A page that the user named.
  void add_page(const std::string& url);
  void add(EntriesBeside other, const PlaceOfEntry& place);

  /// What is left once all datasets are known, kinds without an entry left out.
  [[nodiscard]] std::vector<EntriesOfKind> outside(const PlaceOfEntry& place) const;

 private:
  struct Kind {
    std::vector<std::string> first;  ///< URLs of what the entries name
    std::uint64_t further = 0;       ///< that stood beside when they came
  };
  void add(std::size_t kind, std::string url, const PlaceOfEntry& place);

  std::array<Kind, kEntryKinds.size()> kinds_;
};

}  // namespace semsite
