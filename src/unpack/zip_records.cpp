#include "unpack/zip_records.hpp"

#include <isa-l/crc.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "base/text.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kNoRoom32 = 0xFFFF'FFFF;
constexpr std::uint64_t kNoRoom16 = 0xFFFF;

/// APPNOTE §4.4.5, with what others have added.
bool is_method(std::uint64_t method) {
  return method <= 20 || (method >= 91 && method <= 99);
}

/// The field `id` among the extra fields (APPNOTE §4.5); empty if there is none.
std::string_view extra_field(std::string_view extra, std::uint64_t id) {
  while (extra.size() >= 4) {
    const std::uint64_t size = zip_number(extra, 2, 2);
    if (size > extra.size() - 4) return {};
    if (zip_number(extra, 0, 2) == id) return extra.substr(4, size);
    extra.remove_prefix(4 + size);
  }
  return {};
}

/// §4.5.3: the values that have no room in the header, in this order.
void widen(ZipEntry& entry, std::string_view extra) {
  std::string_view field = extra_field(extra, 0x0001);
  entry.wide = !field.empty();
  for (std::uint64_t* value : {&entry.unpacked, &entry.packed, &entry.place}) {
    if (*value != kNoRoom32 || field.size() < 8) continue;
    *value = zip_number(field, 0, 8);
    field.remove_prefix(8);
  }
}

}  // namespace

std::uint64_t zip_number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i > 0; --i)
    number = number << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
  return number;
}

ZipRecord zip_record_at(std::string_view bytes) {
  const std::string_view signature = bytes.substr(0, 4);
  if (signature == "PK\x03\x04"sv) return ZipRecord::entry;
  if (signature == "PK\x01\x02"sv) return ZipRecord::directory_entry;
  if (signature == "PK\x06\x08"sv) return ZipRecord::extra_data;
  if (signature == "PK\x05\x05"sv) return ZipRecord::signature;
  if (signature == "PK\x06\x06"sv) return ZipRecord::wide_end;
  if (signature == "PK\x06\x07"sv) return ZipRecord::wide_locator;
  if (signature == "PK\x05\x06"sv) return ZipRecord::end;
  return ZipRecord::none;
}

ZipRecord plausible_zip_record(std::string_view bytes) {
  const ZipRecord record = zip_record_at(bytes);
  const auto fits = [&](std::size_t fixed, std::size_t version, std::size_t method,
                        std::size_t name) {
    if (bytes.size() < fixed) return false;
    const std::uint64_t name_size = zip_number(bytes, name, 2);
    const std::string_view begin =
        bytes.substr(fixed, std::min<std::uint64_t>(name_size, bytes.size() - fixed));
    return static_cast<unsigned char>(bytes[version]) <= 63 &&
           is_method(zip_number(bytes, method, 2)) && name_size <= 4096 &&
           begin.find('\0') == std::string_view::npos;
  };
  switch (record) {
    case ZipRecord::entry:
      return fits(kLocalHeaderBytes, 4, 8, 26) ? record : ZipRecord::none;
    case ZipRecord::directory_entry:
      return fits(kDirectoryHeaderBytes, 6, 10, 28) ? record : ZipRecord::none;
    case ZipRecord::wide_end:
      return bytes.size() >= kWideEndBytes && zip_number(bytes, 4, 8) < 65'536
                 ? record
                 : ZipRecord::none;
    case ZipRecord::end:
      return bytes.size() >= kZipEndBytes &&
                     zip_number(bytes, 8, 2) <= zip_number(bytes, 10, 2)
                 ? record
                 : ZipRecord::none;
    default:
      return ZipRecord::none;
  }
}

std::size_t directory_header_size(std::string_view bytes) {
  return kDirectoryHeaderBytes + zip_number(bytes, 28, 2) + zip_number(bytes, 30, 2) +
         zip_number(bytes, 32, 2);
}

