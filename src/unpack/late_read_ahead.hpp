#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/byte_source.hpp"
#include "base/read_ahead.hpp"

namespace semsite {

/// Reads the first block of `inner` on the calling thread and everything after it ahead
/// on a thread of its own: an archive of a million small files starts no thread.
class LateReadAhead final : public ByteSource {
 public:
  explicit LateReadAhead(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] Block read() override;

 private:
  std::unique_ptr<ByteSource> inner_;
  std::uint64_t given_ = 0;
  std::optional<ReadAhead> ahead_;
};

}  // namespace semsite
