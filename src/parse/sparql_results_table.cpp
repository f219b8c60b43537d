#include "parse/sparql_results_table.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "markup/table_reader.hpp"
#include "parse/sparql_results.hpp"
#include "parse/sparql_solution.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "turtle/turtle_lexer.hpp"

namespace semsite {
namespace {

/// Schemes without `//` whose names nobody would begin a text with by chance.
constexpr std::array<std::string_view, 8> kOpaqueSchemes{
    "urn:", "mailto:", "tel:", "tag:", "info:", "did:", "doi:", "geo:"};

/// A scheme, `//` and more; or one of a few schemes. All of it must be an IRI.
bool is_clearly_iri(std::string_view text) {
  if (!has_scheme(text)) return false;
  const std::string_view rest = text.substr(text.find(':') + 1);
  bool is_known = rest.starts_with("//") && rest.size() > 2;
  for (const std::string_view scheme : kOpaqueSchemes)
    is_known = is_known || (starts_with_ignoring_case(text, scheme) && !rest.empty());
  if (!is_known) return false;
  const IriProblem problem = check_iri(text);
  return problem == IriProblem::none || problem == IriProblem::bad_escape;
}

/// `_:` and a label as Turtle has it, of ASCII letters.
bool is_clearly_blank(std::string_view text) {
  if (!text.starts_with("_:") || text.size() < 3) return false;
  for (const char c : text.substr(2))
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
          c == '_' || c == '-' || c == '.'))
      return false;
  return true;
}

// §3.2: the string of a term says not what kind it is of
ResultProblem read_csv_value(std::string_view field, ResultValue& value) {
  if (field.starts_with("<<") && field.ends_with(">>"))
    return {"results.rdf12", "a triple as a term, whose parts CSV does not tell"};
  value.text = field;
  value.kind = TermKind::literal;
  if (is_clearly_blank(field)) {
    value.kind = TermKind::blank;
    value.text.erase(0, 2);
  } else if (is_clearly_iri(field)) {
    value.kind = TermKind::iri;
  }
  return {};
}

class ResultsTable {
 public:
  using ReadValue = ResultProblem (*)(std::string_view field, ResultValue& value);

  ResultsTable(const ResultReading& reading, TableForm form, ReadValue read_value)
      : reading_(reading),
        form_(form),
        rows_(reading.bytes, form, reading.limits.literal_bytes),
        draft_(reading),
        read_value_(read_value) {}

  void read() {
    if (!rows_.next())
      throw DocumentError{"results.incomplete",
                          "the document is empty, without the names of the variables"};
    read_header();
    while (rows_.next()) read_row();
  }

 private:
  // §3.1, §4.1: the first line names the variables
  void read_header() {
    const std::span<const std::string_view> fields = rows_.fields();
    // Of a query without variables, the line is empty.
    if (fields.size() == 1 && fields[0].empty()) return draft_.declare();
    std::size_t named = 0;
    for (const std::string_view field : fields) {
      const std::size_t variable = draft_.name(name_of(field));
      const bool is_new = variable == named;
      columns_.push_back(is_new ? std::optional{variable} : std::nullopt);
      named += is_new ? 1 : 0;
    }
    draft_.declare();
  }

  [[nodiscard]] std::string_view name_of(std::string_view field) const {
    if (form_ == TableForm::csv) return field;
    if (field.starts_with('?')) return field.substr(1);
    throw DocumentError{
        "results.bad-variable",
        fmt::format("\"{}\" is no variable with its question mark (§4.1), so this is no "
                    "result set",
                    excerpt(field))};
  }

  void read_row() {
    const std::span<const std::string_view> fields = rows_.fields();
    draft_.begin();
    if (rows_.is_malformed())
      return report({"results.bad-row", "text stands behind a closing quote"});
    const bool is_empty = fields.size() == 1 && fields[0].empty();
    if (fields.size() != columns_.size() && !(columns_.empty() && is_empty))
      return report({"results.bad-row",
                     fmt::format("{} fields, not {}", fields.size(), columns_.size())});
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (!fields[i].empty() && columns_[i]) set(*columns_[i], fields[i]);
    report(draft_.finish());
  }

  void set(std::size_t variable, std::string_view field) {
    ResultValue value;
    ResultProblem problem =
        is_utf8(field) ? read_value_(field, value)
                       : ResultProblem{"results.bad-utf8", "a field is not UTF-8 (§2)"};
    if (problem.code.empty()) {
      problem = draft_.set(variable, std::move(value));
    } else {
      draft_.spoil();
    }
    report(std::move(problem));
  }

  void report(ResultProblem problem) {
    if (problem.code.empty()) return;
    Fault fault;
    fault.code = problem.code;
    fault.message = std::move(problem.message);
    fault.line = rows_.line();
    reading_.diagnostics.report(fault);
  }

