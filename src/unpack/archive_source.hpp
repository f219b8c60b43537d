#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/byte_source.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/budget.hpp"
#include "unpack/sniff.hpp"

struct archive_entry;

namespace semsite {

/// The files in one archive (zip, 7z, tar, cpio, rar), in their order. One thread at a
/// time.
class ArchiveSource {
 public:
  /// `name` is for messages; `depth` is the archive's own, for `budget`.
  ArchiveSource(std::unique_ptr<ByteSource> packed, Packing packing, std::string name,
                Budget& budget, std::uint32_t depth);

  /// Goes to the next file and returns its name, as raw bytes; nothing at the end. What
  /// is left of the file before is passed over, and so are folders, links, devices, empty
  /// names and what macOS adds. Throws DocumentError; if the archive can go on, the next
  /// call does, otherwise it gives nothing.
  [[nodiscard]] std::optional<std::string> next();

  /// The next bytes of the current file; see ArchiveData::read.
  [[nodiscard]] Block read();

 private:
  std::optional<std::string> next_file();
  void check_end();
  [[noreturn]] void throw_truncated(const char* missing) const;

  ArchiveHandle handle_;
  Packing packing_;
  std::string name_;
  Budget& budget_;
  std::uint32_t depth_;
  std::string entry_;
  ArchiveData data_;
  bool ended_ = false;
};

}  // namespace semsite
