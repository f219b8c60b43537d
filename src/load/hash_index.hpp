#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace semsite {

/// Numbers for 64-bit hashes: a hash that is shown again keeps its number. 12 bytes an
/// entry, at most three times that while it grows.
class HashIndex {
 public:
  /// The number of `hash` (`size()` before the call if it is new).
  [[nodiscard]] std::uint32_t number(std::uint64_t hash) {
    if (hash == 0) hash = 1;  // 0 marks a free place
    if (2 * (count_ + 1) > places_.size()) grow();
    Place& place = find(hash);
    if (place.hash == 0) place = {hash, count_++};
    return place.number;
  }
  [[nodiscard]] std::uint32_t size() const { return count_; }

 private:
  struct Place {
    std::uint64_t hash = 0;
    std::uint32_t number = 0;
  };

  [[nodiscard]] Place& find(std::uint64_t hash) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = (hash * 0x9E3779B97F4A7C15ULL >> 20U) & mask;
    while (places_[at].hash != 0 && places_[at].hash != hash) at = (at + 1) & mask;
    return places_[at];
  }
  void grow() {
    std::vector<Place> old = std::exchange(places_, {});
    places_.resize(old.empty() ? 1024 : 2 * old.size());
    for (const Place& place : old)
      if (place.hash != 0) find(place.hash) = place;
  }

  std::vector<Place> places_;
  std::uint32_t count_ = 0;
};

}  // namespace semsite
