#include "markup/html_store.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kChunkBytes = 128 * std::size_t{1024};
constexpr std::size_t kLargestChunkBytes = 1024 * std::size_t{1024};
constexpr std::size_t kAlign = alignof(std::max_align_t);

/// Chunks that the last pages of this thread gave back: giving memory to the system and
/// asking for it anew for every page takes a sixth of the time of a page.
constexpr std::size_t kSpareChunks = 16;
thread_local std::vector<std::unique_ptr<char[]>> spare_chunks;

std::unique_ptr<char[]> take_chunk(std::size_t size) {
  if (size != kChunkBytes || spare_chunks.empty())
    return std::make_unique_for_overwrite<char[]>(size);
  std::unique_ptr<char[]> chunk = std::move(spare_chunks.back());
  spare_chunks.pop_back();
  return chunk;
}

}  // namespace

void throw_too_complex() {
  throw DocumentError{
      "html.too-complex",
      "the tree of the page takes more memory or time than any page is worth: its "
      "unclosed tags multiply, or there are too many of them"};
}

HtmlStore::~HtmlStore() {
  try {
    for (Chunk& chunk : chunks_)
      if (chunk.size == kChunkBytes && spare_chunks.size() < kSpareChunks)
        spare_chunks.push_back(std::move(chunk.bytes));
  } catch (const std::bad_alloc&) {
    spare_chunks.clear();
  }
}

void* HtmlStore::try_allocate(std::size_t size) noexcept {
  if (size > most_bytes_) return nullptr;
  size = (size + kAlign - 1) & ~(kAlign - 1);
  if (size > left_) {
    // Chunks grow with the page, so that small pages stay small.
    const std::size_t usual =
        bytes_ < kSpareChunks * kChunkBytes ? kChunkBytes : kLargestChunkBytes;
    const std::size_t room = std::max(size, usual);
    if (bytes_ + room > most_bytes_) return nullptr;
    try {
      chunks_.push_back({.bytes = take_chunk(room), .size = room});
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    bytes_ += room;
    // A large piece gets a chunk of its own; the open chunk stays in use.
    if (size > usual / 2 && left_ > 0) return chunks_.back().bytes.get();
    free_ = chunks_.back().bytes.get();
    left_ = room;
  }
  char* const place = free_;
  free_ += size;
  left_ -= size;
  return place;
}

void* HtmlStore::allocate(std::size_t size) {
  void* const place = try_allocate(size);
  if (place == nullptr) throw_too_complex();
  return place;
}

void HtmlStore::hold(std::size_t size) {
  if (bytes_ + size > most_bytes_) throw_too_complex();
  bytes_ += size;
}

void* HtmlStore::zeroed(std::size_t size) {
  void* const place = allocate(size);
  std::memset(place, 0, size);
  return place;
}

const char* HtmlStore::keep(std::string_view text) {
  auto* const copy = static_cast<char*>(allocate(text.size() + 1));
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace semsite
