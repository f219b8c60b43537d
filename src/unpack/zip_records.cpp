#include "unpack/zip_records.hpp"

#include <algorithm>
#include <initializer_list>

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

}  // namespace semsite
