#include "rdf/nquads_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/triple_term.hpp"

namespace semsite {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

template <std::size_t kBytes>
void copy(char* to, const char* from) {
  std::memcpy(to, from, kBytes);
}

/// Most terms are short: the call of memcpy takes longer than the copy. Its parts
/// overlap.
[[gnu::always_inline]] inline char* put(char* to, std::string_view text) {
  const std::size_t size = text.size();
  const char* const from = text.data();
  if (size > 64) {
    std::memcpy(to, from, size);
  } else if (size >= 16) {
    if (size > 32) {
      copy<16>(to + 16, from + 16);
      copy<16>(to + size - 32, from + size - 32);
    }
    copy<16>(to, from);
    copy<16>(to + size - 16, from + size - 16);
  } else if (size >= 8) {
    copy<8>(to, from);
    copy<8>(to + size - 8, from + size - 8);
  } else if (size >= 4) {
    copy<4>(to, from);
    copy<4>(to + size - 4, from + size - 4);
  } else if (size > 0) {
    to[0] = from[0];
    to[size / 2] = from[size / 2];
    to[size - 1] = from[size - 1];
  }
  return to + size;
}

char* put(char* to, char c) {
  *to = c;
  return to + 1;
}

/// The few bytes of a literal of the language.
template <std::size_t N>
char* put_fixed(char* to, const char (&text)[N]) {
  std::memcpy(to, text, N - 1);
  return to + N - 1;
}

char* put_hex(char* to, unsigned char byte) {
  to = put(to, kHexDigits[byte >> 4]);
  return put(to, kHexDigits[byte & 15]);
}

/// More than any term needs beside its value and tag: quotes, `^^<>`, `_:b`, `x`.
constexpr std::size_t kTermFrame = 8;
/// Spaces, dot and newline of a line.
constexpr std::size_t kLineFrame = 6;
/// `<<( `, ` )>>` and the spaces of a triple term.
constexpr std::size_t kTripleFrame = 10;
/// What one byte of a literal can become at most: \u0000; and of a label: _2D.
constexpr std::size_t kLongestEscape = 6;
constexpr std::size_t kLongestInLabel = 3;
/// Of longer literals it is counted what they become.
constexpr std::size_t kCountedBytes = std::size_t{1} << 20U;

std::size_t most_bytes(const Term& term) {
  if (term.plain || term.kind == TermKind::iri) return term.value.size();
  if (term.kind == TermKind::blank) return term.value.size() * kLongestInLabel;
  return term.value.size() < kCountedBytes ? term.value.size() * kLongestEscape
                                           : written_bytes(term.value);
}

/// An upper bound of what write_term writes; of a term that holds no others.
std::size_t room_for_one(const Term& term, std::string_view scope) {
  return most_bytes(term) + term.tag.size() + scope.size() + kTermFrame;
}

std::size_t room_within(const Term& triple, std::string_view scope) {
  std::size_t room = 0;
  visit_terms(triple, [&](const Term& part) {
    room += room_for_one(part, scope) + kTripleFrame;  // at least once a triple
  });
  return room;
}

[[gnu::always_inline]] inline std::size_t room_for(const Term& term,
                                                   std::string_view scope) {
  return term.kind == TermKind::triple ? room_within(term, scope)
                                       : room_for_one(term, scope);
}

/// ECHAR and UCHAR as the canonical form has them: BS HT LF FF CR " \ by letter, the
/// other control characters and DEL as \u00XX, everything else native but for U+FFFE and
/// U+FFFF.
char* write_escape(char* to, char c) {
  to = put(to, '\\');
  switch (c) {
    case '\b':
      return put(to, 'b');
    case '\t':
      return put(to, 't');
    case '\n':
      return put(to, 'n');
    case '\f':
      return put(to, 'f');
    case '\r':
      return put(to, 'r');
    case '"':
    case '\\':
      return put(to, c);
    default:
      to = put_fixed(to, "u00");
      return put_hex(to, static_cast<unsigned char>(c));
  }
}

/// What needs no other escapes.
char* write_noncharacters(char* to, const char* at, const char* end) {
  for (;;) {
    const char* const found = find_noncharacter(at, end);
    to = put(to, {at, static_cast<std::size_t>(found - at)});
    if (found == end) return to;
    to = put_fixed(to, "\\uFFF");
    to = put(to, found[2] == '\xBE' ? 'E' : 'F');
    at = found + kNoncharacterBytes;
  }
}

char* write_escaped(char* to, std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    const ByteScan scan = scan_to<LiteralStop>(at, end);
    to = scan.ascii ? put(to, {at, static_cast<std::size_t>(scan.stop - at)})
                    : write_noncharacters(to, at, scan.stop);
    if (scan.stop == end) return to;
    to = write_escape(to, *scan.stop);
    at = scan.stop + 1;
  }
}

