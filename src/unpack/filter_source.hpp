#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "base/byte_source.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/sniff.hpp"

namespace semsite {

/// Undoes one single-stream compression with libarchive: bzip2, zstd, lz4 and compress,
/// with all their streams or frames.
///
/// Errors come after what could be unpacked: "unpack.truncated", "unpack.damaged", and
/// "unpack.trailing" for bytes of another kind behind the last stream (see GzipSource).
/// `compress` has neither an end mark nor a checksum, so a cut there goes unseen.
class FilterSource final : public ByteSource {
 public:
  /// `name` is for messages.
  FilterSource(std::unique_ptr<ByteSource> packed, Packing packing, std::string name);
  [[nodiscard]] Block read() override;

 private:
  Block read_stream();
  bool go_on_with_rest();

  Packing packing_;
  std::string name_;
  std::unique_ptr<ArchiveHandle> handle_;
  ArchiveData data_;
  std::uint64_t offset_ = 0;
  bool opened_ = false;
  bool ended_ = false;
  std::exception_ptr error_;
};

}  // namespace semsite
