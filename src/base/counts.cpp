#include "base/counts.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace semsite {

std::string count_of(std::uint64_t count, std::string_view one,
                     std::string_view several) {
  if (count == 1) return fmt::format("1 {}", one);
  return several.empty() ? fmt::format("{} {}s", grouped(count), one)
                         : fmt::format("{} {}", grouped(count), several);
}

}  // namespace semsite
