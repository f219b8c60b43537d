#include "map/entry_record.hpp"

#include <algorithm>

namespace semsite {
namespace {
/// A buffer that one huge entry has blown up is not kept for all the small ones.
constexpr std::size_t kKeptBytes = 64 * 1024;
}  // namespace

std::span<const EntryRecord::Value> EntryRecord::values(const Element& element,
                                                        Reference reference) const {
  const Element* from = &element;
  for (std::uint32_t i = 0; i < reference.up; ++i) from = &elements_[from->parent];
  const std::vector<Value>& all = slots_[reference.slot];
  if (all.empty()) return {};
  const auto first = std::ranges::lower_bound(all, from->begin, {}, &Value::order);
  const auto last =
      std::ranges::lower_bound(first, all.end(), from->end, {}, &Value::order);
  return {first, last};
}

void EntryRecord::add(std::uint32_t slot, const Value& value) {
  if (slots_[slot].empty()) filled_.push_back(slot);
  slots_[slot].push_back(value);
}

void EntryRecord::clear() {
  for (const std::uint32_t slot : filled_) slots_[slot].clear();
  filled_.clear();
  elements_.clear();
  for (std::string* const buffer : {&text_, &attributes_}) {
    buffer->clear();
    if (buffer->capacity() > kKeptBytes) buffer->shrink_to_fit();
  }
}

}  // namespace semsite