char* write_blank(char* to, const Term& term, std::string_view scope) {
  to = put_fixed(to, "_:b");
  to = put(to, scope);
  if (term.plain || std::ranges::all_of(term.value, is_alphanumeric)) {
    to = put(to, 'x');
    return put(to, term.value);
  }
  to = put(to, 'z');
  for (const char c : term.value) {
    if (is_alphanumeric(c)) {
      to = put(to, c);
    } else {
      to = put(to, '_');
      to = put_hex(to, static_cast<unsigned char>(c));
    }
  }
  return to;
}

char* write_iri(char* to, std::string_view iri) {
  to = put(to, '<');
  to = put(to, iri);
  return put(to, '>');
}

[[gnu::always_inline]] inline char* write_literal(char* to, const Term& term) {
  to = put(to, '"');
  to = term.plain ? put(to, term.value) : write_escaped(to, term.value);
  to = put(to, '"');
  if (term.kind == TermKind::lang) {
    to = put(to, '@');
    return put(to, term.tag);
  }
  if (term.kind == TermKind::typed) {
    to = put_fixed(to, "^^");
    return write_iri(to, term.tag);
  }
  return to;
}

/// A term that holds no others. Throws DocumentError if it is not legal.
[[gnu::always_inline]] inline char* write_one(char* to, const Term& term,
                                              std::string_view scope) {
  if (!term.checked) require_legal(term);
  switch (term.kind) {
    case TermKind::none:
    case TermKind::triple:
      return to;
    case TermKind::iri:
      return write_iri(to, term.value);
    case TermKind::blank:
      return write_blank(to, term, scope);
    case TermKind::literal:
    case TermKind::lang:
    case TermKind::typed:
      break;
  }
  return write_literal(to, term);
}

// tripleTerm ::= '<<(' subject predicate object ')>>'   (RDF 1.2 N-Triples §7)
char* write_triple(char* to, Term term, std::string_view scope) {
  std::size_t open = 0;
  for (; term.kind == TermKind::triple; ++open) {
    const TripleParts parts = parts_of(term);
    to = put_fixed(to, "<<( ");
    to = write_one(to, parts.subject, scope);
    to = put(to, ' ');
    to = write_one(to, parts.predicate, scope);
    to = put(to, ' ');
    term = parts.object;
  }
  to = write_one(to, term, scope);
  for (; open > 0; --open) to = put_fixed(to, " )>>");
  return to;
}

/// The one place where a term becomes text. Throws DocumentError if it is not legal.
char* write_term(char* to, const Term& term, std::string_view scope) {
  return term.kind == TermKind::triple ? write_triple(to, term, scope)
                                       : write_one(to, term, scope);
}

/// How the lines of one document end and what its labels begin with.
struct LineStyle {
  std::string_view scope;
  std::string_view default_graph;
  GraphTerms graphs;
};

LineStyle style_of(const Document& document, GraphTerms graphs) {
  const LineStyle out{.scope = document.scope,
                      .default_graph = document.graph,
                      .graphs = document.drop_graphs ? GraphTerms::drop : graphs};
  if (out.graphs == GraphTerms::keep && !document.graph.empty())
    require_legal_iri(document.graph);
  return out;
}

std::size_t room_for(const Quad& quad, const LineStyle& style) {
  // Only an object may hold others.
  return room_for_one(quad.subject, style.scope) +
         room_for_one(quad.predicate, style.scope) + room_for(quad.object, style.scope) +
         std::max(room_for_one(quad.graph, style.scope),
                  style.default_graph.size() + kTermFrame) +
         kLineFrame;
}