ZipEntry read_local_header(std::string_view bytes) {
  const std::size_t place = bytes.find("PK\x03\x04"sv);
  bytes.remove_prefix(std::min(place, bytes.size()));
  if (bytes.size() < kLocalHeaderBytes) return {.place = std::string_view::npos};
  const std::uint64_t name =
      std::min<std::uint64_t>(zip_number(bytes, 26, 2), bytes.size() - kLocalHeaderBytes);
  ZipEntry entry{.name = std::string{bytes.substr(kLocalHeaderBytes, name)},
                 .flags = static_cast<unsigned>(zip_number(bytes, 6, 2)),
                 .method = static_cast<unsigned>(zip_number(bytes, 8, 2)),
                 .crc = static_cast<std::uint32_t>(zip_number(bytes, 14, 4)),
                 .packed = zip_number(bytes, 18, 4),
                 .unpacked = zip_number(bytes, 22, 4)};
  const std::string_view extra =
      bytes.substr(kLocalHeaderBytes + name, zip_number(bytes, 28, 2));
  widen(entry, extra);
  entry.place = place;
  return entry;
}

ZipEntry read_directory_header(std::string_view bytes) {
  const std::uint64_t name = zip_number(bytes, 28, 2);
  ZipEntry entry{.name = std::string{bytes.substr(kDirectoryHeaderBytes, name)},
                 .flags = static_cast<unsigned>(zip_number(bytes, 8, 2)),
                 .method = static_cast<unsigned>(zip_number(bytes, 10, 2)),
                 .crc = static_cast<std::uint32_t>(zip_number(bytes, 16, 4)),
                 .packed = zip_number(bytes, 20, 4),
                 .unpacked = zip_number(bytes, 24, 4),
                 .place = zip_number(bytes, 42, 4),
                 .disk = static_cast<std::uint32_t>(zip_number(bytes, 34, 2))};
  widen(entry, bytes.substr(kDirectoryHeaderBytes + name, zip_number(bytes, 30, 2)));
  return entry;
}

std::optional<std::uint64_t> packed_before_descriptor(std::string_view bytes,
                                                      std::uint64_t size,
                                                      const ZipEntry& entry) {
  for (const std::size_t width : {4U, 8U}) {
    for (const std::size_t mark : {4U, 0U}) {
      const std::size_t length = mark + 4 + 2 * width;
      if (length > bytes.size() || length > size) continue;
      const std::string_view at = bytes.substr(bytes.size() - length);
      if (mark != 0 && !at.starts_with("PK\x07\x08"sv)) continue;
      const std::uint64_t room = width == 8 ? ~std::uint64_t{0} : kNoRoom32;
      if (zip_number(at, mark, 4) == entry.crc &&
          zip_number(at, mark + 4, width) == ((size - length) & room) &&
          zip_number(at, mark + 4 + width, width) == (entry.unpacked & room))
        return size - length;
    }
  }
  return std::nullopt;
}

ZipEnd read_zip_end(std::string_view bytes) {
  return {.entries = zip_number(bytes, 10, 2),
          .bytes = zip_number(bytes, 12, 4),
          .offset = zip_number(bytes, 16, 4),
          .disk = static_cast<std::uint32_t>(zip_number(bytes, 4, 2)),
          .directory_disk = static_cast<std::uint32_t>(zip_number(bytes, 6, 2)),
          .here = zip_number(bytes, 8, 2),
          .comment = zip_number(bytes, 20, 2)};
}

ZipEnd read_wide_end(std::string_view bytes) {
  return {.entries = zip_number(bytes, 32, 8),
          .bytes = zip_number(bytes, 40, 8),
          .offset = zip_number(bytes, 48, 8),
          .disk = static_cast<std::uint32_t>(zip_number(bytes, 16, 4)),
          .directory_disk = static_cast<std::uint32_t>(zip_number(bytes, 20, 4)),
          .here = zip_number(bytes, 24, 8),
          .wide = true};
}

ZipEnd join_ends(ZipEnd end, const std::optional<ZipEnd>& wide) {
  if (!wide) return end;
  const auto join = [&](std::uint64_t& narrow, std::uint64_t full, std::uint64_t room) {
    end.torn = end.torn || (narrow != room && narrow != full);
    narrow = full;
  };
  join(end.entries, wide->entries, kNoRoom16);
  join(end.here, wide->here, kNoRoom16);
  join(end.bytes, wide->bytes, kNoRoom32);
  join(end.offset, wide->offset, kNoRoom32);
  if (end.disk == kNoRoom16) end.disk = wide->disk;
  if (end.directory_disk == kNoRoom16) end.directory_disk = wide->directory_disk;
  end.wide = true;
  return end;
}

