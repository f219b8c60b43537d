#include "crawl/budget_end.hpp"

#include <fmt/format.h>

#include <string>

#include "base/counts.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

/// Is this the code of what was broken off because the run ends? The reader of a document
/// sees that before its next block, or the transfer ends under it.
bool is_ended(std::string_view code) {
  return code == "run.interrupted" || code == "fetch.cancelled";
}

bool is_file(const SourceReport& source) {
  return source.way == way_name(Way::dump) || source.way == way_name(Way::fragments);
}

}  // namespace

void name_the_budget(SourceReport& source, const Fetch& fetch) {
  const std::string reason = fetch.budget.reason ? fetch.budget.reason() : std::string{};
  if (reason.empty()) return;
  for (DocumentReport& document : source.noted)
    if (is_ended(document.code)) {
      document.code = kBudgetCode;
      document.problem = reason;
    }
  if (!is_ended(source.code)) return;
  source.code = kBudgetCode;
  const std::uint64_t most = fetch.budget.max_bytes;
  if (is_file(source) && most > 0 && source.expected_bytes.value_or(0) > most) {
    source.problem = fmt::format(
        "the file has {}, more than --max-bytes {}: nothing of it will ever be whole "
        "with this bound; raise it",
        count_of(*source.expected_bytes, "byte"), grouped(most));
  } else if (is_file(source)) {
    source.problem = fmt::format(
        "{} in the middle of the file, which the next run begins anew", reason);
  } else if (source.problem.find("stopped when") == std::string::npos) {
    source.problem = reason;
  }
}

}  // namespace semsite
