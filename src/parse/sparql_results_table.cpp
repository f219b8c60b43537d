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
#include "parse/tsv_term.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

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

}  // namespace semsite
