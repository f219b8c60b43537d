#include "markup/table_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::table_reader_test {
namespace {

using Table = std::vector<std::vector<std::string>>;

Table rows_of(const std::string& text, TableForm form = TableForm::csv,
              std::size_t step = kBlockBytes) {
  MemorySource bytes{text, step};
  TableReader reader{bytes, form, 1000};
  Table out;
  while (reader.next()) out.emplace_back(reader.fields().begin(), reader.fields().end());
  return out;
}

// RFC 4180 §2
TEST(TableReader, CutsCsvIntoRowsAndFields) {
  const std::string text = "a,b\r\n\"x, \"\"y\"\"\r\nz\",\n\n,\r1,\"\"";
  const Table expected{{"a", "b"}, {"x, \"y\"\r\nz", ""}, {""}, {"", ""}, {"1", ""}};
  for (const std::size_t step : {1, 2, 3, 1000})
    EXPECT_EQ(rows_of(text, TableForm::csv, step), expected) << step;
  EXPECT_EQ(rows_of(""), Table{});
  EXPECT_EQ(rows_of("a\"b"), (Table{{"a\"b"}}));
}

// IANA text/tab-separated-values
TEST(TableReader, KnowsNoQuotesInTsv) {
  EXPECT_EQ(rows_of("\"a\tb\"\r\n,\t\n", TableForm::tsv),
            (Table{{"\"a", "b\""}, {",", ""}}));
}

TEST(TableReader, PassesOverAByteOrderMarkAlsoInPieces) {
  for (const std::size_t step : {1, 2, 1000}) {
    EXPECT_EQ(rows_of("\xEF\xBB\xBF\"a\"\n", TableForm::csv, step), (Table{{"a"}}));
    EXPECT_EQ(rows_of("\xEF\xBB\xBE\n", TableForm::csv, step), (Table{{"\xEF\xBB\xBE"}}));
  }
  EXPECT_EQ(rows_of("\xEF\xBB", TableForm::csv, 1), (Table{{"\xEF\xBB"}}));
}

TEST(TableReader, TellsLinesAndTextBehindAQuote) {
  MemorySource bytes{"a\r\n\"b\nc\"\r\n\"d\"e,f\n"};
  TableReader reader{bytes, TableForm::csv, 1000};
  const std::vector<std::uint64_t> lines{1, 2, 4};
  for (const std::uint64_t line : lines) {
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.line(), line);
    EXPECT_EQ(reader.is_malformed(), line == 4);
  }
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(TableReader, EndsAtAnOpenQuoteAndAtALongRow) {
  const auto code = [](const std::string& text) -> std::string {
    try {
      (void)rows_of(text);
    } catch (const DocumentError& error) {
      return error.code();
    }
    return "";
  };
  EXPECT_EQ(code("a\n\"b"), "table.open-quote");
  EXPECT_EQ(code(std::string(1001, 'a')), "table.too-long");
  EXPECT_EQ(code("a\n" + std::string(1001, ',')), "table.too-long");
  EXPECT_EQ(code(std::string(500, ',') + "\n" + std::string(600, ',')), "");
}

}  // namespace
}  // namespace semsite::table_reader_test
