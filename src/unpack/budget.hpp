#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
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

/// Bounds the packed bytes that a decoder may take and give nothing for: what is packed
/// is hardly longer than what it holds, but empty blocks, frames that are to be skipped
/// and names in headers may come for ever. One thread at a time.
class IdleBound {
 public:
  /// So much may be taken beyond twice what was given.
  static constexpr std::uint64_t kSlackBytes = 16 * kMiB;

  /// `name`: of the source, for the message.
  explicit IdleBound(std::string name, std::uint64_t slack = kSlackBytes)
      : name_(std::move(name)), slack_(slack) {}

  /// What the decoder reads.
  [[nodiscard]] std::unique_ptr<ByteSource> input(std::unique_ptr<ByteSource> packed);
  /// The decoder gave `bytes`.
  void gave(std::uint64_t bytes) { given_ += bytes; }

 private:
  void took(std::uint64_t bytes);

  std::string name_;
  std::uint64_t slack_;
  std::uint64_t taken_ = 0;
  std::uint64_t given_ = 0;
};

/// `decoder`, which reads from `bound->input`, with what it gives counted.
[[nodiscard]] std::unique_ptr<ByteSource> count_given(std::unique_ptr<ByteSource> decoder,
                                                      std::unique_ptr<IdleBound> bound);

}  // namespace semsite
