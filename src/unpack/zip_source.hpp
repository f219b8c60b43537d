#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "unpack/archive.hpp"
#include "unpack/budget.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/zip_data.hpp"
#include "unpack/zip_ledger.hpp"

namespace semsite {

/// The files in a zip, as they stream by, held against its directory at the end: an entry
/// that one of them has and the other has not, or has otherwise, is
/// "unpack.directory". Zips one behind another are read as one.
///
/// Further errors: "unpack.truncated" (it ends before the end of its directory),
/// "unpack.volume" (one part of several), "unpack.trailing" (bytes that are no zip follow
/// the end); of one entry: "unpack.encrypted", "unpack.unsupported", "unpack.damaged".
class ZipSource final : public Archive {
 public:
  /// `name` is for messages; `depth` is the archive's own, for `budget`.
  ZipSource(std::unique_ptr<ByteSource> packed, std::string name, Budget& budget,
            std::uint32_t depth);

  [[nodiscard]] std::optional<std::string> next() override;
  [[nodiscard]] Block read() override;

 private:
  /// What was found last.
  enum class Place { entries, directory, behind_end };

  void end_entry();
  std::optional<std::string> next_file();
  bool find_record();
  /// The name of the file that begins here, if one does.
  std::optional<std::string> begin_entry();
  void read_directory_entry();
  void read_wide_end();
  void read_end();
  void pass_record(std::size_t fixed, std::size_t size_at, std::size_t size_bytes);
  void conclude();
  [[nodiscard]] std::string_view need(std::size_t bytes);
  [[nodiscard]] std::string where(std::string_view entry) const;
  [[noreturn]] void fail_truncated(std::string_view missing) const;

  ByteCursor cursor_;
  std::string name_;
  Budget& budget_;
  std::uint32_t depth_;
  ZipLedger ledger_;
  std::unique_ptr<ZipData> data_;
  Block first_;  ///< of the current entry, where it had to be looked at
  Place place_ = Place::entries;
  std::uint64_t entries_ = 0;
  std::uint64_t directory_at_ = 0;
  std::uint64_t directory_end_ = 0;
  std::optional<ZipEnd> wide_end_;
  std::uint64_t trailing_ = 0;  ///< bytes behind the end that are no padding
  bool ended_ = false;
};

}  // namespace semsite
