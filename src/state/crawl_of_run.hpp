#pragma once

#include <cstdint>

namespace semsite {

/// A crawl, by its number in the state, and the run that it goes on in.
struct CrawlOfRun {
  std::int64_t crawl = 0, run = 0;
};

}  // namespace semsite
