#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace semsite {

/// Text that is written through a pointer: room is made once for many small writes, and
/// gained room is not cleared first. One thread.
class TextBuffer {
 public:
  TextBuffer() = default;
  TextBuffer(TextBuffer&& other) noexcept
      : text_(std::move(other.text_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  TextBuffer& operator=(TextBuffer&& other) noexcept {
    text_ = std::move(other.text_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  /// Room for `bytes` more. Write from here on, then say with `end_at` how far.
  [[nodiscard]] char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(size_ + bytes);
    return text_.get() + size_;
  }
  void end_at(const char* end) { size_ = static_cast<std::size_t>(end - text_.get()); }

  void append(std::string_view text) {
    char* const to = room(text.size());
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    size_ += text.size();
  }

  [[nodiscard]] std::string_view view() const { return {text_.get(), size_}; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t room_left() const { return capacity_ - size_; }
  /// Forgets the text, keeps the room.
  void clear() { size_ = 0; }

 private:
  void grow(std::size_t wanted) {
    const std::size_t capacity = std::max(wanted, capacity_ + capacity_ / 2);
    std::unique_ptr<char[]> larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (size_ > 0) std::memcpy(larger.get(), text_.get(), size_);
    text_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> text_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace semsite
