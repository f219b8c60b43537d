#include "unpack/keyed_hash.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <utility>

#include "unpack/byte_sum.hpp"

namespace semsite {
namespace {

const std::array<std::uint64_t, 4>& keys() {
  static const std::array<std::uint64_t, 4> drawn = [] {
    std::random_device random;
    std::array<std::uint64_t, 4> out{};
    for (std::uint64_t& key : out) key = (std::uint64_t{random()} << 32 | random()) | 1;
    return out;
  }();
  return drawn;
}

/// Both halves of the product, folded.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::uint64_t keyed_hash(std::string_view text, int lane) {
  const std::uint64_t key = keys()[lane == 0 ? 0 : 2];
  const std::uint64_t other = keys()[lane == 0 ? 1 : 3];
  std::uint64_t state = mix(key ^ text.size(), other);
  while (!text.empty()) {
    const std::string_view part = text.substr(0, 8);
    state = mix(state ^ little_endian(part) ^ key, other) + state;
    text.remove_prefix(part.size());
  }
  return mix(state ^ other, key);
}

std::uint64_t keyed_hash(std::uint64_t before, std::uint64_t number) {
  return mix(mix(before ^ keys()[1], keys()[2]) ^ number, keys()[3]);
}

std::size_t NameSet::place_of(std::uint64_t hash) const {
  std::size_t place = hash & (places_.size() - 1);
  while (places_[place] != 0 && places_[place] != hash)
    place = (place + 1) & (places_.size() - 1);
  return place;
}

void NameSet::grow() {
  const std::vector<std::uint64_t> old = std::exchange(places_, {});
  places_.resize(std::max<std::size_t>(64, old.size() * 2));
  for (const std::uint64_t hash : old)
    if (hash != 0) places_[place_of(hash)] = hash;
}

bool NameSet::add(std::string_view name) {
  if (count_ * 2 >= places_.size() && !full()) grow();
  const std::uint64_t hash = keyed_hash(name) | 1;
  const std::size_t place = place_of(hash);
  if (places_[place] != 0 || full()) return false;
  places_[place] = hash;
  ++count_;
  return true;
}

bool NameSet::contains(std::string_view name) const {
  return !places_.empty() && places_[place_of(keyed_hash(name) | 1)] != 0;
}

}  // namespace semsite
