#include "crawl/sparql_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/sparql_results.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Puts the values of each solution in the order of the variables that were asked for.
class Rows final : public ResultTaker {
 public:
  Rows(std::span<const std::string_view> wanted, std::uint64_t most)
      : wanted_(wanted), most_(most) {}

  void variables(const std::vector<std::string>& names) override {
    for (const std::string_view name : wanted_)
      places_.push_back(
          static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
    fits_ = names.size() == wanted_.size() &&
            std::ranges::find(places_, names.size()) == places_.end();
  }

  ResultProblem solution(std::span<const Term> terms) override {
    if (!fits_) return {};
    if (rows_.size() >= most_) {
      is_over_ = true;
      throw DocumentError{"sparql.too-many-rows", "more rows than may be"};
    }
    std::vector<std::string>& row = rows_.emplace_back();
    for (const std::size_t place : places_) {
      const Term& term = terms[place];
      std::string& field = row.emplace_back(term.kind == TermKind::blank ? "_:" : "");
      if (term.kind == TermKind::triple) {
        append_term(field, term, {});
      } else {
        field += term.value;
      }
    }
    return {};
  }

  void boolean(bool) override { fits_ = false; }

  [[nodiscard]] bool is_over() const { return is_over_; }
  [[nodiscard]] std::optional<SparqlRows> take() {
    if (!fits_) return std::nullopt;
    return std::move(rows_);
  }

 private:
  std::span<const std::string_view> wanted_;
  std::vector<std::size_t> places_;
  std::uint64_t most_;
  bool fits_ = false;
  bool is_over_ = false;
  SparqlRows rows_;
};

/// Ends the reading at the first thing that is wrong.
class NoFaults final : public Diagnostics {
 public:
  void report(const Fault& fault) override {
    throw DocumentError{std::string{fault.code}, fault.message};
  }
};

RowsAnswer of_csv(std::optional<SparqlRows> rows, std::uint64_t most) {
  RowsAnswer out{.rows = std::move(rows)};
  if (out.rows && out.rows->size() > most) {
    out.rows->resize(most);
    out.is_over = true;
  }
  return out;
}

}  // namespace

RowsAnswer read_rows_answer(std::string_view text, std::string_view media_type,
                            std::span<const std::string_view> variables,
                            std::uint64_t most) {
  const Detected told = detect_syntax(text, {.media_type = media_type, .path = {}});
  const bool is_json = told.found == "sparql-json";
  if (!is_json && told.found != "sparql-xml")
    return of_csv(read_csv_rows(text, variables, most + 1), most);
  Rows rows{variables, most};
  NoFaults faults;
  MemorySource bytes{std::string{text}};
  const Limits limits;
  try {
    (is_json ? read_results_json : read_results_xml)({bytes, rows, faults, limits});
  } catch (const DocumentError&) {
    if (!rows.is_over()) return {};
  }
  return {.rows = rows.take(), .has_end = true, .is_over = rows.is_over()};
}

}  // namespace semsite
