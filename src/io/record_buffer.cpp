#include "io/record_buffer.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace semsite {
namespace {

/// A place in a buffer is 32 bits wide.
constexpr std::size_t kLargest = std::size_t{1} << 31;
/// Of the memory, what is for the items: enough for records of 60 bytes and more.
constexpr std::size_t kItemShare = 5;

}  // namespace

RecordBuffer::RecordBuffer(std::size_t bytes)
    : room_(std::min(bytes, kLargest) / kItemShare * (kItemShare - 1)),
      most_(std::min(bytes, kLargest) / kItemShare / sizeof(SortItem) + 1),
      texts_(std::make_unique_for_overwrite<char[]>(room_ + kSortSlack)),
      items_(std::make_unique_for_overwrite<SortItem[]>(most_)) {}

std::size_t RecordBuffer::room_for(std::size_t bytes, std::size_t records) {
  return kItemShare * std::max((bytes + records) / (kItemShare - 1) + 1,
                               (records + 1) * sizeof(SortItem));
}

bool RecordBuffer::fits(std::size_t bytes, std::size_t records) const {
  return bytes + records <= room_ - used_ && records <= most_ - count_;
}

void RecordBuffer::add(std::string_view record) {
  assert(fits(record.size(), 1));
  items_[count_++] = {.cache = 0,
                      .at = static_cast<std::uint32_t>(used_),
                      .size = static_cast<std::uint32_t>(record.size())};
  std::memcpy(texts_.get() + used_, record.data(), record.size());
  used_ += record.size();
  texts_[used_++] = '\0';
}

void RecordBuffer::add(std::string_view texts, std::span<const std::uint32_t> ends) {
  std::size_t from = 0;
  for (const std::uint32_t end : ends) {
    add(texts.substr(from, end - from));
    from = end;
  }
}

void RecordBuffer::sort() {
  std::memset(texts_.get() + used_, 0, kSortSlack);
  sort_strings({items_.get(), count_}, texts_.get());
}

}  // namespace semsite