  const ResultReading& reading_;
  TableForm form_;
  TableReader rows_;
  SolutionDraft draft_;
  ReadValue read_value_;
  /// The variable of each; nothing for a second column of one, which says the same.
  std::vector<std::optional<std::size_t>> columns_;
};

}  // namespace

void read_results_csv(const ResultReading& reading) {
  ResultsTable{reading, TableForm::csv, read_csv_value}.read();
}

void read_results_tsv(const ResultReading& reading) {
  ResultsTable{reading, TableForm::tsv, read_tsv_value}.read();
}

namespace {

ResultProblem no_term(std::string_view field, std::string_view why) {
  return {"results.bad-term", fmt::format("\"{}\" is no term: {}", excerpt(field), why)};
}

/// What stands between the quotes of a string token, whose escapes the lexer has checked.
std::string unescaped_string(std::string_view token) {
  const std::string_view text = token.substr(1, token.size() - 2);
  std::string out;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    if (*at != '\\') {
      out += *at++;
    } else if (const char c = decode_echar(at[1]); c != '\0') {
      out += c;
      at += 2;
    } else {
      const Utf8Char character = decode_uchar(at, end);
      append_utf8(out, character.code_point);
      at += character.length;
    }
  }
  return out;
}

/// NumericLiteral of Turtle §2.5.2.
std::string_view number_type(std::string_view number) {
  if (number.find_first_of("eE") != std::string_view::npos) return kXsdDouble;
  return number.find('.') != std::string_view::npos ? kXsdDecimal : kXsdInteger;
}

// literal ::= String (LANG_DIR | '^^' IRIREF)?
ResultProblem read_literal(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                           ResultValue& value) {
  const std::string_view text = lexer.text_of(token);
  if (text.starts_with("\"\"\"") || text.starts_with("'''"))
    return no_term(field, "three quotes may not be used (§4)");
  value.kind = TermKind::literal;
  value.text = unescaped_string(text);
  token = lexer.next();
  if (token.kind == TurtleTokenKind::at_word) {
    value.kind = TermKind::lang;
    value.tag = lexer.text_of(token).substr(1);
    token = lexer.next();
  } else if (token.kind == TurtleTokenKind::carets) {
    token = lexer.next();
    if (token.kind != TurtleTokenKind::iri)
      return no_term(field, "behind ^^ stands an IRI");
    value.kind = TermKind::typed;
    value.tag = decode_iri_token(lexer.text_of(token));
    token = lexer.next();
  }
  return {};
}

ResultProblem read_value(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                         ResultValue& value, std::size_t depth);

// tripleTerm ::= '<<(' subject predicate object ')>>'
ResultProblem read_triple(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                          ResultValue& value, std::size_t depth) {
  if (depth >= kMostNestedTriples) return no_term(field, "triples are nested too deep");
  TripleDraft draft;
  token = lexer.next();
  for (std::size_t place = 0; place < 3; ++place) {
    ResultValue part;
    ResultProblem problem = read_value(field, lexer, token, part, depth + 1);
    if (!problem.code.empty()) return problem;
    draft.set(place, std::move(part), {});
  }
  if (token.kind != TurtleTokenKind::close_triple)
    return no_term(field, "a triple ends with )>>");
  token = lexer.next();
  return draft.finish(value);
}

/// The term that begins with `token`, which is then the one behind it.
ResultProblem read_value(std::string_view field, TurtleLexer& lexer, TurtleToken& token,
                         ResultValue& value, std::size_t depth) {
  const std::string_view text = lexer.text_of(token);
  switch (token.kind) {
    case TurtleTokenKind::string:
      return read_literal(field, lexer, token, value);
    case TurtleTokenKind::open_triple:
      return read_triple(field, lexer, token, value, depth);
    case TurtleTokenKind::iri:
      value.kind = TermKind::iri;
      value.text = decode_iri_token(text);
      break;
    case TurtleTokenKind::blank:
      value.kind = TermKind::blank;
      value.text = text.substr(2);
      break;
    case TurtleTokenKind::number:
      value.kind = TermKind::typed;
      value.text = text;
      value.tag = number_type(text);
      break;
    case TurtleTokenKind::bad:
      return no_term(field, lexer.problem().message);
    default:
      if (text != "true" && text != "false")
        return no_term(field, "it is no IRI, blank node, literal or triple");
      value.kind = TermKind::typed;
      value.text = text;
      value.tag = kXsdBoolean;
  }
  token = lexer.next();
  return {};
}

}  // namespace

ResultProblem read_tsv_value(std::string_view field, ResultValue& value) {
  TurtleLexer lexer{field};
  TurtleToken token = lexer.next();
  ResultProblem problem = read_value(field, lexer, token, value, 0);
  if (!problem.code.empty() || token.kind == TurtleTokenKind::end) return problem;
  if (token.kind != TurtleTokenKind::bad)
    return no_term(field, "something follows the term");
  return no_term(field, lexer.problem().message);
}

}  // namespace semsite
