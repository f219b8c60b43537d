#include "unpack/zip_data.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "unpack/zip_checksum.hpp"
#include "unpack/zip_deflate.hpp"
#include "unpack/zip_method.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

constexpr unsigned kStored = 0, kDeflated = 8;  // APPNOTE §4.4.5

constexpr std::string_view kDescriptor = "PK\x07\x08"sv;
constexpr std::size_t kLongestDescriptor = 24;

/// APPNOTE §4.3.9: a signature that may be left out, the checksum, then both sizes in 32
/// bits or (Zip64) in 64.
std::size_t descriptor_size(std::string_view bytes, std::uint32_t crc,
                            std::uint64_t packed, std::uint64_t unpacked, bool wide) {
  for (const bool with_signature : {true, false}) {
    const std::size_t start = with_signature ? kDescriptor.size() : 0;
    if (with_signature && !bytes.starts_with(kDescriptor)) continue;
    for (const bool long_form : {wide, !wide}) {
      const std::size_t width = long_form ? 8 : 4;
      const std::size_t size = start + 4 + 2 * width;
      // Without Zip64, 32 bits of a size are kept also where it needs more.
      const std::uint64_t bits = long_form ? ~std::uint64_t{0} : 0xFFFF'FFFF;
      if (bytes.size() >= size && zip_number(bytes, start, 4) == crc &&
          zip_number(bytes, start + 4, width) == (packed & bits) &&
          zip_number(bytes, start + 4 + width, width) == (unpacked & bits))
        return size;
    }
  }
  return 0;
}

/// Not compressed, and of a known size; also data that nobody can unpack.
class StoredData final : public ZipData {
 public:
  using ZipData::ZipData;

 private:
  [[nodiscard]] Block unpack() override {
    Block block = take_packed();
    if (block.empty() && packed_ < entry_.packed) fail_truncated();
    return block;
  }
};

/// Not compressed, and of a size that only stands behind it.
class EndlessData final : public ZipData {
 public:
  using ZipData::ZipData;

 private:
  [[nodiscard]] Block unpack() override {
    for (;;) {
      const std::string_view bytes = cursor_.peek(kLongestDescriptor);
      if (bytes.size() < kDescriptor.size()) fail_truncated();
      const std::size_t at = bytes.find(kDescriptor);
      if (at == 0 && ends_here(bytes)) return {};
      const std::size_t size = at == std::string_view::npos
                                   ? bytes.size() - (kDescriptor.size() - 1)
                                   : (at == 0 ? kDescriptor.size() : at);
      Block block = cursor_.take(size);
      packed_ += block.bytes.size();
      return block;
    }
  }

  bool ends_here(std::string_view bytes) {
    if (!entry_.is_encrypted())
      return descriptor_size(bytes, crc_, packed_, unpacked_, entry_.wide) > 0;
    // The checksum is that of what nobody here can read, and so is the size.
    const std::size_t width = entry_.wide ? 8 : 4;
    if (bytes.size() < 8 + 2 * width || zip_number(bytes, 8, width) != packed_)
      return false;
    crc_ = static_cast<std::uint32_t>(zip_number(bytes, 4, 4));
    unpacked_ = zip_number(bytes, 8 + width, width);
    return true;
  }
};

}  // namespace

ZipData::ZipData(ByteCursor& cursor, ZipEntry entry, std::string where)
    : cursor_(cursor),
      entry_(std::move(entry)),
      where_(std::move(where)),
      bounded_(
          !entry_.is_streamed() ||
          (entry_.packed > 0 && (entry_.method != kDeflated || entry_.is_encrypted()))) {}

Block ZipData::read() {
  if (error_) std::rethrow_exception(error_);
  if (ended_) return Block{.offset = unpacked_};
  try {
    Block block = unpack();
    if (!block.empty()) {
      crc_ = zip_checksum(crc_, block.bytes);
      block.offset = unpacked_;
      unpacked_ += block.bytes.size();
      return block;
    }
    ended_ = true;
    conclude();
  } catch (...) {
    error_ = std::current_exception();
    if (!ended_ && !bounded_) known_ = false;
    throw;
  }
  return Block{.offset = unpacked_};
}