char* write_quad(char* to, const Quad& quad, const LineStyle& style) {
  to = write_term(to, quad.subject, style.scope);
  to = put(to, ' ');
  to = write_term(to, quad.predicate, style.scope);
  to = put(to, ' ');
  to = write_term(to, quad.object, style.scope);
  if (style.graphs == GraphTerms::keep) {
    if (quad.graph.kind != TermKind::none) {
      to = put(to, ' ');
      to = write_term(to, quad.graph, style.scope);
    } else if (!style.default_graph.empty()) {
      to = put(to, ' ');
      to = write_iri(to, style.default_graph);
    }
  }
  return put_fixed(to, " .\n");
}

/// Appends what `write` writes from a pointer on, at most `room` bytes.
template <typename Write>
void append(std::string& out, std::size_t room, const Write& write) {
  const std::size_t before = out.size();
  out.resize(before + room);
  try {
    const char* const end = write(out.data() + before);
    out.resize(static_cast<std::size_t>(end - out.data()));
  } catch (...) {
    out.resize(before);
    throw;
  }
}

}  // namespace

void append_term(std::string& out, const Term& term, std::string_view scope) {
  append(out, room_for(term, scope),
         [&](char* to) { return write_term(to, term, scope); });
}

void append_term(TextBuffer& out, const Term& term, std::string_view scope) {
  out.end_at(write_term(out.room(room_for(term, scope)), term, scope));
}

void append_quad(std::string& out, const Quad& quad, const Document& document) {
  const LineStyle style = style_of(document, GraphTerms::keep);
  append(out, room_for(quad, style),
         [&](char* to) { return write_quad(to, quad, style); });
}

void append_quads(TextBuffer& out, const QuadBatch& batch, GraphTerms graphs) {
  const LineStyle style = style_of(batch.document(), graphs);
  for (const Quad& quad : batch.quads())
    out.end_at(write_quad(out.room(room_for(quad, style)), quad, style));
}

namespace {

constexpr std::uint64_t kTimesLonger = 2;

/// What one byte of a literal becomes.
std::uint64_t escaped_bytes(char c) {
  switch (c) {
    case '\b':
    case '\t':
    case '\n':
    case '\f':
    case '\r':
    case '"':
    case '\\':
      return 2;
    default:
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? kLongestEscape : 1;
  }
}

bool is_too_long(const Term& term, std::uint64_t most) {
  if (term.kind == TermKind::triple) {
    bool is_long = false;
    visit_terms(term, [&](const Term& part) { is_long |= is_too_long(part, most); });
    return is_long;
  }
  const bool is_literal = term.kind == TermKind::literal || term.kind == TermKind::lang ||
                          term.kind == TermKind::typed;
  return is_literal && !term.plain && term.value.size() > most / kLongestEscape &&
         written_bytes(term.value) > most;
}

}  // namespace

std::uint64_t written_bytes(std::string_view text) {
  std::uint64_t out = 0;
  for (const char c : text) out += escaped_bytes(c);
  const char* const end = text.data() + text.size();
  for (const char* at = find_noncharacter(text.data(), end); at != end;
       at = find_noncharacter(at + kNoncharacterBytes, end))
    out += kLongestEscape - kNoncharacterBytes;
  return out;
}

void drop_long_literals(QuadBatch& batch, Diagnostics& diagnostics,
                        std::uint64_t literal_bytes) {
  const std::uint64_t most = kTimesLonger * literal_bytes;
  const std::span<Quad> quads = batch.quads();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const Term& object = quads[i].object;
    if (object.value.size() > most / kLongestEscape && is_too_long(object, most)) {
      diagnostics.report(
          {.code = "literal.too-long",
           .message = fmt::format("a literal of {} is longer than {} when its characters "
                                  "are escaped (twice --max-line)",
                                  human_bytes(object.value.size()), human_bytes(most)),
           .statement = {}});
      continue;
    }
    if (kept != i) quads[kept] = quads[i];
    ++kept;
  }
  batch.truncate(kept);
}

}  // namespace semsite
