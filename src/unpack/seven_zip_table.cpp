#include "unpack/seven_zip_table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "semsite/errors.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/byte_sum.hpp"
#include "unpack/coder_memory.hpp"
#include "unpack/lzma_source.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kSignatureBytes = 32;

/// 7zFormat.txt, "Property IDs".
enum Id : unsigned char {
  kEnd = 0x00,
  kHeader = 0x01,
  kMainStreams = 0x04,
  kFiles = 0x05,
  kPackInfo = 0x06,
  kUnpackInfo = 0x07,
  kSubStreams = 0x08,
  kSize = 0x09,
  kDigests = 0x0A,
  kFolder = 0x0B,
  kUnpackSize = 0x0C,
  kUnpackStreams = 0x0D,
  kEncodedHeader = 0x17,
};

/// Methods.txt. Of longer ones libarchive compares the last bytes.
constexpr std::uint64_t kCopy = 0x00, kLzma2 = 0x21, kLzma = 0x03'01'01,
                        kPpmd = 0x03'04'01, kBcj2 = 0x03'03'01'1B,
                        kZipCrypto = 0x06'F1'01'01, kRarCrypto = 0x06'F1'03'03,
                        kAes = 0x06'F1'07'01;

/// About what libarchive keeps of each.
constexpr std::uint64_t kPackStreamBytes = 24, kFolderBytes = 100, kCoderBytes = 48,
                        kStreamBytes = 16, kPartBytes = 20, kFileBytes = 100;

/// The table ends in the middle.
struct Cut {};

/// An archive in a file.
struct Archived {
  int file;
  std::uint64_t size;
  const std::string& name;  ///< for messages
};

/// `count` bytes of it, or as many as there are, from `from` on.
class RegionSource final : public ByteSource {
 public:
  RegionSource(const Archived& archive, std::uint64_t from, std::uint64_t count)
      : file_(archive.file),
        at_(std::min(from, archive.size)),
        end_(at_ + std::min(count, archive.size - at_)) {}
  Block read() override {
    auto bytes = std::make_shared<std::string>(
        std::min<std::uint64_t>(kBlockBytes, end_ - at_), '\0');
    const ssize_t got =
        ::pread(file_, bytes->data(), bytes->size(), static_cast<off_t>(at_));
    if (got < 0)
      throw RunError{std::string{"cannot read a temporary file: "} +
                     std::strerror(errno)};
    bytes->resize(static_cast<std::size_t>(got));
    at_ += bytes->size();
    return {.bytes = *bytes, .owner = bytes};
  }

 private:
  int file_;
  std::uint64_t at_, end_;
};

struct Coder {
  std::uint64_t method = 0, inputs = 1, outputs = 1;
  std::string properties{};
};

struct Folder {
  std::vector<Coder> coders{};
  std::uint64_t inputs = 0, outputs = 0, pairs = 0, packed = 0;
  std::vector<std::uint64_t> bound_outputs{}, unpack_sizes{};
  bool has_digest = false;

  [[nodiscard]] bool has(std::uint64_t method) const {
    return std::ranges::any_of(coders,
                               [&](const Coder& one) { return one.method == method; });
  }
  [[nodiscard]] bool is_encrypted() const {
    return has(kZipCrypto) || has(kRarCrypto) || has(kAes);
  }
  /// Of what comes out at the end: the output that no coder takes.
  [[nodiscard]] std::uint64_t unpack_size() const {
    for (std::size_t i = unpack_sizes.size(); i > 0; --i)
      if (std::ranges::find(bound_outputs, i - 1) == bound_outputs.end())
        return unpack_sizes[i - 1];
    return 0;
  }
};

struct Streams {
  std::uint64_t packed_at = 0;  ///< behind the signature
  std::vector<std::uint64_t> packed{};
  std::vector<Folder> folders{};
};

class Table {
 public:
  Table(std::unique_ptr<ByteSource> source, std::uint64_t bytes, std::string name)
      : cursor_(std::move(source)), name_(std::move(name)) {
    hold(bytes, 2);  // names are copied
  }

