#include "commands/change_list_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"
#include "report/changes.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::change_list_file_test {
namespace {

constexpr std::string_view kOld =
    "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <x:p> \"2\" .\n_:b1 <x:p> <x:o> <x:h> .\n";
constexpr std::string_view kNew =
    "<x:a> <x:p> \"a \\\\u \\\"b\\\"\" <x:g> .\n<x:c> <x:p> <x:o> .\n"
    "_:b1 <x:p> <x:n> <x:h> .\n";

std::string list_of(ChangeForm form) {
  std::string out;
  ChangeWriter writer{form,
                      [&out](std::string_view text) { out += text; },
                      {},
                      ChangeEnds{.from = "sha256:a", .to = "sha256:b"}};
  writer.document(kOld, kNew);
  writer.finish();
  return out;
}

class ChangeListFile : public ::testing::Test {
 protected:
  std::string put(std::string_view text) {
    const std::string path = folder_.file("list");
    write_file(path, text);
    return path;
  }
  /// What the list says: `D`, `A` or `X` and the line.
  std::vector<std::string> read(std::string_view text) {
    ChangeListReader reader{put(text), {}};
    std::vector<std::string> out;
    while (const auto change = reader.next()) {
      using enum ListedChange::Kind;
      const char mark = change->kind == removed ? 'D' : change->kind == added ? 'A' : 'X';
      out.push_back(std::string{mark} + ' ' + std::string{change->text});
    }
    facts_ = reader.facts();
    return out;
  }
  /// Why it is refused.
  std::string refusal(std::string_view text) {
    try {
      static_cast<void>(read(text));
    } catch (const RunError& error) {
      return error.what();
    }
    return {};
  }
  TemporaryFolder folder_;
  ChangeListFacts facts_;
};

TEST_F(ChangeListFile, APatchSaysTheLinesOfTheOutput) {
  EXPECT_EQ(
      read(list_of(ChangeForm::patch)),
      (std::vector<std::string>{"D <x:a> <x:p> \"1\" <x:g> .", "D <x:a> <x:p> \"2\" .",
                                "D _:b1 <x:p> <x:o> <x:h> .",
                                "A <x:a> <x:p> \"a \\\\u \\\"b\\\"\" <x:g> .",
                                "A <x:c> <x:p> <x:o> .", "A _:b1 <x:p> <x:n> <x:h> ."}));
  EXPECT_EQ(facts_.ends, (ChangeEnds{.from = "sha256:a", .to = "sha256:b"}));
  EXPECT_EQ(facts_.removed, 3U);
  EXPECT_EQ(facts_.added, 3U);
}

// The escapes of SPARQL are those of N-Quads, too (N-Quads §4 [153s]).
TEST_F(ChangeListFile, AnUpdateSaysItsOperationsAsQuadsAndGraphs) {
  EXPECT_EQ(
      read(list_of(ChangeForm::sparql_update)),
      (std::vector<std::string>{"D <x:a> <x:p> \"2\" .", "D <x:a> <x:p> \"1\" <x:g> .",
                                "X <x:h>", "A <x:c> <x:p> <x:o> .",
                                "A <x:a> <x:p> \"a \\\\\\U00000075 \\\"b\\\"\" <x:g> .",
                                "A _:b1 <x:p> <x:n> <x:h> ."}));
  EXPECT_EQ(facts_.form, ChangeForm::sparql_update);
  EXPECT_TRUE(facts_.has_removals);
  EXPECT_TRUE(facts_.has_additions);
}

TEST_F(ChangeListFile, CutAnywhereItIsRefused) {
  for (const ChangeForm form : {ChangeForm::patch, ChangeForm::sparql_update}) {
    const std::string whole = list_of(form);
    EXPECT_EQ(refusal(whole), "");
    for (std::size_t size = 0; size < whole.size(); ++size)
      EXPECT_NE(refusal(whole.substr(0, size)), "") << size;
  }
}

TEST_F(ChangeListFile, APatchThatLostALineIsRefused) {
  std::string list = list_of(ChangeForm::patch);
  const std::size_t at = list.find("A <x:c>");
  list.erase(at, list.find('\n', at) + 1 - at);
  EXPECT_NE(refusal(list).find("something of it was lost"), std::string::npos);
}

TEST_F(ChangeListFile, WhatNoWriterOfOursHasWrittenIsRefusedWithItsLine) {
  const std::string patch{kPatchHead};
  const std::string update{kUpdateHead};
  for (const std::string& text :
       {patch + "\nX <x:a> .\n", patch + "\n<x:a> <x:b> <x:c> .\n",
        update + "\nCLEAR ALL\n", update + "\nDROP SILENT GRAPH <x:g> ; CLEAR ALL\n",
        update + "\nINSERT DATA {\nGRAPH <x:g> { <x:a> <x:b> <x:c> } {\n",
        update + "\nINSERT DATA {\n<x:a> <x:b> <x:c> } ; CLEAR ALL\n", update + "\n}\n",
        update + "\nDELETE WHERE {\n", patch + "\n# end: many removed, 0 added\n",
        patch + "\n# end: 0 removed, 0 added\nA <x:a> <x:b> <x:c> .\n"})
    EXPECT_NE(refusal(text).find("is none of a list of changes"), std::string::npos)
        << text;
}

TEST_F(ChangeListFile, OfAnEarlierVersionNamesNoEnds) {
  static_cast<void>(read(std::string{kPatchHead} + "\n# end: 0 removed, 0 added\n"));
  EXPECT_FALSE(facts_.ends);
  EXPECT_TRUE(facts_.is_empty());
}

TEST_F(ChangeListFile, WhatCouldNotBeExpressedIsInItsLastLine) {
  static_cast<void>(
      read(std::string{kUpdateHead} + "\n# end: 7 removed, 9 added, 3 not expressed\n"));
  EXPECT_EQ(facts_.removed, 7U);
  EXPECT_EQ(facts_.added, 9U);
  EXPECT_EQ(facts_.not_expressed, 3U);
}

TEST_F(ChangeListFile, AdditionsAreNQuadsButForThosePassedOver) {
  const std::string path = put(list_of(ChangeForm::patch));
  ListedAdditions all{path, {}, [](const ChangedQuad&) { return false; }};
  EXPECT_EQ(all.read().bytes, kNew);
  EXPECT_TRUE(all.read().empty());
  ListedAdditions some{
      path, {}, [](const ChangedQuad& quad) { return quad.has_blank(); }};
  EXPECT_EQ(some.read().bytes,
            "<x:a> <x:p> \"a \\\\u \\\"b\\\"\" <x:g> .\n<x:c> <x:p> <x:o> .\n");
  EXPECT_EQ(some.passed_over(), 1U);
}

}  // namespace
}  // namespace semsite::test::change_list_file_test
