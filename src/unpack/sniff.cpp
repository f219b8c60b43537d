#include "unpack/sniff.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "unpack/byte_sum.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

/// `BZh`, the block size, then the magic of a block (pi) or, for no data at all, of the
/// end (square root of pi).
bool is_bzip2(std::string_view head) {
  if (head.size() < 10 || !head.starts_with("BZh") || head[3] < '1' || head[3] > '9')
    return false;
  const std::string_view magic = head.substr(4, 6);
  return magic == "1AY&SY"sv || magic == "\x17\x72\x45\x38\x50\x90"sv;
}

/// .lzma has no magic: properties (`5D` unless somebody tuned them), a dictionary size,
/// the size of the contents or all ones, and a range coder that starts with zero.
bool is_lzma(std::string_view head) {
  if (head.size() < 14 || head[0] != '\x5D' || head[13] != '\0') return false;
  const std::uint64_t dictionary = little_endian(head.substr(1, 4));
  const bool round =
      dictionary == 0xFFFF'FFFF || (dictionary & (dictionary - 1)) == 0 ||
      (dictionary % 3 == 0 && ((dictionary / 3) & (dictionary / 3 - 1)) == 0);
  if (dictionary < 4096 || !round) return false;
  const std::uint64_t size = little_endian(head.substr(5, 8));
  return size == ~std::uint64_t{0} || size < std::uint64_t{1} << 48;
}

/// `1F 9D`, then 9 to 16 bits a code and two bits that are never set.
bool is_compress(std::string_view head) {
  if (head.size() < 3 || !head.starts_with("\x1F\x9D"sv)) return false;
  const auto flags = static_cast<unsigned char>(head[2]);
  return (flags & 0x60) == 0 && (flags & 0x1F) >= 9 && (flags & 0x1F) <= 16;
}

/// LZ4 and Zstandard share their skippable frames; the first frame behind them tells.
std::optional<Packing> frame_packing(std::string_view head) {
  bool skipped = false;
  while (head.size() >= 4) {
    const std::uint64_t magic = little_endian(head.substr(0, 4));
    if (magic == 0xFD2FB528) return Packing::zstd;
    if (magic == 0x184D2204 || magic == 0x184C2102) return Packing::lz4;
    if ((magic & 0xFFFFFFF0) != 0x184D2A50 || head.size() < 8) break;
    skipped = true;
    const std::uint64_t size = 8 + little_endian(head.substr(4, 4));
    if (size > head.size()) break;
    head.remove_prefix(size);
  }
  if (skipped) return Packing::zstd;  // pzstd writes such frames first
  return std::nullopt;
}

bool is_zip(std::string_view head) {
  constexpr std::array kMagics = {
      "PK\x03\x04"sv,            // an entry
      "PK\x01\x02"sv,            // the directory: the entries are lost
      "PK\x05\x06"sv,            // the end: no entries
      "PK\x06\x06"sv,            // the same for Zip64
      "PK\x07\x08PK\x03\x04"sv,  // split, and put together again
      "PK00PK\x03\x04"sv,        // could have been split, was not
  };
  return std::ranges::any_of(
      kMagics, [&](std::string_view magic) { return head.starts_with(magic); });
}

/// A tar number: octal digits between spaces, ended by a space, NUL or the field.
std::optional<std::uint64_t> octal(std::string_view field) {
  while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
  std::uint64_t number = 0;
  std::size_t digits = 0;
  while (digits < field.size() && field[digits] >= '0' && field[digits] <= '7')
    number = number * 8 + static_cast<std::uint64_t>(field[digits++] - '0');
  if (digits == 0) return std::nullopt;
  return number;
}

