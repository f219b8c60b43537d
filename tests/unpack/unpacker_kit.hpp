#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semsite/errors.hpp"
#include "semsite/limits.hpp"
#include "support/drain.hpp"
#include "support/packing.hpp"
#include "unpack/unpacker.hpp"

namespace semsite::test {

/// What came of one document, or of a call of next() that threw.
struct Got {
  std::string name{}, hint{}, text{}, error{}, message{};
};

/// Name and text as one line, and the error if there was one.
inline std::string line(const Got& got) {
  std::string out = got.name + '=' + got.text;
  if (!got.error.empty()) out += '!' + got.error;
  return out;
}

inline std::vector<Got> unpack_all(Unpacker& unpacker) {
  std::vector<Got> all;
  for (int calls = 0; calls < 100'000; ++calls) {
    try {
      std::optional<Entry> entry = unpacker.next();
      if (!entry) return all;
      Drained got = drain(*entry->bytes);
      all.push_back({entry->name, entry->hint, std::move(got.text), std::move(got.error),
                     std::move(got.message)});
    } catch (const DocumentError& error) {
      all.push_back({.error = error.code(), .message = error.what()});
    }
  }
  ADD_FAILURE() << "next() does not come to an end";
  return all;
}

inline std::vector<Got> unpack(std::string packed, const std::string& name = "dump",
                               const Limits& limits = {}, std::size_t step = 4096) {
  Unpacker unpacker{memory(std::move(packed), step), name, limits};
  return unpack_all(unpacker);
}

inline std::vector<std::string> lines(const std::vector<Got>& all) {
  std::vector<std::string> out;
  for (const Got& got : all) out.push_back(line(got));
  return out;
}

inline std::vector<std::string> lines_of(std::string packed, const Limits& limits = {}) {
  return lines(unpack(std::move(packed), "dump", limits));
}

inline const std::vector<Packed> kTwo = {{.name = "a.nt", .bytes = "one\n"},
                                         {.name = "b/c.ttl", .bytes = "two\n"}};

/// A RAR 1.5 archive of one stored file.
inline std::string stored_rar(std::string_view name, std::string_view bytes) {
  const auto header = [](const std::string& rest) {
    return le(crc32(rest) & 0xFFFF, 2) + rest;
  };
  std::string out{"Rar!\x1A\x07\0", 7};
  out += header('\x73' + le(0, 2) + le(13, 2) + le(0, 6));
  out += header('\x74' + le(0x8000, 2) + le(32 + name.size(), 2) + le(bytes.size(), 4) +
                le(bytes.size(), 4) + '\x03' + le(crc32(bytes), 4) + le(0, 4) + '\x14' +
                '\x30' + le(name.size(), 2) + le(0100644, 4) + std::string{name});
  out += bytes;
  return out + header('\x7B' + le(0x4000, 2) + le(7, 2));
}

/// One stored zip entry with all its records; `flags` as in APPNOTE §4.4.4.
inline std::string stored_zip(std::string_view name, std::string_view bytes,
                              unsigned flags) {
  const std::string common = le(flags, 2) + le(0, 2) + le(0, 4) + le(crc32(bytes), 4) +
                             le(bytes.size(), 4) + le(bytes.size(), 4) +
                             le(name.size(), 2) + le(0, 2);
  std::string out =
      "PK\x03\x04" + le(20, 2) + common + std::string{name} + std::string{bytes};
  const std::string directory =
      "PK\x01\x02" + le(20, 2) + le(20, 2) + common + le(0, 14) + std::string{name};
  return out + directory + "PK\x05\x06" + le(0, 4) + le(1, 2) + le(1, 2) +
         le(directory.size(), 4) + le(out.size(), 4) + le(0, 2);
}

}  // namespace semsite::test
