#include "markup/page_format.hpp"

#include <gtest/gtest.h>

namespace semsite::page_format_test {
namespace {

TEST(PageFormat, IsToldInAnySpelling) {  // ocx.md §4
  for (const char* written : {"JSON-LD", "json-ld", "JSONLD", " Json LD 1.1 "})
    EXPECT_EQ(page_format(written), PageFormat::jsonld) << written;
  EXPECT_EQ(page_format("RDFa 1.1"), PageFormat::rdfa);
  EXPECT_EQ(page_format("MicroData"), PageFormat::microdata);
  for (const char* written : {"", "RDF", "RDFa Lite", "text/turtle"})
    EXPECT_EQ(page_format(written), PageFormat::unknown) << written;
}

TEST(PageFormat, HasAName) {
  EXPECT_EQ(format_name(PageFormat::jsonld), "JSON-LD");
  EXPECT_EQ(format_name(PageFormat::unknown), "");
}

}  // namespace
}  // namespace semsite::page_format_test
