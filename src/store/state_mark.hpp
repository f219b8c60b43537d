#pragma once

#include <string>

namespace semsite {

/// SQLite's number of whose file it is (file format §1.3.18): a state of a fetch
/// ("Ssit"), and one of a load ("Sslo").
inline constexpr int kFetchStateMark = 0x53736974;
inline constexpr int kLoadStateMark = 0x53736c6f;

/// Is the file a database that says of itself that it is a state of a fetch or a load of
/// ours?
[[nodiscard]] bool has_state_mark(int file);
[[nodiscard]] bool has_state_mark(const std::string& path);

}  // namespace semsite
