#include "crawl/pair_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "semsite/errors.hpp"
#include "support/drain.hpp"

namespace semsite::test::pair_source_test {
namespace {

using testing::HasSubstr;

Drained read(const std::string& csv, std::size_t step = kBlockBytes) {
  PairSource source{std::make_unique<MemorySource>(csv, step), "http://p/"};
  return drain(source);
}

TEST(PairSource, RowsAreStatements) {  // SPARQL 1.1 CSV results §3.1
  const std::string csv =
      "s,o\r\nhttp://s/1,http://o/1\r\n\"http://s/2,x\",\"http://o/\xC3\xA9\"\r\n";
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, kBlockBytes}) {
    const Drained got = read(csv, step);
    EXPECT_EQ(got.error, "");
    EXPECT_EQ(got.text,
              "<http://s/1> <http://p/> <http://o/1> .\n"
              "<http://s/2,x> <http://p/> <http://o/\xC3\xA9> .\n");
  }
  EXPECT_EQ(read("\"s\",\"o\"\n").text, "");  // as Virtuoso writes it
}

TEST(PairSource, AreManyBlocksOfOneText) {
  std::string csv = "s,o\n", triples;
  for (int i = 0; i < 20'000; ++i) {
    const std::string node = "http://node.example/" + std::to_string(i);
    csv += node + ",http://o/\n";
    triples += "<" + node + "> <http://p/> <http://o/> .\n";
  }
  EXPECT_EQ(read(csv).text, triples);
}

TEST(PairSource, WhatIsNoIriIsNotPassedOn) {
  for (const std::string value :
       {"_:b0", "nodeID://b10419", "text", "", "http://o/ x", "http://o/> <http://x/",
        "<http://o/>", "http://o/\n", "http://o/\xFF"}) {
    const Drained got = read("s,o\nhttp://s/,\"" + value + "\"\n");
    EXPECT_EQ(got.error, "sparql.no-rows") << value;
    EXPECT_THAT(got.message, HasSubstr("line 2")) << value;
    EXPECT_EQ(got.text, "") << value;
    EXPECT_EQ(read("s,o\n\"" + value + "\",http://o/\n").error, "sparql.no-rows");
  }
}

TEST(PairSource, WhatIsNoTableOfPairsIsSaid) {
  for (const std::string csv :
       {"", "<html>502</html>\n", "o,s\nhttp://o/,http://s/\n", "s,o,p\n",
        "s,o\nhttp://s/\n", "s,o\nhttp://s/,http://o/,http://x/\n",
        "s,o\n\"http://s/\"x,http://o/\n"})
    EXPECT_EQ(read(csv).error, "sparql.no-rows") << csv;
}

TEST(PairSource, ATableThatEndsWithinALineWasCutOff) {
  const Drained got = read("s,o\nhttp://s/1,http://o/1\nhttp://s/2,http://o/");
  EXPECT_EQ(got.error, "sparql.no-rows");
  EXPECT_THAT(got.message, HasSubstr("within a line"));
  EXPECT_EQ(read("s,o\nhttp://s/,\"http://o/").error, "table.open-quote");
}

}  // namespace
}  // namespace semsite::test::pair_source_test
