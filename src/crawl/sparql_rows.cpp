#include "crawl/sparql_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/errors.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/sparql_results.hpp"

namespace semsite {
namespace {

/// Puts the values of each solution in the order of the variables that were asked for.
class Rows final : public ResultTaker {
 public:
  explicit Rows(std::span<const std::string_view> wanted) : wanted_(wanted) {}

  void variables(const std::vector<std::string>& names) override {
    for (const std::string_view name : wanted_)
      places_.push_back(
          static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
    fits_ = names.size() == wanted_.size() &&
            std::ranges::find(places_, names.size()) == places_.end();
  }

  ResultProblem solution(std::span<const Term> terms) override {
    if (!fits_) return {};
    std::vector<std::string>& row = rows_.emplace_back();
    for (const std::size_t place : places_) {
      const Term& term = terms[place];
      row.emplace_back(term.kind == TermKind::blank ? "_:" : "").append(term.value);
    }
    return {};
  }

  void boolean(bool) override { fits_ = false; }

  [[nodiscard]] std::optional<SparqlRows> take() {
    if (!fits_) return std::nullopt;
    return std::move(rows_);
  }

 private:
  std::span<const std::string_view> wanted_;
  std::vector<std::size_t> places_;
  bool fits_ = false;
  SparqlRows rows_;
};

/// Ends the reading at the first thing that is wrong.
class NoFaults final : public Diagnostics {
 public:
  void report(const Fault& fault) override {
    throw DocumentError{std::string{fault.code}, fault.message};
  }
};

}  // namespace

RowsAnswer read_rows_answer(std::string_view text, std::string_view media_type,
                            std::span<const std::string_view> variables) {
  const Detected told = detect_syntax(text, {.media_type = media_type, .path = {}});
  const bool is_json = told.found == "sparql-json";
  if (!is_json && told.found != "sparql-xml")
    return {.rows = read_csv_rows(text, variables), .has_end = false};
  Rows rows{variables};
  NoFaults faults;
  MemorySource bytes{std::string{text}};
  const Limits limits;
  try {
    (is_json ? read_results_json : read_results_xml)({bytes, rows, faults, limits});
  } catch (const DocumentError&) {
    return {};
  }
  return {.rows = rows.take(), .has_end = true};
}

}  // namespace semsite
