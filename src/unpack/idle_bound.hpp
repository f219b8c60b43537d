#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "semsite/limits.hpp"

namespace semsite {

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
