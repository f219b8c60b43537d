#include "turtle/nquads_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "reading/parse_settings.hpp"
#include "turtle/line_splitter.hpp"

namespace semsite {
namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// PN_CHARS_BASE of N-Triples above ASCII.
bool is_letter(char32_t c) {
  return (c >= 0x00C0 && c <= 0x02FF && c != 0x00D7 && c != 0x00F7) ||
         (c >= 0x0370 && c <= 0x1FFF && c != 0x037E) || c == 0x200C || c == 0x200D ||
         (c >= 0x2070 && c <= 0x218F) || (c >= 0x2C00 && c <= 0x2FEF) ||
         (c >= 0x3001 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) ||
         (c >= 0xFDF0 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0xEFFFF);
}

/// PN_CHARS above ASCII.
bool is_label_character(char32_t c) {
  return is_letter(c) || c == 0x00B7 || (c >= 0x0300 && c <= 0x036F) || c == 0x203F ||
         c == 0x2040;
}

/// White space between terms: spaces and tabs only.
const char* skip_space(const char* at, const char* end) {
  while (at != end && (*at == ' ' || *at == '\t')) ++at;
  return at;
}

const char* line_end(const char* at, const char* end) {
  while (at != end && !is_line_end(*at)) ++at;
  return at;
}

/// The escape at `at` and some of what follows, for a message.
std::string escape_text(const char* at, const char* end) {
  const char* stop = at;
  while (stop != end && stop - at < 10 && !is_line_end(*stop)) ++stop;
  const bool is_cut = stop != end && !is_line_end(*stop);
  return excerpt({at, static_cast<std::size_t>(stop - at)}) + (is_cut ? "…" : "");
}

bool starts_absolute(std::string_view iri) {
  // The two that nearly all data has, then the rule.
  return iri.starts_with("http://") || iri.starts_with("https://") || has_scheme(iri);
}

std::string_view between(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

}  // namespace

const char* StatementReader::read(const char* at, const char* end) {
  end_ = end;
  at = skip_space(at, end);
  const char first = peek(at);
  if (is_line_end(first)) return at;
  if (first == '#') return line_end(at, end);
  if (first == 'V') return version(at);
  const std::size_t quads_before = batch_.size();
  at = statement(at, batch_.add());
  if (at == nullptr) batch_.truncate(quads_before);
  return at;
}

// versionDirective ::= 'VERSION' STRING_LITERAL_QUOTE   (N-Triples 1.2 §7): a hint, which
// changes nothing
const char* StatementReader::version(const char* at) {
  constexpr std::string_view kVersion = "VERSION";
  const std::string_view line = between(at, line_end(at, end_));
  const char* const label =
      line.starts_with(kVersion) ? skip_space(at + kVersion.size(), end_) : at;
  if (peek(label) != '"') return not_a_term(at, "subject must be an IRI or a blank node");
  std::string_view value;
  const char* const behind = escaped_text(label, value);
  return behind == nullptr ? nullptr : rest_of_line(behind);
}

const char* StatementReader::rest_of_line(const char* at) {
  at = skip_space(at, end_);
  if (peek(at) == '#') at = line_end(at, end_);
  if (is_line_end(peek(at))) return at;
  return fail("nquads.trailing-text",
              "text where the line must end: one statement a line (rule nquadsDoc)", at);
}

// statement ::= subject predicate object graphLabel? '.'   (N-Quads 1.2 §5)
const char* StatementReader::statement(const char* at, Quad& quad) {
  at = repeated(at, quad.subject, last_subject_);
  if (at == nullptr) return nullptr;
  at = predicate(skip_space(at, end_), quad.predicate);
  if (at == nullptr) return nullptr;
  at = object(skip_space(at, end_), quad.object);
  if (at == nullptr) return nullptr;
  at = graph_and_dot(skip_space(at, end_), quad);
  return at == nullptr ? nullptr : rest_of_line(at);
}

// subject ::= IRIREF | BLANK_NODE_LABEL
const char* StatementReader::subject(const char* at, Term& term) {
  if (peek(at) == '<') {
    term.kind = TermKind::iri;
    term.plain = true;
    term.checked = true;
    return iri(at, term.value);
  }
  if (peek(at) == '_') return blank(at, term);
  return not_a_term(at, "subject must be an IRI or a blank node");
}

/// A subject or a graph: dumps say one line after line, and what was found good once is
/// not looked through again.
const char* StatementReader::repeated(const char* at, Term& term,
                                      std::string_view& last) {
  const std::size_t size = last.size();
  const std::string_view rest = between(at, end_);
  if (size > 0 && rest.size() > size + 1 && rest[0] == '<' && rest[size + 1] == '>' &&
      rest.substr(1, size) == last) {
    term = {.value = rest.substr(1, size),
            .kind = TermKind::iri,
            .plain = true,
            .checked = true};
    return at + size + 2;
  }
  const char* const behind = subject(at, term);
  // One with escapes was decoded into the batch, which may not stay.
  const bool is_of_text =
      behind != nullptr && term.kind == TermKind::iri && term.value.data() == at + 1;
  last = is_of_text ? term.value : std::string_view{};
  return behind;
}

// predicate ::= IRIREF
const char* StatementReader::predicate(const char* at, Term& term) {
  if (peek(at) != '<') return not_a_term(at, "predicate must be an IRI");
  term.kind = TermKind::iri;
  term.plain = true;
  term.checked = true;
  return iri(at, term.value);
}

// object ::= IRIREF | BLANK_NODE_LABEL | literal | tripleTerm
const char* StatementReader::object(const char* at, Term& term) {
  if (peek(at) == '"') return literal(at, term);
  if (peek(at) == '<' && between(at, end_).starts_with("<<")) return triple(at, term);
  if (peek(at) == '<' || peek(at) == '_') return subject(at, term);
  return not_a_term(at,
                    "object must be an IRI, a blank node, a literal or a triple term");
}

// tripleTerm ::= '<<(' subject predicate object ')>>'
const char* StatementReader::triple(const char* at, Term& term) {
  nest_.clear();
  for (;;) {
    if (!between(at, end_).starts_with("<<("))
      return not_a_term(at, "a triple term is <<( subject predicate object )>>");
    TripleParts& parts = nest_.emplace_back();
    at = subject(skip_space(at + 3, end_), parts.subject);
    if (at == nullptr) return nullptr;
    at = predicate(skip_space(at, end_), parts.predicate);
    if (at == nullptr) return nullptr;
    at = skip_space(at, end_);
    if (between(at, end_).starts_with("<<")) continue;
    at = object(at, parts.object);
    if (at == nullptr) return nullptr;
    break;
  }
  for (std::size_t open = nest_.size(); open > 0; --open) {
    at = skip_space(at, end_);
    if (!between(at, end_).starts_with(")>>"))
      return not_a_term(at, "a triple term ends with )>>");
    at += 3;
  }
  term = triple_term(batch_, nest_);
  return at;
}

const char* StatementReader::graph_and_dot(const char* at, Quad& quad) {
  if (peek(at) == '.') return at + 1;
  if (peek(at) == '<' || peek(at) == '_') {
    if (syntax_ == LineSyntax::ntriples)
      return fail("ntriples.graph",
                  "a fourth term: N-Triples has no graphs (read it as nquads)", at);
    at = repeated(at, quad.graph, last_graph_);
    if (at == nullptr) return nullptr;
    at = skip_space(at, end_);
    if (peek(at) == '.') return at + 1;
  }
  return fail("nquads.missing-dot",
              "the statement does not end in a dot (rule statement)", at);
}

// IRIREF ::= '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
const char* StatementReader::iri(const char* at, std::string_view& value) {
  const char* const open = at;
  const ByteScan scan = scan_to<IriStop>(open + 1, end_);
  if (peek(scan.stop) != '>') {
    if (peek(scan.stop) == '\\') return escaped_iri(open, value);
    return fail_iri(open, scan.stop, "");
  }
  value = between(open + 1, scan.stop);
  if (!scan.ascii && !is_utf8(value))
    return fail("nquads.bad-utf8", "the IRI is not UTF-8",
                open + 1 + valid_utf8_prefix(value));
  if (!starts_absolute(value)) return fail_iri(open, open, "is not absolute");
  return scan.stop + 1;
}

/// An IRI with UCHARs: decoded first, checked afterwards.
const char* StatementReader::escaped_iri(const char* open, std::string_view& value) {
  const char* close = open + 1;
  while (close != end_ && *close != '>' && !is_line_end(*close)) ++close;
  if (peek(close) != '>') return fail_iri(open, close, "");
  std::string decoded;
  for (const char* at = open + 1; at != close;) {
    if (*at != '\\') {
      decoded += *at++;
      continue;
    }
    const Utf8Char escape = decode_uchar(at, close);
    if (escape.length == 0)
      return fail(
          "nquads.bad-escape",
          fmt::format("{} in an IRI is not the escape of a character (rule UCHAR)",
                      escape_text(at, close)),
          at);
    append_utf8(decoded, escape.code_point);
    at += escape.length;
  }
  switch (const IriProblem problem = check_iri(decoded); problem) {
    case IriProblem::none:
    case IriProblem::bad_escape:
      break;
    case IriProblem::not_utf8:
      return fail("nquads.bad-utf8", "the IRI is not UTF-8", open);
    case IriProblem::relative:
    case IriProblem::character:
      return fail_iri(open, open, describe(problem, decoded));
  }
  value = batch_.keep(decoded);
  return close + 1;
}

// BLANK_NODE_LABEL ::= '_:' (PN_CHARS_U | [0-9]) ((PN_CHARS | '.')* PN_CHARS)?
// with PN_CHARS_U as in Turtle: the errata of 1.1 and the suites take no colon.
const char* StatementReader::blank(const char* at, Term& term) {
  const char* const start = at + 2;
  if (end_ - at < 3 || at[1] != ':')
    return fail("nquads.bad-blank-node", "_ without a label (rule BLANK_NODE_LABEL)", at);
  bool plain = true;
  const char* last = start;  // after the last byte that is no dot
  for (at = start; at != end_;) {
    const char c = *at;
    if (is_alphanumeric(c)) {
      last = ++at;
      continue;
    }
    if (c == '_' || (c == '-' && at != start)) {
      last = ++at;
    } else if (c == '.' && at != start) {
      ++at;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      const Utf8Char letter = decode_utf8(between(at, end_));
      if (letter.length == 0)
        return fail("nquads.bad-utf8", "the blank node label is not UTF-8", at);
      if (!(at == start ? is_letter(letter.code_point)
                        : is_label_character(letter.code_point)))
        break;
      last = at += letter.length;
    } else {
      break;
    }
    plain = false;
  }
  if (last == start)
    return fail("nquads.bad-blank-node",
                "a blank node label cannot be empty or start like this (rule "
                "BLANK_NODE_LABEL)",
                at);
  term.kind = TermKind::blank;
  term.value = between(start, last);
  // Dots after the label do not belong to it.
  term.plain = plain || term.value.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "0123456789") == std::string_view::npos;
  return last;
}

