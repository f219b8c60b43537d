#pragma once

#include <cstdint>
#include <string_view>

#include "semsite/outcome.hpp"

namespace semsite {

/// Everything came; at most single statements were skipped.
[[nodiscard]] constexpr bool is_good(Outcome outcome) {
  return outcome == Outcome::whole || outcome == Outcome::faulty ||
         outcome == Outcome::no_rdf;
}

/// For people: "whole", "no RDF", …
[[nodiscard]] std::string_view outcome_words(Outcome outcome);

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
