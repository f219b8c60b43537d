#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_source.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What unpacking one source may cost, over all its entries and layers. One thread at a
/// time; must outlive the sources that count on it.
class Budget {
 public:
  /// `name`: of the source, for messages.
  Budget(const Limits& limits, std::string name);

  void took(std::size_t packed_bytes) { packed_ += packed_bytes; }

  /// Counts what came out of the layer at `depth`, from 1. Throws
  /// DocumentError("unpack.bomb") when one depth has given too much.
  void gave(std::uint32_t depth, std::size_t bytes);

  /// Counts one entry of an archive. Throws DocumentError("unpack.entries").
  void count_entry();

  /// Throws DocumentError("unpack.depth") if there may be no layer at `depth`.
  void check_depth(std::uint32_t depth, const std::string& where) const;

  /// Has a limit for the whole source been hit? Nothing more is to be unpacked then.
  [[nodiscard]] bool exhausted() const { return exhausted_; }

 private:
  Limits limits_;
  std::string name_;
  std::uint64_t packed_ = 0;
  std::uint64_t entries_ = 0;
  std::vector<std::uint64_t> given_;  ///< by depth
  bool exhausted_ = false;
};

/// `source`, its bytes counted as given at `depth`; at 0, as packed.
[[nodiscard]] std::unique_ptr<ByteSource> counted(std::unique_ptr<ByteSource> source,
                                                  Budget& budget, std::uint32_t depth);

}  // namespace semsite
