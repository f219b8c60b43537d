#include "unpack/line_share.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "unpack/byte_sum.hpp"
#include "unpack/gzip_source.hpp"
#include "unpack/sniff.hpp"
#include "unpack/zstd_source.hpp"

namespace semsite {
namespace {

/// A regular file that may be read from any place.
class SeekableFile {
 public:
  explicit SeekableFile(std::string path)
      : path_(std::move(path)), file_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat info {};
    if (!file_.valid() || ::fstat(file_.get(), &info) != 0)
      throw DocumentError{"file.open",
                          fmt::format("{}: {}", path_, std::strerror(errno))};
    if (!S_ISREG(info.st_mode))
      throw DocumentError{
          "file.open", fmt::format("{}: shares can be read of a regular file only, not "
                                   "of a pipe or a device",
                                   path_)};
    size_ = static_cast<std::uint64_t>(info.st_size);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// How many bytes were read: fewer than `wanted` only where the file ends.
  std::size_t read(char* to, std::size_t wanted, std::uint64_t offset) const {
    std::size_t got = 0;
    while (got < wanted) {
      const ssize_t now =
          ::pread(file_.get(), to + got, wanted - got, static_cast<off_t>(offset + got));
      if (now < 0 && errno == EINTR) continue;
      if (now < 0)
        throw DocumentError{"file.read",
                            fmt::format("{}: {}", path_, std::strerror(errno))};
      if (now == 0) break;
      got += static_cast<std::size_t>(now);
    }
    return got;
  }

 private:
  std::string path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
};

/// Some of its bytes.
class FilePiece final : public ByteSource {
 public:
  FilePiece(const SeekableFile& file, std::uint64_t begin, std::uint64_t end,
            std::size_t step = kBlockBytes)
      : file_(file), step_(step), pool_(step), begin_(begin), at_(begin), end_(end) {}

  [[nodiscard]] Block read() override {
    const std::size_t wanted = std::min<std::uint64_t>(step_, end_ - at_);
    if (wanted == 0) return {.offset = at_ - begin_};
    const std::shared_ptr<char[]> buffer = pool_.take();
    const std::size_t got = file_.read(buffer.get(), wanted, at_);
    if (got < wanted)
      throw DocumentError{
          "file.read",
          fmt::format("{}: has become shorter while it was read", file_.path())};
    Block out{.bytes = {buffer.get(), got}, .owner = buffer, .offset = at_ - begin_};
    at_ += got;
    return out;
  }

 private:
  const SeekableFile& file_;
  std::size_t step_;
  BlockPool pool_;
  std::uint64_t begin_, at_, end_;
};

/// Finds the ends of frames of Zstandard by their headers and those of their blocks (RFC
/// 8878 §3.1.1), without unpacking anything.
class ZstdFrames {
 public:
  explicit ZstdFrames(const SeekableFile& file) : file_(file) {}

  /// The end of the frame that begins at `at`; nothing: there is none, or it is cut off.
  [[nodiscard]] std::optional<std::uint64_t> end_of(std::uint64_t at) {
    constexpr std::uint64_t kFrame = 0xFD2FB528;
    constexpr std::uint64_t kSkippable = 0x184D2A50;
    const std::string_view head = bytes(at, 9);
    if (head.size() < 5) return std::nullopt;
    const std::uint64_t magic = little_endian(head.substr(0, 4));
    if ((magic & 0xFFFFFFF0U) == kSkippable)
      return head.size() < 8 ? std::nullopt
                             : within(at + 8 + little_endian(head.substr(4, 4)));
    if (magic != kFrame) return std::nullopt;
    const auto descriptor = static_cast<unsigned char>(head[4]);
    const bool is_one_segment = (descriptor & 0x20U) != 0;
    constexpr std::array<std::uint64_t, 4> kDictionaryBytes{0, 1, 2, 4};
    constexpr std::array<std::uint64_t, 4> kSizeBytes{0, 2, 4, 8};
    const unsigned size_flag = descriptor >> 6U;
    const std::uint64_t size_bytes =
        size_flag == 0 && is_one_segment ? 1 : kSizeBytes.at(size_flag);
    const bool has_checksum = (descriptor & 0x04U) != 0;
    return end_of_blocks(at + 5 + (is_one_segment ? 0 : 1) +
                             kDictionaryBytes.at(descriptor & 3U) + size_bytes,
                         has_checksum ? 4 : 0);
  }

