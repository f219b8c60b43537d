#include "rdf/term_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace semsite::test::term_text_test {
namespace {

std::string compared(std::string_view statement) {
  std::string room;
  return std::string{compared_text(statement, room)};
}

// RDF 1.2 Concepts §3.4: language tags are compared without case.
TEST(ComparedText, HasTheTagInLowerCase) {
  EXPECT_EQ(compared(R"(<urn:S> <urn:P> "X"@EN-us <urn:G> .)"),
            R"(<urn:S> <urn:P> "X"@en-us <urn:G> .)");
  EXPECT_EQ(compared(R"("X"@AR--rtl)"), R"("X"@ar--rtl)");
  EXPECT_EQ(compared(R"(_:bX <urn:P> <<( <urn:A> <urn:B> "C"@De )>> .)"),
            R"(_:bX <urn:P> <<( <urn:A> <urn:B> "C"@de )>> .)");
}

TEST(ComparedText, LeavesEverythingElseAsItIs) {
  for (const std::string_view statement : {
           R"(<urn:S> <urn:P> <urn:O> .)",
           R"(<urn:S> <urn:P> "X" .)",
           R"(<urn:S> <urn:P> "X \"@EN" <urn:G> .)",
           R"(<urn:S> <urn:P> "\\"^^<urn:T@EN> .)",
           R"(<urn:S> <urn:P> "@EN \\\"@EN X"@en .)",
           R"(<mailto:A@EN> <urn:P> _:bX .)",
           "",
       }) {
    std::string room;
    EXPECT_EQ(compared_text(statement, room).data(), statement.data()) << statement;
  }
}

TEST(ComparedText, SeesTheTagBehindAnEscapedBackslash) {
  EXPECT_EQ(compared(R"(<urn:s> <urn:p> "a\\"@EN .)"), R"(<urn:s> <urn:p> "a\\"@en .)");
}

TEST(SortedRepeats, AreTheSameButForTheCaseOfTheirTags) {
  const std::vector<std::string> statements{
      R"(<p> "X"@EN)", R"(<p> "x"@DE)", R"(<p> "x"@EN)", R"(<p> "x"@En)", R"(<p> "x"@de)",
      R"(<p> "x"@en)", R"(<p> "x"@fr)", R"(<p> "x@EN")", R"(<p> "y"@en)", R"(<q> "x"@en)",
  };
  SortedRepeats repeats;
  std::string shown;
  for (const std::string& statement : statements)
    shown += repeats.is_repeated(statement) ? '-' : '+';
  EXPECT_EQ(shown, "+++---++++");
}

TEST(SortedRepeats, HoldsOthersApartThatStandBehindTheTag) {
  SortedRepeats repeats;
  EXPECT_FALSE(repeats.is_repeated(R"(<s> <p> "x"@EN <g> .)"));
  EXPECT_FALSE(repeats.is_repeated(R"(<s> <p> "x"@EN <h> .)"));
  EXPECT_TRUE(repeats.is_repeated(R"(<s> <p> "x"@en <g> .)"));
}

}  // namespace
}  // namespace semsite::test::term_text_test