bool ZipData::jump() {
  if (ended_) return true;
  if (!bounded_) return false;
  (void)cursor_.skip(entry_.packed - packed_);
  packed_ = entry_.packed;
  ended_ = true;
  if (entry_.is_streamed()) believe_descriptor();
  return true;
}

/// What is written behind data that was not unpacked.
void ZipData::believe_descriptor() {
  const std::string_view bytes = cursor_.peek(kLongestDescriptor);
  for (const std::size_t width : {8U, 4U}) {
    if (bytes.size() < 8 + 2 * width || !bytes.starts_with(kDescriptor) ||
        zip_number(bytes, 8, width) != packed_)
      continue;
    entry_.crc = static_cast<std::uint32_t>(zip_number(bytes, 4, 4));
    entry_.unpacked = zip_number(bytes, 8 + width, width);
    (void)cursor_.skip(8 + 2 * width);
    return;
  }
  known_ = false;
}

void ZipData::conclude() {
  if (entry_.is_streamed()) return read_descriptor();
  if (unpacked_ != entry_.unpacked)
    fail("unpack.damaged", fmt::format("it unpacks to {} bytes, its header says {}",
                                       grouped(unpacked_), grouped(entry_.unpacked)));
  if (crc_ != entry_.crc)
    fail("unpack.damaged",
         fmt::format("its checksum is {:08x}, its header says {:08x}", crc_, entry_.crc));
}

void ZipData::read_descriptor() {
  const bool wide = entry_.wide;
  entry_.crc = crc_;
  entry_.packed = packed_;
  entry_.unpacked = unpacked_;
  const std::string_view bytes = cursor_.peek(kLongestDescriptor);
  const std::size_t size = descriptor_size(bytes, crc_, packed_, unpacked_, wide);
  if (size > 0) {
    (void)cursor_.skip(size);
    return;
  }
  if (bytes.size() < 12 ||
      (bytes.starts_with(kDescriptor) && bytes.size() < kDescriptor.size() + 12))
    fail_truncated();
  fail("unpack.damaged",
       fmt::format("the record behind its data (APPNOTE 4.3.9) does not say that it has "
                   "{} bytes, {} packed, and the checksum {:08x}",
                   grouped(unpacked_), grouped(packed_), crc_));
}

Block ZipData::take_packed() {
  const std::uint64_t most =
      bounded_ ? entry_.packed - packed_ : std::numeric_limits<std::uint64_t>::max();
  Block block = cursor_.take(most);
  packed_ += block.bytes.size();
  return block;
}

void ZipData::put_back(Block block) {
  packed_ -= block.bytes.size();
  cursor_.put_back(std::move(block));
}

void ZipData::fail(const char* code, std::string_view what) const {
  throw DocumentError{code,
                      fmt::format("{}: damaged: {}; get the file again", where_, what)};
}

void ZipData::fail_truncated() const {
  throw DocumentError{
      "unpack.truncated",
      fmt::format("{}: truncated: the zip ends in the middle of it, {} bytes could be "
                  "unpacked; get the file again",
                  where_, unpacked_)};
}

std::unique_ptr<ZipData> open_zip_data(ByteCursor& cursor, ZipEntry entry,
                                       std::string where) {
  if (entry.method == kStored || entry.is_encrypted()) {
    // Where the size stands already in the header, it is as good as any.
    if (entry.is_streamed() && entry.packed == 0)
      return std::make_unique<EndlessData>(cursor, std::move(entry), std::move(where));
    return std::make_unique<StoredData>(cursor, std::move(entry), std::move(where));
  }
  if (entry.method == kDeflated)
    return open_deflate(cursor, std::move(entry), std::move(where));
  return open_zip_method(cursor, std::move(entry), std::move(where));
}

}  // namespace semsite
