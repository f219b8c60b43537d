#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "unpack/zip_records.hpp"

namespace semsite {

/// Holds the entries of a zip that came against those that its directory names: number,
/// names, sizes and checksums of the data.
///
/// The directory stands at the end and in an order of its own, so both sides are summed
/// up by hashes with a key of this process, which need no memory for an entry. Names are
/// kept only while they are few, to say which one is missing.
class ZipLedger {
 public:
  ZipLedger();

  /// An entry that came, with what its data turned out to be. `known` off: sizes and
  /// checksum could not be found out (its data is damaged, which was told).
  void came(const ZipEntry& entry, bool known);

  /// An entry that the directory names.
  void named(const ZipEntry& entry);

  /// The directory, of `bytes` bytes, is closed by `end`. Returns what does not agree, as
  /// a sentence; empty if everything does. What comes next belongs to another archive
  /// behind this one, whose directory may name all entries from the very beginning or
  /// only those since.
  [[nodiscard]] std::string close(const ZipEnd& end, std::uint64_t bytes);

 private:
  struct Sums {
    std::uint64_t count = 0;
    std::uint64_t names = 0, names_too = 0;  ///< hashes of the names
    std::uint64_t facts = 0;                 ///< of the names with size and checksum
    bool known = true;

    void add(const Sums& other);
  };
  struct Remembered {
    std::uint32_t crc;
    std::uint64_t unpacked;
    std::uint64_t archive;  ///< number of the one that it came in
    bool known;
    std::uint64_t named_in = 0;  ///< number of the archive whose directory names it
  };
  [[nodiscard]] static Sums sums_of(const ZipEntry& entry, bool known);
  [[nodiscard]] static bool same_entries(const Sums& came, const Sums& directory);
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
};

}  // namespace semsite
