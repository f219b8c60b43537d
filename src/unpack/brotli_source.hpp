#pragma once

#include <memory>
#include <string>

#include "base/byte_source.hpp"

namespace semsite {

/// Unpacks Brotli (RFC 7932) with libbrotlidec: one stream, which is what a content
/// coding is. It has no magic bytes and no checksum; what it has is an end. Gives blocks
/// of kBlockBytes.
///
/// Everything that could be unpacked is handed out before an error is thrown, and the
/// error is thrown again at every later call:
///  - "unpack.truncated": the packed bytes end inside the stream;
///  - "unpack.damaged": bad data;
///  - "unpack.trailing": bytes follow the end of the stream.
class BrotliSource final : public ByteSource {
 public:
  /// `name` is for messages.
  BrotliSource(std::unique_ptr<ByteSource> packed, std::string name);
  ~BrotliSource() override;
  [[nodiscard]] Block read() override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace semsite
