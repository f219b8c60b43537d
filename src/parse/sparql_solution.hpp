#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/sparql_results.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// The value of a variable; owns its text.
struct ResultValue {
  TermKind kind = TermKind::none;
  std::string text;
  std::string tag;  ///< language and direction, or datatype

  void clear() {
    kind = TermKind::none;
    text.clear();
    tag.clear();
  }
};

/// Is it a term of RDF? A literal of xsd:string becomes a plain one. Codes:
/// "results.bad-iri", "results.bad-blank-node", "results.bad-language",
/// "results.bad-datatype".
[[nodiscard]] ResultProblem check_value(ResultValue& value);

/// A triple term while its parts are read (SPARQL 1.2 results: JSON §3.2.2, XML §2.3.1).
class TripleDraft {
 public:
  /// Which part an element or a member called `name` is; nothing for other names.
  static std::optional<std::size_t> place_of(std::string_view name);

  /// The first problem of a part is that of the whole.
  void set(std::size_t place, ResultValue value, ResultProblem problem);

  /// Makes `value` the triple term, or says why there is none.
  [[nodiscard]] ResultProblem finish(ResultValue& value) const;

 private:
  std::array<ResultValue, 3> parts_;
  ResultProblem problem_;
};

/// How deep triple terms may be nested in a result.
inline constexpr std::size_t kMostNestedTriples = 64;

/// Gathers the values of one solution after another and hands them on. One thread.
class SolutionDraft {
 public:
  explicit SolutionDraft(const ResultReading& reading);

  /// Names a variable; one that is named again is the same. Throws DocumentError:
  /// "results.bad-variable" (no name), "results.too-many-variables".
  std::size_t name(std::string_view variable);
  /// All are named: tells the taker.
  void declare();
  [[nodiscard]] bool is_declared() const { return is_declared_; }

  /// Begins a solution without values.
  void begin();
  /// Nothing more counts of this solution.
  void spoil() { is_spoilt_ = true; }
  /// Sets a variable. The problem that comes back has spoilt the solution. Throws
  /// DocumentError("results.too-long") beyond `limits.literal_bytes` for one solution.
  [[nodiscard]] ResultProblem set(std::string_view variable, ResultValue value);
  [[nodiscard]] ResultProblem set(std::size_t variable, ResultValue value);
  /// Hands the solution on, unless it is spoilt.
  [[nodiscard]] ResultProblem finish();

 private:
  ResultProblem spoilt(ResultProblem problem);

  const ResultReading& reading_;
  bool is_declared_ = false;
  bool is_spoilt_ = false;
  std::map<std::string, std::size_t, std::less<>> places_;
  std::size_t name_bytes_ = 0;
  std::vector<std::string> names_;
  std::size_t value_bytes_ = 0;
  std::vector<ResultValue> values_;
  std::vector<Term> terms_;
};

/// Solutions of more than `limits.literal_bytes` end a document.
[[noreturn]] void refuse_long_solution(const Limits& limits);

}  // namespace semsite
