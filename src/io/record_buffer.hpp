#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "io/string_sort.hpp"

namespace semsite {

/// Records that wait to be sorted. A record is text without control characters but those
/// that separate its parts, and without zero bytes. One thread at a time.
class RecordBuffer {
 public:
  /// Takes `bytes` of memory, the little that is kept of each record included; the system
  /// gives them only when they are used.
  explicit RecordBuffer(std::size_t bytes);

  /// The memory for so many bytes in so many records.
  [[nodiscard]] static std::size_t room_for(std::size_t bytes, std::size_t records);

  /// Is there room for so many bytes in so many records?
  [[nodiscard]] bool fits(std::size_t bytes, std::size_t records) const;
  /// There must be room.
  void add(std::string_view record);
  /// Several at once: `ends[i]` is where record `i` ends in `texts`.
  void add(std::string_view texts, std::span<const std::uint32_t> ends);

  void sort();
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::string_view operator[](std::size_t index) const {
    return {texts_.get() + items_[index].at, items_[index].size};
  }
  void clear() { used_ = count_ = 0; }

 private:
  std::size_t room_, most_;
  std::unique_ptr<char[]> texts_;
  std::unique_ptr<SortItem[]> items_;
  std::size_t used_ = 0;
  std::size_t count_ = 0;
};

}  // namespace semsite
