#include "crawl/page_faults.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/text.hpp"

namespace semsite {

std::string write_fault_counts(const FaultCounts& faults) {
  std::string out;
  for (const auto& [code, count] : faults)
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", code, count);
  return out;
}

FaultCounts read_fault_counts(std::string_view text) {
  FaultCounts out;
  for (const std::string_view one : split(text, ' ')) {
    const std::size_t at = one.find('=');
    if (at == std::string_view::npos) continue;
    std::uint64_t count = 0;
    std::from_chars(one.data() + at + 1, one.data() + one.size(), count);
    out[std::string{one.substr(0, at)}] += count;
  }
  return out;
}

}  // namespace semsite
