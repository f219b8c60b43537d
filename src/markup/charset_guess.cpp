#include "markup/charset_guess.hpp"

#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "markup/html_charset.hpp"

namespace semsite {
namespace {

/// More tells nothing new, and costs time.
constexpr std::size_t kBytesRead = 256 * 1024;

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

}  // namespace

bool looks_unlike_western(std::string_view bytes) {
  const Beyond beyond = beyond_ascii(bytes.substr(0, kBytesRead));
  return beyond.bytes >= 4 && beyond.bytes >= 3 * beyond.runs;
}

std::string guess_charset(std::string_view bytes) {
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

}  // namespace semsite
