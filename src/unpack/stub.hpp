#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// How far into a file an archive may begin behind a stub: a program, a script, or
/// whatever stands in front of what its name or its media type calls an archive. 0: the
/// file is not of that kind.
[[nodiscard]] std::size_t stub_bound(std::string_view head, std::string_view name,
                                     std::string_view media_type);

/// Where a zip, 7z or rar begins in `bytes`, from `from` on; npos if none does.
[[nodiscard]] std::size_t find_archive(std::string_view bytes, std::size_t from = 0);

/// `source` without its stub, if an archive begins in its first `bound` bytes; otherwise
/// all of it. Reads and holds that much at the most.
[[nodiscard]] std::unique_ptr<ByteSource> without_stub(std::unique_ptr<ByteSource> source,
                                                       std::size_t bound);

}  // namespace semsite
