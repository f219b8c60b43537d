#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/budget.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/zip_ledger.hpp"

struct archive_entry;

namespace semsite {

/// The packed data of one entry, out of all that follows its header.
class ZipSlice final : public ByteSource {
 public:
  /// `from` must outlive it.
  ZipSlice(ByteCursor& from, std::uint64_t bytes) : from_(from), left_(bytes) {}
  [[nodiscard]] Block read() override;

  /// How many bytes of it were not read.
  [[nodiscard]] std::uint64_t left() const { return left_; }
  /// What `from` threw, after which nothing can be had from it.
  [[nodiscard]] const std::exception_ptr& failure() const { return failure_; }

 private:
  ByteCursor& from_;
  std::uint64_t left_;
  std::exception_ptr failure_;
};

/// The files in a zip as libarchive streams them, held against its directory at the end,
/// which libarchive does not read: an entry that one of them has and the other has not,
/// or has otherwise, is "unpack.directory". Zips one behind another are read as one. What
/// is packed with LZMA is unpacked by LzmaSource, since libarchive would take as much
/// memory for it as its head asks for.
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

  std::optional<std::string> next_file();
  std::optional<std::string> next_entry();
  void check_entry(archive_entry* entry, const std::string& name) const;
  void end_entry();
  void end_slice();
  void check_sums() const;
  void open_slice();
  void leave_libarchive();
  bool find_record();
  void read_record();
  void read_entries();
  void read_directory_entry();
  void read_wide_end();
  void read_end();
  void pass_record(std::size_t fixed, std::size_t size_at, std::size_t size_bytes);
  void conclude() const;
  [[nodiscard]] std::string_view need(std::size_t bytes);
  [[nodiscard]] std::string where(std::string_view entry) const;
  [[noreturn]] void fail(const char* code, std::string_view what) const;
  [[noreturn]] void fail_truncated(std::string_view missing) const;

  std::unique_ptr<ArchiveHandle> handle_;  ///< while there are entries
  std::unique_ptr<ByteCursor> rest_;       ///< what follows them
  std::string name_;
  Budget& budget_;
  std::uint32_t depth_;
  ZipLedger ledger_;

  std::string shown_;               ///< name of the current entry
  std::optional<ZipEntry> header_;  ///< of the current entry
  ArchiveData data_;
  /// Of an entry that libarchive is not let at; reads from `rest_`.
  std::optional<ZipSlice> slice_;
  std::unique_ptr<ByteSource> unpacked_;  ///< the same, unpacked
  std::uint32_t crc_ = 0;                 ///< of what was read of the entry's data
  std::uint64_t size_ = 0;                ///< the same
  bool whole_ = false;                    ///< all of it was read
  bool readable_ = false;                 ///< nothing is known that prevents it
  std::uint64_t data_at_ = 0;             ///< in what libarchive has used
  std::uint64_t begin_ = 0;  ///< of what `handle_`, or `rest_`, reads, in all that came
  bool joined_ = false;      ///< was split, and put together again
  std::uint64_t entries_ = 0;

  Place place_ = Place::entries;
  std::uint64_t directory_at_ = 0;
  std::uint64_t directory_end_ = 0;
  std::optional<ZipEnd> wide_end_;
  std::uint64_t trailing_ = 0;  ///< bytes behind the end that are no padding
  bool told_ = false;           ///< what is wrong with the entry's data
  std::exception_ptr broken_;   ///< what the source threw under `slice_`
  bool ended_ = false;
};

}  // namespace semsite
