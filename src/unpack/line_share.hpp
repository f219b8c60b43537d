#pragma once

#include <memory>
#include <string>

#include "base/byte_source.hpp"
#include "base/share.hpp"

namespace semsite {

/// The lines of one share of a file, unpacked.
///
/// A file is cut where it can be read from: a plain one at any byte, one of Zstandard
/// (RFC 8878) at its frames, one of gzip (RFC 1952) at its members. Of `of` shares the
/// i-th has what begins in the i-th of `of` pieces of equal length of the file as it lies
/// there, and a line belongs to the share in which the line end before it lies. So each
/// line comes in exactly one share, whole, and all shares one after another are the file,
/// whatever `of` is; a share may be empty.
class LineShare final : public ByteSource {
 public:
  /// `path`: a regular file. `note` is told how many bytes of it were read, as they lie
  /// there. Throws DocumentError: "file.open", "file.read"; "share.packing" if it cannot
  /// be read from its middle, as any other packing and archives.
  LineShare(const std::string& path, Share share, const CountingSource::Note& note = {});
  ~LineShare() override;

  /// `offset` counts from the first byte of the share, unpacked. Throws as GzipSource and
  /// ZstdSource do.
  [[nodiscard]] Block read() override;

  /// Does no frame or member begin in this piece of the packed file, so that others have
  /// all that is in it?
  [[nodiscard]] bool is_empty() const;
  /// Has this share, though there are others, all of the packed file?
  [[nodiscard]] bool is_all() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace semsite
