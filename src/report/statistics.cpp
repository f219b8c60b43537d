#include "report/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>

#include "base/counts.hpp"
#include "base/text.hpp"

namespace semsite {

std::uint64_t sum_of(const FaultCounts& faults) {
  std::uint64_t sum = 0;
  for (const auto& [code, count] : faults) sum += count;
  return sum;
}

std::string types_text(const TypeCounts& counts) {
  constexpr std::size_t kShown = 8;
  std::vector<std::pair<std::string, std::uint64_t>> rows{counts.begin(), counts.end()};
  std::ranges::stable_sort(rows, std::ranges::greater{},
                           &std::pair<std::string, std::uint64_t>::second);
  std::string out;
  for (std::size_t i = 0; i < std::min(rows.size(), kShown); ++i)
    out += fmt::format("{}{} × {}", i == 0 ? "" : ", ", grouped(rows[i].second),
                       excerpt(rows[i].first));
  if (rows.size() > kShown) out += " and " + count_of(rows.size() - kShown, "other type");
  return out;
}

void add_faults(FaultCounts& to, const FaultCounts& from) {
  for (const auto& [code, count] : from) to[code] += count;
}

FaultCounts take_robots_notes(FaultCounts& faults) {
  FaultCounts out;
  for (auto at = faults.lower_bound("robots.");
       at != faults.end() && at->first.starts_with("robots.");)
    out.insert(faults.extract(at++));
  return out;
}

std::string source_problem(const SourceReport& source) {
  const bool named = source.problem.find(source.url) != std::string::npos;
  return named ? source.problem : source.url + ": " + source.problem;
}

std::string told_problem(const SourceReport& source) {
  return fmt::format("{} [{}]", source_problem(source), source.code);
}

}  // namespace semsite
