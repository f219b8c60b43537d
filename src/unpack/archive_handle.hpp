#pragma once

#include <clocale>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "base/c_guard.hpp"
#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "unpack/sniff.hpp"

struct archive;  // libarchive's reader
struct archive_entry;

namespace semsite {

/// `name` fit for a message: valid UTF-8 on one line, cut if it is very long.
[[nodiscard]] std::string printable_name(std::string_view name);

/// Raw as in the archive where libarchive can give that (tar, cpio, most zips); formats
/// that keep names in UTF-16 (7z) come as UTF-8. Empty if it cannot be read.
[[nodiscard]] std::string name_of(archive_entry* entry);

/// What the entry is a hard or a symbolic link to, raw as in the archive; null if it is
/// none.
[[nodiscard]] const char* hard_link_of(archive_entry* entry);
[[nodiscard]] const char* symbolic_link_of(archive_entry* entry);

/// A libarchive reader of one packing, fed by a ByteSource without copying.
///
/// 7z has its table of contents at the end, so what comes is first written to a file
/// without a name; everything else streams.
class ArchiveHandle {
 public:
  ArchiveHandle(std::unique_ptr<ByteSource> packed, Packing packing, std::string name);
  ~ArchiveHandle();
  ArchiveHandle(const ArchiveHandle&) = delete;
  ArchiveHandle& operator=(const ArchiveHandle&) = delete;

  /// libarchive's reader; opened by the first call, which throws as `fail` does.
  [[nodiscard]] archive* get();

  /// What archive_read_next_header says of the next entry.
  struct Header {
    int result;
    archive_entry* entry;  ///< lives until the next one is asked for
  };
  [[nodiscard]] Header next_header();

  /// Throws what the source threw, or else libarchive's last error as "unpack.truncated",
  /// "unpack.encrypted", "unpack.unsupported" or "unpack.damaged". `where`: an entry's
  /// name, or empty.
  [[noreturn]] void fail(std::string_view where);

  /// How many bytes libarchive has used, and how many it had when it last looked for a
  /// header.
  [[nodiscard]] std::uint64_t used() const;
  [[nodiscard]] std::uint64_t header_position() const;
  /// Has the source given all it has, and did libarchive use up every byte?
  [[nodiscard]] bool used_up() const { return source_ended_ && used() == fed_; }
  /// Did the source throw? Nothing more can be had from it then.
  [[nodiscard]] bool source_failed() const { return source_failed_; }
  /// The last bytes that libarchive has used, some KiB at most.
  [[nodiscard]] std::string tail() const;
  /// What libarchive has used since it last looked for a header; the last 256 KiB at
  /// least of a zip, some KiB of others.
  [[nodiscard]] std::string since_header() const;

  /// Bytes that libarchive was given and did not use, and where more come from.
  struct Rest {
    Block first;
    std::unique_ptr<ByteSource> source;
  };
  /// Ends the reader.
  [[nodiscard]] Rest take_rest();

 private:
  void open();
  void open_stream();
  void open_spooled();
  std::ptrdiff_t feed(const void** bytes);
  void keep(std::string_view bytes);
  [[nodiscard]] std::string fed_from(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] Rest take_spooled_rest();

  std::unique_ptr<ByteSource> packed_;
  Packing packing_;
  std::string name_;
  Block input_;
  std::string before_;  ///< the last bytes before `input_`
  std::uint64_t fed_ = 0;
  bool source_ended_ = false;
  bool source_failed_ = false;
  CGuard guard_;
  Descriptor spool_;
  struct Close {
    void operator()(archive* reader) const;
  };
  std::unique_ptr<archive, Close> reader_;  // last: dies before what feeds it
};

/// While it lives, C functions on this thread take text for UTF-8. libarchive turns file
/// names into the locale's encoding, and a program that sets no locale has only ASCII.
class Utf8Locale {
 public:
  Utf8Locale();
  ~Utf8Locale() { ::uselocale(before_); }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t before_;
};

}  // namespace semsite
