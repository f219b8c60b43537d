#include "rdf/xsd_lexical.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::xsd_lexical_test {
namespace {

std::string local(std::string_view iri) {
  constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";
  return std::string{iri.substr(iri.starts_with(kXsd) ? kXsd.size() : 0)};
}

// XML Schema 1.1 Part 2 §3.3.7–§3.3.12, §3.3.6

TEST(XsdLexical, TellsDatesAndTimesApart) {
  for (const auto& [text, type] : {
           std::pair{"2011-06-28T00:00:00Z", "dateTime"},
           std::pair{"2011-06-28T24:00:00.000+05:30", "dateTime"},
           std::pair{"2024-02-29", "date"},
           std::pair{"2000-02-29T12:00:00", "dateTime"},
           std::pair{"0000-02-29", "date"},
           std::pair{"-0004-02-29", "date"},
           std::pair{"10000-02-29", "date"},
           std::pair{"2011-06-28T00:00:00+14:00", "dateTime"},
           std::pair{"-0044-03-15", "date"},
           std::pair{"12011-06-28", "date"},
           std::pair{"2011-06-28-11:00", "date"},
           std::pair{"2011-06", "gYearMonth"},
           std::pair{"2011-06Z", "gYearMonth"},
           std::pair{"2011", "gYear"},
           std::pair{"00:00:00Z", "time"},
           std::pair{"23:59:59.9", "time"},
       })
    EXPECT_EQ(local(time_datatype(text)), type) << text;
}

// §3.3.7.1, dayInMonth: the month has that day, in that year; midnight is 24:00:00 sharp.
TEST(XsdLexical, ADayThatIsNotInTheCalendarIsNoDate) {
  for (const std::string_view text :
       {"2024-02-30", "2023-02-29", "2100-02-29", "1900-02-29T00:00:00Z", "2024-04-31",
        "2024-06-31Z", "2024-01-32", "10100-02-29", "2024-02-30T10:00:00",
        "2011-06-28T24:00:01", "2011-06-28T24:00:00.125", "24:01:00",
        "2011-06-28T25:00:00", "2011-06-28+14:01", "2011-06-28T00:00:00-14:30",
        "23:59:60"})
    EXPECT_EQ(local(time_datatype(text)), "") << text;
}

TEST(XsdLexical, KnowsDurationsByTheOrderOfTheirParts) {
  for (const std::string_view text :
       {"P1Y", "PT0S", "-P1Y2M3DT4H5M6.7S", "P2DT3M", "P2011Y06M28DT00H00M00S", "PT178M"})
    EXPECT_EQ(local(time_datatype(text)), "duration") << text;
  for (const std::string_view text :
       {"P", "PT", "P1YT", "1Y", "P1M1Y", "PT1S1M", "P1H", "PT1D", "P1.5Y", "PT1.S",
        "P1W", "+P1Y", "P1", "P-1Y", "PTT1S", "P1YT1H "})
    EXPECT_EQ(local(time_datatype(text)), "") << text;
}

TEST(XsdLexical, LeavesEverythingElseAText) {
  for (const std::string_view text : {"",
                                      "foo",
                                      "28 June 2011",
                                      "2011-6-28",
                                      "2011-13-01",
                                      "2011-00",
                                      "2011-06-32",
                                      "2011-06-28T00:00Z",
                                      "2011-06-28 00:00:00",
                                      "00:00",
                                      "25:00:00",
                                      "00:60:00",
                                      "00:00:00.",
                                      "2011-W26",
                                      "--06-28",
                                      "011",
                                      "02011",
                                      "2011Z1",
                                      "2011-06-28T",
                                      "-",
                                      " 2011",
                                      "2011-06-28T00:00:00+15:00"})
    EXPECT_EQ(local(time_datatype(text)), "") << text;
}

// HTML standard §2.3.4: numbers

TEST(XsdLexical, TellsWholeNumbersFromOthers) {
  for (const std::string_view text :
       {"0", "-1", "+12", "007", "123456789012345678901234"})
    EXPECT_EQ(local(number_datatype(text)), "integer") << text;
  for (const std::string_view text : {"1.1", "-.5", "1.", "1e3", "+1.5E-10"})
    EXPECT_EQ(local(number_datatype(text)), "double") << text;
  for (const std::string_view text :
       {"", "-", ".", "foo", "1a", "1e", "1e+", "0x1", " 1", "1,5", "--1", "INF"})
    EXPECT_EQ(local(number_datatype(text)), "") << text;
}

}  // namespace
}  // namespace semsite::xsd_lexical_test
