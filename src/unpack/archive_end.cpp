#include "unpack/archive_end.hpp"

#include <algorithm>
#include <cstddef>

#include "base/text.hpp"
#include "unpack/zip_checksum.hpp"
#include "unpack/zip_records.hpp"

namespace semsite {
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
