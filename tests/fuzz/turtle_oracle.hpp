#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "fuzz/serd_reader.hpp"
#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"
#include "support/turtle_reading.hpp"
#include "turtle/turtle_lexer.hpp"

namespace semsite::test {

// What `fuzz_turtle` and `fuzz_trig` compare readers by.
//
// What Serd 0.30 and 0.32 are known to do otherwise:
//  - a backslash escape right behind a lone quote in a long string loses or alters what
//    follows, and an integer right before the dot takes it along: documents with such
//    tokens are not compared (is_beyond_serd);
//  - references are resolved in other ways: documents with an IRI reference that has no
//    scheme, or with dot segments, are not compared (has_doubtful_reference).

using Statements = std::vector<std::string>;

inline constexpr const char* kOracleBase = "http://example.org/dir/doc";

class CountingFaults final : public Diagnostics {
 public:
  void report(const Fault&) override { ++count; }
  std::size_t count = 0;
};

inline bool is_rewritten_number(std::string_view type) {
  return type == kXsdDecimal || type == kXsdDouble;
}

inline std::string literal_key(std::string_view text, std::string_view type,
                               std::string_view language) {
  std::string out{"L"};
  if (!is_rewritten_number(type)) out += text;
  out += '\x01';
  if (type != kXsdString) out += type;
  out += '\x01';
  out += lower_ascii(language);
  return out;
}

inline std::string key_of(const Term& term) {
  switch (term.kind) {
    case TermKind::iri:
      return "I" + std::string{term.value};
    case TermKind::blank:
      return "B";
    case TermKind::lang:
      return literal_key(term.value, {}, term.tag);
    case TermKind::typed:
      return literal_key(term.value, term.tag, {});
    case TermKind::triple:
      return "T" + std::string{term.value};
    default:
      return literal_key(term.value, {}, {});
  }
}

inline std::string statement_key(const Term& subject, const Term& predicate,
                                 const Term& object, const Term& graph = {}) {
  return key_of(subject) + '\x02' + key_of(predicate) + '\x02' + key_of(object) + '\x02' +
         (graph.kind == TermKind::none ? std::string{} : key_of(graph));
}

/// The statements of `text`, cut by what `make` gives and read by `parse`; nothing if
/// there was any fault.
template <class MakeSplitter>
std::optional<Statements> read_statements(std::string_view text, MakeSplitter make,
                                          void (*parse)(const PieceJob&)) {
  CountingFaults faults;
  auto document = std::make_shared<Document>();
  document->base = kOracleBase;
  MemorySource bytes{std::string{text}};
  const Limits limits;
  Statements out;
  try {
    auto splitter = make(SplitJob{bytes, *document, faults, limits});
    while (const std::optional<Piece> piece = splitter.next()) {
      QuadBatch batch{document, piece->sequence};
      parse({*piece, batch, faults, limits});
      for (const Quad& quad : batch.quads())
        out.push_back(
            statement_key(quad.subject, quad.predicate, quad.object, quad.graph));
    }
  } catch (const DocumentError&) {
    return std::nullopt;
  }
  if (faults.count > 0) return std::nullopt;
  return out;
}

/// Everything that comes of `text`: lines of N-Quads, and codes of faults with their
/// places.
inline Statements reading_of(TurtleDialect dialect, std::string_view text,
                             const ReadingShape& shape) {
  const test::Reading reading = test::read_turtle(dialect, std::string{text}, shape);
  Statements out = reading.lines;
  for (const auto& fault : reading.faults)
    out.push_back(fault.code + " " + std::to_string(fault.line) + ":" +
                  std::to_string(fault.column));
  out.push_back(reading.failure);
  return out;
}

/// However the bytes come, wherever it is cut and however many threads read it, `text`
/// must be read as the same.
inline void cut_anywhere(TurtleDialect dialect, std::string_view text) {
  const std::size_t all = text.size() + 1;
  const Statements whole = reading_of(dialect, text, {.piece_bytes = all});
  for (const ReadingShape& shape :
       {ReadingShape{1, 1, 1}, ReadingShape{7, all, 1}, ReadingShape{kBlockBytes, 1, 1},
        ReadingShape{64, 64, 1}, ReadingShape{kBlockBytes, 1, 3}}) {
    if (reading_of(dialect, text, shape) == whole) continue;
    std::fprintf(stderr,
                 "--- %zu bytes at a time, pieces of %zu, %u workers: read otherwise:\n"
                 "%.*s\n",
                 shape.step, shape.piece_bytes, shape.workers,
                 static_cast<int>(text.size()), text.data());
    std::abort();
  }
}

/// Are there references that the two resolve in different ways?
inline bool has_doubtful_reference(std::string_view text) {
  TurtleLexer lexer{text};
  for (TurtleToken token = lexer.next(); token.kind != TurtleTokenKind::end;
       token = lexer.next()) {
    if (token.kind == TurtleTokenKind::bad) return true;
    if (token.kind != TurtleTokenKind::iri) continue;
    const std::string iri = decode_iri_token(lexer.text_of(token));
    if (!iri.starts_with("http://") && !iri.starts_with("urn:")) return true;
    if (iri.find("/.") != std::string::npos) return true;
  }
  return false;
}

/// Does it hold what Serd is known to alter?
inline bool is_beyond_serd(std::string_view text) {
  TurtleLexer lexer{text};
  for (TurtleToken token = lexer.next(); token.kind != TurtleTokenKind::end;
       token = lexer.next()) {
    const std::string_view inside = lexer.text_of(token);
    const bool is_string = token.kind == TurtleTokenKind::string;
    if (is_string && (inside.find("\"\\", 1) != std::string_view::npos ||
                      inside.find("'\\", 1) != std::string_view::npos))
      return true;
    if (token.kind == TurtleTokenKind::number && text.substr(token.end).starts_with('.'))
      return true;
  }
  return false;
}

/// Both in order.
inline void compare(std::string_view text, const Statements& ours,
                    const Statements& other, const char* reader) {
  if (ours == other) return;
  std::fprintf(stderr, "--- read otherwise than by %s:\n%.*s\n", reader,
               static_cast<int>(text.size()), text.data());
  for (const std::string& one : ours)
    if (!std::ranges::binary_search(other, one))
      std::fprintf(stderr, "only ours: %s\n", one.c_str());
  for (const std::string& one : other)
    if (!std::ranges::binary_search(ours, one))
      std::fprintf(stderr, "only %s's: %s\n", reader, one.c_str());
  std::abort();
}

/// What Serd reads, in order; nothing if it has anything to complain of.
inline std::optional<Statements> read_by_serd(SerdSyntax syntax, std::string_view text) {
  Statements out;
  const bool is_good =
      SerdReading::read(syntax, std::string{text}, kOracleBase,
                        [&](const Term& subject, const Term& predicate,
                            const Term& object, const Term& graph) {
                          out.push_back(statement_key(subject, predicate, object, graph));
                        });
  if (!is_good) return std::nullopt;
  std::ranges::sort(out);
  return out;
}

}  // namespace semsite::test
