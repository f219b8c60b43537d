#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text_hash.hpp"

namespace semsite {

/// A small map from texts to values that is emptied again and again without giving its
/// memory back. The texts must outlive their use. One thread.
template <typename Value>
class TermMap {
 public:
  /// The value of `text`, made by default if it is new.
  Value& operator[](std::string_view text) {
    if ((items_.size() + 1) * 2 > slots_.size()) grow();
    const std::size_t hash = text_hash(text);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].epoch == epoch_; at = (at + 1) & mask) {
      auto& item = items_[slots_[at].item];
      if (item.first == text) return item.second;
    }
    slots_[at] = {epoch_, static_cast<std::uint32_t>(items_.size())};
    return items_.emplace_back(text, Value{}).second;
  }

  [[nodiscard]] const std::vector<std::pair<std::string_view, Value>>& items() const {
    return items_;
  }

  void clear() {
    items_.clear();
    ++epoch_;
  }

 private:
  struct Slot {
    std::uint64_t epoch = 0;
    std::uint32_t item = 0;
  };

  void grow() {
    slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, {});
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      std::size_t at = text_hash(items_[i].first) & mask;
      while (slots_[at].epoch == epoch_) at = (at + 1) & mask;
      slots_[at] = {epoch_, static_cast<std::uint32_t>(i)};
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::pair<std::string_view, Value>> items_;
  std::uint64_t epoch_ = 1;
};

}  // namespace semsite
