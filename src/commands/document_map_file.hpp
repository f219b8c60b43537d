#pragma once

#include <string>

#include "fetch/mapped_transport.hpp"

namespace semsite {

/// Reads `--document-map`: a JSON object with `documents` (URL → file) and `prefixes`
/// (start of URLs → folder); paths are relative to the map's own folder. Throws
/// UsageError, and DocumentError if the file cannot be read.
[[nodiscard]] DocumentMap read_document_map(const std::string& path);

}  // namespace semsite
