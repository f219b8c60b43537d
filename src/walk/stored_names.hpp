#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/text.hpp"

namespace semsite {

/// The names of the values of `Enum` in the text of a walk, which the state keeps. Texts
/// of versions before 0.2.0 have a number: the place in this list, which therefore stays
/// as it is.
template <typename Enum, std::size_t count>
struct StoredNames {
  struct Row {
    Enum value;
    std::string_view name;
  };
  std::array<Row, count> rows;

  [[nodiscard]] std::string_view name_of(Enum value) const {
    return std::ranges::find(rows, value, &Row::value)->name;
  }
  /// Nothing: no value has that name or number.
  [[nodiscard]] std::optional<Enum> find(std::string_view word) const {
    if (const auto place = parse_uint(word)) {
      if (*place >= count) return std::nullopt;
      return rows[static_cast<std::size_t>(*place)].value;
    }
    const auto found = std::ranges::find(rows, word, &Row::name);
    if (found == rows.end()) return std::nullopt;
    return found->value;
  }
};

}  // namespace semsite
