#include "commands/search.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "semsite/errors.hpp"

namespace semsite::test::commands_search_test {
namespace {

using Words = std::vector<std::string>;

SearchOptions read(Words words) {
  words.insert(words.begin(), {"search", "--index", "i"});
  return read_search(command_line(words));
}

std::vector<QueryKind> kinds(const Words& words) {
  std::vector<QueryKind> out;
  for (const QueryNode& node : read(words).request.query.children)
    out.push_back(node.kind);
  return out;
}

TEST(SearchOptions, HaveTheDefaultsOfTheManual) {
  const SearchOptions out = read({"word"});
  EXPECT_EQ(out.request.page, 1U);
  EXPECT_EQ(out.request.limit, 10U);
  EXPECT_EQ(out.request.seconds, 10);
  EXPECT_FALSE(out.request.newest_first);
  EXPECT_EQ(out.format, SearchFormat::text);
}

TEST(SearchOptions, EachIsAConditionOfItsKind) {
  EXPECT_EQ(kinds({"two", "words"}), std::vector{QueryKind::all_of});
  EXPECT_EQ(kinds({"--term", "word"}), std::vector{QueryKind::words});
  EXPECT_EQ(kinds({"--uri", "urn:x"}), std::vector{QueryKind::uri});
  EXPECT_EQ(kinds({"--namespace", "urn:"}), std::vector{QueryKind::space});
  EXPECT_EQ(kinds({"--mentions-host", "a"}), std::vector{QueryKind::host});
  EXPECT_EQ(kinds({"--class", "urn:C"}), std::vector{QueryKind::pair});
  EXPECT_EQ(kinds({"--identified-by", "x"}), std::vector{QueryKind::identified});
  EXPECT_EQ(kinds({"--since", "today", "--until", "2030"}),
            std::vector{QueryKind::dates});
  for (const char* filter : {"--host", "--in-dataset", "--in-format", "--language"})
    EXPECT_EQ(kinds({filter, "x", filter, "y"}), std::vector{QueryKind::any_of});
}

TEST(SearchOptions, TheFirstValueIsOfTheFirstProperty) {
  const QueryNode all =
      read({"--property", "urn:p", "--property", "urn:q", "--value", "v"}).request.query;
  ASSERT_EQ(all.children.size(), 2U);
  EXPECT_EQ(all.children[0].kind, QueryKind::pair);
  EXPECT_EQ(all.children[0].text, "urn:p");
  EXPECT_EQ(all.children[0].value, "v");
  EXPECT_EQ(all.children[1].kind, QueryKind::uri);
  EXPECT_EQ(all.children[1].places, uri_place::predicate);
}

TEST(SearchOptions, TheFormOfTheAnswerIsReadAsGiven) {
  const SearchOptions out = read({"x", "--page", "3", "--limit", "20", "--sort", "date",
                                  "--format", "ntriples", "--query-time", "1.5"});
  EXPECT_EQ(out.request.page, 3U);
  EXPECT_EQ(out.request.limit, 20U);
  EXPECT_TRUE(out.request.newest_first);
  EXPECT_EQ(out.request.seconds, 1.5);
  EXPECT_EQ(out.format, SearchFormat::ntriples);
}

TEST(SearchOptions, AreRefusedWithAReason) {
  EXPECT_THROW(static_cast<void>(read_command({"search", "x"})), UsageError);
  for (const Words& words :
       {Words{}, Words{"--value", "v"}, Words{"--place", "object"}, Words{"(x"},
        Words{"x", "--place", "left"}, Words{"x", "--sort", "size"},
        Words{"x", "--format", "xml"}, Words{"x", "--limit", "0"}, Words{"--uri", ""}})
    EXPECT_THROW(static_cast<void>(read(words)), UsageError);
}

}  // namespace
}  // namespace semsite::test::commands_search_test
