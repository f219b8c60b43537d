#include "plan/scope.hpp"

#include <algorithm>

#include "base/date.hpp"
#include "base/text.hpp"

namespace semsite {

bool in_scope(std::string_view url, const std::vector<std::string>& include,
              const std::vector<std::string>& exclude) {
  const auto matches = [&](const std::string& glob) { return matches_glob(url, glob); };
  return (include.empty() || std::ranges::any_of(include, matches)) &&
         std::ranges::none_of(exclude, matches);
}

bool is_older(std::string_view lastmod, std::optional<std::int64_t> since) {
  if (!since) return false;
  const auto time = parse_lastmod(lastmod);
  return time && time->end <= *since;
}

}  // namespace semsite
