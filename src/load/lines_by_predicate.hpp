#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace semsite {

/// Lines of N-Triples that wait for a body, those of one predicate side by side.
///
/// Bodies that are taken one after another then have few predicates in common, so that a
/// store that takes several at once, and locks its indexes by predicate, does not let one
/// wait for the other (docs/load.md has figures of Virtuoso).
class LinesByPredicate {
 public:
  /// Lines of one predicate keep their order. `line` ends with its only line break.
  void add(std::string_view predicate, std::string_view line);

  /// Takes the next lines, until they have `bytes` or more. The predicates come in the
  /// same order each time.
  [[nodiscard]] std::string take(std::uint64_t bytes);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return bytes_ == 0; }

 private:
  std::map<std::uint64_t, std::string> texts_;  ///< by the hash of the predicate
  std::uint64_t bytes_ = 0;
};

}  // namespace semsite
