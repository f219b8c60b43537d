#include "validate/left_alone.hpp"

#include <string_view>

namespace semsite {
namespace {

/// As the retriever has it.
constexpr std::string_view kLongDelay = "robots.crawl-delay";

}  // namespace

bool is_left_alone(const Retrieved& got, const FindingPlace& named, Findings& findings) {
  if (got.outcome == Retrieval::robots && got.code == kLongDelay)
    findings.add({kLongDelay, named, got.problem});
  return got.outcome == Retrieval::robots || got.outcome == Retrieval::cancelled;
}

}  // namespace semsite
