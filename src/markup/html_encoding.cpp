#include "markup/html_encoding.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "base/utf8.hpp"
#include "markup/charset_guess.hpp"
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
  // NOLINTNEXTLINE(performance-no-int-to-ptr): how iconv says "no".
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

}  // namespace semsite