  unsigned char byte() {
    const std::string_view next = cursor_.at_hand();
    if (next.empty()) throw Cut{};
    const auto out = static_cast<unsigned char>(next.front());
    (void)cursor_.skip(1);
    return out;
  }

  Streams read_streams() {
    Streams streams;
    unsigned char id = byte();
    if (id == kPackInfo) {
      read_packed(streams);
      id = byte();
    }
    if (id == kUnpackInfo) {
      read_folders(streams);
      id = byte();
    }
    if (id == kSubStreams) {
      pass_parts(streams);
      id = byte();
    }
    expect(id == kEnd);
    return streams;
  }

  void check_files() {
    const std::uint64_t files = number();
    hold(files, kFileBytes);
  }

  void expect(bool right) const {
    if (!right)
      throw DocumentError{
          "unpack.damaged",
          fmt::format("{}: damaged: the table of contents of the 7z archive cannot be "
                      "read; get the file again",
                      name_)};
  }

 private:
  /// As many bytes follow the first as that begins with ones; the rest of it is the
  /// highest part.
  std::uint64_t number() {
    const unsigned char first = byte();
    const int more = std::countl_one(first);
    std::uint64_t out = 0;
    for (int i = 0; i < more; ++i) out |= std::uint64_t{byte()} << (8 * i);
    if (more < 7) out |= std::uint64_t{first & (0x7FU >> more)} << (8 * more);
    return out;
  }

  /// `count` things of `each` bytes will be kept.
  void hold(std::uint64_t count, std::uint64_t each) {
    const std::uint64_t most = kMostCoderBytes - held_;
    if (count > most / each)
      throw asks_for_too_much(name_, "the table of contents of the 7z archive",
                              count > ~held_ / each ? 0 : held_ + count * each);
    held_ += count * each;
  }

  std::string bytes(std::uint64_t count) {
    hold(count, 1);
    std::string out{cursor_.peek(count).substr(0, count)};
    if (out.size() < count) throw Cut{};
    (void)cursor_.skip(count);
    return out;
  }

