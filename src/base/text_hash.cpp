#include "base/text_hash.hpp"

#include <random>

namespace semsite {

HashSecret draw_hash_secret() {
  std::random_device random;
  const auto draw = [&] {
    return (std::uint64_t{random()} << 32U) | std::uint64_t{random()};
  };
  return {.start = draw(), .times = draw() | 1U};
}

}  // namespace semsite
