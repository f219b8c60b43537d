#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// Something in a document that was wrong and was passed over.
struct Fault {
  std::string_view code;       ///< stable text, such as "nquads.bad-iri"
  std::string message;         ///< what, and which rule
  std::uint64_t line = 0;      ///< from 1; 0 = unknown
  std::uint64_t column = 0;    ///< in bytes, from 1; 0 = unknown
  std::string_view statement;  ///< the raw text that was skipped, if it is at hand
  bool skipped = true;         ///< false: repaired or only noted, nothing was lost
};

}  // namespace semsite
