#include "markup/html_store.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kFirstChunkBytes = 64 * std::size_t{1024};
constexpr std::size_t kLargestChunkBytes = 1024 * std::size_t{1024};
constexpr std::size_t kAlign = alignof(std::max_align_t);

}  // namespace

void throw_too_complex() {
  throw DocumentError{
      "html.too-complex",
      "the tree of the page takes more memory or time than any page is worth: its "
      "unclosed tags multiply, or there are too many of them"};
}

void* HtmlStore::try_allocate(std::size_t size) noexcept {
  if (size > most_bytes_) return nullptr;
  size = (size + kAlign - 1) & ~(kAlign - 1);
  if (size > left_) {
    // Chunks grow with the page, so that small pages stay small.
    const std::size_t usual = std::clamp(static_cast<std::size_t>(bytes_),
                                         kFirstChunkBytes, kLargestChunkBytes);
    const std::size_t room = std::max(size, usual);
    if (bytes_ + room > most_bytes_) return nullptr;
    try {
      chunks_.push_back(std::make_unique_for_overwrite<char[]>(room));
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    bytes_ += room;
    // A large piece gets a chunk of its own; the open chunk stays in use.
    if (size > usual / 2 && left_ > 0) return chunks_.back().get();
    free_ = chunks_.back().get();
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
