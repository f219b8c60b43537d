#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace semsite {

/// Keeps copies of text alive until it dies; the views it gives stay valid when it moves.
class Arena {
 public:
  /// Copies `text` and returns the copy.
  [[nodiscard]] std::string_view keep(std::string_view text);

  /// Room for `size` bytes to be written by the caller.
  [[nodiscard]] char* allocate(std::size_t size);

 private:
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace semsite
