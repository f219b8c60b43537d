#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "unpack/byte_cursor.hpp"
#include "unpack/sniff.hpp"

namespace semsite {

/// What begins at a place in a zip (PKWARE APPNOTE §4.3).
enum class ZipRecord {
  none,
  entry,            ///< PK 03 04: a local header, its data behind it
  directory_entry,  ///< PK 01 02
  extra_data,       ///< PK 06 08
  signature,        ///< PK 05 05
  wide_end,         ///< PK 06 06: the Zip64 end of the directory
  wide_locator,     ///< PK 06 07
  end,              ///< PK 05 06
};

inline constexpr std::size_t kLocalHeaderBytes = 30;
inline constexpr std::size_t kDirectoryHeaderBytes = 46;
inline constexpr std::size_t kWideEndBytes = 56;
inline constexpr std::size_t kWideLocatorBytes = 20;
inline constexpr std::size_t kZipEndBytes = 22;

/// Bytes that `plausible_zip_record` looks at, at most.
inline constexpr std::size_t kZipLookBytes = 64;

/// By its signature alone, for places where a record must stand.
[[nodiscard]] ZipRecord zip_record_at(std::string_view bytes);

/// By signature and fields, for places where anything may stand. `bytes`: at least
/// kZipLookBytes, if there are as many.
[[nodiscard]] ZipRecord plausible_zip_record(std::string_view bytes);

/// What a local header or an entry of the directory says.
struct ZipEntry {
  std::string name{};  ///< as written
  unsigned flags = 0;
  unsigned method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed = 0;
  std::uint64_t unpacked = 0;
  bool wide = false;  ///< has the Zip64 extra field
  /// Of its local header: from where the archive begins, as the directory says; or in
  /// all that came.
  std::uint64_t place = 0;
  std::uint32_t disk = 0;  ///< the part that it begins in, as the directory says

  [[nodiscard]] bool is_encrypted() const { return (flags & 1U) != 0 || method == 99; }
  /// Sizes and checksum follow the data.
  [[nodiscard]] bool is_streamed() const { return (flags & 8U) != 0; }
};

/// How long the record is of which `bytes` are the fixed part.
[[nodiscard]] std::size_t directory_header_size(std::string_view bytes);

/// Of the first local header in `bytes`, which may hold others before and behind it.
/// Its place is that in `bytes`; of nothing that is found there, npos.
[[nodiscard]] ZipEntry read_local_header(std::string_view bytes);

/// How many bytes of data stand before the data descriptor (APPNOTE 4.3.9) that ends
/// `bytes`, the last of the `size` bytes that belong to `entry`; nothing if none does
/// that says of the entry what came.
[[nodiscard]] std::optional<std::uint64_t> packed_before_descriptor(
    std::string_view bytes, std::uint64_t size, const ZipEntry& entry);

/// `bytes` is the whole record.
[[nodiscard]] ZipEntry read_directory_header(std::string_view bytes);

/// The end of a directory, of either size.
struct ZipEnd {
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;   ///< of the directory
  std::uint64_t offset = 0;  ///< of the directory, from where the archive begins
  std::uint32_t disk = 0;    ///< its own number: from 1 up in an archive of several parts
  std::uint32_t directory_disk = 0;  ///< number of the part that the directory begins in
  std::uint64_t here = 0;            ///< entries of the directory in this part
  std::size_t comment = 0;           ///< bytes behind it
  bool wide = false;                 ///< of Zip64: the numbers have all their bits
  bool torn = false;                 ///< the two forms of it say different things
};

[[nodiscard]] ZipEnd read_zip_end(std::string_view bytes);
[[nodiscard]] ZipEnd read_wide_end(std::string_view bytes);

/// `end` with what `wide` says instead where `end` has no room for it.
[[nodiscard]] ZipEnd join_ends(ZipEnd end, const std::optional<ZipEnd>& wide);

/// The number at `at` in `bytes`, little-endian, of `size` bytes.
[[nodiscard]] std::uint64_t zip_number(std::string_view bytes, std::size_t at,
                                       std::size_t size);

/// The CRC-32 of zip and gzip, of `bytes` behind what gave `before` (0 at the start).
[[nodiscard]] std::uint32_t zip_checksum(std::uint32_t before, std::string_view bytes);

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
