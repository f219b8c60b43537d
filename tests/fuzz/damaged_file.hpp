#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "store/database.hpp"

namespace semsite::test {

/// `whole` with damage: of each four bytes of `edits`, the first three say where (from
/// its end around), the last one what stands there; 0xFF 0xFF before a place cuts it.
inline std::string damaged(std::string whole, std::string_view edits) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(edits[at]); };
  for (std::size_t at = 0; at + 4 <= edits.size() && !whole.empty(); at += 4) {
    const std::size_t place =
        (std::size_t{byte(at)} << 16U | std::size_t{byte(at + 1)} << 8U | byte(at + 2)) %
        whole.size();
    if (byte(at) == 0xFF && byte(at + 1) == 0xFF)
      whole.resize(byte(at + 3) * std::size_t{512});
    else
      whole[place] = edits[at + 3];
  }
  return whole;
}

/// Puts other values into rows of the file at `path`. Lines are `table.column=text`, or
/// `table.column#number`; those that the file cannot take are passed over.
inline void put_values(const std::string& path, std::string_view lines) {
  Database database{path, {.sharing = DatabaseUse::Sharing::written}};
  for (const std::string_view line : split(lines, '\n')) {
    const std::size_t at = line.find_first_of("=#");
    if (at == std::string_view::npos) continue;
    const std::string_view column = line.substr(0, at);
    const std::size_t dot = column.find('.');
    const bool is_name = std::ranges::all_of(
        column, [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '.'; });
    if (dot == std::string_view::npos || !is_name) continue;
    std::string sql{"UPDATE "};
    sql.append(column.substr(0, dot)).append(" SET ").append(column.substr(dot + 1));
    // Bound as a text: a column of numbers makes a number of it where it is one.
    std::string value;
    for (const char c : line.substr(at + 1)) value += c == '\'' ? ' ' : c;
    const bool is_number = line[at] == '#' && !value.empty() && value.size() < 21 &&
                           std::ranges::all_of(value, [](char c) {
                             return c == '-' || (c >= '0' && c <= '9');
                           });
    sql.append(" = ").append(is_number ? value : "'" + value + "'");
    try {
      database.run(sql);
    } catch (const RunError&) {
      // No such column, or it does not take that.
    }
  }
}

}  // namespace semsite::test
