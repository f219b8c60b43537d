#include "commands/file_changes.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "rdf/compared_text.hpp"
#include "semsite/errors.hpp"
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

/// Behind what a line is compared by: the line, if that is another text.
constexpr char kWritten = '\0';

void add_line(Sorter& sorter, std::string_view line, std::string& room) {
  line = without_line_end(line);
  if (compared_text(line, room).data() == line.data()) {
    sorter.add(line);
  } else {
    (room += kWritten) += line;
    sorter.add(room);
  }
}

/// The lines of one output, in the order in which they are compared, each once.
class ComparedLines {
 public:
  explicit ComparedLines(Sorter& sorter) : merge_(sorter.merge()) { next(); }

  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] std::string_view compared() const {
    return merge_.record().substr(0, size_);
  }
  [[nodiscard]] std::string_view written() const {
    return size_ == merge_.record().size() ? merge_.record()
                                           : merge_.record().substr(size_ + 1);
  }
  void next() {
    for (;;) {
      if (!merge_.next()) {
        over_ = true;
        return;
      }
      const std::size_t before = size_;
      size_ = std::min(merge_.record().find(kWritten), merge_.record().size());
      if (!std::exchange(begun_, true) || size_ != before || merge_.shared() < size_)
        return;
    }
  }

 private:
  RunMerge merge_;
  std::size_t size_ = 0;  ///< of what the line is compared by
  bool begun_ = false;
  bool over_ = false;
};

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
  std::string room;
  for_each_output_line(output, limits,
                       [&](std::string_view line) { add_line(former_, line, room); });
}

void OutputComparison::add_present(const Descriptor& output, const Limits& limits) {
  std::string room;
  for_each_output_line(output, limits,
                       [&](std::string_view line) { add_line(present_, line, room); });
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
  ComparedLines former{former_};
  ComparedLines present{present_};
  while (!former.over() || !present.over()) {
    const int order = former.over()    ? 1
                      : present.over() ? -1
                                       : former.compared().compare(present.compared());
    if (order < 0) take(Side::removed, former.written());
    if (order > 0) take(Side::added, present.written());
    if (order == 0) take(Side::both, present.written());
    if (order <= 0) former.next();
    if (order >= 0) present.next();
  }
}

}  // namespace semsite
