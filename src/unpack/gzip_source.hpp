#pragma once

#include <memory>
#include <string>

#include "base/byte_source.hpp"

namespace semsite {

/// Inflates gzip (RFC 1952) with ISA-L: every member of the file, each one's CRC-32 and
/// size checked; zlib's and bare streams too. Gives blocks of kBlockBytes.
///
/// Everything that could be inflated is handed out before an error is thrown, and the
/// error is thrown again at every later call:
///  - "unpack.truncated": the packed bytes end inside a member;
///  - "unpack.damaged": a bad header, bad deflate data, a wrong checksum or size;
///  - "unpack.trailing": bytes that are not gzip follow a whole member. gzip(1) warns and
///    exits with 2; what they were meant to be is unknown, so they are never passed over
///    in silence. Zero bytes and line ends, as padding leaves them, are no error.
class GzipSource final : public ByteSource {
 public:
  /// What stands around the deflate data. Of zlib (RFC 1950) and of nothing there is one
  /// stream, of gzip any number of members.
  enum class Wrapper { gzip, zlib, none };

  /// `name` is for messages.
  GzipSource(std::unique_ptr<ByteSource> packed, std::string name,
             Wrapper wrapper = Wrapper::gzip);
  ~GzipSource() override;
  [[nodiscard]] Block read() override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace semsite
