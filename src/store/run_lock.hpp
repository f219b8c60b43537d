#pragma once

#include <string>

#include "base/file_io.hpp"

namespace semsite {

/// Keeps a state for one run: a lock on a byte of its file that no database uses, which
/// goes with the process. Whoever only reads neither needs it nor is kept away by it.
class RunLock {
 public:
  /// Waits a little for a run that is just ending. Throws StateInUse. A file that cannot
  /// be opened for writing is not locked: whoever writes to it will be told why not.
  explicit RunLock(const std::string& path);

  /// Is a run using the state at `path`?
  [[nodiscard]] static bool is_held(const std::string& path);

 private:
  Descriptor file_;
};

}  // namespace semsite
