#pragma once

#include <cstdint>
#include <string_view>

#include "unpack/byte_cursor.hpp"
#include "unpack/sniff.hpp"

namespace semsite {

/// Do `last`, the last bytes of a tar, end it: a whole block of zeros?
[[nodiscard]] bool is_end_of_tar(std::string_view last);

/// Do the headers of an entry, as the first of a tar has them, say that it goes on with
/// what stands in the file before? By GNU tar: a type M, a volume label with a number, or
/// pax headers of the part of a file.
[[nodiscard]] bool is_later_volume_of_tar(std::string_view headers);

enum class RarEnd {
  none,  ///< there is no such record
  more,  ///< another part follows in another file
  last,
};

/// What the record says that ends a RAR (4 or 5), among its last bytes.
[[nodiscard]] RarEnd end_of_rar(std::string_view last);

/// What stands between the end of an archive and the next one, or the end of the file.
struct Behind {
  std::uint64_t bytes = 0;  ///< other than zeros
  bool broken = false;  ///< with the mark of such an archive, of which the rest is wrong
};

/// Goes over that, to the next archive of `packing` or to the end.
[[nodiscard]] Behind pass_to_archive(ByteCursor& cursor, Packing packing);

}  // namespace semsite
