#pragma once

#include <cstdint>

namespace semsite {

/// Whether a section's bytes may still be taken back.
enum class Revocable : std::uint8_t { no, yes };

}  // namespace semsite
