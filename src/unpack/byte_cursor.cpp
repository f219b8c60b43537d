#include "unpack/byte_cursor.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace semsite {

bool ByteCursor::fetch() {
  if (ended_) return false;
  Block block = source_->read();
  ended_ = block.empty();
  if (!ended_) blocks_.push_back(std::move(block));
  return !ended_;
}

std::string_view ByteCursor::peek(std::size_t wanted) {
  if (blocks_.empty() && !fetch()) return {};
  if (blocks_.front().bytes.size() >= wanted) return blocks_.front().bytes;
  std::size_t size = 0;
  for (const Block& block : blocks_) size += block.bytes.size();
  while (size < wanted && fetch()) size += blocks_.back().bytes.size();
  if (blocks_.size() > 1) {
    auto joined = std::make_shared<std::string>();
    joined->reserve(size);
    for (const Block& block : blocks_) joined->append(block.bytes);
    blocks_.clear();
    blocks_.push_back({.bytes = *joined, .owner = joined});
  }
  return blocks_.front().bytes;
}

Block ByteCursor::take(std::uint64_t most) {
  if (most == 0 || at_hand().empty()) return {};
  Block& front = blocks_.front();
  Block taken = front;
  taken.bytes = front.bytes.substr(0, std::min<std::uint64_t>(most, front.bytes.size()));
  front.bytes.remove_prefix(taken.bytes.size());
  if (front.bytes.empty()) blocks_.pop_front();
  position_ += taken.bytes.size();
  return taken;
}

bool ByteCursor::skip(std::uint64_t count) {
  while (count > 0) {
    const std::size_t passed = take(count).bytes.size();
    if (passed == 0) return false;
    count -= passed;
  }
  return true;
}

}  // namespace semsite
