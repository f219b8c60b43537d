#include "map/entry_record.hpp"

#include <algorithm>
#include <functional>

#include "base/text.hpp"

namespace semsite {
namespace {
/// A buffer that one huge entry has blown up is not kept for all the small ones.
constexpr std::size_t kKeptBytes = 64 * 1024;
}  // namespace

std::span<const EntryRecord::Value> EntryRecord::values(const Element& element,
                                                        Reference reference) const {
  const Element* from = &element;
  for (std::uint32_t i = 0; i < reference.up; ++i) from = &elements_[from->parent];
  const Slot& slot = slots_[reference.slot];
  if (slot.values.empty()) return {};
  if (slot.asked != from->begin) {
    const auto begin = slot.values.begin();
    const auto first = std::ranges::lower_bound(begin, slot.values.end(), from->begin, {},
                                                &Value::order);
    const auto last =
        std::ranges::lower_bound(first, slot.values.end(), from->end, {}, &Value::order);
    slot.asked = from->begin;
    slot.first = static_cast<std::uint32_t>(first - begin);
    slot.last = static_cast<std::uint32_t>(last - begin);
  }
  return std::span{slot.values}.subspan(slot.first, slot.last - slot.first);
}

void EntryRecord::add(std::uint32_t slot, Value value) {
  const std::string_view whole = text(value);
  const std::string_view trimmed = trim(whole);
  if (trimmed.empty()) return;
  value.begin += static_cast<std::uint32_t>(trimmed.data() - whole.data());
  value.end = value.begin + static_cast<std::uint32_t>(trimmed.size());
  if (value.attribute && trimmed.size() < whole.size()) padded_.push_back(value.begin);
  if (slots_[slot].values.empty()) filled_.push_back(slot);
  slots_[slot].values.push_back(value);
}

bool EntryRecord::is_padded(std::string_view text) const {
  const std::less<> before;
  if (padded_.empty() || before(text.data(), attributes_.data()) ||
      !before(text.data(), attributes_.data() + attributes_.size()))
    return false;
  const auto begin = static_cast<std::uint32_t>(text.data() - attributes_.data());
  return std::ranges::find(padded_, begin) != padded_.end();
}

void EntryRecord::clear() {
  padded_.clear();
  for (const std::uint32_t slot : filled_) {
    slots_[slot].values.clear();
    slots_[slot].asked = kNoIndex;
  }
  filled_.clear();
  elements_.clear();
  for (std::string* const buffer : {&text_, &attributes_}) {
    buffer->clear();
    if (buffer->capacity() > kKeptBytes) buffer->shrink_to_fit();
  }
}

}  // namespace semsite
