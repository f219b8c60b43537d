#include "report/statistics.hpp"

namespace semsite {

std::uint64_t sum_of(const FaultCounts& faults) {
  std::uint64_t sum = 0;
  for (const auto& [code, count] : faults) sum += count;
  return sum;
}

void add_faults(FaultCounts& to, const FaultCounts& from) {
  for (const auto& [code, count] : from) to[code] += count;
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::not_tried:
      return "not-needed";
    case Outcome::whole:
      return "whole";
    case Outcome::faulty:
      return "faulty";
    case Outcome::damaged:
      return "damaged";
    case Outcome::partial:
      return "partial";
    case Outcome::failed:
      return "failed";
    case Outcome::refused:
      break;
  }
  return "refused";
}

std::string source_problem(const SourceReport& source) {
  const bool named = source.problem.find(source.url) != std::string::npos;
  return named ? source.problem : source.url + ": " + source.problem;
}

}  // namespace semsite
