#include "validate/ask.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr int kNonAuthoritative = 203;

}  // namespace

Retrieved ask_for(const Ask& ask, const Validation& validation) {
  Retrieved got = validation.retriever.get(ask);
  check_unchanged(got, validation);
  return got;
}

void check_unchanged(const Retrieved& got, const Validation& validation) {
  if (got.outcome != Retrieval::got || got.head.status != kNonAuthoritative) return;
  const std::string_view via = got.head.header("via");
  validation.findings.add({"http.transformed",
                           {got.url},
                           via.empty()
                               ? std::string{"status 203"}
                               : fmt::format("status 203, Via: {}", excerpt(via, 200))});
}

}  // namespace semsite
