#include "unpack/stub.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.hpp"
#include "semsite/limits.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/zip_records.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongestProgram = 16 * kMiB;
constexpr std::size_t kLongestScript = kMiB;

/// More than `begins_archive` looks at.
constexpr std::size_t kLook = 256;

bool is_program(std::string_view head) {
  constexpr std::array kMagics = {
      "\x7F"
      "ELF"sv,
      "\xFE\xED\xFA\xCE"sv,
      "\xFE\xED\xFA\xCF"sv,
      "\xCE\xFA\xED\xFE"sv,
      "\xCF\xFA\xED\xFE"sv,
      "\xCA\xFE\xBA\xBE"sv,  // Mach-O
  };
  // Text may begin with MZ; a program has zeros soon.
  return std::ranges::any_of(
             kMagics, [&](std::string_view magic) { return head.starts_with(magic); }) ||
         (head.starts_with("MZ") && head.find('\0') != std::string_view::npos);
}

bool is_called_archive(std::string_view name, std::string_view media_type) {
  name = name.substr(0, name.find_first_of("?#"));
  for (const std::string_view suffix :
       {".zip", ".jar", ".7z", ".rar", ".exe", ".sfx", ".run", ".bin"})
    if (ends_with_ignoring_case(name, suffix)) return true;
  for (const std::string_view type :
       {"application/zip", "application/x-zip-compressed", "application/java-archive",
        "application/x-7z-compressed", "application/vnd.rar",
        "application/x-rar-compressed"})
    if (media_type == type) return true;
  return false;
}

/// Programs hold such signatures as constants, so the rest of the header has to fit.
bool begins_zip(std::string_view bytes) {
  if (plausible_zip_record(bytes) != ZipRecord::entry) return false;
  const std::uint64_t name = zip_number(bytes, 26, 2);
  return name > 0 &&
         std::ranges::none_of(
             bytes.substr(kLocalHeaderBytes, std::min<std::uint64_t>(
                                                 name, bytes.size() - kLocalHeaderBytes)),
             [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

/// The header has a checksum of where the table of contents stands.
bool begins_7z(std::string_view bytes) {
  return bytes.size() >= 32 && bytes.starts_with("7z\xBC\xAF\x27\x1C\0"sv) &&
         zip_checksum(0, bytes.substr(12, 20)) == zip_number(bytes, 8, 4);
}

/// RAR 4: a main header of type 73 with its checksum; RAR 5: the same by CRC-32.
bool begins_rar(std::string_view bytes) {
  if (bytes.size() < 20) return false;
  if (bytes.starts_with("Rar!\x1A\x07\0"sv))
    return bytes[9] == '\x73' &&
           (zip_checksum(0, bytes.substr(9, 11)) & 0xFFFF) == zip_number(bytes, 7, 2);
  if (!bytes.starts_with("Rar!\x1A\x07\1\0"sv)) return false;
  const std::size_t size = static_cast<unsigned char>(bytes[12]) + std::size_t{1};
  return bytes.size() >= 12 + size &&
         zip_checksum(0, bytes.substr(12, size)) == zip_number(bytes, 8, 4);
}

}  // namespace

std::size_t stub_bound(std::string_view head, std::string_view name,
                       std::string_view media_type) {
  if (head.empty()) return 0;
  if (is_program(head) || is_called_archive(name, media_type)) return kLongestProgram;
  return head.starts_with("#!") ? kLongestScript : 0;
}

std::size_t find_archive(std::string_view bytes, std::size_t from) {
  std::size_t first = std::string_view::npos;
  const auto search = [&](std::string_view magic, bool (*begins)(std::string_view)) {
    for (std::size_t at = bytes.find(magic, from); at < first;
         at = bytes.find(magic, at + 1))
      if (begins(bytes.substr(at, kLook))) first = at;
  };
  search("PK\x03\x04", begins_zip);
  search("7z\xBC\xAF", begins_7z);
  search("Rar!", begins_rar);
  return first;
}

std::unique_ptr<ByteSource> without_stub(std::unique_ptr<ByteSource> source,
                                         std::size_t bound) {
  auto cursor = std::make_unique<ByteCursor>(std::move(source));
  std::size_t searched = 0;
  for (std::size_t wanted = kBlockBytes;; wanted *= 2) {
    const std::string_view bytes = cursor->peek(std::min(wanted, bound + kLook));
    const std::size_t at = find_archive(bytes, searched);
    if (at != std::string_view::npos) {
      (void)cursor->skip(at);
      break;
    }
    if (bytes.size() < wanted || wanted > bound) break;
    searched = bytes.size() - kLook;
  }
  return std::make_unique<CursorSource>(std::move(cursor));
}

}  // namespace semsite
