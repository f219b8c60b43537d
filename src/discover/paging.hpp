#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// That a document is not all of the list or collection that it is, by its own word.
struct MoreSaid {
  enum class Kind {
    next,      ///< a page behind it
    previous,  ///< a page before it
    entry,     ///< it is the collection, whose pages are elsewhere
    last,      ///< a last page that it is not
    branch,    ///< a page below or beside it (TREE)
    token,     ///< goes on with a token (OAI-PMH)
  };
  Kind kind = Kind::next;
  std::string url;      ///< absolute; empty where only a token is given
  std::string by;       ///< "hydra:next", "Link: rel=next", …
  std::string subject;  ///< of whom it is said; empty: a blank node
};
/// `by` of what links in the markup of a page say.
inline constexpr std::string_view kNextOfMarkup = "rel=next of its markup";
inline constexpr std::string_view kPreviousOfMarkup = "rel=prev of its markup";

/// One URL in all spellings that name the same page: without scheme and fragment, its
/// escapes undone.
[[nodiscard]] std::string page_key(std::string_view url);

/// "it says that there is more (hydra:next <…>)"
[[nodiscard]] std::string more_text(const MoreSaid& more);

/// By which way a link relation leads from one page of a list or feed to another (RFC
/// 5005 §3, §4).
enum class PageWay { none, forward, back, end };
[[nodiscard]] PageWay page_way(std::string_view relation);

/// What a `Content-Range` in another unit than bytes says: 10 of 100 items.
[[nodiscard]] std::optional<MoreSaid> more_by_range(std::string_view content_range);

/// Looks at the quads of one document for what it says of itself: that it is a page of
/// more. What is said of anything else does not count. `see` is thread-safe.
class PagingWatch {
 public:
  /// `url`: of the document after redirects; `asked`: before them, may be empty.
  /// `links`: values of its `Link` fields.
  PagingWatch(std::string_view url, std::string_view asked,
              std::span<const std::string> links);

  /// Another URL of the document: that of the archive that it is an entry of.
  void add_name(std::string_view url);
  /// A link of the document's markup: `relations`, words with white space between them,
  /// to the absolute `target`. One to the document itself leads nowhere: that is how a
  /// button is written that has nothing to do.
  void add_markup_link(std::string_view relations, std::string_view target);

  /// It is a page of the web, which has links to others for many reasons: only terms that
  /// are for machines count (Hydra, TREE, ActivityStreams).
  void of_the_web() { of_the_web_ = true; }

  void see(const QuadBatch& batch);

  /// Each once, those behind it first. Call when everything was seen.
  [[nodiscard]] std::vector<MoreSaid> more() const;

 private:
  enum class Role : unsigned char;
  struct Known;
  struct Edge {
    const Known* known;
    std::string subject, object;  ///< blank nodes begin with `_:`
  };
  static const std::vector<Known>& known_terms();
  static constexpr std::size_t kLongestIri = 70;
  using LastLetters = std::array<std::uint32_t, kLongestIri>;
  static const LastLetters& last_letters();
  [[nodiscard]] static const Known* known_of(std::string_view predicate);

  void add_links(std::span<const std::string> links) SEMSITE_REQUIRES(mutex_);
  void keep(const Known& known, const Quad& quad);
  void lose(const Edge& edge) SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] const Edge* next_of_only_collection() const SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] bool may_have_lost(const std::set<std::string>& own) const
      SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] bool names_document(std::string_view iri) const;
  [[nodiscard]] bool is_of_same_path(std::string_view key) const;
  [[nodiscard]] bool extends_document(std::string_view key) const;
  [[nodiscard]] std::set<std::string> names() const SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] bool is_embedded(const std::string& object) const
      SEMSITE_REQUIRES(mutex_);

  std::string url_;
  std::vector<std::string> plain_;  ///< URLs of the document, without fragment
  std::vector<std::string> bare_;   ///< the same without scheme
  std::vector<std::string> keys_;   ///< their keys
  mutable Mutex mutex_;
  std::vector<Edge> edges_ SEMSITE_GUARDED_BY(mutex_);
  /// pages whose items are in the document
  std::set<std::string> with_items_ SEMSITE_GUARDED_BY(mutex_);
  /// How many there were: of what is a page of what, of the document, of something else.
  std::size_t links_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::size_t own_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::size_t others_ SEMSITE_GUARDED_BY(mutex_) = 0;
  /// Of statements beyond those of `edges_`, hashes: names of the document, and of what
  /// something is said.
  std::vector<std::uint64_t> lost_names_ SEMSITE_GUARDED_BY(mutex_);
  std::vector<std::uint64_t> lost_subjects_ SEMSITE_GUARDED_BY(mutex_);
  /// something was said of the document itself
  bool lost_own_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::atomic<bool> names_full_ = false;  ///< even of `lost_names_` there were more
  bool subjects_full_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool token_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool of_the_web_ = false;
};

}  // namespace semsite