 private:
  std::optional<std::uint64_t> end_of_blocks(std::uint64_t at, std::uint64_t behind) {
    constexpr unsigned kRepeated = 1;  // one byte, many times
    for (;;) {
      const std::string_view head = bytes(at, 3);
      if (head.size() < 3) return std::nullopt;
      const std::uint64_t fields = little_endian(head);
      const bool is_last = (fields & 1U) != 0;
      const std::uint64_t size = (fields >> 1U & 3U) == kRepeated ? 1 : fields >> 3U;
      at += 3 + size;
      if (is_last) return within(at + behind);
    }
  }

  [[nodiscard]] std::optional<std::uint64_t> within(std::uint64_t end) const {
    return end <= file_.size() ? std::optional{end} : std::nullopt;
  }

  /// Small blocks are many to a read.
  std::string_view bytes(std::uint64_t at, std::size_t count) {
    if (at < from_ || at + count > from_ + held_) {
      from_ = at;
      held_ = file_.read(buffer_.data(), buffer_.size(), at);
    }
    const std::size_t begin = at - from_;
    return {buffer_.data() + begin, std::min(count, held_ - begin)};
  }

  const SeekableFile& file_;
  std::array<char, 4096> buffer_{};
  std::uint64_t from_ = 0;
  std::size_t held_ = 0;
};

/// Does a member of gzip begin there? What unpacks so far without a fault was packed. No
/// further: who fills a file with what begins so makes us look at each of them.
bool is_member(const SeekableFile& file, std::uint64_t at) {
  constexpr std::uint64_t kEnough = std::uint64_t{1} << 16U;
  constexpr std::size_t kStep = std::size_t{1} << 12U;
  GzipSource source{std::make_unique<FilePiece>(file, at, file.size(), kStep),
                    file.path()};
  std::uint64_t got = 0;
  try {
    while (got < kEnough) {
      const Block block = source.read();
      if (block.empty()) return true;
      got += block.bytes.size();
    }
    return true;
  } catch (const DocumentError&) {
    // One that is cut off is read, and told of, as the end of the one before it.
    return false;
  }
}

/// The first member of gzip that begins at `from` or behind it; the size of the file if
/// none does. Members tell no length: their first bytes are looked for (RFC 1952 §2.3).
std::uint64_t member_from(const SeekableFile& file, std::uint64_t from) {
  constexpr std::string_view kMagic{"\x1F\x8B\x08", 3};
  constexpr unsigned kReservedFlags = 0xE0;
  std::string buffer(kBlockBytes, '\0');
  while (from < file.size()) {
    const std::size_t got = file.read(buffer.data(), buffer.size(), from);
    const std::string_view here{buffer.data(), got};
    for (std::size_t at = here.find(kMagic); at != std::string_view::npos;
         at = here.find(kMagic, at + 1)) {
      const bool has_flags = at + kMagic.size() < here.size();
      if (!has_flags && from + got < file.size()) break;  // in the next round
      const unsigned flags = has_flags
                                 ? static_cast<unsigned char>(here[at + kMagic.size()])
                                 : kReservedFlags;
      if ((flags & kReservedFlags) == 0 && is_member(file, from + at)) return from + at;
    }
    if (got <= kMagic.size()) break;
    from += got - kMagic.size();
  }
  return file.size();
}

/// Where the first frame begins that does so at `from` or behind it. What is no frame
/// belongs to the one before it, whose reader tells.
std::uint64_t frame_from(const SeekableFile& file, std::uint64_t from) {
  ZstdFrames frames{file};
  std::uint64_t at = 0;
  while (at < from) {
    const auto end = frames.end_of(at);
    if (!end || *end <= at) return file.size();
    at = *end;
  }
  return frames.end_of(at) ? at : file.size();
}

Packing packing_of(const SeekableFile& file) {
  std::array<char, kSniffBytes> head{};
  const std::size_t got = file.read(head.data(), head.size(), 0);
  return sniff_packing({head.data(), got});
}

/// Where the piece with this number (from 0) begins.
std::uint64_t begin_of(const SeekableFile& file, Packing packing, std::uint64_t piece,
                       std::uint64_t of) {
  if (piece == 0) return 0;
  if (piece >= of) return file.size();
  // Of long files and many pieces the product would not fit.
  const std::uint64_t from = file.size() / of * piece + file.size() % of * piece / of;
  if (packing == Packing::gzip) return member_from(file, from);
  if (packing == Packing::zstd) return frame_from(file, from);
  return from;
}

std::unique_ptr<ByteSource> unpacked(const SeekableFile& file, Packing packing,
                                     std::uint64_t begin, std::uint64_t end,
                                     const CountingSource::Note& note) {
  auto piece = std::make_unique<CountingSource>(
      std::make_unique<FilePiece>(file, begin, end), note);
  if (begin == end) return piece;
  if (packing == Packing::gzip)
    return std::make_unique<GzipSource>(std::move(piece), file.path());
  if (packing == Packing::zstd)
    return std::make_unique<ZstdSource>(std::move(piece), file.path());
  return piece;
}

}  // namespace

class LineShare::State {
 public:
  State(const std::string& path, Share share, const CountingSource::Note& note)
      : file_(path) {
    const Packing packing = packing_of(file_);
    if (packing != Packing::none && packing != Packing::gzip && packing != Packing::zstd)
      throw DocumentError{
          "share.packing",
          fmt::format("{}: {} cannot be read from its middle, so it has no shares; plain "
                      "text, frames of Zstandard and members of gzip can: unpack it, or "
                      "pack it so",
                      path, packing_name(packing))};
    const std::uint64_t begin = begin_of(file_, packing, share.number - 1, share.of);
    const std::uint64_t end = begin_of(file_, packing, share.number, share.of);
    is_empty_ = packing != Packing::none && begin == end;
    is_all_ =
        packing != Packing::none && share.of > 1 && begin == 0 && end == file_.size();
    own_ = unpacked(file_, packing, begin, end, note);
    next_ = unpacked(file_, packing, end, file_.size(), note);
    stage_ = share.number == 1 ? Stage::own : Stage::before_own;
  }

