#pragma once

#include "semsite/fault.hpp"

namespace semsite {

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
