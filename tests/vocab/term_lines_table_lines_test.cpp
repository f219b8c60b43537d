#include "vocab/term_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::term_lines_table_lines_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// docs/vocabularies.md, "The lines"

TEST(TableLines, SplitsIntoWordsAndPassesOverRemarks) {
  EXPECT_THAT(table_lines("# remark\n\nset  a u:a#b\nurl x\n"),
              ElementsAre(ElementsAre("set", "a", "u:a#b"), ElementsAre("url", "x")));
}

TEST(TableLines, JoinsIndentedLinesToTheOneAbove) {
  EXPECT_THAT(
      table_lines("list a\n  b c\n\n# remark\n  d\nset e f"),
      ElementsAre(ElementsAre("list", "a", "b", "c", "d"), ElementsAre("set", "e", "f")));
}

TEST(TableLines, GivesNothingForNothing) {
  EXPECT_THAT(table_lines(""), IsEmpty());
  EXPECT_THAT(table_lines("#"), IsEmpty());
}

}  // namespace
}  // namespace semsite::term_lines_table_lines_test
