#include "markup/charset_guess.hpp"

#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "base/text.hpp"
#include "markup/html_charset.hpp"

namespace semsite {
namespace {

/// More tells nothing new, and costs time.
constexpr std::size_t kBytesRead = 256 * 1024;
/// The tag `html` stands in these.
constexpr std::size_t kHeadBytes = 4096;

struct Script {
  std::string_view found;      ///< by the detector
  std::string_view label;      ///< of the Encoding standard
  std::size_t bytes_at_least;  ///< beyond ASCII, to be sure
  std::size_t run_at_least;    ///< of them side by side, on average
};
/// Western texts have single letters beyond ASCII, these have words of them.
constexpr std::array kScripts = std::to_array<Script>({
    {"EUC-JP", "euc-jp", 6, 2},
    {"EUC-KR", "euc-kr", 6, 2},
    {"UHC", "euc-kr", 6, 2},
    {"GB18030", "gb18030", 6, 2},
    {"GB2312", "gb18030", 6, 2},
    {"BIG5", "big5", 8, 1},
    {"SHIFT_JIS", "shift_jis", 8, 1},
    {"KOI8-R", "koi8-r", 16, 3},
    {"WINDOWS-1251", "windows-1251", 16, 3},
});

struct Closer {
  void operator()(uchardet_t detector) const { uchardet_delete(detector); }
};

struct Beyond {
  std::size_t bytes = 0, runs = 0;
};

Beyond beyond_ascii(std::string_view text) {
  Beyond out;
  bool inside = false;
  for (const char c : text) {
    const bool high = static_cast<unsigned char>(c) >= 0x80;
    if (high) ++out.bytes;
    if (high && !inside) ++out.runs;
    inside = high;
  }
  return out;
}

/// Where the characters themselves tell it.
std::string charset_of_bytes(std::string_view bytes) {
  bytes = bytes.substr(0, kBytesRead);
  const Beyond beyond = beyond_ascii(bytes);
  if (beyond.bytes < 6) return {};
  const std::unique_ptr<std::remove_pointer_t<uchardet_t>, Closer> detector{
      uchardet_new()};
  if (uchardet_handle_data(detector.get(), bytes.data(), bytes.size()) != 0) return {};
  uchardet_data_end(detector.get());
  const std::string_view found = uchardet_get_charset(detector.get());
  const auto* const script = std::ranges::find(kScripts, found, &Script::found);
  if (script == kScripts.end() || beyond.bytes < script->bytes_at_least ||
      beyond.bytes < script->run_at_least * beyond.runs)
    return {};
  return std::string{encoding_of(script->label)};
}

/// Bytes that ISO 8859 has control characters for, and Windows letters and quotes.
bool has_windows_bytes(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 && byte < 0xA0;
  });
}

/// What `lang` of the tag `html` says, without its region.
std::string language_of(std::string_view bytes) {
  const std::string head = lower_ascii(bytes.substr(0, kHeadBytes));
  const std::size_t begin = head.find("<html");
  if (begin == std::string::npos) return {};
  const std::string_view tag =
      std::string_view{head}.substr(begin, head.find('>', begin) - begin);
  for (std::size_t at = tag.find("lang"); at != std::string_view::npos;
       at = tag.find("lang", at + 1)) {
    // xml:lang says the same.
    if (std::string_view{" \t\r\n:"}.find(tag[at - 1]) == std::string_view::npos)
      continue;
    const std::string_view rest = trim(tag.substr(at + 4));
    if (!rest.starts_with('=')) continue;
    std::string_view value = trim(rest.substr(1));
    if (value.starts_with('"') || value.starts_with('\'')) value.remove_prefix(1);
    return std::string{
        value.substr(0, value.find_first_not_of("abcdefghijklmnopqrstuvwxyz"))};
  }
  return {};
}

/// What browsers with a user of that language expect (HTML standard §13.2.3.2, step 10).
std::string_view label_of_language(std::string_view language, std::string_view bytes) {
  struct Language {
    std::string_view name, label;
    std::string_view iso{};  ///< where Windows has other places for the letters
  };
  constexpr std::array kLanguages = std::to_array<Language>({
      {"cs", "windows-1250", "iso-8859-2"},
      {"hr", "windows-1250", "iso-8859-2"},
      {"hu", "windows-1250", "iso-8859-2"},
      {"pl", "windows-1250", "iso-8859-2"},
      {"sk", "windows-1250", "iso-8859-2"},
      {"sl", "windows-1250", "iso-8859-2"},
      {"az", "windows-1254"},
      {"tr", "windows-1254"},
      {"et", "windows-1257"},
      {"lt", "windows-1257"},
      {"lv", "windows-1257"},
      {"el", "windows-1253", "iso-8859-7"},
      {"he", "windows-1255"},
      {"ar", "windows-1256"},
      {"fa", "windows-1256"},
      {"vi", "windows-1258"},
      {"th", "windows-874"},
      {"bg", "windows-1251"},
      {"mk", "windows-1251"},
      {"ru", "windows-1251"},
      {"sr", "windows-1251"},
      {"uk", "windows-1251"},
  });
  const auto* const found = std::ranges::find(kLanguages, language, &Language::name);
  if (found == kLanguages.end()) return {};
  return found->iso.empty() || has_windows_bytes(bytes) ? found->label : found->iso;
}

}  // namespace

bool looks_like_iso_2022_jp(std::string_view bytes) {
  // Into JIS X 0208, and back to ASCII or JIS X 0201 (RFC 1468).
  bytes = bytes.substr(0, kBytesRead);
  const std::size_t at = std::min(bytes.find("\x1B$B"), bytes.find("\x1B$@"));
  return at != std::string_view::npos &&
         (bytes.find("\x1B(B", at) != std::string_view::npos ||
          bytes.find("\x1B(J", at) != std::string_view::npos);
}

std::string guess_charset(std::string_view bytes) {
  std::string found = charset_of_bytes(bytes);
  if (found == "koi8-r" && language_of(bytes) == "uk") found = "koi8-u";
  if (found.empty())
    found =
        encoding_of(label_of_language(language_of(bytes), bytes.substr(0, kBytesRead)));
  return found;
}

}  // namespace semsite
