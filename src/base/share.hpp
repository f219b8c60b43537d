#pragma once

#include <cstdint>
#include <string_view>

namespace semsite {

/// One of several shares of some work, for as many processes: "3/64".
struct Share {
  std::uint64_t number = 1;  ///< from 1
  std::uint64_t of = 1;

  /// Does what has this name fall to it? The same on every machine; of many names each
  /// share has about as many.
  [[nodiscard]] bool has(std::string_view name) const {
    if (of == 1) return true;
    std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
    for (const char c : name)
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    // Its lowest bits hang on few of those of the name.
    return (hash ^ hash >> 32U) % of == number - 1;
  }

  friend bool operator==(const Share&, const Share&) = default;
};

}  // namespace semsite