  Block read() {
    for (;;) {
      Block block = stage_ == Stage::next ? next_->read() : own_->read();
      if (stage_ == Stage::ended || block.empty()) {
        // Without a line end of its own, a share has no line.
        if (stage_ == Stage::own) {
          stage_ = Stage::next;
          continue;
        }
        stage_ = Stage::ended;
        return {.offset = offset_};
      }
      take(block);
      if (block.empty()) continue;
      block.offset = offset_;
      offset_ += block.bytes.size();
      return block;
    }
  }

  [[nodiscard]] bool is_empty() const { return is_empty_; }
  [[nodiscard]] bool is_all() const { return is_all_; }

 private:
  enum class Stage {
    before_own,  ///< in the line that the share before has begun
    own,
    next,  ///< in the end of our last line
    ended
  };

  /// Leaves of `block` what is of this share.
  void take(Block& block) {
    if (stage_ == Stage::own) return;
    const std::size_t end = block.bytes.find('\n');
    if (stage_ == Stage::before_own) {
      block.bytes.remove_prefix(end == std::string_view::npos ? block.bytes.size()
                                                              : end + 1);
      if (end != std::string_view::npos) stage_ = Stage::own;
    } else if (end != std::string_view::npos) {
      block.bytes = block.bytes.substr(0, end + 1);
      stage_ = Stage::ended;
    }
  }

  SeekableFile file_;
  std::unique_ptr<ByteSource> own_, next_;
  Stage stage_ = Stage::own;
  std::uint64_t offset_ = 0;
  bool is_empty_ = false;
  bool is_all_ = false;
};

LineShare::LineShare(const std::string& path, Share share,
                     const CountingSource::Note& note)
    : state_(std::make_unique<State>(path, share, note)) {}

LineShare::~LineShare() = default;

Block LineShare::read() { return state_->read(); }

bool LineShare::is_empty() const { return state_->is_empty(); }

bool LineShare::is_all() const { return state_->is_all(); }

}  // namespace semsite
