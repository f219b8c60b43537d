#include "markup/html_encoding.hpp"

#include <iconv.h>
#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "markup/html_charset.hpp"

namespace semsite {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Collects decoded text and what had to be replaced.
class Decoder {
 public:
  explicit Decoder(DecodedPage& page) : page_(page) {}

  void utf8(std::string_view bytes);
  void windows_1252(std::string_view bytes);
  enum class Order : std::uint8_t { little, big };
  void utf16(std::string_view bytes, Order order);
  /// False if the encoding is not to be had here.
  bool other(std::string_view bytes, const std::string& name);

 private:
  void replace() {
    if (page_.replaced++ == 0) bad_at_ = page_.text.size();
    page_.text += kReplacement;
  }

  DecodedPage& page_;

 public:
  std::size_t bad_at_ = 0;
};

/// How many bytes one U+FFFD stands for: the longest start of a sequence that could have
/// been good (Encoding standard §8.1.1, Unicode §3.9).
std::size_t bad_utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  std::size_t wanted = 0;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (first >= 0xC2 && first <= 0xDF) wanted = 1;
  if (first >= 0xE0 && first <= 0xEF) {
    wanted = 2;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    wanted = 3;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
  }
  std::size_t length = 1;
  for (; length <= wanted && byte(length) >= low && byte(length) <= high; ++length) {
    low = 0x80;
    high = 0xBF;
  }
  return length;
}

void Decoder::utf8(std::string_view bytes) {
  page_.text.reserve(bytes.size());
  for (;;) {
    const std::size_t good = valid_utf8_prefix(bytes);
    page_.text += bytes.substr(0, good);
    bytes.remove_prefix(good);
    if (bytes.empty()) return;
    replace();
    bytes.remove_prefix(std::min(bad_utf8_length(bytes), bytes.size()));
  }
}

void Decoder::windows_1252(std::string_view bytes) {
  static constexpr std::array<char16_t, 32> kHigh{
      0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
      0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
      0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  page_.text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      page_.text += c;
    } else {
      append_utf8(page_.text, byte < 0xA0 ? kHigh[byte - 0x80U] : char32_t{byte});
    }
  }
}

void Decoder::utf16(std::string_view bytes, Order order) {
  page_.text.reserve(bytes.size());
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<unsigned char>(bytes[i]);
    const auto b = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(order == Order::little ? a | (b << 8) : b | (a << 8));
  };
  std::size_t i = 0;
  for (; i + 1 < bytes.size(); i += 2) {
    const char32_t c = unit(i);
    if (c < 0xD800 || c > 0xDFFF) {
      append_utf8(page_.text, c);
      continue;
    }
    const bool paired = c < 0xDC00 && i + 3 < bytes.size() && unit(i + 2) >= 0xDC00 &&
                        unit(i + 2) <= 0xDFFF;
    if (!paired) {
      replace();
      continue;
    }
    append_utf8(page_.text, 0x10000 + ((c - 0xD800) << 10) + (unit(i + 2) - 0xDC00));
    i += 2;
  }
  if (i < bytes.size()) replace();
}

struct CloseIconv {
  void operator()(void* converter) const { iconv_close(converter); }
};

bool Decoder::other(std::string_view bytes, const std::string& name) {
  // how iconv says "no".
  const iconv_t none = reinterpret_cast<iconv_t>(-1);
  const iconv_t opened = iconv_open("UTF-8", name.c_str());
  if (opened == none) return false;
  const std::unique_ptr<void, CloseIconv> converter{opened};
  std::array<char, 16 * 1024> room;
  auto* from = const_cast<char*>(bytes.data());
  std::size_t left = bytes.size();
  while (left > 0) {
    char* to = room.data();
    std::size_t space = room.size();
    const std::size_t result = iconv(converter.get(), &from, &left, &to, &space);
    const int why = errno;
    page_.text.append(room.data(), static_cast<std::size_t>(to - room.data()));
    if (result != static_cast<std::size_t>(-1) || why == E2BIG) continue;
    replace();
    ++from;
    --left;
  }
  char* to = room.data();
  std::size_t space = room.size();
  (void)iconv(converter.get(), nullptr, nullptr, &to, &space);
  page_.text.append(room.data(), static_cast<std::size_t>(to - room.data()));
  return true;
}

/// CR LF and CR become LF (HTML standard §13.2.3.5, XML §2.11).
void normalise_line_ends(std::string& text) {
  const std::size_t first = text.find('\r');
  if (first == std::string::npos) return;
  std::size_t to = first;
  for (std::size_t i = first; i < text.size(); ++i) {
    if (text[i] != '\r') {
      text[to++] = text[i];
      continue;
    }
    text[to++] = '\n';
    if (i + 1 < text.size() && text[i + 1] == '\n') ++i;
  }
  text.resize(to);
}

}  // namespace

DecodedPage decode_page(std::string whole, std::string_view media_type) {
  std::string_view bytes = whole;
  DecodedPage page;
  Decoder decoder{page};
  const auto begins = [&](std::string_view mark) {
    if (!bytes.starts_with(mark)) return false;
    bytes.remove_prefix(mark.size());
    return true;
  };
  if (begins("\xEF\xBB\xBF")) {
    page.encoding = "utf-8";
  } else if (begins("\xFE\xFF")) {
    page.encoding = "utf-16be";
  } else if (begins("\xFF\xFE")) {
    page.encoding = "utf-16le";
  } else {
    page.encoding = encoding_of(charset_of(media_type));
    if (page.encoding.empty()) page.encoding = prescan_charset(bytes);
    if (page.encoding.empty()) {
      using namespace std::string_view_literals;
      // XML §F: without a mark, the zero bytes around the first `<` tell.
      if (bytes.starts_with("<\0"sv)) page.encoding = "utf-16le";
      if (bytes.starts_with("\0<"sv)) page.encoding = "utf-16be";
    }
    if (page.encoding.empty() && looks_like_iso_2022_jp(bytes)) {
      page.encoding = encoding_of("iso-2022-jp");
      page.guessed = true;
    }
    if (page.encoding.empty() && is_utf8(bytes)) page.encoding = "utf-8";
    if (page.encoding.empty()) {
      page.guessed = true;
      page.encoding = guess_charset(bytes);
      if (page.encoding.empty()) page.encoding = "windows-1252";
    }
  }
  if (page.encoding == "utf-8" && is_utf8(bytes)) {
    whole.erase(0, whole.size() - bytes.size());
    page.text = std::move(whole);
  } else if (page.encoding == "utf-8") {
    decoder.utf8(bytes);
  } else if (page.encoding == "utf-16le") {
    decoder.utf16(bytes, Decoder::Order::little);
  } else if (page.encoding == "utf-16be") {
    decoder.utf16(bytes, Decoder::Order::big);
  } else if (page.encoding == "windows-1252" || !decoder.other(bytes, page.encoding)) {
    page.encoding = "windows-1252";
    decoder.windows_1252(bytes);
  }
  if (page.replaced > 0)
    page.first_bad_line =
        1 + static_cast<std::uint64_t>(std::count(
                page.text.begin(),
                page.text.begin() + static_cast<std::ptrdiff_t>(decoder.bad_at_), '\n'));
  normalise_line_ends(page.text);
  return page;
}

namespace {

/// More tells nothing new, and costs time.
constexpr std::size_t kBytesRead = 256 * 1024;
/// The tag `html` stands in these.
constexpr std::size_t kHtmlTagBytes = 4096;

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
  const std::string head = lower_ascii(bytes.substr(0, kHtmlTagBytes));
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
