#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "io/output_file.hpp"
#include "parts/manifest.hpp"
#include "unpack/zstd_source.hpp"

namespace semsite {

/// The text of an output, packed N-Quads, from some byte of it on. Throws DocumentError
/// if the output cannot be read.
class PartText {
 public:
  PartText(const std::string& output, std::uint64_t from);

  /// The next bytes, at most `most`; empty at the end. A view, until the next call.
  [[nodiscard]] std::string_view next(std::uint64_t most);
  /// Whole lines of `least` bytes or a little more; less at the end, then nothing.
  [[nodiscard]] std::string lines(std::uint64_t least);

 private:
  void fill();

  ZstdSource bytes_;
  Block block_;
  std::string_view rest_;
};

/// A part, which has no name yet, and which text is in it.
struct CutPart {
  ManifestPart part;
  std::uint64_t text_bytes = 0;
  std::string text_sha256;
};

/// Writes the next lines of `text`, of `output`, into the file that `file` gives, until
/// that has some `part_bytes`; seals it and gives it no name. Nothing if the text is at
/// its end: then `file` is not called. Throws RunError, DocumentError.
[[nodiscard]] std::optional<CutPart> cut_part(PartText& text, const std::string& output,
                                              std::uint64_t part_bytes,
                                              const std::function<OutputFile&()>& file);

/// The SHA-256 of a file. Throws DocumentError if it cannot be read.
[[nodiscard]] std::string sha256_of_file(const std::string& path);

}  // namespace semsite
