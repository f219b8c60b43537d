#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_source.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/buffer_pool.hpp"

namespace semsite {

/// Gathers the data of libarchive's current entry into blocks of kBlockBytes, holes of a
/// sparse file filled with zeros.
class ArchiveData {
 public:
  /// The next bytes; an empty block at the end. Everything that could be unpacked is
  /// handed out before an error is thrown (but for the block that libarchive was working
  /// on, at most 128 KiB), and the error is thrown again at every later call.
  [[nodiscard]] Block read(ArchiveHandle& handle, const std::string& entry);

  /// libarchive said that nothing more of the whole archive can be read.
  [[nodiscard]] bool fatal() const { return fatal_; }

 private:
  struct Piece {
    std::string_view bytes;
    std::uint64_t gap = 0;  ///< zeros before it: a hole in a sparse file
  };
  std::size_t fill(ArchiveHandle& handle, const std::string& entry, char* buffer);
  bool next_piece(ArchiveHandle& handle, const std::string& entry);

  BufferPool buffers_;
  Piece piece_;
  std::uint64_t unpacked_ = 0;  ///< end of `piece_` in the entry
  std::uint64_t offset_ = 0;    ///< of the next block
  bool ended_ = false;
  bool fatal_ = false;
  std::exception_ptr late_;  ///< to be thrown behind the piece
  std::exception_ptr error_;
};

/// Bytes that were read already, then the rest of the source.
class RestSource final : public ByteSource {
 public:
  RestSource(Block first, std::unique_ptr<ByteSource> source)
      : first_(std::move(first)), source_(std::move(source)) {}

  [[nodiscard]] Block read() override {
    Block block = first_.empty() ? source_->read() : std::exchange(first_, Block{});
    block.offset = offset_;
    offset_ += block.bytes.size();
    return block;
  }

 private:
  Block first_;
  std::unique_ptr<ByteSource> source_;
  std::uint64_t offset_ = 0;
};

/// The files in one archive, in their order. One thread at a time.
class Archive {
 public:
  Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  virtual ~Archive() = default;

  /// Goes to the next file and returns its name, as raw bytes; nothing at the end. What
  /// is left of the file before is passed over, and so are folders, links and devices.
  /// Throws DocumentError; if the archive can go on, the next call does, otherwise it
  /// gives nothing.
  [[nodiscard]] virtual std::optional<std::string> next() = 0;

  /// The next bytes of the current file; an empty block at its end. Everything that could
  /// be unpacked is handed out before a DocumentError is thrown, and that is thrown again
  /// at every later call.
  [[nodiscard]] virtual Block read() = 0;
};

}  // namespace semsite
