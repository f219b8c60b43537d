#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// Keeps copies of text alive until it dies; the views it gives stay valid when it moves.
class Arena {
 public:
  Arena() = default;
  /// What is moved from is empty: it must not write into chunks that are no longer its.
  Arena(Arena&& other) noexcept
      : chunks_(std::move(other.chunks_)),
        free_(std::exchange(other.free_, nullptr)),
        left_(std::exchange(other.left_, 0)) {}
  Arena& operator=(Arena&& other) noexcept {
    chunks_ = std::exchange(other.chunks_, {});
    free_ = std::exchange(other.free_, nullptr);
    left_ = std::exchange(other.left_, 0);
    return *this;
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() = default;

  /// Copies `text` and returns the copy.
  [[nodiscard]] std::string_view keep(std::string_view text);

  /// Forgets every text; one chunk stays for those to come.
  void clear();

  /// Room for `size` bytes to be written by the caller.
  [[nodiscard]] char* allocate(std::size_t size);

 private:
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace semsite
