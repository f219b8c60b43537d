#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "io/sorter.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// Finds which nodes are connected, by way of others or not, however many there are:
/// nothing but sorted runs grows with their number.
///
/// In each round every node joins the neighbour that comes first in an order drawn anew,
/// unless it comes first itself. The links between those that are left are the next
/// round's; about half as many nodes have any.
class Components {
 public:
  /// `files` outlives it. Uses about `memory_bytes`.
  Components(const TemporaryFiles& files, std::size_t memory_bytes);

  /// Says that two nodes are connected. Throws RunError, as does `resolve`.
  void link(std::string_view a, std::string_view b);

  /// Gives, sorted by node, `node \x01 name` for each node with a link: nodes are
  /// connected if their names, which are nodes among them, are equal. Nothing may be
  /// linked any more. `step` is called often and may throw to stop.
  [[nodiscard]] std::unique_ptr<Sorter> resolve(const std::function<void()>& step);

 private:
  struct Round;

  const TemporaryFiles& files_;
  std::size_t memory_bytes_;  ///< of one sorter
  std::unique_ptr<Sorter> links_;
};

}  // namespace semsite
