#include "commands/reading_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::reading_options_test {
namespace {

using testing::HasSubstr;

class DocumentMapFile : public testing::Test {
 protected:
  [[nodiscard]] DocumentMap read(const std::string& text) const {
    write_file(home.file("map.json"), text);
    return read_document_map(home.file("map.json"));
  }
  [[nodiscard]] std::string refusal(const std::string& text) const {
    try {
      (void)read(text);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  }

  TemporaryFolder home;
};

TEST_F(DocumentMapFile, PathsAreRelativeToTheMap) {
  const DocumentMap map = read(
      R"({"documents":{"http://a.example/c":"data/c.jsonld"},"prefixes":{"http://b.example/":"b"}})");
  EXPECT_EQ(map.path_of("http://a.example/c"), home.file("data/c.jsonld"));
  EXPECT_EQ(map.path_of("http://b.example/x.json"), home.file("b/x.json"));
}

TEST_F(DocumentMapFile, EitherPartMayBeMissing) {
  EXPECT_TRUE(read("{}").empty());
  EXPECT_FALSE(read(R"({"prefixes":{"http://b.example/":"/b"}})").empty());
}

TEST_F(DocumentMapFile, SaysWhatIsWrong) {
  EXPECT_THAT(refusal("{"), HasSubstr("--document-map"));
  EXPECT_THAT(refusal("[]"), HasSubstr("no JSON object"));
  EXPECT_THAT(refusal(R"({"documents":[]})"), HasSubstr("documents is no object"));
  EXPECT_THAT(refusal(R"({"documents":{"http://a.example/":1}})"),
              HasSubstr("http://a.example/ is given no path"));
  EXPECT_THROW((void)read_document_map(home.file("none")), DocumentError);
}

}  // namespace
}  // namespace semsite::test::reading_options_test
