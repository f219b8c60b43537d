#include "walk/dump_walk.hpp"

namespace semsite {

std::optional<std::size_t> DumpWalk::next_allowed(std::size_t from) const {
  const auto& mirrors = option_.pools[pool_].mirrors;
  for (std::size_t i = from; i < mirrors.size(); ++i)
    if (mirrors[i].fact.allowed) return i;
  return std::nullopt;
}

std::optional<DumpWalk::Step> DumpWalk::next() {
  while (!done()) {
    if (const auto place = next_allowed(mirror_)) {
      mirror_ = *place;
      return Step{option_.pools[pool_].mirrors[mirror_], pool_,
                  next_allowed(mirror_ + 1).has_value()};
    }
    ++failed_pools_;
    ++pool_;
    mirror_ = 0;
  }
  return std::nullopt;
}

void DumpWalk::answer(bool good) {
  if (good) {
    ++pool_;
    mirror_ = 0;
  } else {
    ++mirror_;
  }
}

}  // namespace semsite
