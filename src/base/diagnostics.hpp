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

/// Where faults go. Implementations are thread-safe.
class Diagnostics {
 public:
  Diagnostics() = default;
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;
  virtual ~Diagnostics() = default;

  /// Takes one fault. Throws DocumentError when the user asked to stop at the first one,
  /// so a caller inside a C callback must go through CGuard.
  virtual void report(const Fault& fault) = 0;
};

/// Forgets everything it is told.
class NullDiagnostics final : public Diagnostics {
 public:
  void report(const Fault&) override {}
};

}  // namespace semsite