// literal ::= STRING_LITERAL_QUOTE ('^^' IRIREF | LANGTAG)?
const char* StatementReader::literal(const char* at, Term& term) {
  const char* const open = at;
  term.kind = TermKind::literal;
  term.checked = true;
  const ByteScan scan = scan_to<LiteralStop>(open + 1, end_);
  if (peek(scan.stop) == '"') {
    term.plain = true;
    term.value = between(open + 1, scan.stop);
    if (!scan.ascii) {
      if (!is_utf8(term.value))
        return fail("nquads.bad-utf8", "the literal is not UTF-8",
                    open + 1 + valid_utf8_prefix(term.value));
      term.plain = find_noncharacter(open + 1, scan.stop) == scan.stop;
    }
    return suffix(scan.stop + 1, term);
  }
  at = escaped_text(open, term.value);
  return at == nullptr ? nullptr : suffix(at, term);
}

// STRING_LITERAL_QUOTE ::= '"' ([^#x22#x5C#xA#xD] | ECHAR | UCHAR)* '"'
const char* StatementReader::escaped_text(const char* open, std::string_view& value) {
  // Decoding never makes text longer, so the raw length is room enough.
  const char* close = open + 1;
  for (;;) {
    close = scan_to<LiteralStop>(close, end_).stop;
    const char c = peek(close);
    if (c == '"') break;
    if (c == '\0') nul_ = close;
    if (is_line_end(c))
      return fail("nquads.bad-literal",
                  "the literal has no closing quote (rule STRING_LITERAL_QUOTE)", open);
    close += c == '\\' && close + 1 != end_ && !is_line_end(close[1]) ? 2 : 1;
  }
  char* const decoded = batch_.allocate(static_cast<std::size_t>(close - open));
  char* to = decoded;
  for (const char* at = open + 1;;) {
    const auto* const escape = static_cast<const char*>(
        std::memchr(at, '\\', static_cast<std::size_t>(close - at)));
    const char* const run_end = escape == nullptr ? close : escape;
    const std::string_view run = between(at, run_end);
    if (!is_utf8(run))
      return fail("nquads.bad-utf8", "the literal is not UTF-8",
                  at + valid_utf8_prefix(run));
    std::memcpy(to, run.data(), run.size());
    to += run.size();
    if (escape == nullptr) break;
    if (const char c = decode_echar(peek(escape + 1)); c != '\0') {
      *to++ = c;
      at = escape + 2;
      continue;
    }
    const Utf8Char character = decode_uchar(escape, close);
    if (character.length == 0)
      return fail(
          "nquads.bad-escape",
          fmt::format("{} is not the escape of a character (rules ECHAR and UCHAR)",
                      escape_text(escape, close)),
          escape);
    to = write_utf8(to, character.code_point);
    at = escape + character.length;
  }
  value = between(decoded, to);
  return close + 1;
}

