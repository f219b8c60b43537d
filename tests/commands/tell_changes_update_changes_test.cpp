#include "commands/tell_changes.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::tell_changes_update_changes_test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kPage = "http://a.example/p";
const std::string kOther = "http://a.example/q";

/// A blank node of the document at `url`.
std::string node(const std::string& url, const std::string& label) {
  return "_:b" + short_hash(url) + "x" + label;
}
std::string line(const std::string& subject, const std::string& object,
                 const std::string& graph) {
  return subject + " <http://a.example/v> " + object + " <" + graph + "> .\n";
}

class UpdateChanges : public ::testing::Test {
 protected:
  std::string between(const std::string& was, const std::string& is,
                      const std::vector<std::string>& pages) {
    const TemporaryFiles files{folder_.file(""), "x", TemporaryFiles::Lifetime::this_run};
    OutputComparison compared{files};
    compared.add_former(file("was", was), {});
    compared.add_present(file("is", is), {});
    std::string out;
    OwnGraph own;
    ChangeWriter writer{ChangeForm::sparql_update,
                        [&](std::string_view text) { out += text; },
                        [&](std::string_view graph) { return !own.is(graph); }};
    write_update(
        compared,
        [&](const std::function<void(std::string_view)>& take) {
          for (const std::string& page : pages) take(page);
        },
        files, own, writer);
    writer.finish();
    return out;
  }

 private:
  Descriptor file(const std::string& name, const std::string& text) {
    const std::string path = folder_.file(name);
    const Descriptor out{
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
    write_all(out.get(), text, path);
    return Descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  }
  TemporaryFolder folder_;
};

// docs/changes.md, "Blank nodes": the graph of a page goes and comes back whole.
TEST_F(UpdateChanges, WhatOthersSayInAGraphThatIsDroppedIsInsertedAgain) {
  const std::string other = line("<http://a.example/x>", "\"of a dump\"", kPage);
  const std::string text =
      between(other + line(node(kPage, "1"), "\"old\"", kPage),
              other + line(node(kPage, "1"), "\"new\"", kPage), {kPage});
  EXPECT_THAT(text, HasSubstr("DROP SILENT GRAPH <" + kPage + ">"));
  EXPECT_THAT(text, HasSubstr("\"of a dump\""));
  EXPECT_THAT(text, HasSubstr("\"new\""));
  EXPECT_THAT(text, Not(HasSubstr("\"old\"")));
}

TEST_F(UpdateChanges, AGraphWithBlankNodesOfAnotherDocumentIsNotDropped) {
  const std::string other = line(node(kOther, "1"), "\"of another\"", kPage);
  const std::string text =
      between(other + line(node(kPage, "1"), "\"old\"", kPage),
              other + line(node(kPage, "1"), "\"new\"", kPage), {kPage, kOther});
  EXPECT_THAT(text, Not(HasSubstr("DROP")));
  EXPECT_THAT(text, Not(HasSubstr("\"new\"")));
  EXPECT_THAT(text, HasSubstr("2 not expressed"));
}

TEST_F(UpdateChanges, OnlyAGraphThatIsNamedAfterAPageIsDropped) {
  const std::string text = between(line(node(kPage, "1"), "\"old\"", kPage),
                                   line(node(kPage, "1"), "\"new\"", kPage), {});
  EXPECT_THAT(text, Not(HasSubstr("DROP")));
  EXPECT_THAT(text, HasSubstr("2 not expressed"));
}

// A node of a dump that was there already would become two.
TEST_F(UpdateChanges, WhatIsTiedToAnOldNodeIsNotInsertedBesideIt) {
  const std::string old = line(node(kPage, "1"), "\"old\"", "http://a.example/set");
  const std::string text =
      between(old, old + line(node(kPage, "1"), "\"more\"", "http://a.example/set"), {});
  EXPECT_THAT(text, Not(HasSubstr("INSERT")));
  EXPECT_THAT(text, HasSubstr("1 not expressed"));
}

TEST_F(UpdateChanges, AllBlankNodesOfANewDocumentComeInOneOperation) {
  std::string text;
  for (int i = 0; i < 30'000; ++i)
    text += line(node(kPage, "1"), '"' + std::to_string(i) + " of many\"",
                 "http://a.example/set");
  const std::string list = between({}, text, {});
  EXPECT_EQ(list.find("INSERT DATA"), list.rfind("INSERT DATA"));
  EXPECT_THAT(list, HasSubstr("0 removed, 30000 added"));
}

TEST_F(UpdateChanges, QuadsWithoutBlankNodesComeAsTheyAre) {
  const std::string text =
      between(line("<http://a.example/x>", "\"old\"", kPage),
              line("<http://a.example/x>", "\"new\"", kPage), {kPage});
  EXPECT_THAT(text, HasSubstr("DELETE DATA {\nGRAPH <" + kPage +
                              "> {\n<http://a.example/x> "
                              "<http://a.example/v> \"old\" .\n}\n}\n;\n"));
  EXPECT_THAT(text, HasSubstr("INSERT DATA {\nGRAPH <" + kPage +
                              "> {\n<http://a.example/x> "
                              "<http://a.example/v> \"new\" .\n}\n}\n;\n"));
}

}  // namespace
}  // namespace semsite::test::tell_changes_update_changes_test
