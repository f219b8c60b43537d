#include "app/file_changes.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "base/errors.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kChunkBytes = 1024 * 1024;
constexpr std::size_t kSortBytes = 32 * 1024 * 1024;

/// A stretch of a file.
class StretchSource final : public ByteSource {
 public:
  StretchSource(int descriptor, std::uint64_t begin, std::uint64_t end)
      : descriptor_(descriptor), at_(begin), end_(end) {}

  [[nodiscard]] Block read() override {
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(kBlockBytes, end_ - at_));
    auto text = std::make_shared<std::string>(size, '\0');
    const ssize_t got = ::pread(descriptor_, text->data(), size, static_cast<off_t>(at_));
    if (got < 0 || (got == 0 && size > 0))
      throw DocumentError{"file.read", "the output cannot be read back"};
    text->resize(static_cast<std::size_t>(got));
    Block block;
    block.bytes = *text;
    block.owner = std::move(text);
    at_ += static_cast<std::uint64_t>(got);
    return block;
  }

 private:
  int descriptor_;
  std::uint64_t at_, end_;
};

/// Lines on their way to the taker, in chunks.
class Chunk {
 public:
  explicit Chunk(std::function<void(std::string_view)> give) : give_(std::move(give)) {}
  void add(std::string_view line) {
    text_ += line;
    text_ += '\n';
    if (text_.size() >= kChunkBytes) flush();
  }
  void flush() {
    if (!text_.empty()) give_(text_);
    text_.clear();
  }

 private:
  std::function<void(std::string_view)> give_;
  std::string text_;
};

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

}  // namespace

void for_each_output_line(const OutputFiles& from, const Limits& limits,
                          const std::function<void(std::string_view)>& take) {
  for (const KeptFile& file : from.files) {
    if (from.output == nullptr || file.begin.on_disk == file.end.on_disk) continue;
    Unpacker unpacker{std::make_unique<StretchSource>(
                          from.output->get(), file.begin.on_disk, file.end.on_disk),
                      "output.nq", limits};
    const std::optional<Entry> entry = unpacker.next();
    if (!entry) continue;
    std::string rest;
    for (Block block = entry->bytes->read(); !block.empty();
         block = entry->bytes->read()) {
      std::string_view bytes = block.bytes;
      for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
           end = bytes.find('\n')) {
        if (rest.empty()) {
          take(bytes.substr(0, end + 1));
        } else {
          rest += bytes.substr(0, end + 1);
          take(rest);
          rest.clear();
        }
        bytes.remove_prefix(end + 1);
      }
      rest += bytes;
    }
  }
}

FileComparison::FileComparison(const TemporaryFiles& files)
    : former_(files, "former", kSortBytes), present_(files, "present", kSortBytes) {}

void FileComparison::add_former(const OutputFiles& files, const Limits& limits) {
  for_each_output_line(files, limits, [this](std::string_view line) {
    former_.add(without_line_end(line));
  });
}

void FileComparison::add_present(const OutputFiles& files, const Limits& limits) {
  for_each_output_line(files, limits, [this](std::string_view line) {
    present_.add(without_line_end(line));
  });
}

void FileComparison::each(const ChangedLines& take) {
  Chunk removed{[&](std::string_view text) { take(text, {}); }};
  Chunk added{[&](std::string_view text) { take({}, text); }};
  RunMerge former = former_.merge();
  RunMerge present = present_.merge();
  bool has_former = former.next();
  bool has_present = present.next();
  while (has_former || has_present) {
    const int order = !has_former    ? 1
                      : !has_present ? -1
                                     : former.record().compare(present.record());
    if (order < 0) removed.add(former.record());
    if (order > 0) added.add(present.record());
    if (order <= 0) has_former = former.next();
    if (order >= 0) has_present = present.next();
  }
  removed.flush();
  added.flush();
}

}  // namespace semsite
