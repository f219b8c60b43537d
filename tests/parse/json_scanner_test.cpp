#include "parse/json_scanner.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::json_scanner_test {
namespace {

using Stop = JsonScanner::Stop;

TEST(JsonScanner, StopsOutsideBracketsOnly) {
  const std::string text = "{\"a\":[1,{}],\"}\\\"\":2}\n,]";
  JsonScanner scanner{8};
  EXPECT_EQ(scanner.next(text), Stop::value_end);
  EXPECT_EQ(scanner.at(), text.find('\n'));
  EXPECT_EQ(scanner.next(text), Stop::line_end);
  scanner.step();
  EXPECT_EQ(scanner.next(text), Stop::comma);
  scanner.step();
  EXPECT_EQ(scanner.next(text), Stop::closing);
  scanner.step();
  EXPECT_EQ(scanner.next(text), Stop::end_of_text);
}

TEST(JsonScanner, GivesTheSameWhereverTheTextIsCut) {
  const std::string text = R"({"a\\\"b":["\\",{"c":"\u0022"}]} rest)";
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    JsonScanner scanner{8};
    if (scanner.next(text.substr(0, cut)) == Stop::end_of_text) {
      EXPECT_EQ(scanner.next(text), Stop::value_end) << cut;
    }
    EXPECT_EQ(scanner.at(), text.find(" rest")) << cut;
  }
}

TEST(JsonScanner, StopsAtTheBracketThatIsTooDeep) {
  JsonScanner scanner{100};
  EXPECT_EQ(scanner.next(std::string(100'000, '[')), Stop::too_deep);
  EXPECT_EQ(scanner.at(), 100U);
}

}  // namespace
}  // namespace semsite::json_scanner_test
