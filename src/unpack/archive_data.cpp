#include "unpack/archive_data.hpp"

#include <archive.h>

#include <algorithm>
#include <cstring>

namespace semsite {

Block ArchiveData::read(ArchiveHandle& handle, const std::string& entry) {
  if (error_) std::rethrow_exception(error_);
  if (ended_ && piece_.gap == 0) return Block{.offset = offset_};
  const std::shared_ptr<char[]> buffer = buffers_.take();
  const std::size_t size = fill(handle, entry, buffer.get());
  if (size == 0 && error_) std::rethrow_exception(error_);
  Block block{.bytes = {buffer.get(), size}, .owner = buffer, .offset = offset_};
  offset_ += size;
  return block;
}

std::size_t ArchiveData::fill(ArchiveHandle& handle, const std::string& entry,
                              char* buffer) {
  std::size_t size = 0;
  try {
    while (size < kBlockBytes) {
      if (piece_.gap == 0 && piece_.bytes.empty() && !next_piece(handle, entry)) break;
      const std::size_t room = kBlockBytes - size;
      if (piece_.gap > 0) {
        const std::size_t zeros = std::min<std::uint64_t>(piece_.gap, room);
        std::memset(buffer + size, 0, zeros);
        piece_.gap -= zeros;
        size += zeros;
        continue;
      }
      if (piece_.bytes.empty()) continue;  // libarchive may give a piece of nothing
      const std::size_t part = std::min(piece_.bytes.size(), room);
      std::memcpy(buffer + size, piece_.bytes.data(), part);
      piece_.bytes.remove_prefix(part);
      size += part;
    }
  } catch (...) {
    error_ = std::current_exception();
  }
  return size;
}

bool ArchiveData::next_piece(ArchiveHandle& handle, const std::string& entry) {
  if (ended_) return false;
  if (late_) std::rethrow_exception(late_);
  const void* bytes = nullptr;
  std::size_t size = 0;
  auto offset = static_cast<la_int64_t>(unpacked_);
  const int result = archive_read_data_block(handle.get(), &bytes, &size, &offset);
  if (result == ARCHIVE_EOF) size = 0;
  if (result < ARCHIVE_OK) {
    fatal_ = result == ARCHIVE_FATAL;
    try {
      handle.fail(entry);
    } catch (...) {
      // What a zip says of an entry is wrong, and yet its data was unpacked.
      if (fatal_ || bytes == nullptr || size == 0) throw;
      late_ = std::current_exception();
    }
  }
  const auto start = std::max(static_cast<std::uint64_t>(offset), unpacked_);
  piece_ = {.bytes = {static_cast<const char*>(bytes), size}, .gap = start - unpacked_};
  unpacked_ = start + size;
  ended_ = result == ARCHIVE_EOF;
  return !ended_ || piece_.gap > 0;
}

}  // namespace semsite
