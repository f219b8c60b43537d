#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/packed_text.hpp"
#include "store/database.hpp"

namespace semsite {

/// What a page says of itself: what is in it, and which other pages are said to be the
/// same in another form.
struct PageNames {
  /// `ContentDigest` of its quads; empty: it has none.
  std::string content{};
  /// URLs of the pages that it calls its canonical form (RFC 6596), itself not among
  /// them.
  std::vector<std::string> canonical{};
  /// URLs of its forms in other languages (`rel="alternate"` with `hreflang`), itself not
  /// among them.
  std::vector<std::string> other_languages{};
  /// A name that its forms in other languages have, too, as its entry in a sitemap names
  /// them; may be empty.
  std::string languages{};

  /// Of one page, of each kind, and as long each; what is beyond is passed over.
  static constexpr std::size_t kMost = 200;
  static constexpr std::size_t kLongest = 500;

  [[nodiscard]] bool names_others() const {
    return !canonical.empty() || !other_languages.empty() || !languages.empty();
  }
};

/// Pages of one crawl that name another as their canonical form, or as their form in
/// another language, and whose quads are the same: these are written once. Two that name
/// the same third one are the same, too, though that one is not there.
///
/// A page that names no other is always written. Where pages name each other in a circle,
/// one of them is: the one that others call canonical, and of several the one whose URL
/// comes first, so that every run chooses the same. All calls are part of the caller's
/// transaction.
struct SamePages {
  /// Is there anything known of pages of this crawl?
  [[nodiscard]] static bool any(Database& database, std::int64_t crawl)
      SEMSITE_REQUIRES(database.mutex());
  /// What `page` said when it came. `packed_names`: from `pack`.
  static void note(Database& database, std::int64_t crawl, std::int64_t page,
                   const std::string& content, const std::string& packed_names)
      SEMSITE_REQUIRES(database.mutex());
  /// Needs no lock.
  [[nodiscard]] static std::string pack(const PageNames& names, TextPacker& packer);
  static void forget(Database& database, std::int64_t crawl, std::int64_t page)
      SEMSITE_REQUIRES(database.mutex());
  static void forget_all(Database& database, std::int64_t crawl)
      SEMSITE_REQUIRES(database.mutex());
  /// Decides anew which pages are written with another, by the rows of `page`.
  enum class Merge : std::uint8_t { same, nothing };
  static void settle(Database& database, std::int64_t crawl, Merge merge)
      SEMSITE_REQUIRES(database.mutex());
};

}  // namespace semsite
