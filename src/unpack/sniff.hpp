#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace semsite {

/// What the first bytes of a file say it is.
enum class Packing {
  none,  ///< not packed, as far as the bytes tell
  gzip,
  bzip2,
  xz,
  lzma,
  zstd,
  lz4,
  compress,  ///< one stream
  zip,
  seven_zip,
  tar,
  cpio,
  rar,  ///< archives
};

/// Bytes needed to tell every packing (tar's magic stands at 257).
inline constexpr std::size_t kSniffBytes = 512;

[[nodiscard]] Packing sniff_packing(std::string_view head);
/// May it stand behind what is packed? Tapes, block devices and editors leave it there.
[[nodiscard]] constexpr bool is_padding(char c) {
  return c == '\0' || c == '\n' || c == '\r';
}

[[nodiscard]] bool is_archive(Packing packing);
[[nodiscard]] std::string_view packing_name(Packing packing);

/// Is the zip that begins so one document of an office program, a book, an app or the
/// like? Its files are not documents of their own.
[[nodiscard]] bool is_document_in_zip(std::string_view head);

/// "dump.nt" for "dump.nt.gz": the suffix of any single-stream packing taken off, also of
/// one that is not undone (".lz", ".br"), and ".tgz" and the like (to ".tar").
[[nodiscard]] std::string without_packing_suffix(std::string_view name);

/// What is in a file that is packed, encrypted or cut into volumes, by its own name:
/// "a.nt" of "a.nt.gz.gpg.001".
[[nodiscard]] std::string inner_name(std::string_view name);

/// Is it called like an archive ("a.zip", "a.tar.gz")?
[[nodiscard]] bool is_called_archive(std::string_view name);

/// Is it called like one of the volumes of an archive ("a.7z.001", "a.z01")?
[[nodiscard]] bool is_called_volume(std::string_view name);

}  // namespace semsite
