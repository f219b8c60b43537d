#include "unpack/zip_ledger.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/keyed_hash.hpp"

namespace semsite {
namespace {

constexpr std::size_t kRememberedEntries = 20'000;
constexpr std::size_t kRememberedBytes = 2 * 1024 * 1024;

/// Writers that know no Zip64 keep 32 bits of a size, also of one that needs more.
std::uint64_t low(std::uint64_t number) { return number & 0xFFFF'FFFF; }

std::string entries(std::uint64_t count) {
  return grouped(count) + (count == 1 ? " entry" : " entries");
}

bool is_same_size(std::uint64_t came, std::uint64_t named, bool wide) {
  return came == named || (!wide && low(came) == named);
}

/// Where the archive begins in all that came. Info-ZIP gives no place of the directory if
/// it writes Zip64 to a pipe.
std::uint64_t begin_of(const ZipEnd& end, std::uint64_t directory) {
  const bool unsaid = !end.wide && end.offset == 0xFFFF'FFFF;
  return unsaid ? 0 : directory - end.offset;
}

}  // namespace

ZipLedger::ZipLedger() = default;

void ZipLedger::Sums::add(const Sums& other) {
  count += other.count;
  names += other.names;
  names_too += other.names_too;
  facts += other.facts;
  packed += other.packed;
  weights += other.weights;
  places += other.places;
  placed = placed && other.placed;
  known.data = known.data && other.known.data;
  known.packed = known.packed && other.known.packed;
}

ZipLedger::Sums ZipLedger::sums_of(const ZipEntry& entry, Known known) {
  const std::uint64_t name = keyed_hash(entry.name);
  std::uint64_t facts = keyed_hash(name, entry.crc);
  facts = keyed_hash(facts, low(entry.unpacked));
  const std::uint64_t weight = keyed_hash(entry.name, 2) | 1;
  return {.count = 1,
          .names = name,
          .names_too = keyed_hash(entry.name, 1),
          .facts = facts,
          .packed = keyed_hash(keyed_hash(name, 3), low(entry.packed)),
          .weights = weight,
          .places = weight * entry.place,
          .placed = entry.place != std::string_view::npos,
          .known = known};
}

bool ZipLedger::same_entries(const Sums& came, const Sums& directory) {
  return came.count == directory.count && came.names == directory.names &&
         came.names_too == directory.names_too &&
         (!came.known.data || came.facts == directory.facts) &&
         (!came.known.packed || came.packed == directory.packed);
}

bool ZipLedger::same_places(const Sums& came, std::uint64_t begin) const {
  return !came.placed ||
         low(came.places) == low(directory_.places + begin * directory_.weights);
}

void ZipLedger::came(const ZipEntry& entry, Known known) {
  const Sums one = sums_of(entry, known);
  all_.add(one);
  since_.add(one);
  if (!remembers_all_) return;
  if (remembered_.size() >= kRememberedEntries ||
      remembered_bytes_ + entry.name.size() >= kRememberedBytes) {
    remembers_all_ = false;
    remembered_.clear();
    return;
  }
  remembered_bytes_ += entry.name.size();
  remembered_.emplace(entry.name, Remembered{.crc = entry.crc,
                                             .packed = entry.packed,
                                             .unpacked = entry.unpacked,
                                             .archive = archive_,
                                             .known = known});
}

void ZipLedger::named(const ZipEntry& entry) {
  directory_.add(sums_of(entry, {}));
  // All ones: its number stands in the Zip64 field, for whoever has so many parts.
  in_parts_ = in_parts_ || (entry.disk != 0 && entry.disk != 0xFFFF);
  if (remembers_all_ && (missing_.empty() || changed_.empty())) compare(entry);
}

void ZipLedger::compare(const ZipEntry& entry) {
  const auto [first, last] = remembered_.equal_range(entry.name);
  Remembered* other = nullptr;
  for (auto it = first; it != last; ++it) {
    Remembered& came = it->second;
    if (came.named_in == archive_) continue;
    const bool same_data =
        !came.known.data || (came.crc == entry.crc &&
                             is_same_size(came.unpacked, entry.unpacked, entry.wide));
    if (same_data &&
        (!came.known.packed || is_same_size(came.packed, entry.packed, entry.wide))) {
      came.named_in = archive_;
      return;
    }
    other = &came;
  }
  if (other != nullptr) {
    other->named_in = archive_;
    if (changed_.empty())
      changed_ = fmt::format(
          "entry {} came with {} bytes (checksum {:08x}), packed {}, its directory says "
          "{} ({:08x}), packed {}",
          printable_name(entry.name), grouped(other->unpacked), other->crc,
          grouped(other->packed), grouped(entry.unpacked), entry.crc,
          grouped(entry.packed));
  } else if (missing_.empty()) {
    missing_ = printable_name(entry.name);
  }
}

std::string ZipLedger::difference(const Sums& came) const {
  std::string out = fmt::format("its directory names {}, {} came",
                                entries(directory_.count), grouped(came.count));
  if (!remembers_all_) return out;
  if (!missing_.empty()) out += fmt::format("; {} is missing", missing_);
  for (const auto& [name, entry] : remembered_) {
    if (entry.named_in == archive_ || (entry.archive != archive_ && &came == &since_))
      continue;
    out += fmt::format("; the directory does not name {}, which was read",
                       printable_name(name));
    break;
  }
  if (!changed_.empty()) out += "; " + changed_;
  return out;
}

std::string ZipLedger::close(const ZipEnd& end, const Directory& directory) {
  std::string problem;
  const std::uint64_t bits = end.wide ? ~std::uint64_t{0} : 0xFFFF'FFFF;
  const std::uint64_t count_bits = end.wide ? ~std::uint64_t{0} : 0xFFFF;
  if (!same_entries(since_, directory_) && !same_entries(all_, directory_)) {
    // What it names more than came since the last one must be older.
    problem = difference(directory_.count > since_.count ? all_ : since_);
  } else if (end.entries != (directory_.count & count_bits)) {
    problem = fmt::format("its end counts {}, {} came", entries(end.entries),
                          grouped(directory_.count));
  } else if (end.torn) {
    problem = "its two ends (APPNOTE 4.3.14 and 4.3.16) contradict each other";
  } else if (end.bytes != (directory.bytes & bits)) {
    problem = fmt::format("its end gives the directory {} bytes, {} came",
                          grouped(end.bytes), grouped(directory.bytes));
  } else if (directory.joined) {
    // What it says of places and parts was true of the parts.
  } else if (end.disk != 0 || end.directory_disk != 0 || in_parts_) {
    problem = "it says that it is one part of several";
  } else if (end.here != end.entries) {
    problem = fmt::format("its end says that {} of its {} are in this part",
                          grouped(end.here), entries(end.entries));
  } else if (const std::uint64_t begin = begin_of(end, directory.place);
             !same_places(since_, begin) && !same_places(all_, begin)) {
    problem = "its directory says that entries stand elsewhere than where they came";
  }
  directory_ = {};
  since_ = {};
  ++archive_;
  missing_.clear();
  changed_.clear();
  in_parts_ = false;
  return problem;
}

}  // namespace semsite