/// By checksum, which is right in every tar; the magic at 257 came only with POSIX.
bool is_tar(std::string_view head) {
  if (head.size() < 512) return false;
  const std::optional<std::uint64_t> stored = octal(head.substr(148, 8));
  if (!stored || head[0] == '\0') return false;
  // The field itself counts as spaces. Some old writers added signed characters.
  std::uint64_t sum = 0;
  std::int64_t signed_sum = 0;
  for (std::size_t i = 0; i < 512; ++i) {
    const char c = i >= 148 && i < 156 ? ' ' : head[i];
    sum += static_cast<unsigned char>(c);
    signed_sum += static_cast<signed char>(c);
  }
  return *stored == sum || static_cast<std::int64_t>(*stored) == signed_sum;
}

/// Text headers by their magic; the old binary one is two bytes, so its fields must fit.
bool is_cpio(std::string_view head) {
  if (head.starts_with("070701") || head.starts_with("070702"))
    return std::ranges::all_of(head.substr(6, 16), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
  if (head.starts_with("070707"))
    return std::ranges::all_of(head.substr(6, 16),
                               [](char c) { return c >= '0' && c <= '7'; });
  if (head.size() < 27) return false;
  const bool little = head.starts_with("\xC7\x71"sv);
  if (!little && !head.starts_with("\x71\xC7"sv)) return false;
  const std::size_t name_size =
      static_cast<unsigned char>(head[little ? 20 : 21]) +
      (static_cast<std::size_t>(static_cast<unsigned char>(head[little ? 21 : 20])) << 8);
  if (name_size < 2 || name_size > 4096) return false;
  const std::size_t name_end = 26 + name_size - 1;
  const std::string_view name = head.substr(26, name_size - 1);
  return name.find('\0') == std::string_view::npos &&
         (name_end >= head.size() || head[name_end] == '\0');
}

}  // namespace

Packing sniff_packing(std::string_view head) {
  if (head.starts_with("\x1F\x8B"sv)) return Packing::gzip;
  if (head.starts_with("\xFD"
                       "7zXZ\0"sv))
    return Packing::xz;
  if (const auto packing = frame_packing(head)) return *packing;
  if (is_bzip2(head)) return Packing::bzip2;
  if (is_zip(head)) return Packing::zip;
  if (head.starts_with("7z\xBC\xAF\x27\x1C"sv)) return Packing::seven_zip;
  if (head.starts_with("Rar!\x1A\x07\x00"sv) ||
      head.starts_with("Rar!\x1A\x07\x01\x00"sv))
    return Packing::rar;
  if (is_compress(head)) return Packing::compress;
  if (is_tar(head)) return Packing::tar;
  if (is_cpio(head)) return Packing::cpio;
  if (is_lzma(head)) return Packing::lzma;
  return Packing::none;
}

bool is_archive(Packing packing) { return packing >= Packing::zip; }

bool is_document_in_zip(std::string_view head) {
  // The header of the first file (APPNOTE §4.3.7): the length of its name at 26.
  constexpr std::size_t kNameAt = 30;
  if (!head.starts_with("PK\x03\x04"sv) || head.size() < kNameAt) return false;
  const std::string_view name =
      head.substr(kNameAt, static_cast<std::size_t>(little_endian(head.substr(26, 2))));
  constexpr std::array kFirst = {"[Content_Types].xml"sv,
                                 "_rels/"sv,
                                 "docProps/"sv,
                                 "word/"sv,
                                 "xl/"sv,
                                 "ppt/"sv,
                                 "META-INF/MANIFEST.MF"sv,
                                 "AndroidManifest.xml"sv};
  // OpenDocument and EPUB say what they are in a file that is not packed.
  return name == "mimetype" || std::ranges::any_of(kFirst, [&](std::string_view one) {
           return name.starts_with(one);
         });
}

