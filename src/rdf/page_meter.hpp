#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "base/large_turn.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// A page that makes more than `Limits` allow. Ends the whole page: what reads parts of
/// one lets it through.
class PageLimit : public DocumentError {
 public:
  using DocumentError::DocumentError;
};

/// Throw PageLimit "limit.page-quads", "limit.page-iris", "limit.page-texts" or
/// "limit.page-memory".
[[noreturn]] void fail_page_quads(std::uint64_t most);
[[noreturn]] void fail_page_iris(std::uint64_t most);
[[noreturn]] void fail_page_texts(std::uint64_t most);
[[noreturn]] void fail_page_memory(std::uint64_t most);

/// What a page may be made into while it is read: its tree, its JSON, what is expanded
/// and held of it. With its bytes, which lie beside that up to four times, a page stays
/// below 256 MiB.
inline constexpr std::uint64_t kPageRoomBytes = 136 * kMiB;
/// Of that for the tree of an HTML page, and what is left for its parts at the least.
inline constexpr std::uint64_t kTreeRoomBytes = 128 * kMiB;
inline constexpr std::uint64_t kLeastRoomBytes = 32 * kMiB;

/// Memory that may still be taken for one page. One thread.
class PageRoom {
 public:
  /// Without bound.
  PageRoom() = default;
  explicit PageRoom(std::uint64_t most) : most_(most), left_(most) {}

  /// Throws PageLimit "limit.page-memory".
  void take(std::uint64_t bytes) {
    if (bytes > left_) fail_page_memory(most_);
    left_ -= bytes;
  }
  void give_back(std::uint64_t bytes) { left_ += bytes; }
  [[nodiscard]] std::uint64_t taken() const { return most_ - left_; }

 private:
  std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max() / 2;
  std::uint64_t left_ = most_;
};

/// For the parts of a page whose tree takes `tree_bytes`.
[[nodiscard]] inline PageRoom room_beside(std::uint64_t tree_bytes) {
  return PageRoom{tree_bytes + kLeastRoomBytes > kPageRoomBytes
                      ? kLeastRoomBytes
                      : kPageRoomBytes - tree_bytes};
}

/// Large pages are made into quads one after another, so that their memory is not needed
/// several times at once.
class LargePageTurn {
 public:
  /// Waits, if `bytes` of text are much.
  explicit LargePageTurn(std::uint64_t bytes);

 private:
  LargeTurn turn_{LargeTurn::Of::page};
};

/// The bytes of the IRIs, language tags and triple terms that `quad` is written with:
/// what may stand once in a page for many quads.
[[nodiscard]] inline std::uint64_t iri_bytes_of(const Quad& quad) {
  const auto bytes = [](const Term& term) -> std::uint64_t {
    if (term.kind == TermKind::iri || term.kind == TermKind::triple)
      return term.value.size();
    return term.tag.size();  // none but of literals
  };
  return bytes(quad.subject) + bytes(quad.predicate) + bytes(quad.object) +
         bytes(quad.graph);
}

/// Counts what one page makes of a few bytes: its quads, and the bytes of their IRIs in
/// full, where a prefix or a term may stand for a long one. Thread-safe.
class PageMeter {
 public:
  explicit PageMeter(const Limits& limits)
      : most_quads_(limits.page_quads), most_iri_bytes_(limits.page_iri_bytes) {}

  /// All of these throw PageLimit.
  void add(const Quad& quad) {
    add_quads(1);
    const std::uint64_t bytes = iri_bytes_of(quad);
    if (iri_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes > most_iri_bytes_)
      fail_page_iris(most_iri_bytes_);
  }
  void add_quads(std::uint64_t count) {
    if (quads_.fetch_add(count, std::memory_order_relaxed) + count > most_quads_)
      fail_page_quads(most_quads_);
  }

 private:
  const std::uint64_t most_quads_;
  const std::uint64_t most_iri_bytes_;
  std::atomic<std::uint64_t> quads_{0};
  std::atomic<std::uint64_t> iri_bytes_{0};
};

/// The same for what one thread holds in memory at a time, before any of it is handed on:
/// a part of a page, or a piece of a dump, whose IRIs may be a multiple of its bytes.
class HeldMeter {
 public:
  HeldMeter() = default;
  /// Of a page; `room` for what is held of it.
  explicit HeldMeter(const Limits& limits, PageRoom room = PageRoom{kPageRoomBytes})
      : most_quads_(limits.page_quads),
        most_iri_bytes_(limits.page_iri_bytes),
        most_text_bytes_(kTextTimes * limits.page_bytes),
        room_(room) {}
  /// Of `bytes` of a dump.
  HeldMeter(const Limits& limits, std::uint64_t bytes)
      : most_iri_bytes_(limits.page_iri_bytes + kTimes * bytes) {}

  void add(const Quad& quad) {
    if (++quads_ > most_quads_) fail_page_quads(most_quads_);
    iri_bytes_ += iri_bytes_of(quad);
    if (iri_bytes_ > most_iri_bytes_) fail_page_iris(most_iri_bytes_);
  }
  /// An IRI that was made, and is held, whether or not a quad has it.
  void expand(std::uint64_t bytes) {
    expanded_ += bytes;
    if (expanded_ > most_iri_bytes_) fail_page_iris(most_iri_bytes_);
    room_.take(bytes);
  }
  /// A text of the page that a quad says, whether or not others say it, too.
  void say_text(std::uint64_t bytes) {
    texts_ += bytes;
    if (texts_ > most_text_bytes_) fail_page_texts(most_text_bytes_);
  }
  [[nodiscard]] std::uint64_t most_text_bytes() const { return most_text_bytes_; }
  /// Of the whole page: `clear` does not give it back.
  [[nodiscard]] PageRoom& room() { return room_; }
  /// What is held and becomes a quad; and nodes, of which few have none.
  void hold_value() {
    if (++values_ > most_quads_) fail_page_quads(most_quads_);
  }
  void hold_node() {
    if (++nodes_ > most_quads_ && nodes_ - most_quads_ > kBareNodes)
      fail_page_quads(most_quads_);
  }
  void clear() { quads_ = iri_bytes_ = expanded_ = values_ = nodes_ = texts_ = 0; }

 private:
  /// More than IRIs come to in honest data, however short they are written.
  static constexpr std::uint64_t kTimes = 32;
  static constexpr std::uint64_t kBareNodes = 1000;
  /// How often the text of the longest page may be said: one element stands in another,
  /// and has several properties.
  static constexpr std::uint64_t kTextTimes = 4;

  std::uint64_t most_quads_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most_iri_bytes_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most_text_bytes_ = std::numeric_limits<std::uint64_t>::max();
  PageRoom room_{};
  std::uint64_t texts_ = 0;
  std::uint64_t quads_ = 0;
  std::uint64_t iri_bytes_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace semsite