const char* StatementReader::suffix(const char* at, Term& term) {
  const char* const next = skip_space(at, end_);
  if (peek(next) == '@') return language(next, term);
  if (peek(next) != '^') return at;
  const char* const open = end_ - next < 2 ? next : skip_space(next + 2, end_);
  if (end_ - next < 2 || next[1] != '^' || peek(open) != '<')
    return fail("nquads.bad-literal", "^^ and a datatype IRI expected (rule literal)",
                next);
  at = iri(open, term.tag);
  if (at == nullptr) return nullptr;
  if (term.tag == kXsdString) {
    term.tag = {};
  } else if (term.tag == kRdfLangString || term.tag == kRdfDirLangString) {
    return fail("nquads.bad-datatype",
                "rdf:langString and rdf:dirLangString go with a language tag, there is "
                "none (RDF 1.2 Concepts §3.4)",
                open);
  } else {
    term.kind = TermKind::typed;
  }
  return at;
}

// LANG_DIR ::= '@' [a-zA-Z]+ ('-' [a-zA-Z0-9]+)* ('--' [a-zA-Z]+)?
const char* StatementReader::language(const char* at, Term& term) {
  const char* const start = at + 1;
  const char* part = start;
  at = start;
  while (is_letter(peek(at))) ++at;
  while (at != part && peek(at) == '-') {
    part = ++at;
    if (peek(at) == '-') break;
    while (is_alphanumeric(peek(at))) ++at;
  }
  if (at != start && peek(at) == '-') {
    const char* const direction = ++at;
    while (is_letter(peek(at))) ++at;
    const std::string_view text = between(direction, at);
    if (text != "ltr" && text != "rtl")
      return fail("nquads.bad-language",
                  "a base direction is --ltr or --rtl, in small letters (rule LANG_DIR)",
                  direction);
  } else if (at == part) {
    return fail("nquads.bad-language",
                "the language tag has an empty or wrong part (rule LANG_DIR)", at);
  }
  if (strictness_ == Strictness::strict && has_long_subtag(between(start, at)))
    return fail("nquads.bad-language",
                "a part of the language tag has more than eight characters (BCP 47 §2.1)",
                start);
  term.kind = TermKind::lang;
  term.tag = between(start, at);
  return at;
}

