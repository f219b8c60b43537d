#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "semsite/errors.hpp"

namespace semsite::test {

/// All that a source gave, and the code of the error it ended with.
struct Drained {
  std::string text;
  std::string error;    ///< empty: it ended well
  std::string message;  ///< of the error
};

/// Reads `source` to its end, checking that its blocks follow each other.
inline Drained drain(ByteSource& source) {
  Drained out;
  try {
    for (Block block = source.read(); !block.empty(); block = source.read()) {
      if (block.offset != out.text.size()) out.error = "test.offset";
      out.text += block.bytes;
    }
  } catch (const DocumentError& error) {
    out.error = error.code();
    out.message = error.what();
  }
  return out;
}

inline std::unique_ptr<ByteSource> memory(std::string bytes, std::size_t step = 4096) {
  return std::make_unique<MemorySource>(std::move(bytes), step);
}

}  // namespace semsite::test
