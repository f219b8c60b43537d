#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "parse/json_events.hpp"
#include "parse/sparql_results.hpp"
#include "parse/sparql_solution.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// The members of a value object (SPARQL 1.2 JSON results §3.2.2).
struct ValueMembers {
  std::string type, text, language, datatype, direction;
  bool has_text = false;
  std::size_t place{};  ///< of a part of a triple
  std::optional<TripleDraft> triple{};
};

/// A solution that waits for the names of the variables.
struct HeldSolution {
  std::vector<std::pair<std::string, ResultValue>> values;
  bool is_spoilt = false;
};

ResultProblem no_object(std::string_view what) {
  return {"results.bad-binding", fmt::format("{} is an object (§3.2)", what)};
}

class ResultsJson final : public JsonEvents {
 public:
  explicit ResultsJson(const ResultReading& reading)
      : reading_(reading), draft_(reading) {}

  void begin(const JsonPosition& place) override { position_ = &place; }
  void start_object() override { start(JsonKind::object); }
  void key(std::string_view name) override {
    if (skipped_ == 0) key_ = name;
  }
  void end_object() override { end(); }
  void start_array() override { start(JsonKind::array); }
  void end_array() override { end(); }
  void scalar(JsonKind kind, std::string_view text) override;

  /// After the last event: gives what waited for a head.
  void finish();

 private:
  /// Where the reader stands: document ⊃ head ⊃ vars; document ⊃ results ⊃ bindings ⊃
  /// solution ⊃ value, which may hold triple ⊃ value.
  enum class Place : std::uint8_t {
    outside,
    document,
    head,
    vars,
    results,
    bindings,
    solution,
    value,
    triple,
    over,
  };

  void start(JsonKind kind);
  void end();
  [[nodiscard]] Place inside(JsonKind kind) const;
  void add_variable(JsonKind kind, std::string_view text);
  void set_member(JsonKind kind, std::string_view text);
  void begin_solution();
  void end_value();
  void end_solution();
  /// The value, and why there is none.
  [[nodiscard]] ResultProblem said_value(ResultValue& value);
  void spoil(ResultProblem problem);
  void hold(std::size_t bytes);
  void declare();
  void report(ResultProblem problem);

  const ResultReading& reading_;
  SolutionDraft draft_;
  const JsonPosition* position_ = nullptr;
  std::vector<Place> open_{Place::outside};
  std::uint64_t skipped_ = 0;  ///< open arrays and objects that are passed over
  std::string key_;            ///< the last one that counts
  bool is_answered_ = false;
  std::vector<ValueMembers> values_;  ///< the open ones, each but the first in a triple
  std::string variable_;
  std::vector<HeldSolution> held_;  ///< that came before the head
  std::size_t held_bytes_ = 0;
};

// §3: the members of the document; others are passed over
ResultsJson::Place ResultsJson::inside(JsonKind kind) const {
  const bool object = kind == JsonKind::object;
  switch (open_.back()) {
    case Place::outside:
      return object ? Place::document : Place::over;
    case Place::document:
      if (object && key_ == "head") return Place::head;
      if (object && key_ == "results") return Place::results;
      return Place::over;
    case Place::head:
      return !object && key_ == "vars" ? Place::vars : Place::over;
    case Place::results:
      return !object && key_ == "bindings" ? Place::bindings : Place::over;
    case Place::bindings:
      return object ? Place::solution : Place::over;
    case Place::solution:
      return object ? Place::value : Place::over;
    case Place::value:
      return object && key_ == "value" && values_.size() < kMostNestedTriples
                 ? Place::triple
                 : Place::over;
    case Place::triple:
      return object && TripleDraft::place_of(key_) ? Place::value : Place::over;
    case Place::vars:
    case Place::over:
      break;
  }
  return Place::over;
}

void ResultsJson::start(JsonKind kind) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  const Place place = inside(kind);
  if (place != Place::over) {
    if (place == Place::bindings) is_answered_ = true;
    if (place == Place::solution) begin_solution();
    if (place == Place::value) {
      if (values_.empty()) variable_ = key_;
      values_.emplace_back().place = TripleDraft::place_of(key_).value_or(0);
    }
    if (place == Place::triple) values_.back().triple.emplace();
    open_.push_back(place);
    return;
  }
  skipped_ = 1;
  if (open_.back() == Place::outside)
    throw DocumentError{"results.no-results", "the document is no JSON object"};
  if (open_.back() == Place::solution) spoil(no_object("a value"));
  if (open_.back() == Place::bindings) report(no_object("a solution"));
}

void ResultsJson::end() {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  const Place place = open_.back();
  open_.pop_back();
  if (place == Place::vars) {
    declare();
  } else if (place == Place::value) {
    end_value();
  } else if (place == Place::solution) {
    end_solution();
  }
}

void ResultsJson::scalar(JsonKind kind, std::string_view text) {
  if (skipped_ > 0) return;
  const bool is_truth = kind == JsonKind::true_value || kind == JsonKind::false_value;
  switch (open_.back()) {
    case Place::outside:
      throw DocumentError{"results.no-results", "the document is no JSON object"};
    case Place::document:
      if (key_ != "boolean" || is_answered_) return;
      if (!is_truth)
        throw DocumentError{"results.bad-boolean",
                            "\"boolean\" is neither true nor false"};
      if (!draft_.is_declared()) draft_.declare();
      is_answered_ = true;
      reading_.taker.boolean(kind == JsonKind::true_value);
      return;
    case Place::vars:
      return add_variable(kind, text);
    case Place::value:
      return set_member(kind, text);
    case Place::solution:
      // Some write null for what is not bound.
      if (kind != JsonKind::null) spoil(no_object("a value"));
      return;
    case Place::bindings:
      return report(no_object("a solution"));
    case Place::head:
    case Place::results:
    case Place::triple:
    case Place::over:
      return;
  }
}

