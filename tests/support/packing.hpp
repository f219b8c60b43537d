#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace semsite::test {

/// One thing to put into an archive.
struct Packed {
  std::string name;
  std::string bytes;
  unsigned kind = AE_IFREG;
  std::string link{};
};

using ArchiveWriter = std::unique_ptr<archive, int (*)(archive*)>;

inline void check(archive* a, int result) {
  if (result < ARCHIVE_WARN) throw std::runtime_error{archive_error_string(a)};
}

inline ArchiveWriter open_writer(int filter, int format, const char* options,
                                 std::string& out) {
  ArchiveWriter writer{archive_write_new(), archive_write_free};
  check(writer.get(), archive_write_add_filter(writer.get(), filter));
  check(writer.get(), archive_write_set_format(writer.get(), format));
  check(writer.get(), archive_write_set_options(writer.get(), options));
  archive_write_set_bytes_in_last_block(writer.get(), 1);
  check(writer.get(), archive_write_open2(
                          writer.get(), &out, nullptr,
                          [](archive*, void* to, const void* bytes, std::size_t size) {
                            static_cast<std::string*>(to)->append(
                                static_cast<const char*>(bytes), size);
                            return static_cast<la_ssize_t>(size);
                          },
                          nullptr, nullptr));
  return writer;
}

inline void add(archive* writer, const Packed& item) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry{
      archive_entry_new(), archive_entry_free};
  archive_entry_set_pathname(entry.get(), item.name.c_str());
  archive_entry_set_filetype(entry.get(), item.kind);
  archive_entry_set_perm(entry.get(), 0644);
  if (item.kind == AE_IFLNK) archive_entry_set_symlink(entry.get(), item.link.c_str());
  if (item.kind == AE_IFREG && !item.link.empty())
    archive_entry_set_hardlink(entry.get(), item.link.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(item.bytes.size()));
  check(writer, archive_write_header(writer, entry.get()));
  std::string_view rest = item.bytes;
  while (!rest.empty()) {
    const auto written = archive_write_data(writer, rest.data(), rest.size());
    if (written <= 0) throw std::runtime_error{"cannot write archive data"};
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// An archive of `items`, such as pack_archive(ARCHIVE_FORMAT_ZIP, …).
inline std::string pack_archive(int format, const std::vector<Packed>& items,
                                const char* options = nullptr) {
  std::string out;
  const ArchiveWriter writer = open_writer(ARCHIVE_FILTER_NONE, format, options, out);
  for (const Packed& item : items) add(writer.get(), item);
  check(writer.get(), archive_write_close(writer.get()));
  return out;
}

/// `bytes` as one compressed stream, such as pack_stream(ARCHIVE_FILTER_XZ, …).
inline std::string pack_stream(int filter, std::string_view bytes,
                               const char* options = nullptr) {
  std::string out;
  const ArchiveWriter writer = open_writer(filter, ARCHIVE_FORMAT_RAW, options, out);
  add(writer.get(), {.name = "data", .bytes = std::string{bytes}});
  check(writer.get(), archive_write_close(writer.get()));
  return out;
}

/// Text that compresses about as RDF does, the same in every run.
inline std::string sample_text(std::size_t size) {
  std::string out;
  std::uint32_t state = 12345;
  while (out.size() < size) {
    state = state * 1664525 + 1013904223;
    out += "<http://example.org/s" + std::to_string(state >> 20) +
           "> <http://example.org/p" + std::to_string(state % 7) + "> \"value " +
           std::to_string(state) + "\" .\n";
  }
  out.resize(size);
  return out;
}

inline std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

inline std::string le(std::uint64_t number, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i, number >>= 8) out += static_cast<char>(number & 0xFF);
  return out;
}

/// A deflate stream of one stored block (at most 65,535 bytes).
inline std::string stored_deflate(std::string_view bytes) {
  return '\x01' + le(bytes.size(), 2) + le(~bytes.size(), 2) + std::string{bytes};
}

/// A tar of one entry with the header that Unix V7 wrote: no magic, nothing behind the
/// link name, the checksum to match.
inline std::string as_v7_tar(std::string tar) {
  tar.replace(257, 512 - 257, 512 - 257, '\0');
  tar.replace(148, 8, 8, ' ');
  unsigned sum = 0;
  for (const char c : tar.substr(0, 512)) sum += static_cast<unsigned char>(c);
  for (std::size_t at = 153; at >= 148; --at, sum /= 8)
    tar[at] = static_cast<char>('0' + sum % 8);
  tar[154] = '\0';
  return tar;
}

}  // namespace semsite::test
