#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// The encoding that bytes without any declaration look to be in, by the name that
/// `encoding_of` gives; empty if they may as well be windows-1252. Only for bytes that
/// are not UTF-8. Told by the bytes are those whose characters stand in runs beyond ASCII
/// (EUC-JP, EUC-KR, GB18030, Big5, Shift_JIS, KOI8-R, windows-1251), others by the
/// language that the page says it is in.
[[nodiscard]] std::string guess_charset(std::string_view bytes);

/// Are there the escapes of ISO-2022-JP, which are UTF-8 to others?
[[nodiscard]] bool looks_like_iso_2022_jp(std::string_view bytes);

}  // namespace semsite
