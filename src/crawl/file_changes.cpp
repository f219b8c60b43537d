#include "crawl/file_changes.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "base/errors.hpp"
#include "state/database.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kChunkBytes = 1024 * 1024;

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

void compare_files(const OutputFiles& former, const OutputFiles& now,
                   const Limits& limits, const ChangedLines& take) {
  Chunk removed{[&](std::string_view text) { take(text, {}); }};
  Chunk added{[&](std::string_view text) { take({}, text); }};
  if (former.files.empty() || former.output == nullptr) {
    for_each_output_line(now, limits, [&](std::string_view line) { added.add(line); });
    added.flush();
    return;
  }
  Database lines{""};
  lines.run("CREATE TABLE line (text TEXT PRIMARY KEY, here INTEGER) WITHOUT ROWID");
  lines.run("BEGIN");
  for_each_output_line(former, limits, [&](std::string_view line) {
    Database::Query put{lines, "INSERT OR IGNORE INTO line VALUES (?, 0)"};
    put.text(line).run();
  });
  for_each_output_line(now, limits, [&](std::string_view line) {
    // A line that is new may stand there twice: it stays new.
    Database::Query mark{lines, "UPDATE line SET here = max(here, 1) WHERE text = ?"};
    mark.text(line).run();
    if (lines.changes() > 0) return;
    Database::Query put{lines, "INSERT INTO line VALUES (?, 2)"};
    put.text(line).run();
  });
  lines.run("COMMIT");
  const auto give = [&](int which, Chunk& to) {
    Database::Query find{lines, "SELECT text FROM line WHERE here = ?"};
    find.number(which);
    while (find.step()) to.add(find.bytes_at(0));
    to.flush();
  };
  give(0, removed);
  give(2, added);
}

}  // namespace semsite
