#pragma once

#include <cstdint>
#include <string_view>

#include "parse/jsonld_expand.hpp"

namespace semsite {

/// See Expander: the map of step 12 with what its entries hold, until it is clear whether
/// it is a node, a value, a list or a set.
struct Expander::Result {
  ContextView* type_scoped = nullptr;  ///< context for the values of `@type`
  std::string_view last_type{};        ///< as written: last value of the first `@type`
  bool is_json = false;                ///< the input type is `@json`
  std::uint32_t entries = 0;           ///< keywords that are there, as bits
  bool has_type_array = false;         ///< `@type` came as an array
  bool has_index = false;
  std::string_view index{};
  ExpandedNode node{};
  ExpandedValue value{};
  Expanded set{};
  ItemList list{};

  [[nodiscard]] static std::uint32_t bit(Keyword keyword) {
    return std::uint32_t{1} << static_cast<unsigned>(keyword);
  }
  [[nodiscard]] bool has(Keyword keyword) const { return (entries & bit(keyword)) != 0; }
  void note(Keyword keyword) { entries |= bit(keyword); }
  [[nodiscard]] bool has_properties() const { return node.properties != nullptr; }
};

}  // namespace semsite
