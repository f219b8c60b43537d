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

/// A file from its first byte, wherever its descriptor stands.
class WholeFile final : public ByteSource {
 public:
  explicit WholeFile(int descriptor) : descriptor_(descriptor) {}

  [[nodiscard]] Block read() override {
    auto text = std::make_shared<std::string>(kBlockBytes, '\0');
    const ssize_t got =
        ::pread(descriptor_, text->data(), text->size(), static_cast<off_t>(at_));
    if (got < 0) throw DocumentError{"file.read", "the output cannot be read back"};
    text->resize(static_cast<std::size_t>(got));
    Block block;
    block.bytes = *text;
    block.owner = std::move(text);
    at_ += static_cast<std::uint64_t>(got);
    return block;
  }

 private:
  int descriptor_;
  std::uint64_t at_ = 0;
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

void for_each_output_line(const Descriptor& output, const Limits& limits,
                          const std::function<void(std::string_view)>& take) {
  Unpacker unpacker{std::make_unique<WholeFile>(output.get()), "output.nq", limits};
  const std::optional<Entry> entry = unpacker.next();
  if (!entry) return;
  std::string rest;
  for (Block block = entry->bytes->read(); !block.empty(); block = entry->bytes->read()) {
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
  if (!rest.empty()) take(rest + '\n');
}

OutputComparison::OutputComparison(const TemporaryFiles& files)
    : former_(files, "former", kSortBytes), present_(files, "present", kSortBytes) {}

void OutputComparison::add_former(const Descriptor& output, const Limits& limits) {
  for_each_output_line(output, limits, [this](std::string_view line) {
    former_.add(without_line_end(line));
  });
}

void OutputComparison::add_present(const Descriptor& output, const Limits& limits) {
  for_each_output_line(output, limits, [this](std::string_view line) {
    present_.add(without_line_end(line));
  });
}

void OutputComparison::each(const ChangedLines& take) {
  Chunk removed{[&](std::string_view text) { take(text, {}); }};
  Chunk added{[&](std::string_view text) { take({}, text); }};
  each_line([&](Side side, std::string_view line) {
    if (side == Side::removed) removed.add(line);
    if (side == Side::added) added.add(line);
  });
  removed.flush();
  added.flush();
}

void OutputComparison::each_line(
    const std::function<void(Side, std::string_view)>& take) {
  RunMerge former = former_.merge();
  RunMerge present = present_.merge();
  bool has_former = former.next();
  bool has_present = present.next();
  while (has_former || has_present) {
    const int order = !has_former    ? 1
                      : !has_present ? -1
                                     : former.record().compare(present.record());
    if (order < 0) take(Side::removed, former.record());
    if (order > 0) take(Side::added, present.record());
    if (order == 0) take(Side::both, present.record());
    if (order <= 0) has_former = former.next();
    if (order >= 0) has_present = present.next();
  }
}

}  // namespace semsite
