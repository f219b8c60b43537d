#pragma once

#include <cstdint>
#include <span>

namespace semsite {

/// One text to be sorted: where it stands, and eight of its bytes.
struct SortItem {
  std::uint64_t cache;  ///< used by the sort
  std::uint32_t at;     ///< of its first byte
  std::uint32_t size;   ///< in bytes
};

/// Bytes that must be readable behind the last text.
inline constexpr std::size_t kSortSlack = 16;

/// Sorts texts by their bytes. Each stands at `texts + at`, holds no zero byte and is
/// followed by one. Equal texts stay side by side in any order.
///
/// A multikey quicksort over eight bytes at a time: what many texts begin with, such as
/// the same IRI, is looked at once and not in each comparison.
void sort_strings(std::span<SortItem> items, const char* texts);

}  // namespace semsite
