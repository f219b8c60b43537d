#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace semsite {

/// A number of 64 bits for `text`, by keys drawn anew in every process: nobody outside
/// can choose texts whose numbers meet. `lane`: 0 or 1, two that know nothing of each
/// other.
[[nodiscard]] std::uint64_t keyed_hash(std::string_view text, int lane = 0);

/// The same of a number and what was hashed before.
[[nodiscard]] std::uint64_t keyed_hash(std::uint64_t before, std::uint64_t number);

/// Which names an archive has had: their hashes, at most 2^20 of them (16 MiB).
class NameSet {
 public:
  /// False if the name was there before, or if there is no more room.
  bool add(std::string_view name);
  [[nodiscard]] bool contains(std::string_view name) const;
  /// Were names left out?
  [[nodiscard]] bool full() const { return count_ >= kMost; }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const;
  void grow();

  std::vector<std::uint64_t> places_;  ///< a power of two of them; 0: free
  std::size_t count_ = 0;
};

}  // namespace semsite
