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

/// SQLite's number of whose file it is (file format §1.3.18): a state of a fetch
/// ("Ssit"), and one of a load ("Sslo").
inline constexpr int kFetchStateMark = 0x53736974;
inline constexpr int kLoadStateMark = 0x53736c6f;

/// Is the file a database that says of itself that it is a state of a fetch or a load of
/// ours?
[[nodiscard]] bool has_state_mark(int file);
[[nodiscard]] bool has_state_mark(const std::string& path);

}  // namespace semsite