// §3.1.1: "vars" is an array of names
void ResultsJson::add_variable(JsonKind kind, std::string_view text) {
  if (kind != JsonKind::string)
    throw DocumentError{"results.bad-variable", "a name in \"vars\" is no text"};
  if (!draft_.is_declared()) draft_.name(text);
}

void ResultsJson::set_member(JsonKind kind, std::string_view text) {
  ValueMembers& said = values_.back();
  if (key_ == "value") {
    said.has_text = kind == JsonKind::string;
    said.text = text;
  } else if (kind != JsonKind::string) {
    return;
  } else if (key_ == "type") {
    said.type = text;
  } else if (key_ == "xml:lang") {
    said.language = text;
  } else if (key_ == "datatype") {
    said.datatype = text;
  } else if (key_ == "its:dir" || key_ == "direction") {
    said.direction = text;
  }
}

void ResultsJson::begin_solution() {
  if (draft_.is_declared()) return draft_.begin();
  held_.emplace_back();
  hold(sizeof(HeldSolution));
}

// §3.2.2: how terms are written
ResultProblem ResultsJson::said_value(ResultValue& value) {
  ValueMembers& said = values_.back();
  if (said.type == "triple" && said.triple) return said.triple->finish(value);
  if (!said.has_text)
    return {"results.bad-binding",
            fmt::format("\"{}\" has no text as its \"value\"", excerpt(variable_))};
  value.text = std::move(said.text);
  if (said.type == "uri") {
    value.kind = TermKind::iri;
  } else if (said.type == "bnode") {
    value.kind = TermKind::blank;
  } else if (said.type == "literal" || said.type == "typed-literal") {
    value.kind = !said.language.empty()   ? TermKind::lang
                 : !said.datatype.empty() ? TermKind::typed
                                          : TermKind::literal;
    value.tag = std::move(said.language.empty() ? said.datatype : said.language);
    // A direction without a language is none of a term, and falls with what it says.
    if (!said.direction.empty()) {
      value.kind = TermKind::lang;
      value.tag.append("--").append(said.direction);
    }
  } else {
    return {"results.bad-binding",
            fmt::format("\"{}\" is no type of term: that is \"uri\", \"literal\", "
                        "\"bnode\" or \"triple\"",
                        excerpt(said.type))};
  }
  return {};
}

void ResultsJson::end_value() {
  ResultValue value;
  ResultProblem problem = said_value(value);
  const std::size_t place = values_.back().place;
  values_.pop_back();
  if (!values_.empty()) {
    values_.back().triple->set(place, std::move(value), std::move(problem));
  } else if (!problem.code.empty()) {
    spoil(std::move(problem));
  } else if (draft_.is_declared()) {
    report(draft_.set(variable_, std::move(value)));
  } else {
    hold(sizeof(std::pair<std::string, ResultValue>) + variable_.size() +
         value.text.size() + value.tag.size());
    held_.back().values.emplace_back(variable_, std::move(value));
  }
}

void ResultsJson::end_solution() {
  if (draft_.is_declared()) report(draft_.finish());
}

void ResultsJson::spoil(ResultProblem problem) {
  if (draft_.is_declared()) {
    draft_.spoil();
  } else {
    held_.back().is_spoilt = true;
  }
  report(std::move(problem));
}

/// What stands before the head is kept until it tells the variables: members of an object
/// have no order.
void ResultsJson::hold(std::size_t bytes) {
  held_bytes_ += bytes;
  if (held_bytes_ > reading_.limits.literal_bytes)
    throw DocumentError{
        "results.late-head",
        fmt::format("more than {} of solutions stand before \"vars\" (--max-line)",
                    human_bytes(reading_.limits.literal_bytes))};
}

void ResultsJson::declare() {
  if (draft_.is_declared()) return;
  draft_.declare();
  for (HeldSolution& solution : held_) {
    draft_.begin();
    if (solution.is_spoilt) draft_.spoil();
    for (auto& [variable, value] : solution.values)
      report(draft_.set(variable, std::move(value)));
    report(draft_.finish());
  }
  held_.clear();
}

void ResultsJson::finish() {
  if (!is_answered_)
    throw DocumentError{"results.incomplete",
                        "the document has neither \"results\" nor a \"boolean\""};
  if (draft_.is_declared()) return;
  Fault fault;
  fault.code = "results.no-head";
  fault.message =
      "no \"vars\" name the variables (§3.1.1); they are those that have values";
  fault.skipped = false;
  reading_.diagnostics.report(fault);
  for (const HeldSolution& solution : held_)
    for (const auto& [variable, value] : solution.values) draft_.name(variable);
  declare();
}

void ResultsJson::report(ResultProblem problem) {
  if (problem.code.empty()) return;
  Fault fault;
  fault.code = problem.code;
  fault.message = std::move(problem.message);
  fault.line = position_->line;
  fault.column = position_->column;
  reading_.diagnostics.report(fault);
}

}  // namespace

void read_results_json(const ResultReading& reading) {
  ResultsJson handler{reading};
  read_json_events(reading.bytes, handler, reading.limits);
  handler.finish();
}

}  // namespace semsite
