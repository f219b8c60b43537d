#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// The text of a page in UTF-8, line ends as LF.
struct DecodedPage {
  std::string text;
  std::string encoding;              ///< name of the one it came in, lower case
  bool guessed = false;              ///< nothing said it, and it may be wrong
  std::uint64_t replaced = 0;        ///< sequences that stand as U+FFFD
  std::uint64_t first_bad_line = 0;  ///< of the first of them
};

/// Tells the encoding of `bytes` and decodes them (HTML standard §13.2.3.2, Encoding
/// standard): byte order mark, `charset` of the media type, `meta` in the first 1,024
/// bytes or XML declaration, else UTF-8 if they are that (and not ISO-2022-JP), else what
/// `guess_charset` makes of them, else windows-1252. Total: every input gives a text.
[[nodiscard]] DecodedPage decode_page(std::string bytes, std::string_view media_type);

/// The encoding that bytes without any declaration look to be in, by the name that
/// `encoding_of` gives; empty if they may as well be windows-1252. Only for bytes that
/// are not UTF-8. Told by the bytes are those whose characters stand in runs beyond ASCII
/// (EUC-JP, EUC-KR, GB18030, Big5, Shift_JIS, KOI8-R, windows-1251), others by the
/// language that the page says it is in.
[[nodiscard]] std::string guess_charset(std::string_view bytes);

/// Are there the escapes of ISO-2022-JP, which are UTF-8 to others?
[[nodiscard]] bool looks_like_iso_2022_jp(std::string_view bytes);

}  // namespace semsite
