#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace semsite {

/// Immutable bytes together with what keeps them alive.
///
/// Knows its place in the document it was cut from, so that a block parsed alone still
/// reports true lines. An empty block means the end of its source.
struct Block {
  std::string_view bytes{};
  std::shared_ptr<const void> owner{};
  std::uint64_t offset = 0;      ///< of the first byte in its source, from 0
  std::uint64_t first_line = 1;  ///< line number of the first byte, from 1

  [[nodiscard]] bool empty() const { return bytes.empty(); }
};

}  // namespace semsite
