#pragma once

#include <cstdint>
#include <string>

#include "base/byte_source.hpp"

namespace semsite {

/// Adds what `from` gives to `into`, until that has more than `most` bytes or `from`
/// ends. Throws as `from` does; `into` then has what came before.
inline void read_beginning(ByteSource& from, std::uint64_t most, std::string& into) {
  while (into.size() <= most) {
    const Block block = from.read();
    if (block.empty()) break;
    into += block.bytes;
  }
}

}  // namespace semsite
