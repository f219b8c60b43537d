#include "unpack/name_set.hpp"

#include <algorithm>
#include <utility>

#include "unpack/keyed_hash.hpp"

namespace semsite {

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
