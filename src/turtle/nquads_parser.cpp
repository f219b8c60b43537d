#include "turtle/nquads_parser.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/byte_scan.hpp"
#include "reading/document_cut.hpp"
#include "turtle/line_splitter.hpp"
#include "turtle/nquads_statement.hpp"

namespace semsite {
namespace {

/// A statement of a dump has some 150 bytes; too small a guess costs a copy of the quads.
constexpr std::size_t kBytesPerStatement = 128;

const char* line_end(const char* at, const char* end) {
  return std::find_if(at, end, [](char c) { return c == '\n' || c == '\r'; });
}

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
