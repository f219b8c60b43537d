#pragma once

#include <memory>
#include <string>

#include "base/byte_source.hpp"

namespace semsite {

/// Unpacks Zstandard (RFC 8878) with libzstd, straight into the blocks that the parsers
/// read: every frame of the file, skippable ones passed over, checksums verified where
/// there are any. Gives blocks of kBlockBytes.
///
/// Everything that could be unpacked is handed out before an error is thrown, and the
/// error is thrown again at every later call:
///  - "unpack.truncated": the packed bytes end inside a frame;
///  - "unpack.memory": a frame asks for a window of more than kMostWindowBytes;
///  - "unpack.damaged": bad data, a wrong checksum;
///  - "unpack.trailing": bytes that are no frame follow a whole one. Zero bytes and line
///    ends, as padding leaves them, are no error.
class ZstdSource final : public ByteSource {
 public:
  /// `name` is for messages.
  ZstdSource(std::unique_ptr<ByteSource> packed, std::string name);
  ~ZstdSource() override;
  [[nodiscard]] Block read() override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace semsite
