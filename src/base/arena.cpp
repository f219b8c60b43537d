#include "base/arena.hpp"

#include <algorithm>
#include <cstring>

namespace semsite {
namespace {
constexpr std::size_t kChunkBytes = 16 * 1024;
}

std::string_view Arena::keep(std::string_view text) {
  if (text.empty()) return {};
  char* copy = allocate(text.size());
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

void Arena::clear() {
  // The first one may be of a text larger than a chunk.
  if (free_ == nullptr || chunks_.size() != 1) {
    chunks_.clear();
    free_ = nullptr;
    left_ = 0;
    return;
  }
  free_ = chunks_.front().get();
  left_ = kChunkBytes;
}

char* Arena::allocate(std::size_t size) {
  if (size > left_) {
    const std::size_t room = std::max(size, kChunkBytes);
    // A text larger than a chunk gets one of its own; the open chunk stays in use.
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(room));
    if (room > kChunkBytes) return chunks_.back().get();
    free_ = chunks_.back().get();
    left_ = room;
  }
  char* place = free_;
  free_ += size;
  left_ -= size;
  return place;
}

}  // namespace semsite
