#pragma once

#include <string>

#include "store/database.hpp"

namespace semsite {

/// When the whole output of the last run was written last, as its file system has it:
/// whoever changed it since, be it by as many bytes, has moved that.

/// Notes it for the file `path`. In a transaction of the caller's, if it has one.
void note_output_mark(Database& database, const std::string& path);

/// Is the open file the one that was noted? So it is if none was. A file system, or an
/// archive that it came out of, may have only whole seconds.
[[nodiscard]] bool has_output_mark(Database& database, int file);

}  // namespace semsite
