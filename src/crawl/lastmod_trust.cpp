#include "crawl/lastmod_trust.hpp"

#include <algorithm>
#include <chrono>

#include "base/date.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kEnough = 20;
constexpr std::uint64_t kFewest = 5;
constexpr std::uint64_t kOneFaultIn = 200;
/// How many more observations are needed against contradicting headers.
constexpr std::uint64_t kAgainstHeaders = 5;

/// More than 1 in 200.
bool too_many(std::uint64_t faults, std::uint64_t of) {
  return faults * kOneFaultIn > of;
}

std::uint64_t needed(std::uint64_t pages) {
  return pages == 0 ? kEnough : std::clamp(pages, kFewest, kEnough);
}

/// West of everybody it is 12 hours earlier than UTC: the day ends so much later.
constexpr std::int64_t kLatestZone = 12 * 3'600;

/// FNV-1a with a last mix, so that URLs that differ in their last digit fall apart.
std::uint64_t spread(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  hash ^= hash >> 32;
  hash *= 0x9e3779b97f4a7c15U;
  return hash ^ hash >> 29;
}

}  // namespace

std::string_view trust_name(LastmodTrust trust) {
  switch (trust) {
    case LastmodTrust::unknown:
      return "unknown";
    case LastmodTrust::trusted:
      return "trusted";
    case LastmodTrust::useless:
      return "useless";
    case LastmodTrust::lying:
      return "lying";
  }
  return "unknown";
}

LastmodTrust judge(const LastmodEvidence& seen) {
  if (too_many(seen.betrayed, seen.agreed + seen.betrayed + seen.moved))
    return LastmodTrust::lying;

  const std::uint64_t newer = seen.moved + seen.idle;
  if ((seen.all_equal && seen.pages > 1) ||
      (newer >= kEnough && seen.idle * 10 > newer * 9 && seen.idle > seen.agreed))
    return LastmodTrust::useless;

  const std::uint64_t direct = seen.agreed + seen.moved;
  const bool headers_contradict =
      too_many(seen.contradicted, seen.matched + seen.contradicted);
  const bool enough = headers_contradict ? direct >= kAgainstHeaders * needed(seen.pages)
                                         : direct + seen.matched >= needed(seen.pages);
  return enough ? LastmodTrust::trusted : LastmodTrust::unknown;
}

bool lastmod_covers(std::string_view lastmod, std::string_view last_modified_http) {
  const auto span = parse_lastmod(lastmod);
  if (!span) return false;
  // Years of two digits are near the lastmod.
  const auto modified = parse_http_date(last_modified_http, clock_time(span->begin));
  if (!modified) return false;
  return std::chrono::system_clock::to_time_t(*modified) <
         span->end + (span->has_zone ? 0 : kLatestZone);
}

bool is_sample(std::string_view url, std::uint64_t run, unsigned percent) {
  if (percent >= 100) return true;
  return (spread(url) % 100 + run % 100 * percent) % 100 < percent;
}

}  // namespace semsite
