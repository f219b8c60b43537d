#include "plan/scope.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace semsite {

bool in_scope(std::string_view url, const std::vector<std::string>& include,
              const std::vector<std::string>& exclude) {
  const auto matches = [&](const std::string& glob) { return matches_glob(url, glob); };
  return (include.empty() || std::ranges::any_of(include, matches)) &&
         std::ranges::none_of(exclude, matches);
}

}  // namespace semsite
