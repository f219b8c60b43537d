#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "base/errors.hpp"
#include "base/limits.hpp"
#include "rdf/term.hpp"

namespace semsite {

/// A page that makes more than `Limits` allow. Ends the whole page: what reads parts of
/// one lets it through.
class PageLimit : public DocumentError {
 public:
  using DocumentError::DocumentError;
};

/// Throw PageLimit "limit.page-quads" or "limit.page-iris".
[[noreturn]] void fail_page_quads(std::uint64_t most);
[[noreturn]] void fail_page_iris(std::uint64_t most);

/// The bytes of the IRIs that `quad` is written with.
[[nodiscard]] inline std::uint64_t iri_bytes_of(const Quad& quad) {
  const auto bytes = [](const Term& term) -> std::uint64_t {
    if (term.kind == TermKind::iri) return term.value.size();
    return term.kind == TermKind::typed ? term.tag.size() : 0;
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
  /// Of a page.
  explicit HeldMeter(const Limits& limits)
      : most_quads_(limits.page_quads), most_iri_bytes_(limits.page_iri_bytes) {}
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
  }
  /// What is held and becomes a quad; and nodes, of which few have none.
  void hold_value() {
    if (++values_ > most_quads_) fail_page_quads(most_quads_);
  }
  void hold_node() {
    if (++nodes_ > most_quads_ && nodes_ - most_quads_ > kBareNodes)
      fail_page_quads(most_quads_);
  }
  void clear() { quads_ = iri_bytes_ = expanded_ = values_ = nodes_ = 0; }

 private:
  /// More than IRIs come to in honest data, however short they are written.
  static constexpr std::uint64_t kTimes = 32;
  static constexpr std::uint64_t kBareNodes = 1000;

  std::uint64_t most_quads_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most_iri_bytes_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t quads_ = 0;
  std::uint64_t iri_bytes_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace semsite
