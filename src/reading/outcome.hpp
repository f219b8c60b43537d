#pragma once

#include <cstdint>

namespace semsite {

/// How a source or document ended.
enum class Outcome : std::uint8_t {
  not_tried,  ///< not needed: an earlier way or mirror gave everything
  whole,      ///< verified, everything is there
  faulty,     ///< whole, but statements were skipped
  damaged,    ///< more than a tenth of its statements were skipped
  partial,    ///< broke off; what came before is kept
  failed,     ///< nothing of it is kept
  refused,    ///< not asked for: robots.txt, address policy, scope
};

/// Everything came; at most single statements were skipped.
[[nodiscard]] constexpr bool is_good(Outcome outcome) {
  return outcome == Outcome::whole || outcome == Outcome::faulty;
}

/// Why it is not whole, as far as what is done next hangs on it. Its code says more, to
/// people.
enum class Cause : std::uint8_t {
  other,         ///< nothing is done about it but telling
  interrupted,   ///< the run ends
  broke_off,     ///< its transfer ended early or stood still: the rest may yet come
  wrong_length,  ///< more or fewer bytes came than somebody promised
  other_bytes,   ///< what would follow is of another version, or not what was asked for
  transfer,      ///< something else about its transfer, which may pass
  no_rdf,        ///< it is something else than RDF, and whole as such
};

}  // namespace semsite
