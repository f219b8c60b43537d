#pragma once

#include <cstdint>

namespace semsite {

/// A place in the output: in the file as it is on disk, and before compression.
struct OutputPlace {
  std::uint64_t on_disk = 0;
  std::uint64_t bytes = 0;

  friend bool operator==(const OutputPlace&, const OutputPlace&) = default;
};

}  // namespace semsite
