#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/byte_source.hpp"
#include "unpack/coder_memory.hpp"

namespace semsite {

/// What stands around data that is packed with LZMA.
enum class LzmaForm {
  xz,     ///< The .xz File Format: streams of blocks, one behind another
  alone,  ///< .lzma: properties, the size of the dictionary and that of the contents
  lzma2,  ///< a byte that says how large the dictionary is, and chunks, as 7z has them
};

/// Unpacks LZMA with liblzma, which is told how much memory it may take: libarchive gives
/// it as much as the head of the data asks for. Gives blocks of kBlockBytes.
///
/// Everything that could be unpacked is handed out before an error is thrown, and the
/// error is thrown again at every later call:
///  - "unpack.memory": its head, or that of a block, asks for more than `most` bytes;
///  - "unpack.truncated": the packed bytes end inside a stream;
///  - "unpack.damaged": bad data, a wrong checksum;
///  - "unpack.unsupported": a filter or a check that liblzma does not know;
///  - "unpack.trailing": bytes that are no such stream follow a whole one. Zero bytes and
///    line ends, as padding leaves them, are no error.
class LzmaSource final : public ByteSource {
 public:
  /// `name` is for messages.
  LzmaSource(std::unique_ptr<ByteSource> packed, LzmaForm form, std::string name,
             std::uint64_t most = kMostCoderBytes);
  ~LzmaSource() override;
  [[nodiscard]] Block read() override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace semsite
