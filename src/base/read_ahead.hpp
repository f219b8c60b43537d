#pragma once

#include <memory>
#include <thread>

#include "base/bounded_queue.hpp"
#include "base/byte_source.hpp"

namespace semsite {

/// Reads `inner` on a thread of its own, a few blocks ahead: for decompressors, so that
/// unpacking and parsing run side by side.
class ReadAhead final : public ByteSource {
 public:
  explicit ReadAhead(std::unique_ptr<ByteSource> inner, std::size_t blocks_ahead = 16);
  ~ReadAhead() override;
  [[nodiscard]] Block read() override;

 private:
  std::unique_ptr<ByteSource> inner_;
  BoundedQueue<Block> queue_;
  std::jthread reader_;  // last: dies before what it uses
};

}  // namespace semsite
