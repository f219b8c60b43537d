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

std::string source_problem(const SourceReport& source) {
  const bool named = source.problem.find(source.url) != std::string::npos;
  return named ? source.problem : source.url + ": " + source.problem;
}

}  // namespace semsite
