#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "fuzz/document_reading.hpp"

namespace semsite::test {

/// `text`, which is UTF-8, in UTF-16 with the low byte first and with its mark.
inline std::string as_utf16(std::string_view text) {
  std::string out{"\xFF\xFE"};
  const auto put = [&](std::uint32_t unit) {
    out += static_cast<char>(unit & 0xFFU);
    out += static_cast<char>(unit >> 8U);
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::uint32_t c = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
      c = c << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    at += length;
    if (c >= 0x10000) put(0xD800 + ((c - 0x10000) >> 10U));
    put(c >= 0x10000 ? 0xDC00 + ((c - 0x10000) & 0x3FFU) : c);
  }
  return out;
}

/// Reads `text` in a syntax of XML, strictly and not, in pieces, and in another encoding:
/// a document that can be read to its end has the same statements and faults each time,
/// and what is written of any is read as the same again.
inline void fuzz_xml(std::string_view syntax, std::string_view text) {
  if (text.size() > 64 * kKiB) return;
  for (const Strictness strictness : {Strictness::lenient, Strictness::strict}) {
    const DocumentReading whole = read_document(syntax, text, {.strictness = strictness});
    must_come_back(whole, text);
    // Of one that breaks off, libxml2 may tell more or less.
    for (const std::size_t step : {std::size_t{1}, std::size_t{13}}) {
      const DocumentReading parts =
          read_document(syntax, text, {.step = step, .strictness = strictness});
      if (parts.failure.empty() != whole.failure.empty())
        broken("fails in some pieces only", text);
      if (whole.failure.empty() && parts != whole)
        broken("read otherwise in pieces", text);
    }
    if (!whole.failure.empty() || !is_utf8(text) || text.starts_with("<?xml") ||
        text.starts_with("\xEF\xBB\xBF"))
      continue;
    const DocumentReading wide =
        read_document(syntax, as_utf16(text), {.strictness = strictness});
    if (wide.failure != whole.failure || wide.lines != whole.lines)
      broken("read otherwise in UTF-16", text);
  }
}

}  // namespace semsite::test
