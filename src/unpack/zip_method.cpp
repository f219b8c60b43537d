#include "unpack/zip_method.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <functional>
#include <utility>

#include "base/errors.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/utf8_locale.hpp"

namespace semsite {
namespace {

std::string number(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i, value >>= 8) out += static_cast<char>(value & 0xFF);
  return out;
}

/// A local header for libarchive: what `entry` says of its data, and nothing else.
std::string header_for(const ZipEntry& entry) {
  constexpr unsigned kOptionsOfMethod = 0x6;
  constexpr std::uint32_t kInExtraField = 0xFFFF'FFFF;
  const std::string extra =
      number(1, 2) + number(16, 2) + number(entry.unpacked, 8) + number(entry.packed, 8);
  return "PK\x03\x04" + number(63, 2) + number(entry.flags & kOptionsOfMethod, 2) +
         number(entry.method, 2) + number(0, 4) + number(entry.crc, 4) +
         number(kInExtraField, 4) + number(kInExtraField, 4) + number(1, 2) +
         number(extra.size(), 2) + "x" + extra;
}

/// Bytes from a function.
class FunctionSource final : public ByteSource {
 public:
  explicit FunctionSource(std::function<Block()> read) : read_(std::move(read)) {}
  Block read() override { return read_(); }

 private:
  std::function<Block()> read_;
};

class LibarchiveData final : public ZipData {
 public:
  LibarchiveData(ByteCursor& cursor, ZipEntry entry, std::string where)
      : ZipData(cursor, std::move(entry), std::move(where)),
        handle_(std::make_unique<FunctionSource>([this] { return feed(); }), Packing::zip,
                where_) {}

 private:
  [[nodiscard]] Block unpack() override {
    if (!bounded_)
      throw DocumentError{
          "unpack.unsupported",
          fmt::format("{}: cannot be unpacked: it is packed with method {}, and its size "
                      "stands behind it; publish it packed with deflate",
                      where_, entry_.method)};
    if (!opened_) {
      const Utf8Locale names_are_utf8;
      archive_entry* entry = nullptr;
      if (archive_read_next_header(handle_.get(), &entry) != ARCHIVE_OK) handle_.fail({});
      opened_ = true;
    }
    return data_.read(handle_, {});
  }

  Block feed() {
    if (std::exchange(fed_header_, true)) return take_packed();
    auto header = std::make_shared<std::string>(header_for(entry_));
    return {.bytes = *header, .owner = header};
  }

  ArchiveHandle handle_;
  ArchiveData data_;
  bool fed_header_ = false;
  bool opened_ = false;
};

}  // namespace

std::unique_ptr<ZipData> open_zip_method(ByteCursor& cursor, ZipEntry entry,
                                         std::string where) {
  return std::make_unique<LibarchiveData>(cursor, std::move(entry), std::move(where));
}

}  // namespace semsite