std::string_view packing_name(Packing packing) {
  switch (packing) {
    case Packing::none:
      return "none";
    case Packing::gzip:
      return "gzip";
    case Packing::bzip2:
      return "bzip2";
    case Packing::xz:
      return "xz";
    case Packing::lzma:
      return "lzma";
    case Packing::zstd:
      return "zstd";
    case Packing::lz4:
      return "lz4";
    case Packing::compress:
      return "compress";
    case Packing::zip:
      return "zip";
    case Packing::seven_zip:
      return "7z";
    case Packing::tar:
      return "tar";
    case Packing::cpio:
      return "cpio";
    case Packing::rar:
      return "rar";
  }
  return "none";
}

namespace {

/// "a.7z.001": one of the volumes that a file was cut into.
bool is_numbered(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos && dot > 0 && name.size() - dot == 4 &&
         std::ranges::all_of(name.substr(dot + 1), is_digit);
}

}  // namespace

std::string without_packing_suffix(std::string_view name) {
  struct Suffix {
    std::string_view from, to;
  };
  constexpr std::array kSuffixes = {
      Suffix{".gz", ""},      Suffix{".gzip", ""},    Suffix{".bz2", ""},
      Suffix{".bzip2", ""},   Suffix{".xz", ""},      Suffix{".lzma", ""},
      Suffix{".zst", ""},     Suffix{".zstd", ""},    Suffix{".lz4", ""},
      Suffix{".z", ""},       Suffix{".lz", ""},      Suffix{".br", ""},
      Suffix{".lzo", ""},     Suffix{".lrz", ""},     Suffix{".tgz", ".tar"},
      Suffix{".taz", ".tar"}, Suffix{".tbz", ".tar"}, Suffix{".tbz2", ".tar"},
      Suffix{".txz", ".tar"}, Suffix{".tlz", ".tar"}, Suffix{".tzst", ".tar"},
  };
  for (const Suffix& suffix : kSuffixes) {
    if (name.size() > suffix.from.size() && ends_with_ignoring_case(name, suffix.from)) {
      name.remove_suffix(suffix.from.size());
      return std::string{name}.append(suffix.to);
    }
  }
  return std::string{name};
}

std::string inner_name(std::string_view name) {
  // Not ".asc" and ".sig": these are mostly signatures of what stands beside them.
  constexpr std::array<std::string_view, 6> kSealed{".gpg", ".pgp", ".age",
                                                    ".enc", ".aes", ".p7m"};
  constexpr int kMostSuffixes = 4;
  std::string out{name};
  for (int depth = 0; depth < kMostSuffixes; ++depth) {
    const std::size_t before = out.size();
    for (const std::string_view suffix : kSealed)
      if (out.size() > suffix.size() && ends_with_ignoring_case(out, suffix))
        out.resize(out.size() - suffix.size());
    if (is_numbered(out)) out.resize(out.rfind('.'));
    out = without_packing_suffix(out);
    if (out.size() == before) break;
  }
  return out;
}

bool is_called_archive(std::string_view name) {
  constexpr std::array<std::string_view, 4> kArchives{".zip", ".7z", ".rar", ".tar"};
  const std::string plain = without_packing_suffix(name);
  return std::ranges::any_of(kArchives, [&](std::string_view suffix) {
    return ends_with_ignoring_case(plain, suffix);
  });
}

bool is_called_volume(std::string_view name) {
  constexpr std::array<std::string_view, 9> kPackings{
      ".7z", ".zip", ".rar", ".tar", ".gz", ".bz2", ".xz", ".zst", ".tgz"};
  if (is_numbered(name)) {
    name.remove_suffix(name.size() - name.rfind('.'));
    return std::ranges::any_of(kPackings, [&](std::string_view suffix) {
      return ends_with_ignoring_case(name, suffix);
    });
  }
  // "a.z01", "a.r00": of zip and of old rar.
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || name.size() - dot != 4) return false;
  const char kind = name[dot + 1];
  return (kind == 'z' || kind == 'Z' || kind == 'r' || kind == 'R') &&
         is_digit(name[dot + 2]) && is_digit(name[dot + 3]);
}

}  // namespace semsite
