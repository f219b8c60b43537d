#include "commands/option_row.hpp"

#include <algorithm>

namespace semsite {

OptionGroup group_of(std::string_view heading,
                     std::initializer_list<std::vector<OptionRow>> parts) {
  OptionGroup out{.heading = heading, .rows = {}};
  for (const std::vector<OptionRow>& part : parts)
    out.rows.insert(out.rows.end(), part.begin(), part.end());
  return out;
}

const OptionRow* find_row(const OptionTable& table, std::string_view name) {
  for (const OptionGroup& group : table) {
    const auto found = std::ranges::find(group.rows, name, &OptionRow::name);
    if (found != group.rows.end()) return &*found;
  }
  return nullptr;
}

}  // namespace semsite
