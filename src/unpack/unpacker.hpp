#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "base/read_ahead.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// One document inside what was fetched.
struct Entry {
  /// Path inside the archives, outermost first and joined by `/`; empty when there is no
  /// archive. As written there: still URL-encoded, never used as a file name.
  std::string name{};
  /// Tells entries of one name apart, the same in every run; empty for the first of them.
  std::string part{};
  /// Name to tell the syntax by: the last entry name, or the source's own, without
  /// compression suffixes ("dump.nt" for "dump.nt.gz").
  std::string hint{};
  /// Its bytes, unpacked, on their way through a thread of their own where that pays.
  /// Valid until the next call of `Unpacker::next`.
  std::unique_ptr<ByteSource> bytes;
};

/// Undoes every compression and opens every archive (zip, 7z, tar, cpio, rar; gzip,
/// bzip2, xz, lzma, zstd, lz4, compress), nested, streaming, told by bytes; the source
/// itself also where a program or a script that extracts it stands before it. Writes
/// nothing to disk under a name from an archive.
class Unpacker {
 public:
  /// `name`: file name or URL path of the source, for hints and messages. `media_type`:
  /// as sent; it may call the source an archive where its first bytes do not.
  Unpacker(std::unique_ptr<ByteSource> source, std::string name, const Limits& limits,
           std::string media_type = {});
  ~Unpacker();
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// The next document, or nothing at the end. Folders, links, devices and what macOS
  /// adds are passed over; so is what was left unread of the entry before.
  ///
  /// Throws DocumentError: "unpack.truncated", "unpack.damaged" (checksum, bad header),
  /// "unpack.directory" (a zip's entries are not those of its directory),
  /// "unpack.volume" (one part of several), "unpack.unsupported" (a method that nobody
  /// here knows), "unpack.trailing" (bytes of another kind behind whole data),
  /// "unpack.bomb" (ratio), "unpack.entries", "unpack.depth", "unpack.encrypted". The
  /// same errors come from
  /// `Entry::bytes`, after what could be unpacked, and "unpack.link" (a link to what is
  /// not in the archive). An error ends one entry only: call
  /// again, and the next document comes, or nothing if the archive cannot go on.
  [[nodiscard]] std::optional<Entry> next();

  /// Did the source turn out to be an archive (not only compressed)?
  [[nodiscard]] bool is_archive() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Reads the first block of `inner` on the calling thread and everything after it ahead
/// on a thread of its own: an archive of a million small files starts no thread.
class LateReadAhead final : public ByteSource {
 public:
  explicit LateReadAhead(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] Block read() override;

 private:
  std::unique_ptr<ByteSource> inner_;
  std::uint64_t given_ = 0;
  std::optional<ReadAhead> ahead_;
};

}  // namespace semsite
