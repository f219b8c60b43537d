#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// The encoding that bytes without any declaration look to be in, by the name that
/// `encoding_of` gives; empty if they may as well be windows-1252. Only for bytes that
/// are not UTF-8. Told are those whose characters stand in runs beyond ASCII: EUC-JP,
/// EUC-KR, GB18030, Big5, Shift_JIS, KOI8-R, windows-1251.
[[nodiscard]] std::string guess_charset(std::string_view bytes);

/// Do characters beyond ASCII stand in runs, as they hardly do in Western texts?
[[nodiscard]] bool looks_unlike_western(std::string_view bytes);

}  // namespace semsite
