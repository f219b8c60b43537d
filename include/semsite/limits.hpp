#pragma once

#include <chrono>
#include <cstdint>

namespace semsite {

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = 1024 * kKiB;

/// The most that depths may be set to: what reads trees calls itself for each level, and
/// a thread's stack ends.
inline constexpr std::uint32_t kDeepest = 2000;

/// Every bound of the program with its default; each is an option.
struct Limits {
  std::uint64_t sitemap_bytes = 200 * kMiB;  ///< expanded: 50 MiB, four times over
  std::uint64_t sitemap_entries_noted = 50'000;
  std::uint64_t sitemap_entries = 1'000'000;  ///< per file
  std::uint32_t sitemap_depth = 3;            ///< of sitemap indexes
  std::uint64_t site_datasets = 10'000;       ///< described by the sitemaps of one site
  std::uint64_t robots_bytes = 500 * kKiB;
  std::uint64_t page_bytes = 16 * kMiB;
  std::uint64_t page_quads = 1'000'000;      ///< of one page
  std::uint64_t page_iri_bytes = 64 * kMiB;  ///< IRIs of one page, written in full
  std::uint32_t json_depth = 256;
  std::uint32_t xml_depth = 256;
  std::uint32_t turtle_depth = 1000;        ///< of brackets in Turtle and TriG
  std::uint64_t context_bytes = 4 * kMiB;   ///< one JSON-LD context
  std::uint64_t contexts = 1000;            ///< asked for in one run
  std::uint64_t literal_bytes = 64 * kMiB;  ///< one literal, one line, one statement
  std::uint64_t archive_ratio = 1000;       ///< expanded : packed, above the next value
  std::uint64_t archive_ratio_from_bytes = 64 * kMiB;
  std::uint64_t archive_entries = 1'000'000;
  std::uint32_t archive_depth = 3;
  std::uint32_t redirects = 10;
  std::chrono::seconds connect_timeout{15};
  std::chrono::seconds stall_timeout{60};
  /// From a request to the end of its answer's head; of a robots.txt, to its last byte.
  std::chrono::milliseconds request_timeout{120'000};
  std::uint64_t speed_limit = kKiB;  ///< bytes a second that a body must have; 0 = any
  std::chrono::milliseconds speed_time{60'000};  ///< over which that is counted
  std::chrono::seconds max_delay{3'600};   ///< longest pause that a host may ask for
  std::uint64_t memory_bytes = 64 * kMiB;  ///< for data in flight
};

}  // namespace semsite
