#include "index/query.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::test::query_test {
namespace {

/// The tree as text.
std::string show(const QueryNode& node) {
  const std::string mark = node.excluded ? "-" : "";
  if (node.kind == QueryKind::words) {
    std::string out;
    for (const std::string& word : node.texts) out += (out.empty() ? "" : "_") + word;
    return mark + out;
  }
  std::string out = mark + (node.kind == QueryKind::any_of ? "any(" : "all(");
  for (std::size_t i = 0; i < node.children.size(); ++i)
    out += (i == 0 ? "" : " ") + show(node.children[i]);
  return out + ")";
}

std::string read(std::string_view text) { return show(parse_query(text)); }

std::size_t place_of_error(std::string_view text) {
  try {
    static_cast<void>(parse_query(text));
  } catch (const QueryError& error) {
    return error.position();
  }
  return 999;
}

TEST(Query, AndBindsStrongerThanOrAndNeedNotBeWritten) {
  EXPECT_EQ(read("a"), "a");
  EXPECT_EQ(read("a b OR c AND d"), "any(all(a b) all(c d))");
  EXPECT_EQ(read("a (b OR c)"), "all(a any(b c))");
  EXPECT_EQ(read("(a)(b)"), "all(a b)");
}

TEST(Query, NotTakesAwayFromWhatStandsBesideIt) {
  EXPECT_EQ(read("a NOT b"), "all(a -b)");
  EXPECT_EQ(read("NOT b AND a"), "all(-b a)");
  EXPECT_EQ(read("a NOT (b OR c)"), "all(a -any(b c))");
  EXPECT_EQ(read("a NOT NOT b"), "all(a b)");
}

TEST(Query, APhraseAndAWordOfSeveralPartsKeepTheirOrder) {
  EXPECT_EQ(read("\"Old  Bridge\" x-ray"), "all(old_bridge x_ray)");
  EXPECT_EQ(read("\"AND\" and"), "all(and and)");
}

TEST(Query, OperatorsAreWordsInCapitalsOnly) {
  EXPECT_EQ(read("or and not"), "all(or and not)");
  EXPECT_EQ(read("ANDY ORB"), "all(andy orb)");
}

TEST(Query, ErrorsTellTheirPlace) {
  EXPECT_EQ(place_of_error(""), 0U);
  EXPECT_EQ(place_of_error("a AND"), 5U);
  EXPECT_EQ(place_of_error("a (b"), 2U);
  EXPECT_EQ(place_of_error("a)"), 1U);
  EXPECT_EQ(place_of_error("a \"b"), 2U);
  EXPECT_EQ(place_of_error("a OR NOT b"), 5U);
  EXPECT_EQ(place_of_error("a AND OR b"), 6U);
  EXPECT_EQ(place_of_error("a ??"), 2U);
  EXPECT_EQ(place_of_error("a b"), 999U);
}

TEST(Query, DatesAreWholeDaysAndWordsForThem) {
  const std::int64_t now = 1'600'000'000;  // 2020-09-13T12:26:40Z, by date -u -d @
  const QueryNode week = date_query("last_week", "today", now);
  EXPECT_EQ(week.from, 1'599'436'800);  // 2020-09-07
  EXPECT_EQ(week.to, 1'600'041'600);    // 2020-09-14
  const QueryNode until = date_query("", "2020-09-13", now);
  EXPECT_EQ(until.from, std::nullopt);
  EXPECT_EQ(until.to, 1'600'041'600);
  EXPECT_THROW(static_cast<void>(date_query("soon", "", now)), UsageError);
}

TEST(Query, ValuesAreWrittenAsNTriplesWritesThem) {
  EXPECT_EQ(pair_query("<urn:p>", "a\"b\n").value, "a\\\"b\\n");
  EXPECT_EQ(pair_query("urn:p", "<urn:v>").value, "urn:v");
}

TEST(Query, APageBeyondTheBoundIsRefused) {
  SearchRequest request{.query = {.children = {parse_query("a")}}};
  EXPECT_NO_THROW(check_request(request));
  request.page = 1001;
  EXPECT_THROW(check_request(request), UsageError);
  EXPECT_THROW(check_request({}), UsageError);
}

}  // namespace
}  // namespace semsite::test::query_test
