#include "io/string_sort.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace semsite {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kSmall = 16;

/// Eight bytes as a number that compares like them; those behind the zero byte are zero.
std::uint64_t word_at(const char* text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
  constexpr std::uint64_t kHighs = 0x8080808080808080ULL;
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  const std::uint64_t zeros = (word - kOnes) & ~word & kHighs;
  if (zeros != 0) {
    const int kept = std::countr_zero(zeros) / 8 * 8;
    word &= kept == 0 ? 0 : ~std::uint64_t{0} >> (64 - kept);
  }
  return __builtin_bswap64(word);
}

/// Does the text end in this word?
bool ends(std::uint64_t word) { return (word & 0xFF) == 0; }

/// Of two texts whose bytes before `depth` are equal and whose caches are those there.
bool is_less(const SortItem& a, const SortItem& b, const char* texts, std::size_t depth) {
  std::uint64_t left = a.cache;
  std::uint64_t right = b.cache;
  while (left == right && !ends(left)) {
    depth += sizeof left;
    left = word_at(texts + a.at + depth);
    right = word_at(texts + b.at + depth);
  }
  return left < right;
}

void sort_small(std::span<SortItem> items, const char* texts, std::size_t depth) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const SortItem moved = items[i];
    std::size_t to = i;
    for (; to > 0 && is_less(moved, items[to - 1], texts, depth); --to)
      items[to] = items[to - 1];
    items[to] = moved;
  }
}

/// Picks at random, so that no input can be made on purpose that takes for ever.
class Picker {
 public:
  std::uint64_t pivot(std::span<const SortItem> items) {
    const std::uint64_t a = pick(items);
    const std::uint64_t b = pick(items);
    const std::uint64_t c = pick(items);
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
  }

 private:
  std::uint64_t pick(std::span<const SortItem> items) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return items[(state_ >> 33) % items.size()].cache;
  }
  std::uint64_t state_ = 88172645463325252ULL;
};

void fill(std::span<SortItem> items, const char* texts, std::size_t depth) {
  for (SortItem& item : items) item.cache = word_at(texts + item.at + depth);
}

void sort_from(std::span<SortItem> items, const char* texts, std::size_t depth,
               Picker& picker) {
  for (;;) {
    if (items.size() <= kSmall) {
      sort_small(items, texts, depth);
      return;
    }
    const std::uint64_t pivot = picker.pivot(items);
    std::size_t low = 0;
    std::size_t high = items.size();
    for (std::size_t at = 0; at < high;) {
      if (items[at].cache < pivot) {
        std::swap(items[low++], items[at++]);
      } else if (items[at].cache > pivot) {
        std::swap(items[at], items[--high]);
      } else {
        ++at;
      }
    }
    const std::span<SortItem> equal = items.subspan(low, high - low);
    if (!ends(pivot)) {
      fill(equal, texts, depth + sizeof pivot);
    }
    // The longest part is gone on with here, so that the stack stays short.
    struct Part {
      std::span<SortItem> items;
      std::size_t depth;
    } parts[] = {{items.first(low), depth},
                 {ends(pivot) ? equal.first(0) : equal, depth + sizeof pivot},
                 {items.subspan(high), depth}};
    std::ranges::sort(parts, {}, [](const Part& part) { return part.items.size(); });
    for (const Part& part : {parts[0], parts[1]})
      if (part.items.size() > 1) sort_from(part.items, texts, part.depth, picker);
    items = parts[2].items;
    depth = parts[2].depth;
  }
}

}  // namespace

void sort_strings(std::span<SortItem> items, const char* texts) {
  fill(items, texts, 0);
  Picker picker;
  sort_from(items, texts, 0, picker);
}

}  // namespace semsite
