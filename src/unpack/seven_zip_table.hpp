#pragma once

#include <cstdint>
#include <string>

namespace semsite {

/// Reads the table of contents of a 7z, in a file of `size` bytes that begins with its
/// signature, as far as it says how much memory its reader needs: dictionaries and models
/// (LZMA, LZMA2, PPMd), what BCJ2 holds of a file, and the table itself. libarchive takes
/// as much as it says.
///
/// Throws DocumentError: "unpack.memory" (more than kMostCoderBytes of one of these),
/// "unpack.unsupported" (a table that is packed in a way that nobody writes),
/// "unpack.damaged". A table that is cut, or encrypted, is left to libarchive.
/// `name` is for messages.
void check_seven_zip(int file, std::uint64_t size, const std::string& name);

}  // namespace semsite
