#include "parse/sparql_solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Of a header; far beyond what anybody asks for.
constexpr std::size_t kMostNameBytes = std::size_t{1024} * 1024;

// VARNAME of SPARQL 1.1 §19.8 [166], and the `-` of names that stores make up.
bool may_be_variable(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
  });
}

ResultProblem check(std::string_view iri, std::string_view code) {
  const IriProblem problem = check_iri(iri);
  if (problem == IriProblem::none || problem == IriProblem::bad_escape) return {};
  return {code,
          fmt::format("\"{}\" is no IRI: it {}", excerpt(iri), describe(problem, iri))};
}

}  // namespace

std::optional<std::size_t> TripleDraft::place_of(std::string_view name) {
  if (name == "subject") return 0;
  if (name == "predicate") return 1;
  if (name == "object") return 2;
  return std::nullopt;
}

void TripleDraft::set(std::size_t place, ResultValue value, ResultProblem problem) {
  if (problem.code.empty()) problem = check_value(value);
  if (problem.code.empty() && parts_[place].kind != TermKind::none)
    problem = {"results.bad-binding", "a triple with two of one part"};
  if (problem_.code.empty()) problem_ = std::move(problem);
  parts_[place] = std::move(value);
}

ResultProblem TripleDraft::finish(ResultValue& value) const {
  if (!problem_.code.empty()) return problem_;
  const auto term = [this](std::size_t place) {
    const ResultValue& part = parts_[place];
    return Term{.value = part.text, .tag = part.tag, .kind = part.kind};
  };
  const TripleParts parts{term(0), term(1), term(2)};
  const TermKind subject = parts.subject.kind;
  if ((subject != TermKind::iri && subject != TermKind::blank) ||
      parts.predicate.kind != TermKind::iri || parts.object.kind == TermKind::none)
    return {"results.bad-binding",
            "a triple has an IRI or a blank node as its subject, an IRI as its predicate "
            "and an object"};
  value.text = triple_text(parts);
  value.tag.clear();
  value.kind = TermKind::triple;
  return {};
}

ResultProblem check_value(ResultValue& value) {
  switch (value.kind) {
    case TermKind::iri:
      return check(value.text, "results.bad-iri");
    case TermKind::blank:
      if (value.text.empty())
        return {"results.bad-blank-node", "a blank node without a label"};
      return {};
    case TermKind::lang:
      if (is_legal_language(value.tag)) return {};
      return {"results.bad-language",
              fmt::format("\"{}\" is no language tag", excerpt(value.tag))};
    case TermKind::typed:
      if (value.tag == kXsdString) {
        value.kind = TermKind::literal;
        value.tag.clear();
        return {};
      }
      if (value.tag == kRdfLangString || value.tag == kRdfDirLangString)
        return {"results.bad-datatype",
                "rdf:langString and rdf:dirLangString go with a language"};
      return check(value.tag, "results.bad-datatype");
    case TermKind::triple:  // whose parts were looked at when it was made
    case TermKind::none:
    case TermKind::literal:
      break;
  }
  return {};
}

void refuse_long_solution(const Limits& limits) {
  throw DocumentError{"results.too-long",
                      fmt::format("a solution is longer than {} (--max-line)",
                                  human_bytes(limits.literal_bytes))};
}

SolutionDraft::SolutionDraft(const ResultReading& reading) : reading_(reading) {}

std::size_t SolutionDraft::name(std::string_view variable) {
  const auto [found, is_new] = places_.try_emplace(std::string{variable}, places_.size());
  if (!is_new) return found->second;
  if (!may_be_variable(variable))
    throw DocumentError{
        "results.bad-variable",
        fmt::format("\"{}\" is no name of a variable, so this is no result set",
                    excerpt(variable))};
  name_bytes_ += variable.size();
  if (name_bytes_ > kMostNameBytes)
    throw DocumentError{"results.too-many-variables",
                        fmt::format("the names of the variables are longer than {}",
                                    human_bytes(kMostNameBytes))};
  names_.emplace_back(variable);
  return found->second;
}

void SolutionDraft::declare() {
  is_declared_ = true;
  values_.resize(names_.size());
  terms_.resize(names_.size());
  reading_.taker.variables(names_);
}

void SolutionDraft::begin() {
  for (ResultValue& value : values_) value.clear();
  value_bytes_ = 0;
  is_spoilt_ = false;
}

ResultProblem SolutionDraft::spoilt(ResultProblem problem) {
  if (!problem.code.empty()) is_spoilt_ = true;
  return problem;
}

ResultProblem SolutionDraft::set(std::string_view variable, ResultValue value) {
  const auto found = places_.find(variable);
  if (found != places_.end()) return set(found->second, std::move(value));
  return spoilt(
      {"results.unknown-variable",
       fmt::format("the head does not name the variable \"{}\"", excerpt(variable))});
}

ResultProblem SolutionDraft::set(std::size_t variable, ResultValue value) {
  if (values_[variable].kind != TermKind::none)
    return spoilt({"results.repeated-variable",
                   fmt::format("a second value of \"{}\" in one solution",
                               excerpt(names_[variable]))});
  value_bytes_ += value.text.size() + value.tag.size();
  if (value_bytes_ > reading_.limits.literal_bytes) refuse_long_solution(reading_.limits);
  values_[variable] = std::move(value);
  return spoilt(check_value(values_[variable]));
}

ResultProblem SolutionDraft::finish() {
  if (is_spoilt_) return {};
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const ResultValue& value = values_[i];
    terms_[i] = {.value = value.text,
                 .tag = value.tag,
                 .kind = value.kind,
                 .plain = value.kind == TermKind::iri};
  }
  return reading_.taker.solution(terms_);
}

}  // namespace semsite
