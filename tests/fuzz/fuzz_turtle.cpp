// libFuzzer entry: any bytes as Turtle and TriG. However the bytes come, wherever the
// document is cut and however many threads read it, the statements and faults must be
// those of the whole. Turtle is also read by Serd and by Raptor (its command rapper),
// which share no code with our reader and know RDF 1.1 only. Where one of them and we
// read the document without a fault, both must have read the same; only which statements
// there are is compared, not the labels of blank nodes.
//
// What Serd 0.30 and 0.32 are known to do otherwise:
//  - a backslash escape right behind a lone quote in a long string loses or alters what
//    follows, and an integer right before the dot takes it along: documents with such
//    tokens are not compared;
//  - references are resolved in other ways: as below.
//
// What Raptor 2.0.15 is known to do otherwise, and how such inputs are told:
//  - it takes what Turtle forbids (bad escapes, IRIs with spaces, names of other shapes):
//    only documents that our reader takes whole are compared;
//  - it refuses some of what Turtle allows: documents that it has an error or a warning
//    for are not compared;
//  - it resolves and normalises references by RFC 2396: documents with an IRI reference
//    that has no scheme, or with dot segments, are not compared;
//  - it knows no \uXXXX in local names and normalises numbers by itself: it keeps them as
//    written for the forms here, but for doubles and decimals, whose lexical forms it
//    rewrites: of numbers only integers are compared by text;
//  - it ends at NUL: documents with one are not compared;
//  - it writes language tags in lower case: they are compared so.
#include <sys/wait.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
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
#include "turtle/line_splitter.hpp"
#include "turtle/nquads_parser.hpp"
#include "turtle/turtle_lexer.hpp"
#include "turtle/turtle_parser.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite::test {
namespace {

using Statements = std::vector<std::string>;

constexpr const char* kBase = "http://example.org/dir/doc";

class CountingFaults final : public Diagnostics {
 public:
  void report(const Fault&) override { ++count; }
  std::size_t count = 0;
};

bool is_rewritten_number(std::string_view type) {
  return type == kXsdDecimal || type == kXsdDouble;
}

std::string literal_key(std::string_view text, std::string_view type,
                        std::string_view language) {
  std::string out{"L"};
  if (!is_rewritten_number(type)) out += text;
  out += '\x01';
  if (type != kXsdString) out += type;
  out += '\x01';
  out += lower_ascii(language);
  return out;
}

std::string key_of(const Term& term) {
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

std::string statement_key(const Term& subject, const Term& predicate,
                          const Term& object) {
  return key_of(subject) + '\x02' + key_of(predicate) + '\x02' + key_of(object);
}

/// The statements of `text`, cut by what `make` gives and read by `parse`; nothing if
/// there was any fault.
template <class MakeSplitter>
std::optional<Statements> read(std::string_view text, MakeSplitter make,
                               void (*parse)(const PieceJob&)) {
  CountingFaults faults;
  auto document = std::make_shared<Document>();
  document->base = kBase;
  MemorySource bytes{std::string{text}};
  const Limits limits;
  Statements out;
  try {
    auto splitter = make(SplitJob{bytes, *document, faults, limits});
    while (const std::optional<Piece> piece = splitter.next()) {
      QuadBatch batch{document, piece->sequence};
      parse({*piece, batch, faults, limits});
      for (const Quad& quad : batch.quads())
        out.push_back(statement_key(quad.subject, quad.predicate, quad.object));
    }
  } catch (const DocumentError&) {
    return std::nullopt;
  }
  if (faults.count > 0) return std::nullopt;
  return out;
}

std::optional<Statements> read_by_us(std::string_view text) {
  return read(
      text,
      [](const SplitJob& job) {
        return TurtleSplitter{job, TurtleDialect::turtle, 1024};
      },
      parse_turtle_piece);
}

/// Everything that comes of `text`: lines of N-Quads, and codes of faults with their
/// places.
Statements reading_of(TurtleDialect dialect, std::string_view text,
                      const ReadingShape& shape) {
  const test::Reading reading = test::read_turtle(dialect, std::string{text}, shape);
  Statements out = reading.lines;
  for (const auto& fault : reading.faults)
    out.push_back(fault.code + " " + std::to_string(fault.line) + ":" +
                  std::to_string(fault.column));
  out.push_back(reading.failure);
  return out;
}

void cut_anywhere(std::string_view text) {
  for (const TurtleDialect dialect : {TurtleDialect::turtle, TurtleDialect::trig}) {
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
}

std::string content_of(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// What Raptor's own command makes of `text`; nothing if it has anything to complain of.
std::optional<Statements> read_by_raptor(std::string_view text) {
  static const std::string folder = [] {
    std::string name = std::filesystem::temp_directory_path() / "fuzz_turtle_XXXXXX";
    return std::string{::mkdtemp(name.data())};
  }();
  const std::string in = folder + "/in.ttl", out = folder + "/out.nt";
  const std::string said = folder + "/said";
  std::ofstream{in, std::ios::binary} << text;
  const std::string command =
      "rapper -q -i turtle -o ntriples " + in + " " + kBase + " >" + out + " 2>" + said;
  const int status = std::system(command.c_str());  // NOLINT: words of our own
  if (status != 0 && WEXITSTATUS(status) == 127) {
    std::fprintf(stderr, "rapper is not there: install raptor2-utils\n");
    std::abort();
  }
  if (status != 0 || !content_of(said).empty()) return std::nullopt;
  return read(
      content_of(out), [](const SplitJob& job) { return LineSplitter{job}; },
      parse_ntriples_piece);
}

/// Are there references that the two resolve in different ways?
bool has_doubtful_reference(std::string_view text) {
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

std::optional<Statements> read_by_serd(std::string_view text) {
  Statements out;
  const bool is_good = SerdTurtle::read(
      std::string{text}, kBase,
      [&](const Term& subject, const Term& predicate, const Term& object) {
        out.push_back(statement_key(subject, predicate, object));
      });
  if (!is_good) return std::nullopt;
  return out;
}

/// Does it hold what Serd is known to alter?
bool is_beyond_serd(std::string_view text) {
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
void compare(std::string_view text, const Statements& ours, const Statements& other,
             const char* reader) {
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

void compare_with_others(std::string_view text) {
  std::optional<Statements> ours = read_by_us(text);
  if (!ours) return;
  std::ranges::sort(*ours);
  if (!is_beyond_serd(text))
    if (std::optional<Statements> other = read_by_serd(text)) {
      std::ranges::sort(*other);
      compare(text, *ours, *other, "Serd");
    }
  if (std::optional<Statements> other = read_by_raptor(text)) {
    std::ranges::sort(*other);
    compare(text, *ours, *other, "Raptor");
  }
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 64 * kKiB) return 0;
  if (size < 4 * kKiB) test::cut_anywhere(text);
  if (text.find('\0') != std::string_view::npos) return 0;
  if (test::has_doubtful_reference(text)) return 0;
  test::compare_with_others(text);
  return 0;
}
