#include "parse/seen_ids.hpp"

#include <utility>

#include "base/text_hash.hpp"

namespace semsite {
namespace {

std::size_t slot_of(std::uint64_t key, const std::vector<std::uint64_t>& slots) {
  std::size_t at = key % slots.size();
  while (slots[at] != 0 && slots[at] != key) at = (at + 1) % slots.size();
  return at;
}

}  // namespace

SeenIds::Answer SeenIds::note(std::string_view text) {
  if (count_ * 2 >= slots_.size()) grow();
  const std::uint64_t key = text_hash(text) | 1;
  std::uint64_t& slot = slots_[slot_of(key, slots_)];
  if (slot == key) return Answer::seen_before;
  if (count_ == most_) return Answer::full;
  slot = key;
  ++count_;
  return Answer::is_new;
}

void SeenIds::grow() {
  const std::vector<std::uint64_t> old =
      std::exchange(slots_, std::vector<std::uint64_t>(slots_.size() * 2 + 64));
  for (const std::uint64_t key : old)
    if (key != 0) slots_[slot_of(key, slots_)] = key;
}

}  // namespace semsite