  /// Which of `count` have a checksum, and these.
  std::vector<bool> read_digests(std::uint64_t count) {
    expect(count > 0);
    hold(count, 5);
    std::vector<bool> defined(count, true);
    if (byte() == 0) {
      unsigned char bits = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        if (i % 8 == 0) bits = byte();
        defined[i] = (bits >> (7 - i % 8) & 1U) != 0;
      }
    }
    for (const bool one : defined)
      if (one && !cursor_.skip(4)) throw Cut{};
    return defined;
  }

  void read_packed(Streams& streams) {
    streams.packed_at = number();
    const std::uint64_t count = number();
    expect(count > 0 && byte() == kSize);
    hold(count, kPackStreamBytes);
    for (std::uint64_t i = 0; i < count; ++i) streams.packed.push_back(number());
    unsigned char id = byte();
    if (id == kDigests) {
      (void)read_digests(count);
      id = byte();
    }
    expect(id == kEnd);
  }

  void read_folders(Streams& streams) {
    expect(byte() == kFolder);
    const std::uint64_t count = number();
    expect(byte() == 0);  // not in a stream of their own
    hold(count, kFolderBytes);
    for (std::uint64_t i = 0; i < count; ++i) streams.folders.push_back(read_folder());
    expect(byte() == kUnpackSize);
    for (Folder& folder : streams.folders) {
      hold(folder.outputs, kStreamBytes);
      for (std::uint64_t i = 0; i < folder.outputs; ++i)
        folder.unpack_sizes.push_back(number());
    }
    unsigned char id = byte();
    if (id == kDigests) {
      const std::vector<bool> defined = read_digests(count);
      for (std::uint64_t i = 0; i < count; ++i)
        streams.folders[i].has_digest = defined[i];
      id = byte();
    }
    expect(id == kEnd);
  }

  Folder read_folder() {
    constexpr std::uint64_t kMostCoders = 4;
    Folder folder;
    const std::uint64_t coders = number();
    expect(coders > 0 && coders <= kMostCoders);
    hold(coders, kCoderBytes);
    for (std::uint64_t i = 0; i < coders; ++i) {
      folder.coders.push_back(read_coder());
      folder.inputs += folder.coders.back().inputs;
      folder.outputs += folder.coders.back().outputs;
    }
    expect(folder.outputs > 0 && folder.inputs + 1 >= folder.outputs);
    folder.pairs = folder.outputs - 1;
    hold(folder.pairs, kStreamBytes);
    for (std::uint64_t i = 0; i < folder.pairs; ++i) {
      (void)number();
      folder.bound_outputs.push_back(number());
    }
    folder.packed = folder.inputs - folder.pairs;
    hold(folder.packed, kStreamBytes);
    if (folder.packed != 1)
      for (std::uint64_t i = 0; i < folder.packed; ++i) (void)number();
    return folder;
  }

  Coder read_coder() {
    constexpr std::uint64_t kMostStreams = 100'000'000;  // libarchive knows no more
    const unsigned char flags = byte();
    expect((flags & 0x80U) == 0);
    Coder coder;
    for (const char c : bytes(flags & 0x0FU))
      coder.method = coder.method << 8 | static_cast<unsigned char>(c);
    if ((flags & 0x10U) != 0) {
      coder.inputs = number();
      coder.outputs = number();
      expect(coder.inputs <= kMostStreams && coder.outputs <= kMostStreams);
    }
    if ((flags & 0x20U) != 0) coder.properties = bytes(number());
    return coder;
  }

  /// The files of which a folder holds several.
  void pass_parts(const Streams& streams) {
    std::vector<std::uint64_t> parts(streams.folders.size(), 1);
    unsigned char id = byte();
    if (id == kUnpackStreams) {
      for (std::uint64_t& count : parts) {
        count = number();
        hold(count, kPartBytes);
      }
      id = byte();
    }
    if (id == kSize) {
      for (const std::uint64_t count : parts)
        for (std::uint64_t i = 1; i < count; ++i) (void)number();
      id = byte();
    }
    if (id == kDigests) {
      std::uint64_t digests = 0;
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i] != 1 || !streams.folders[i].has_digest) digests += parts[i];
      (void)read_digests(digests);
      id = byte();
    }
    expect(id == kEnd);
  }

  ByteCursor cursor_;
  std::string name_;
  std::uint64_t held_ = 0;
};

/// Of the four bytes behind the first one.
std::uint64_t size_of_properties(std::string_view properties) {
  return properties.size() < 5 ? 0 : little_endian(properties.substr(1, 4));
}

/// 2 or 3, shifted; the last one is all ones.
std::uint64_t lzma2_dictionary(std::string_view properties) {
  constexpr unsigned kLast = 40;
  if (properties.empty()) return 0;
  const auto code = static_cast<unsigned char>(properties.front());
  if (code >= kLast) return 0xFFFF'FFFF;
  return std::uint64_t{2U | (code & 1U)} << (code / 2 + 11);
}

void check_coder(const Coder& coder, const std::string& name) {
  const auto check = [&](std::string_view what, std::uint64_t wanted) {
    if (wanted > kMostCoderBytes) throw asks_for_too_much(name, what, wanted);
  };
  if (coder.method == kLzma)
    check("a dictionary of LZMA", size_of_properties(coder.properties));
  if (coder.method == kLzma2)
    check("a dictionary of LZMA2", lzma2_dictionary(coder.properties));
  if (coder.method == kPpmd)
    check("a model of PPMd", size_of_properties(coder.properties));
}

/// Of four streams, BCJ2 has three in memory: as they are packed, and (in the form with
/// coders for them) unpacked.
void check_bcj2(const Folder& folder, const Streams& streams, std::size_t first,
                const std::string& name) {
  constexpr std::size_t kBcj2Streams = 4;
  std::uint64_t held = 0;
  const auto add = [&](std::uint64_t bytes) {
    held += std::min(bytes, kMostCoderBytes + 1);
  };
  for (std::size_t i = 1; i < kBcj2Streams && first + i < streams.packed.size(); ++i)
    add(streams.packed[first + i]);
  if (folder.unpack_sizes.size() == kBcj2Streams) {
    add(folder.unpack_sizes[0]);
    add(folder.unpack_sizes[1]);
  }
  if (held > kMostCoderBytes) throw asks_for_too_much(name, "the filter BCJ2", held);
}

