// libFuzzer entry: any bytes as Turtle, read by semsite and by Raptor, which shares no
// code with it. Where both read the document without a fault, they must have read the
// same; only which statements there are is compared, not the labels of blank nodes.
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
#include <raptor2/raptor2.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/errors.hpp"
#include "base/limits.hpp"
#include "base/text.hpp"
#include "parse/turtle_parser.hpp"
#include "parse/turtle_splitter.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/turtle_lexer.hpp"

namespace semsite::test {
namespace {

using Statements = std::vector<std::string>;

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

struct RaptorReading {
  Statements statements;
  bool doubtful = false;
};

std::string_view view(const unsigned char* text) {
  return text == nullptr ? std::string_view{}
                         : std::string_view{reinterpret_cast<const char*>(text)};
}

std::string key_of(const raptor_term* term) {
  switch (term->type) {
    case RAPTOR_TERM_TYPE_URI:
      return "I" + std::string{view(raptor_uri_as_string(term->value.uri))};
    case RAPTOR_TERM_TYPE_BLANK:
      return "B";
    default: {
      const raptor_term_literal_value& literal = term->value.literal;
      const std::string_view text{reinterpret_cast<const char*>(literal.string),
                                  literal.string_len};
      return literal_key(text,
                         literal.datatype == nullptr
                             ? std::string_view{}
                             : view(raptor_uri_as_string(literal.datatype)),
                         view(literal.language));
    }
  }
}

RaptorReading read_by_raptor(std::string_view text) {
  RaptorReading out;
  static raptor_world* const world = raptor_new_world();
  raptor_world_set_log_handler(world, &out, [](void* user, raptor_log_message*) {
    static_cast<RaptorReading*>(user)->doubtful = true;
  });
  raptor_parser* const parser = raptor_new_parser(world, "turtle");
  raptor_parser_set_statement_handler(
      parser, &out, [](void* user, raptor_statement* statement) {
        static_cast<RaptorReading*>(user)->statements.push_back(
            key_of(statement->subject) + '\x02' + key_of(statement->predicate) + '\x02' +
            key_of(statement->object));
      });
  raptor_uri* const base = raptor_new_uri(
      world, reinterpret_cast<const unsigned char*>("http://example.org/dir/doc"));
  out.doubtful = raptor_parser_parse_start(parser, base) != 0;
  if (!out.doubtful)
    out.doubtful = raptor_parser_parse_chunk(
                       parser, reinterpret_cast<const unsigned char*>(text.data()),
                       text.size(), 1) != 0 ||
                   out.doubtful;
  raptor_free_uri(base);
  raptor_free_parser(parser);
  raptor_world_set_log_handler(world, nullptr, [](void*, raptor_log_message*) {});
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
    default:
      return literal_key(term.value, {}, {});
  }
}

/// False if there was any fault.
bool read_by_us(std::string_view text, Statements& out) {
  CountingFaults faults;
  auto document = std::make_shared<Document>();
  document->base = "http://example.org/dir/doc";
  MemorySource bytes{std::string{text}};
  const Limits limits;
  try {
    TurtleSplitter splitter{
        {bytes, *document, faults, limits}, TurtleDialect::turtle, 1024};
    while (const std::optional<Piece> piece = splitter.next()) {
      QuadBatch batch{document, piece->sequence};
      parse_turtle_piece({*piece, batch, faults, limits});
      for (const Quad& quad : batch.quads())
        out.push_back(key_of(quad.subject) + '\x02' + key_of(quad.predicate) + '\x02' +
                      key_of(quad.object));
    }
  } catch (const DocumentError&) {
    return false;
  }
  return faults.count == 0;
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

void compare(std::string_view text) {
  Statements ours;
  if (!read_by_us(text, ours)) return;
  RaptorReading other = read_by_raptor(text);
  if (other.doubtful) return;
  std::ranges::sort(ours);
  std::ranges::sort(other.statements);
  if (ours == other.statements) return;
  std::fprintf(stderr, "--- read otherwise than by Raptor:\n%.*s\n",
               static_cast<int>(text.size()), text.data());
  for (const std::string& one : ours)
    if (!std::ranges::binary_search(other.statements, one))
      std::fprintf(stderr, "only ours: %s\n", one.c_str());
  for (const std::string& one : other.statements)
    if (!std::ranges::binary_search(ours, one))
      std::fprintf(stderr, "only Raptor's: %s\n", one.c_str());
  std::abort();
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 64 * kKiB || text.find('\0') != std::string_view::npos) return 0;
  if (test::has_doubtful_reference(text)) return 0;
  test::compare(text);
  return 0;
}
