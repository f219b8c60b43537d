#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// Content codings that are asked for where a body may be coded, as a value of
/// Accept-Encoding: those whose end can be told. (libcurl undoes others too, but takes a
/// stream that stops in the middle for a whole one.)
inline constexpr std::string_view kCodings = "gzip, deflate, br, zstd";

/// Is `coding`, a value of Content-Encoding, one of them?
[[nodiscard]] bool can_undo(std::string_view coding);

/// Is it one of them that no file is packed in, so that whoever reads a file would not
/// know it by its bytes?
[[nodiscard]] bool is_of_transfers_only(std::string_view coding);

/// The bytes behind a content coding that can be undone. What cannot be unpacked, ends in
/// the middle, or has another checksum than it says, is FetchFailure::bad_coding after
/// the bytes before it; more than `max_bytes` (0: no bound) is FetchFailure::too_large.
[[nodiscard]] std::unique_ptr<ByteSource> undo_coding(std::unique_ptr<ByteSource> coded,
                                                      std::string_view coding,
                                                      std::string url,
                                                      std::uint64_t max_bytes);

/// The same of a coding that nobody asked for, if the bytes begin as its name says.
[[nodiscard]] std::unique_ptr<ByteSource> undo_unasked(std::unique_ptr<ByteSource> coded,
                                                       std::string_view coding,
                                                       std::string url);

}  // namespace semsite
