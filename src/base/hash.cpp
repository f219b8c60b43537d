#include "base/hash.hpp"

#include <cstdint>
#include <random>

namespace semsite {

std::string short_hash(std::string_view text) {
  __extension__ using Wide = unsigned __int128;
  constexpr Wide kBasis = (Wide{0x6c62272e07bb0142ULL} << 64) | 0x62b821756295c58dULL;
  constexpr Wide kPrime = (Wide{0x0000000001000000ULL} << 64) | 0x000000000000013BULL;
  Wide hash = kBasis;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= kPrime;
  }
  hash ^= hash >> 80;  // fold the bits that are not shown into those that are
  std::string out(16, 'a');
  for (char& c : out) {
    c = "abcdefghijklmnopqrstuvwxyz234567"[static_cast<unsigned>(hash & 31)];
    hash >>= 5;
  }
  return out;
}

HashSecret draw_hash_secret() {
  std::random_device random;
  const auto draw = [&] {
    return (std::uint64_t{random()} << 32U) | std::uint64_t{random()};
  };
  return {.start = draw(), .times = draw() | 1U};
}

}  // namespace semsite
