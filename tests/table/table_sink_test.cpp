#include "table/table_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "support/sink_text.hpp"

namespace semsite::test::table_sink_test {
namespace {

using testing::HasSubstr;

class TableSinkTest : public testing::Test {
 protected:
  std::string table(const std::string& text, TableRules rules,
                    RowForm form = RowForm::csv, std::size_t memory = 1 << 20) {
    return output_text({}, [&](OutputFile& output) {
      TableSink sink{std::move(rules), form, files_, memory, output};
      write_text(sink, text);
      sink.finish();
      unfound_ = sink.unfound();
    });
  }

  std::vector<std::string> unfound_;
  TemporaryFolder folder_;
  TemporaryFiles files_{folder_.file(""), "test", TemporaryFiles::Lifetime::this_run};
};

const std::string kType = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ";
/// Two of the class, in an order that no reader would like, and one that is not of it.
const std::string kData =
    "<x:b> <x:name> \"B\" .\n<x:a> <x:age> \"7\" .\n<x:c> <x:name> \"C\" .\n"
    "<x:a> <x:name> \"A\"@en .\n<x:b>" +
    kType +
    "<x:Class> .\n"
    "<x:a>" +
    kType +
    "<x:Class> <x:g> .\n<x:a> <x:name> \"A|a\\\\\" .\n"
    "<x:c>" +
    kType + "<x:Other> .\n<x:a> <x:name> <x:iri> .\n";
const std::vector<PredicateColumn> kColumns{{"name", "x:name"}, {"age", "x:age"}};

TEST_F(TableSinkTest, HasARowForEachSubjectOfTheClass) {
  EXPECT_EQ(table(kData, {.subject_class = "x:Class", .columns = kColumns}),
            "subject,name,age\r\nx:a,x:iri|A|A\\|a\\\\,7\r\nx:b,B,\r\n");
}

TEST_F(TableSinkTest, WithoutAClassWhateverHasAValueHasARow) {
  EXPECT_EQ(table(kData, {.columns = {{"age", "x:age"}}}), "subject,age\r\nx:a,7\r\n");
  EXPECT_EQ(table(kData, {.columns = kColumns}),
            "subject,name,age\r\nx:a,x:iri|A|A\\|a\\\\,7\r\nx:b,B,\r\nx:c,C,\r\n");
}

// A table of a class that was mistyped is empty, and complete.
TEST_F(TableSinkTest, SaysWhatWasNamedAndIsNotThere) {
  (void)table(kData, {.subject_class = "x:Class", .columns = kColumns});
  EXPECT_THAT(unfound_, testing::IsEmpty());
  (void)table(kData, {.subject_class = "x:Clas", .columns = kColumns});
  EXPECT_THAT(unfound_, testing::ElementsAre("no entity is of the class <x:Clas>"));
  (void)table(kData, {.subject_class = "x:Other", .columns = kColumns});
  EXPECT_THAT(unfound_, testing::ElementsAre("no row has a value of <x:age>"));
  (void)table(kData, {.columns = {{"nmae", "x:nmae"}}, .many = ManyValues::rows});
  EXPECT_THAT(unfound_, testing::ElementsAre("no row has a value of <x:nmae>"));
}

TEST_F(TableSinkTest, WithoutColumnsAllThatTheRowsHave) {
  EXPECT_EQ(table(kData, {.subject_class = "x:Other"}),
            "subject,http://www.w3.org/1999/02/22-rdf-syntax-ns#type,x:name\r\n"
            "x:c,x:Other,C\r\n");
}

TEST_F(TableSinkTest, ManyValuesMayStandInMoreRows) {
  EXPECT_EQ(
      table(kData,
            {.subject_class = "x:Class", .columns = kColumns, .many = ManyValues::rows}),
      "subject,name,age\r\nx:a,x:iri,7\r\nx:a,A,\r\nx:a,A|a\\,\r\nx:b,B,\r\n");
}

TEST_F(TableSinkTest, TheSameAsJsonLinesAndTsv) {
  const TableRules rules{.subject_class = "x:Class", .columns = kColumns};
  EXPECT_EQ(table(kData, rules, RowForm::ndjson),
            "{\"subject\":\"x:a\",\"name\":\"x:iri|A|A\\\\|a\\\\\\\\\",\"age\":\"7\"}\n"
            "{\"subject\":\"x:b\",\"name\":\"B\"}\n");
  EXPECT_EQ(table(kData, rules, RowForm::tsv),
            "subject\tname\tage\nx:a\tx:iri|A|A\\\\|a\\\\\\\\\t7\nx:b\tB\t\n");
}

TEST_F(TableSinkTest, TextsComeBackAsTheyWere) {
  EXPECT_EQ(table("<x:s> <x:p> \"t\\tn\\nq\\\"u\\u0001\\u0000e\xC3\xA9\" .\n"
                  "<x:t> <x:p> \"\" .\n",
                  {.columns = {{"p", "x:p"}}}),
            std::string{"subject,p\r\nx:s,\"t\tn\nq\"\"u\x01"} + '\0' +
                "e\xC3\xA9\"\r\nx:t,\"\"\r\n");
}

// Sorted in runs on disk, it is the same table.
TEST_F(TableSinkTest, MemoryDoesNotShow) {
  std::mt19937 dice{5};
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += "<x:s" + std::to_string(dice() % 3000) + "> <x:p" +
            std::to_string(dice() % 4) + "> \"" + std::to_string(dice() % 50) + "\" .\n";
  const std::string large = table(text, {}, RowForm::csv, 64 << 20);
  EXPECT_EQ(table(text, {}, RowForm::csv, 40'000), large);
  EXPECT_GT(large.size(), 60'000U);
}

TEST_F(TableSinkTest, ARowThatIsTooLargeIsNamed) {
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += "<x:s> <x:p> \"" + std::string(20, 'x') + std::to_string(i) + "\" .\n";
  try {
    table(text, {}, RowForm::csv, 100'000);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("x:s"));
    EXPECT_THAT(error.what(), HasSubstr("--memory"));
  }
}

TEST_F(TableSinkTest, MoreColumnsThanAnyTableHasAreRefused) {
  std::string text;
  for (std::size_t i = 0; i <= TableSink::kMostColumns; ++i)
    text += "<x:s> <x:p" + std::to_string(i) + "> \"1\" .\n";
  EXPECT_THROW(table(text, {}), RunError);
}

}  // namespace
}  // namespace semsite::test::table_sink_test