const char* StatementReader::fail(std::string_view code, std::string message,
                                  const char* place) {
  code_ = code;
  message_ = std::move(message);
  place_ = place;
  return nullptr;
}

/// An IRI from `open` that breaks its rule at `place`.
const char* StatementReader::fail_iri(const char* open, const char* place,
                                      std::string_view problem) {
  const char* stop = open + 1;
  while (stop != end_ && *stop != '>' && !is_line_end(*stop)) ++stop;
  const bool closed = peek(stop) == '>';
  const std::string_view raw = between(open + 1, stop);
  std::string what{problem};
  if (place == open + 1 && peek(place) == '<')
    return not_a_term(open,
                      "only an object may be a triple term <<( … )>>, and << >> is none");
  if (what.empty())
    what = closed ? describe(IriProblem::character, raw) : "has no closing >";
  return fail("nquads.bad-iri",
              fmt::format("the IRI <{}> {} (rule IRIREF)", excerpt(raw), what), place);
}

const char* StatementReader::not_a_term(const char* at, std::string_view role) {
  const char c = peek(at);
  if (c == '\0') return fail("nquads.nul", "a NUL byte between terms", at);
  const std::string found =
      is_line_end(c) ? "the line ends"
                     : fmt::format("found {}", escape_text(at, line_end(at, end_)));
  return fail("nquads.bad-term", fmt::format("{}, {}", role, found), at);
}

