#include "unpack/late_read_ahead.hpp"

#include <utility>

namespace semsite {

Block LateReadAhead::read() {
  if (ahead_) return ahead_->read();
  Block block = inner_->read();
  given_ += block.bytes.size();
  if (!block.empty() && given_ >= kBlockBytes) ahead_.emplace(std::move(inner_));
  return block;
}

}  // namespace semsite
