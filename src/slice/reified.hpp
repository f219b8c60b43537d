#pragma once

#include <cstddef>

namespace semsite {

/// Triples that one statement node may stand for. With one subject, predicate and object
/// it stands for one; several values stand for all combinations.
inline constexpr std::size_t kMostReified = 1'000'000;

/// Does a statement node with so many values of each kind, at least one, stand for more?
[[nodiscard]] inline bool is_excessive(std::size_t subjects, std::size_t predicates,
                                       std::size_t objects) {
  return subjects > kMostReified / predicates / objects;
}

}  // namespace semsite
