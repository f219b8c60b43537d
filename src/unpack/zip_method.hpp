#pragma once

#include <memory>
#include <string>

#include "unpack/zip_data.hpp"

namespace semsite {

/// Data of any other method that libarchive knows (bzip2, LZMA, xz, PPMd, Zstandard, as
/// its version has it), where the header says how long it is. For the rest, its first
/// read() throws DocumentError("unpack.unsupported").
[[nodiscard]] std::unique_ptr<ZipData> open_zip_method(ByteCursor& cursor, ZipEntry entry,
                                                       std::string where);

}  // namespace semsite
