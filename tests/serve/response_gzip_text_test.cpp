#include "serve/response.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/drain.hpp"
#include "support/packing.hpp"
#include "unpack/gzip_source.hpp"

namespace semsite::test::response_gzip_text_test {
namespace {

std::string unpacked(std::string packed) {
  GzipSource source{memory(std::move(packed)), "x"};
  return drain(source).text;
}

TEST(GzipText, IsTheTextOnceItIsUnpacked) {
  for (const std::size_t size : {0UL, 1UL, 100UL, 32UL * 1024, 1'000'003UL}) {
    const std::string text = sample_text(size);
    EXPECT_EQ(unpacked(gzip_text(text)), text) << size;
  }
}

TEST(GzipText, IsShorterThanTextThatRepeatsItself) {
  EXPECT_LT(gzip_text(std::string(1'000'000, 'a')).size(), 20'000U);
}

}  // namespace
}  // namespace semsite::test::response_gzip_text_test
