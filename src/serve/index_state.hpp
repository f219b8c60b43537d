#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace semsite {

/// What can be seen from outside of the state of an index.
struct IndexState {
  std::string file;          ///< which file it is; another if it was replaced
  std::string tag;           ///< changes with whatever is written; letters and digits
  std::int64_t changed = 0;  ///< seconds since 1970
};

/// The state of the index at `path`; nothing if there is no file. Cheap: it is not
/// opened.
[[nodiscard]] std::optional<IndexState> index_state(const std::string& path);

}  // namespace semsite