namespace {

/// A statement of a dump has some 150 bytes; too small a guess costs a copy of the quads.
constexpr std::size_t kBytesPerStatement = 128;

/// Is `line`, which has no line end behind it, the beginning of a statement that was cut
/// off? One that ends with its dot is merely faulty.
bool is_cut_off(std::string_view line) {
  char open = '\0';  // the delimiter that closes what is open
  bool ends_in_dot = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (open == '"' && c == '\\') {
      ++i;
    } else if (open != '\0') {
      if (c == open) open = '\0';
    } else if (c == '#') {
      break;
    } else {
      if (c == '"') open = '"';
      if (line.substr(i, 2) == "<<") {
        ++i;
      } else if (c == '<') {
        open = '>';
      }
      if (c != ' ' && c != '\t') ends_in_dot = c == '.';
    }
  }
  return open != '\0' || !ends_in_dot;
}

/// Line numbers of ever later places in one text.
class LineNumbers {
 public:
  explicit LineNumbers(const Block& text)
      : counted_(text.bytes.data()), line_(text.first_line) {}

  /// `at` is the start of a line, not before the last one asked for.
  std::uint64_t of(const char* at) {
    line_ += count_line_ends({counted_, static_cast<std::size_t>(at - counted_)});
    counted_ = at;
    return line_;
  }

 private:
  const char* counted_;
  std::uint64_t line_;
};

void parse_block(const Block& text, LineSyntax syntax, const PieceJob& job) {
  StatementReader reader{syntax, job.batch, job.settings.strictness};
  LineNumbers lines{text};
  const char* at = text.bytes.data();
  const char* const end = at + text.bytes.size();
  job.batch.share(text);
  const std::size_t expected = text.bytes.size() / kBytesPerStatement + 1;
  job.batch.reserve(job.batch.size() + expected);
  while (at != end) {
    const char* const line = at;
    const std::size_t quads_before = job.batch.size();
    at = reader.read(line, end);
    const bool faulty = at == nullptr;
    if (faulty) at = line_end(line, end);
    const auto length = static_cast<std::size_t>(at - line);
    if (const char* const nul = reader.take_nul(); nul != nullptr && !faulty)
      job.diagnostics.report(
          {.code = "nquads.nul",
           .message = "a NUL byte in a literal (RDF allows it; it is kept as \\u0000)",
           .line = lines.of(line),
           .column = static_cast<std::uint64_t>(nul - line) + 1,
           .statement = {line, length},
           .skipped = false});
    if (length > job.limits.literal_bytes) {
      job.batch.truncate(quads_before);
      job.diagnostics.report(long_line_fault(lines.of(line), job.limits));
    } else if (faulty) {
      job.diagnostics.report(
          {.code = at == end && is_cut_off({line, length}) ? kDocumentCut
                                                           : reader.fault_code(),
           .message = reader.fault_message(),
           .line = lines.of(line),
           .column = static_cast<std::uint64_t>(reader.fault_place() - line) + 1,
           .statement = {line, length}});
    }
    if (at != end && *at == '\r') ++at;
    if (at != end && *at == '\n') ++at;
  }
}

void parse_piece(LineSyntax syntax, const PieceJob& job) {
  if (job.piece.context)
    parse_block(*static_cast<const Block*>(job.piece.context.get()), syntax, job);
  parse_block(job.piece.text, syntax, job);
}

}  // namespace

void parse_ntriples_piece(const PieceJob& job) { parse_piece(LineSyntax::ntriples, job); }

void parse_nquads_piece(const PieceJob& job) { parse_piece(LineSyntax::nquads, job); }

}  // namespace semsite
