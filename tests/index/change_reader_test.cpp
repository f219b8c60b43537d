#include "index/change_reader.hpp"

#include <gtest/gtest.h>

namespace semsite::test::change_reader_test {
namespace {

std::vector<ComparedStatement> statements(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

std::string after(const std::string& old, const DocumentChange& change) {
  return apply_change({.url = "urn:g", .statements = old}, change, {}).text.statements;
}

// docs/changes.md: the lines without those marked D, with those marked A, as a set.
TEST(ChangeReader, AppliesAChangeAsASet) {
  const std::string old = "<urn:b> <urn:p> <urn:o> .\n<urn:d> <urn:p> <urn:o> .\n";
  EXPECT_EQ(after(old, {.url = "urn:g",
                        .removed = statements({"<urn:b> <urn:p> <urn:o>"}),
                        .added = statements(
                            {"<urn:a> <urn:p> <urn:o>", "<urn:c> <urn:p> <urn:o>",
                             "<urn:d> <urn:p> <urn:o>", "<urn:e> <urn:p> <urn:o>"})}),
            "<urn:a> <urn:p> <urn:o> .\n<urn:c> <urn:p> <urn:o> .\n"
            "<urn:d> <urn:p> <urn:o> .\n<urn:e> <urn:p> <urn:o> .\n");
}

TEST(ChangeReader, WhatIsBothRemovedAndAddedIsThere) {
  const std::string line = "<urn:b> <urn:p> <urn:o>";
  EXPECT_EQ(
      after(line + " .\n",
            {.url = "urn:g", .removed = statements({line}), .added = statements({line})}),
      line + " .\n");
}

// RDF 1.2 Concepts §3.4: tags are compared without case.
TEST(ChangeReader, FindsStatementsWhateverTheCaseOfTheirTags) {
  const std::string old =
      "<urn:b> <urn:p> \"x\"@EN .\n<urn:b> <urn:p> \"x\"@FR .\n"
      "<urn:b> <urn:p> \"x\"@de .\n";
  EXPECT_EQ(after(old, {.url = "urn:g",
                        .removed = statements({"<urn:b> <urn:p> \"x\"@fr"}),
                        .added = statements({"<urn:b> <urn:p> \"x\"@en"})}),
            "<urn:b> <urn:p> \"x\"@de .\n<urn:b> <urn:p> \"x\"@EN .\n");
}

TEST(ChangeReader, CountsWhatWasNotThere) {
  const ChangedText got = apply_change(
      {.url = "urn:g", .statements = "<urn:b> <urn:p> <urn:o> .\n"},
      {.url = "urn:g",
       .removed = statements({"<urn:a> <urn:p> <urn:o>", "<urn:b> <urn:p> <urn:o>",
                              "<urn:c> <urn:p> <urn:o>"}),
       .added = {}},
      {});
  EXPECT_EQ(got.missing, 2U);
  EXPECT_EQ(got.text.statements, "");
}

}  // namespace
}  // namespace semsite::test::change_reader_test
