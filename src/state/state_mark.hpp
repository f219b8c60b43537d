#pragma once

#include <string>

namespace semsite {

/// Is the file a database that says of itself that it is a state of a fetch or a load of
/// ours?
[[nodiscard]] bool has_state_mark(int file);
[[nodiscard]] bool has_state_mark(const std::string& path);

}  // namespace semsite
