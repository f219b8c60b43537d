#include "parse/jsonld_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/large_turn.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"
#include "support/convert_text.hpp"

/// What is too large to be held whole is handed on in parts, and comes out the same.
namespace semsite::test::jsonld_parser_piece_parts_test {
namespace {

struct Made {
  std::string lines;
  std::vector<CollectingDiagnostics::Kept> faults;
  std::uint64_t batches = 0;
};

Made convert_as(const char* syntax, std::string text) {
  MemorySource bytes{std::move(text)};
  Converted out;
  convert(bytes, *find_syntax(syntax), out, 2);
  return {out.lines, out.diagnostics.faults(), out.batches};
}

std::string times(std::uint64_t count, const std::function<std::string(int)>& text) {
  std::string out;
  for (std::uint64_t i = 0; i < count; ++i) out += text(static_cast<int>(i));
  return out;
}

std::uint64_t lines_of(const Made& made) {
  return static_cast<std::uint64_t>(std::ranges::count(made.lines, '\n'));
}

constexpr std::uint64_t kItems = 200'000;
const std::string kHead = "@prefix e: <http://e.example/> .\ne:a e:p e:b .\n";
const std::string kTail = " .\ne:c e:p e:d .\n";

std::string item(int i) { return " e:an-item-with-a-long-name-" + std::to_string(i); }

TEST(PieceParts, AListComesOutAsItsCells) {
  const Made all =
      convert_as("turtle", kHead + "e:s e:p (" + times(kItems, item) + ")" + kTail);
  EXPECT_EQ(lines_of(all), 2 * kItems + 3);
  EXPECT_GT(all.batches, 3U);
  EXPECT_TRUE(all.faults.empty());
  // Each cell but the last leads to the next, and has its item.
  std::istringstream lines{all.lines};
  std::string line, cell, next;
  std::uint64_t cells = 0;
  while (std::getline(lines, line)) {
    const std::string subject = line.substr(0, line.find(' '));
    if (line.find("#first> ") != std::string::npos) {
      EXPECT_TRUE(cells == 0 || subject == next) << subject;
      EXPECT_THAT(line, testing::HasSubstr("long-name-" + std::to_string(cells) + "> ."));
      cell = subject;
      ++cells;
    } else if (line.find("#rest> ") != std::string::npos) {
      EXPECT_EQ(subject, cell);
      next = line.substr(line.find("#rest> ") + 7);
      next.resize(next.find(' '));
    }
  }
  EXPECT_EQ(cells, kItems);
  EXPECT_THAT(next, testing::HasSubstr("#nil>"));
}

TEST(PieceParts, NestedNodesKeepTheirPlaces) {
  const auto nested = [](int i) {
    return "[ e:in [ e:has \"a longer text\\n\" ; e:of " + std::to_string(i) + " ] ],\n";
  };
  const Made all =
      convert_as("turtle", kHead + "e:s e:p " + times(kItems, nested) + "e:last" + kTail);
  EXPECT_EQ(lines_of(all), 4 * kItems + 3);
  EXPECT_TRUE(all.faults.empty());
  EXPECT_THAT(all.lines, testing::EndsWith("<http://e.example/s> <http://e.example/p> "
                                           "<http://e.example/last> .\n"
                                           "<http://e.example/c> <http://e.example/p> "
                                           "<http://e.example/d> .\n"));
}

TEST(PieceParts, AnnotationsOfALongStatementAreAboutItsTriples) {
  const auto annotated = [](int i) {
    return " e:an-object-" + std::to_string(i) + " {| e:by <http://e.example/who> |},\n";
  };
  const Made all = convert_as(
      "turtle", kHead + "e:s e:p " + times(kItems / 2, annotated) + "e:last" + kTail);
  EXPECT_EQ(lines_of(all), 3 * (kItems / 2) + 3);
  EXPECT_TRUE(all.faults.empty());
}

TEST(PieceParts, AFaultAtTheEndTakesTheWholeStatementBackAndNothingElse) {
  const Made all =
      convert_as("trig", kHead + "e:g { e:s e:p " +
                             times(kItems, [](int i) { return item(i) + ","; }) +
                             " ] . }\n" + "e:c e:p e:d .\n");
  EXPECT_EQ(all.lines,
            "<http://e.example/a> <http://e.example/p> <http://e.example/b> .\n"
            "<http://e.example/c> <http://e.example/p> <http://e.example/d> .\n");
  ASSERT_EQ(all.faults.size(), 1U);
  EXPECT_EQ(all.faults[0].code, "turtle.syntax");
}

TEST(PieceParts, StatementsOfAGraphKeepItsName) {
  const Made all = convert_as("trig", kHead + "e:g { e:s e:p " + times(kItems, [](int i) {
                                        return item(i) + ",";
                                      }) + " e:last . }\n");
  EXPECT_EQ(lines_of(all), kItems + 2);
  std::uint64_t named = 0;
  for (std::size_t at = all.lines.find("<http://e.example/g> .\n");
       at != std::string::npos; at = all.lines.find("<http://e.example/g> .\n", at + 1))
    ++named;
  EXPECT_EQ(named, kItems + 1);
}

std::string object(int i) {
  return "{\"@id\":\"http://e.example/" + std::to_string(i) + "\",\"p\":\"value " +
         std::to_string(i) + "\"},";
}

// JSON-LD §4.9: the members of an object have no order.
TEST(PieceParts, AGraphBeforeItsContextIsReadWithIt) {
  const std::string text = "{\"@graph\":[" + times(kItems, object) +
                           "{}],\"@context\":{\"p\":\"http://e.example/p\"}}";
  ASSERT_GT(text.size(), kLargeBytes);
  const Made all = convert_as("jsonld", text);
  EXPECT_EQ(lines_of(all), kItems);
  EXPECT_GT(all.batches, 3U);
  EXPECT_THAT(all.lines, testing::EndsWith("<http://e.example/199999> "
                                           "<http://e.example/p> \"value 199999\" .\n"));
}

TEST(PieceParts, AnObjectOfManyValuesIsReadWhole) {
  const Made all = convert_as(
      "jsonld", "{\"@id\":\"http://e.example/s\",\"http://e.example/p\":[" +
                    times(kItems,
                          [](int i) {
                            return "{\"@value\":\"value " + std::to_string(i) + "\"},";
                          }) +
                    "1]}");
  EXPECT_EQ(lines_of(all), kItems + 1);
  EXPECT_GT(all.batches, 3U);
}

TEST(PieceParts, ADocumentThatTakesTooMuchMemoryFailsByName) {
  MemorySource bytes{"{\"http://e.example/p\":[" +
                     times(6'000'000, [](int) { return "{},"; }) + "1]}"};
  Converted out;
  try {
    convert(bytes, *find_syntax("jsonld"), out);
    ADD_FAILURE() << "was read";
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "limit.page-memory");
  }
}

}  // namespace
}  // namespace semsite::test::jsonld_parser_piece_parts_test
