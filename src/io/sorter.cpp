#include "io/sorter.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cassert>
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

std::vector<std::string> reduce_runs(std::vector<std::string> paths,
                                     const TemporaryFiles& files, const std::string& name,
                                     std::size_t memory_bytes) {
  for (std::size_t number = 0; paths.size() > kMostRuns; ++number) {
    const auto end = paths.begin() + static_cast<std::ptrdiff_t>(kMostRuns);
    const std::vector<std::string> some{paths.begin(), end};
    std::string merged = files.path(name + "-merged-" + std::to_string(number));
    RunMerge merge{some, memory_bytes};
    RunWriter writer{merged};
    while (merge.next()) writer.add(merge.record());
    writer.finish();
    for (const std::string& path : some) ::unlink(path.c_str());
    paths.erase(paths.begin(), end);
    paths.push_back(std::move(merged));
  }
  return paths;
}

Sorter::Sorter(const TemporaryFiles& files, std::string name, std::size_t memory_bytes)
    : files_(files), name_(std::move(name)), memory_bytes_(memory_bytes) {}

Sorter::~Sorter() {
  for (const std::string& path : runs_) ::unlink(path.c_str());
}

void Sorter::add(std::string_view record) {
  assert(!finished_);
  if (buffer_ && !buffer_->fits(record.size(), 1)) write_run();
  if (!buffer_ || !buffer_->fits(record.size(), 1))
    buffer_ = std::make_unique<RecordBuffer>(
        std::max(memory_bytes_, RecordBuffer::room_for(record.size(), 1)));
  buffer_->add(record);
  any_ = true;
}

void Sorter::write_run() {
  if (buffer_->empty()) return;
  buffer_->sort();
  runs_.push_back(files_.path(name_ + "-" + std::to_string(runs_.size())));
  RunWriter writer{runs_.back()};
  for (std::size_t i = 0; i < buffer_->size(); ++i) writer.add((*buffer_)[i]);
  writer.finish();
  buffer_->clear();
}

const std::vector<std::string>& Sorter::finish() {
  if (finished_) return runs_;
  finished_ = true;
  if (buffer_) write_run();
  buffer_.reset();
  runs_ = reduce_runs(std::move(runs_), files_, name_, memory_bytes_);
  return runs_;
}

RunMerge Sorter::merge() {
  static_cast<void>(finish());
  return RunMerge{runs_, memory_bytes_};
}

}  // namespace semsite
