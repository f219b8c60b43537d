#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/packing.hpp"

namespace semsite::test {

/// One entry of a zip, stored; what differs from `name` and `bytes` makes it lie.
struct ZipItem {
  std::string name, bytes;
  unsigned flags = 0;
  unsigned method = 0;
  std::string extra{};
  std::string packed{};  ///< the data as it stands there; empty: `bytes`
};

inline std::string data_of(const ZipItem& item) {
  return item.packed.empty() ? item.bytes : item.packed;
}

/// PKWARE APPNOTE §4.3.7, with the data, and with §4.3.9 if the flags say so.
inline std::string zip_local(const ZipItem& item) {
  const std::string data = data_of(item);
  const bool streamed = (item.flags & 8U) != 0;
  const std::string facts =
      le(crc32(item.bytes), 4) + le(data.size(), 4) + le(item.bytes.size(), 4);
  return "PK\x03\x04" + le(20, 2) + le(item.flags, 2) + le(item.method, 2) + le(0, 4) +
         (streamed ? le(0, 12) : facts) + le(item.name.size(), 2) +
         le(item.extra.size(), 2) + item.name + item.extra + data +
         (streamed ? "PK\x07\x08" + facts : "");
}

/// §4.3.12.
inline std::string zip_named(const ZipItem& item, std::size_t offset) {
  return "PK\x01\x02" + le(20, 2) + le(20, 2) + le(item.flags, 2) + le(item.method, 2) +
         le(0, 4) + le(crc32(item.bytes), 4) + le(data_of(item).size(), 4) +
         le(item.bytes.size(), 4) + le(item.name.size(), 2) + le(0, 2) + le(0, 10) +
         le(offset, 4) + item.name;
}

/// §4.3.16.
inline std::string zip_end(std::size_t entries, std::size_t bytes, std::size_t offset,
                           const std::string& comment = {}) {
  return "PK\x05\x06" + le(0, 4) + le(entries, 2) + le(entries, 2) + le(bytes, 4) +
         le(offset, 4) + le(comment.size(), 2) + comment;
}

/// A zip in its parts, to be put together wrongly.
struct ZipParts {
  std::vector<std::string> entries{}, names{};
  std::size_t offset = 0;  ///< of the directory

  [[nodiscard]] std::string data() const { return join(entries); }
  [[nodiscard]] std::string directory() const { return join(names); }
  [[nodiscard]] std::string end(const std::string& comment = {}) const {
    return zip_end(names.size(), directory().size(), offset, comment);
  }
  [[nodiscard]] std::string whole(const std::string& comment = {}) const {
    return data() + directory() + end(comment);
  }

  static std::string join(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) out += part;
    return out;
  }
};

/// `start`: bytes before the first entry that offsets count.
inline ZipParts zip_parts(const std::vector<ZipItem>& items, std::size_t start = 0) {
  ZipParts parts{.offset = start};
  for (const ZipItem& item : items) {
    parts.names.push_back(zip_named(item, parts.offset));
    parts.entries.push_back(zip_local(item));
    parts.offset += parts.entries.back().size();
  }
  return parts;
}

inline const std::vector<ZipItem> kThree = {{.name = "a.nt", .bytes = "one\n"},
                                            {.name = "b.nt", .bytes = "two\n"},
                                            {.name = "c.nt", .bytes = "three\n"}};

}  // namespace semsite::test
