#pragma once

#include <memory>
#include <string>

#include "unpack/zip_data.hpp"

namespace semsite {

/// Data of method 8, inflated with ISA-L.
[[nodiscard]] std::unique_ptr<ZipData> open_deflate(ByteCursor& cursor, ZipEntry entry,
                                                    std::string where);

}  // namespace semsite
