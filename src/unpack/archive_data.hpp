#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "base/block.hpp"
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

}  // namespace semsite
