#include "base/clock.hpp"

#include <fmt/chrono.h>

namespace semsite {

std::string utc_timestamp(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace semsite
