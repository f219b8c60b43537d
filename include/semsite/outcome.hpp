#pragma once

#include <cstdint>
#include <string_view>

#include "semsite/export.hpp"

namespace semsite {

/// How a source or document ended.
enum class Outcome : std::uint8_t {
  not_tried,  ///< not needed, as an earlier way or mirror gave everything; or the run
              ///< ended before
  whole,      ///< verified, everything is there
  faulty,     ///< whole, but statements were skipped
  damaged,    ///< more than a tenth of its statements were skipped
  partial,    ///< broke off; what came before is kept
  failed,     ///< nothing of it is kept
  refused,    ///< not asked for: robots.txt, address policy, scope
  no_rdf,     ///< it came, and holds no RDF: of a page that is no failure
};
/// "whole", "faulty", "no-rdf", …
[[nodiscard]] SEMSITE_API std::string_view outcome_name(Outcome outcome);

}  // namespace semsite
