#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>

namespace semsite::test {

/// The content of a compressed file, all its streams one after another.
inline std::string unpacked(const std::string& path) {
  const std::unique_ptr<archive, int (*)(archive*)> in{archive_read_new(),
                                                       archive_read_free};
  archive_read_support_filter_all(in.get());
  archive_read_support_format_raw(in.get());
  archive_read_support_format_empty(in.get());
  if (archive_read_open_filename(in.get(), path.c_str(), 65536) != ARCHIVE_OK)
    return archive_error_string(in.get());
  archive_entry* entry = nullptr;
  if (archive_read_next_header(in.get(), &entry) != ARCHIVE_OK) return "";
  std::string text;
  std::array<char, 65536> buffer{};
  for (;;) {
    const la_ssize_t got = archive_read_data(in.get(), buffer.data(), buffer.size());
    if (got < 0) return archive_error_string(in.get());
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace semsite::test
