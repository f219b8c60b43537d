#include "parts/part_cut.hpp"

#include <fcntl.h>

#include <algorithm>
#include <memory>

#include "base/file_io.hpp"
#include "base/sha256.hpp"
#include "base/web_mark.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

/// So much text is one frame of a part: the smaller it is, the nearer parts come to their
/// size, and the worse they are packed.
constexpr std::uint64_t kMostFrameText = 4 * kMiB;
constexpr std::uint64_t kLeastFrameText = 4 * kKiB;

void mark_as(const std::string& path, const std::string& output) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.valid()) set_web_mark(file.get(), web_mark(output));
}

}  // namespace

PartText::PartText(const std::string& output, std::uint64_t from)
    : bytes_(std::make_unique<FileSource>(output), output) {
  while (from > 0) {
    const std::string_view some = next(from);
    if (some.empty()) break;
    from -= some.size();
  }
}

std::string_view PartText::next(std::uint64_t most) {
  fill();
  const std::string_view out = rest_.substr(0, most);
  rest_.remove_prefix(out.size());
  return out;
}

std::string PartText::lines(std::uint64_t least) {
  std::string out;
  while (out.size() < least) {
    const std::string_view some = next(least - out.size());
    if (some.empty()) return out;
    out += some;
  }
  while (out.back() != '\n') {
    fill();
    if (rest_.empty()) return out;
    out += next(std::min(rest_.find('\n'), rest_.size() - 1) + 1);
  }
  return out;
}

void PartText::fill() {
  if (!rest_.empty()) return;
  block_ = bytes_.read();
  rest_ = block_.bytes;
}

std::optional<CutPart> cut_part(PartText& text, const std::string& output,
                                std::uint64_t part_bytes,
                                const std::function<OutputFile&()>& file) {
  const std::uint64_t frame = std::clamp(part_bytes, kLeastFrameText, kMostFrameText);
  std::string lines = text.lines(frame);
  if (lines.empty()) return std::nullopt;
  OutputFile& to = file();
  CutPart out;
  Sha256 digest;
  for (; !lines.empty(); lines = text.lines(frame)) {
    out.part.quads +=
        static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
    out.text_bytes += lines.size();
    digest.add(lines);
    to.append(lines);
    // Ends the frame.
    if (to.position().on_disk >= part_bytes) break;
  }
  out.text_sha256 = digest.hex();
  to.seal();
  mark_as(to.part(), output);
  out.part.bytes = to.part_bytes();
  out.part.sha256 = sha256_of_file(to.part());
  return out;
}

std::string sha256_of_file(const std::string& path) {
  FileSource bytes{path};
  Sha256 digest;
  for (Block block = bytes.read(); !block.empty(); block = bytes.read())
    digest.add(block.bytes);
  return digest.hex();
}

}  // namespace semsite
