// libFuzzer entry: any bytes as an HTML page, read with and without a tree. What both
// give must be the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "support/page_ways.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const semsite::test::PageComparison comparison = semsite::test::compare_ways(text);
  if (comparison.difference.empty()) return 0;
  std::fputs(comparison.difference.c_str(), stderr);
  std::abort();
}
