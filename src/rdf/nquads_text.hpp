#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/diagnostics.hpp"
#include "base/text_buffer.hpp"
#include "base/utf8.hpp"
#include "rdf/document.hpp"
#include "rdf/quad_batch.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// Appends `term` in canonical N-Quads form (RDF 1.2 N-Quads, canonical form): UTF-8,
/// only the necessary escapes, `xsd:string` left out, language tags as written. A blank
/// label becomes `_:b` + `scope` + `x` + label, or + `z` + label with every byte outside
/// `A-Z a-z 0-9` as `_HH`, so that labels of two documents never meet and are legal in
/// every syntax. What is not legal in N-Quads (see quad_check) is never written: all of
/// these throw DocumentError then, and have appended nothing of that statement.
void append_term(std::string& out, const Term& term, std::string_view scope);
void append_term(TextBuffer& out, const Term& term, std::string_view scope);

/// Appends one line: the quad, ` .` and a newline. A quad without a graph gets
/// `document.graph`, if that is not empty.
void append_quad(std::string& out, const Quad& quad, const Document& document);

/// What becomes of the fourth term: `drop` makes N-Triples.
enum class GraphTerms : std::uint8_t { keep, drop };

/// Appends the lines of all quads. A document that drops its graphs does so in any case.
void append_quads(TextBuffer& out, const QuadBatch& batch,
                  GraphTerms graphs = GraphTerms::keep);

/// The escapes of N-Triples and N-Quads. In the header, so that the compiler can put them
/// into the loops that decode literals.

/// -1 if `c` is no hexadecimal digit.
/// UCHAR ::= '\u' HEX HEX HEX HEX | '\U' HEX HEX HEX HEX HEX HEX HEX HEX
/// `at` is the backslash. Length 0 if it is none, or names no scalar value.
inline Utf8Char decode_uchar(const char* at, const char* end) {
  if (end - at < 2 || (at[1] != 'u' && at[1] != 'U')) return {};
  const std::size_t length = at[1] == 'u' ? 6 : 10;
  if (static_cast<std::size_t>(end - at) < length) return {};
  std::uint32_t code_point = 0;
  for (std::size_t i = 2; i < length; ++i) {
    const int digit = hex_value(at[i]);
    if (digit < 0) return {};
    code_point = code_point << 4 | static_cast<std::uint32_t>(digit);
  }
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) return {};
  return {code_point, length};
}

/// U+FFFE and U+FFFF, the only characters beyond DEL that the canonical form escapes:
/// they are outside Char of XML 1.1, and no others of UTF-8 are.
constexpr std::size_t kNoncharacterBytes = 3;
inline bool is_noncharacter(const char* at, const char* end) {
  return end - at >= 3 && at[0] == '\xEF' && at[1] == '\xBF' &&
         (at[2] == '\xBE' || at[2] == '\xBF');
}
inline const char* find_noncharacter(const char* at, const char* end) {
  for (; at != end; ++at) {
    at = static_cast<const char*>(
        std::memchr(at, '\xEF', static_cast<std::size_t>(end - at)));
    if (at == nullptr) return end;
    if (is_noncharacter(at, end)) return at;
  }
  return end;
}

/// What one look at the text of a literal tells.
struct TextLook {
  bool plain;  ///< the canonical form writes it as it is
  bool ascii;  ///< certainly nothing else is in it
};
inline TextLook look_at(std::string_view text) {
  const char* const end = text.data() + text.size();
  const ByteScan scan = scan_to<LiteralStop>(text.data(), end);
  const bool reached = scan.stop == end;
  return {.plain = reached && (scan.ascii || find_noncharacter(text.data(), end) == end),
          .ascii = reached && scan.ascii};
}

/// Does the canonical form write `text` as it is?
inline bool needs_no_escape(std::string_view text) { return look_at(text).plain; }

/// ECHAR ::= '\' [tbnrf"'\]; `c` is what follows the backslash. 0 if it is none of these.
inline char decode_echar(char c) {
  switch (c) {
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    case '"':
    case '\'':
    case '\\':
      return c;
    default:
      return '\0';
  }
}

/// How long `text` is as a literal's of N-Quads, between its quotes: escapes make it six
/// times as long at the most.
[[nodiscard]] std::uint64_t written_bytes(std::string_view text);

/// Takes out and reports ("literal.too-long") the quads with a literal that is written
/// longer than twice `literal_bytes`: no line of N-Quads is read that is so long.
void drop_long_literals(QuadBatch& batch, Diagnostics& diagnostics,
                        std::uint64_t literal_bytes);

}  // namespace semsite