std::uint32_t zip_checksum(std::uint32_t before, std::string_view bytes) {
  // The interface lacks the const of the buffer in some versions.
  return crc32_gzip_refl(
      before,
      const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(bytes.data())),
      bytes.size());
}

namespace {

constexpr std::size_t kTarBlock = 512;

/// What to search for, and where it stands in a head that `sniff_packing` knows.
struct Magic {
  std::string_view text;
  std::size_t at;
};

Magic magic_of(Packing packing) {
  switch (packing) {
    case Packing::tar:
      return {.text = "ustar", .at = 257};
    case Packing::rar:
      return {.text = "Rar!", .at = 0};
    case Packing::seven_zip:
      return {.text = "7z\xBC\xAF", .at = 0};
    default:
      return {.text = "0707", .at = 0};
  }
}

}  // namespace

bool is_end_of_tar(std::string_view last) {
  return last.size() >= kTarBlock &&
         std::ranges::all_of(last.substr(last.size() - kTarBlock),
                             [](char c) { return c == '\0'; });
}

bool is_later_volume_of_tar(std::string_view headers) {
  constexpr std::size_t kNameBytes = 100, kTypeAt = 156;
  if (headers.size() < kTarBlock) return false;
  const std::string_view last = headers.substr(headers.size() - kTarBlock);
  if (last[kTypeAt] == 'M') return true;
  // Of the extended headers that stand before it.
  for (const std::string_view key : {"GNU.volume.filename=", "GNU.volume.offset="})
    if (headers.substr(0, headers.size() - kTarBlock).find(key) != std::string_view::npos)
      return true;
  if (headers[kTypeAt] != 'V') return false;
  std::string_view label = headers.substr(0, kNameBytes);
  label = label.substr(0, label.find('\0'));
  constexpr std::string_view kVolume = " Volume ";
  const std::size_t mark = label.rfind(kVolume);
  if (mark == std::string_view::npos) return false;
  const auto number = parse_uint(label.substr(mark + kVolume.size()));
  return number && *number > 1;
}

RarEnd end_of_rar(std::string_view last) {
  constexpr std::size_t kShortest = 7, kLongest = 32;
  for (std::size_t size = kShortest; size <= std::min(kLongest, last.size()); ++size) {
    const std::string_view record = last.substr(last.size() - size);
    // RAR 4: checksum (16 bits), type, flags, size.
    if (record[2] == '\x7B' && zip_number(record, 5, 2) == size &&
        (zip_checksum(0, record.substr(2)) & 0xFFFF) == zip_number(record, 0, 2))
      return (zip_number(record, 3, 2) & 1) != 0 ? RarEnd::more : RarEnd::last;
    // RAR 5: checksum, size, type, flags, flags of the end.
    if (record.size() >= 8 && static_cast<unsigned char>(record[4]) + 5U == size &&
        record[5] == '\5' &&
        zip_checksum(0, record.substr(4)) == zip_number(record, 0, 4))
      return (static_cast<unsigned char>(record[7]) & 1U) != 0 ? RarEnd::more
                                                               : RarEnd::last;
  }
  return RarEnd::none;
}

Behind pass_to_archive(ByteCursor& cursor, Packing packing) {
  const Magic magic = magic_of(packing);
  const std::uint64_t start = cursor.position();
  Behind passed;
  for (;;) {
    const std::string_view bytes = cursor.at_hand();
    const std::size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
    if (bytes.empty()) return passed;
    if (zeros > 0) {
      (void)cursor.skip(zeros);
      continue;
    }
    const std::string_view head = cursor.peek(2 * kSniffBytes);
    if (sniff_packing(head) == packing) return passed;
    passed.broken = passed.broken || (head.size() > magic.at &&
                                      head.substr(magic.at).starts_with(magic.text));
    // On to where one may begin: at its magic, or (old tars have none) at the next block.
    std::size_t step = head.size();
    if (packing == Packing::tar)
      step = std::min<std::uint64_t>(step,
                                     kTarBlock - (cursor.position() - start) % kTarBlock);
    const std::size_t found = head.find(magic.text, magic.at + 1);
    if (found != std::string_view::npos)
      step = std::min(step, found - magic.at);
    else if (head.size() > 2 * magic.text.size() + magic.at)
      step = std::min(step, head.size() - magic.text.size() - magic.at);
    (void)cursor.skip(step);
    passed.bytes += step;
  }
}

}  // namespace semsite
