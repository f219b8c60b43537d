#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "unpack/zip_records.hpp"

namespace semsite {

/// Holds the entries of a zip that came against those that its directory names: number,
/// names, places, and sizes, packed and unpacked, and checksums of the data.
///
/// The directory stands at the end and in an order of its own, so both sides are summed
/// up by hashes with a key of this process, which need no memory for an entry. Names are
/// kept only while they are few, to say which one is missing.
class ZipLedger {
 public:
  ZipLedger();

  /// What could be found out of an entry that came.
  struct Known {
    bool data = true;    ///< size and checksum; off: its data is damaged, which was told
    bool packed = true;  ///< how many bytes of the archive that took
  };
  /// An entry that came, with what its data turned out to be, and its place in all that
  /// came (npos: unknown).
  void came(const ZipEntry& entry, Known known);

  /// An entry that the directory names.
  void named(const ZipEntry& entry);

  /// Where a directory was found in all that came. `joined`: of an archive that was split
  /// and put together again, whose places and numbers of parts are those before that.
  struct Directory {
    std::uint64_t place = 0, bytes = 0;
    bool joined = false;
  };
  /// The directory is closed by `end`. Returns what does not agree, as a sentence; empty
  /// if everything does. What comes next belongs to another archive
  /// behind this one, whose directory may name all entries from the very beginning or
  /// only those since.
  [[nodiscard]] std::string close(const ZipEnd& end, const Directory& directory);

 private:
  struct Sums {
    std::uint64_t count = 0;
    std::uint64_t names = 0, names_too = 0;  ///< hashes of the names
    std::uint64_t facts = 0;                 ///< of the names with size and checksum
    std::uint64_t packed = 0;                ///< of the names with the packed size
    /// Of the names, odd; and the places times that. So the place that an archive begins
    /// at, which is known at its end only, can be added to all places at once. Their low
    /// 32 bits count: writers that know no Zip64 keep no more of a place.
    std::uint64_t weights = 0, places = 0;
    bool placed = true;
    Known known{};

    void add(const Sums& other);
  };
  struct Remembered {
    std::uint32_t crc;
    std::uint64_t packed, unpacked;
    std::uint64_t archive;  ///< number of the one that it came in
    Known known;
    std::uint64_t named_in = 0;  ///< number of the archive whose directory names it
  };
  [[nodiscard]] static Sums sums_of(const ZipEntry& entry, Known known);
  [[nodiscard]] static bool same_entries(const Sums& came, const Sums& directory);
  /// Are the places of `came` those of the directory, if the archive begins at `begin`?
  [[nodiscard]] bool same_places(const Sums& came, std::uint64_t begin) const;
  void compare(const ZipEntry& entry);
  [[nodiscard]] std::string difference(const Sums& came) const;

  Sums all_;        ///< that came, from the very beginning
  Sums since_;      ///< that came since the last directory
  Sums directory_;  ///< that this directory names
  std::uint64_t archive_ = 1;
  std::unordered_multimap<std::string, Remembered> remembered_;
  std::size_t remembered_bytes_ = 0;
  bool remembers_all_ = true;
  std::string missing_, changed_;  ///< the first of each, for the message
  bool in_parts_ = false;          ///< the directory names other parts than the first
};

}  // namespace semsite
