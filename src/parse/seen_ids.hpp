#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace semsite {

/// Remembers texts by 64 bits of hash, up to a bound, so that memory does not grow with
/// the document.
class SeenIds {
 public:
  enum class Answer : std::uint8_t { is_new, seen_before, full };

  explicit SeenIds(std::size_t most = 1'000'000) : most_(most) {}

  /// Notes `text`. `full`: nothing was noted; whether it was seen cannot be told.
  [[nodiscard]] Answer note(std::string_view text);

 private:
  void grow();

  std::size_t most_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> slots_;  ///< open addressing; 0 = free
};

}  // namespace semsite
