#include "vocab/context_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace semsite::context_facts_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> shown(const ContextFacts& facts, std::string_view context) {
  std::vector<std::string> out;
  for (const TermFact& fact : facts.terms(*facts.find(context)))
    out.push_back(std::string{fact.term} + " " +
                  (fact.form == TermForm::null     ? "null"
                   : fact.form == TermForm::string ? "string"
                                                   : "full") +
                  " " + fact.iri() + " " + std::string{fact.coercion} + " " +
                  std::string{fact.container});
  return out;
}

// docs/vocabularies.md, "The lines"

TEST(ContextFacts, ReadsEveryKindOfLine) {
  const ContextFacts facts{std::array<std::string_view, 2>{
      "list shared one two\n",
      "context c\nurl //a.b/c //a.b/d\nset @base null\nset p u:p#\n"
      "string u: three alias=u:other\nfull v: - - +shared\nfull w: @id @list four\n"}};
  ASSERT_NE(facts.find("c"), nullptr);
  EXPECT_THAT(facts.find("c")->urls, ElementsAre("//a.b/c", "//a.b/d"));
  EXPECT_THAT(
      shown(facts, "c"),
      ElementsAre("@base null   ", "alias string u:other  ", "four full w:four @id @list",
                  "one full v:one  ", "p string u:p#  ", "three string u:three  ",
                  "two full v:two  "));
}

TEST(ContextFacts, TakesTheLaterOfTwoLinesAboutATerm) {
  const ContextFacts facts{
      std::array<std::string_view, 1>{"context c\nfull u: - - a b\nfull u: @id - a\n"}};
  EXPECT_THAT(shown(facts, "c"), ElementsAre("a full u:a @id ", "b full u:b  "));
}

TEST(ContextFacts, HasNoContextOfAnotherName) {
  const ContextFacts facts{std::array<std::string_view, 1>{"context c\n"}};
  EXPECT_EQ(facts.find("d"), nullptr);
  EXPECT_THAT(shown(facts, "c"), IsEmpty());
}

}  // namespace
}  // namespace semsite::context_facts_test