void check_folders(const Streams& streams, const std::string& name) {
  std::size_t first = 0;
  for (const Folder& folder : streams.folders) {
    for (const Coder& coder : folder.coders) check_coder(coder, name);
    if (folder.has(kBcj2)) check_bcj2(folder, streams, first, name);
    first += folder.packed;
  }
}

/// The packed table that `streams` tell of, unpacked.
std::unique_ptr<ByteSource> unpack_table(const Archived& archive,
                                         const Streams& streams) {
  const std::string& name = archive.name;
  const Folder& folder = streams.folders.front();
  if (streams.packed_at > archive.size) throw Cut{};
  auto packed = std::make_unique<RegionSource>(
      archive, kSignatureBytes + streams.packed_at, streams.packed.front());
  const auto behind = [&](std::string head) {
    auto text = std::make_shared<const std::string>(std::move(head));
    return std::make_unique<RestSource>(Block{.bytes = *text, .owner = text},
                                        std::move(packed));
  };
  if (folder.coders.size() == 1) {
    const Coder& coder = folder.coders.front();
    if (coder.method == kCopy) return packed;
    if (coder.method == kLzma && coder.properties.size() == 5) {
      std::string head = coder.properties;
      for (int i = 0; i < 8; ++i)
        head += static_cast<char>(folder.unpack_size() >> (8 * i) & 0xFF);
      return std::make_unique<LzmaSource>(behind(std::move(head)), LzmaForm::alone, name);
    }
    if (coder.method == kLzma2 && coder.properties.size() == 1)
      return std::make_unique<LzmaSource>(behind(coder.properties), LzmaForm::lzma2,
                                          name);
  }
  throw DocumentError{
      "unpack.unsupported",
      fmt::format(
          "{}: cannot be unpacked: the table of contents of the 7z archive is "
          "packed in another way than with LZMA alone; publish it packed otherwise",
          name)};
}

void check_table(const Archived& archive, std::uint64_t from, std::uint64_t count) {
  const std::string& name = archive.name;
  auto table = std::make_unique<Table>(
      std::make_unique<RegionSource>(archive, from, count), count, name);
  unsigned char id = table->byte();
  if (id == kEncodedHeader) {
    const Streams streams = table->read_streams();
    table->expect(!streams.packed.empty() && !streams.folders.empty());
    if (streams.folders.front().is_encrypted()) return;
    check_folders(streams, name);
    table = std::make_unique<Table>(unpack_table(archive, streams),
                                    streams.folders.front().unpack_size(), name);
    id = table->byte();
  }
  table->expect(id == kHeader);
  id = table->byte();
  if (id == kMainStreams) {
    check_folders(table->read_streams(), name);
    id = table->byte();
  }
  if (id == kEnd) return;
  table->expect(id == kFiles);
  table->check_files();
}

}  // namespace

void check_seven_zip(int file, std::uint64_t size, const std::string& name) {
  std::array<char, kSignatureBytes> start{};
  if (size < kSignatureBytes ||
      ::pread(file, start.data(), start.size(), 0) != ssize_t{kSignatureBytes})
    return;
  const std::string_view head{start.data(), start.size()};
  const std::uint64_t from = little_endian(head.substr(12, 8));
  const std::uint64_t count = little_endian(head.substr(20, 8));
  if (from > size - kSignatureBytes) return;
  try {
    check_table({.file = file, .size = size, .name = name}, kSignatureBytes + from,
                count);
  } catch (const Cut&) {
    return;  // libarchive comes to the same end, and says so
  } catch (const DocumentError& error) {
    // What cannot be unpacked of the table, libarchive cannot unpack either.
    if (error.code() != "unpack.truncated" && error.code() != "unpack.trailing") throw;
  }
}

}  // namespace semsite
