#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "base/block.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/zip_records.hpp"

namespace semsite {

/// The data of one entry of a zip, behind its local header: unpacks it and holds it
/// against the sizes and the checksum that stand in the header or behind the data.
class ZipData {
 public:
  /// `where` names the entry in messages. `cursor` stands behind the header and outlives
  /// this.
  ZipData(ByteCursor& cursor, ZipEntry entry, std::string where);
  virtual ~ZipData() = default;
  ZipData(const ZipData&) = delete;
  ZipData& operator=(const ZipData&) = delete;

  /// See Archive::read.
  [[nodiscard]] Block read();

  /// Goes behind the data without unpacking it. False if that is no way to find its end:
  /// then read() to the end, and after an error search for the next record.
  virtual bool jump();

  /// The entry, its sizes and checksum as they turned out to be.
  [[nodiscard]] const ZipEntry& entry() const { return entry_; }
  /// Did they?
  [[nodiscard]] bool known() const { return known_; }

 protected:
  /// The next bytes; an empty block at the end of the data.
  [[nodiscard]] virtual Block unpack() = 0;
  /// Called once, behind the data: checks what was promised.
  virtual void conclude();

  /// The next packed bytes, at most those of the entry; empty at their end.
  [[nodiscard]] Block take_packed();
  void put_back(Block block);

  [[noreturn]] void fail(const char* code, std::string_view what) const;
  [[noreturn]] void fail_truncated() const;

  ByteCursor& cursor_;
  ZipEntry entry_;
  std::string where_;
  const bool bounded_;          ///< the header says where the data ends
  std::uint32_t crc_ = 0;       ///< of what was given
  std::uint64_t packed_ = 0;    ///< bytes taken
  std::uint64_t unpacked_ = 0;  ///< bytes given
  bool known_ = true;

 private:
  void read_descriptor();
  void believe_descriptor();

  bool ended_ = false;
  std::exception_ptr error_;
};

/// What undoes the entry's method; for encrypted data, what finds its end.
[[nodiscard]] std::unique_ptr<ZipData> open_zip_data(ByteCursor& cursor, ZipEntry entry,
                                                     std::string where);

}  // namespace semsite
