#include "serve/search_form.hpp"

#include <gtest/gtest.h>

#include <string>

#include "index/index_key.hpp"
#include "rdf/namespaces.hpp"

namespace semsite::test::search_form_test {
namespace {

constexpr std::int64_t kNow = 1'700'000'000;  // 2023-11-14T22:13:20Z

SearchRequest read(const std::string& url) {
  return read_search_parameters(UrlQuery{url}, kNow, 3);
}

std::string refusal(const std::string& url) {
  try {
    (void)read(url);
  } catch (const UsageError& error) {
    return web_message(error.what());
  }
  return {};
}

TEST(SearchParameters, FieldsAreThoseOfTheCommand) {
  const SearchRequest got = read(
      "q=a+b&uri=urn:x&place=object&property=urn:p&value=v&limit=20&page=3&sort=date");
  ASSERT_EQ(got.query.children.size(), 3U);
  EXPECT_EQ(got.query.children[0].kind, QueryKind::all_of);
  EXPECT_EQ(got.query.children[1].text, "urn:x");
  EXPECT_EQ(got.query.children[1].places, uri_place::object);
  EXPECT_EQ(got.query.children[2].kind, QueryKind::pair);
  EXPECT_EQ(got.query.children[2].value, "v");
  EXPECT_EQ(got.limit, 20U);
  EXPECT_EQ(got.page, 3U);
  EXPECT_TRUE(got.newest_first);
  EXPECT_EQ(got.seconds, 3);
}

// Sindice API v3: fq, sortbydate.
TEST(SearchParameters, FiltersAsSindiceHadThem) {
  const SearchRequest got = read(
      "fq=class:%3Curn:c%3E&fq=format:turtle&fq=date:today&fq=domain:A.example"
      "&fq=predicate:%22urn:p%22&sortbydate=1");
  ASSERT_EQ(got.query.children.size(), 5U);
  EXPECT_EQ(got.query.children[0].kind, QueryKind::pair);
  EXPECT_EQ(got.query.children[0].text, kRdfType);
  EXPECT_EQ(got.query.children[0].value, "urn:c");
  ASSERT_EQ(got.query.children[1].children.size(), 1U);
  EXPECT_EQ(got.query.children[1].children[0].text,
            std::string{fact_kind::format} + "TURTLE");
  EXPECT_EQ(got.query.children[2].from, 1'699'920'000);
  EXPECT_EQ(got.query.children[3].kind, QueryKind::any_of);
  EXPECT_EQ(got.query.children[3].children.size(), 2U);
  EXPECT_EQ(got.query.children[4].places, uri_place::predicate);
  EXPECT_TRUE(got.newest_first);
}

TEST(SearchParameters, MistakesNameTheParameter) {
  EXPECT_EQ(refusal("q=a&page=x"), "page x: not a whole number");
  EXPECT_EQ(refusal("value=x"), "value without property: which property has it?");
  EXPECT_EQ(refusal("uri="), "uri: is empty");
  EXPECT_NE(refusal("").find("nothing to look for: give words, uri, property"),
            std::string::npos);
  EXPECT_NE(refusal("fq=class").find("fq class: no filter"), std::string::npos);
  EXPECT_NE(refusal("nq=* * *").find("every triple"), std::string::npos);
  EXPECT_NE(refusal("q=(").find("query"), std::string::npos);
}

TEST(SearchParameters, AnUnknownNameIsToldWithTheNearest) {
  EXPECT_NO_THROW(check_parameter_names(UrlQuery{"q=a&field=title&format=json"}));
  try {
    check_parameter_names(UrlQuery{"clas=urn:c"});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string{error.what()}.find("did you mean class?"), std::string::npos);
  }
  EXPECT_THROW(check_parameter_names(UrlQuery{"query-time=5"}), UsageError);
  EXPECT_THROW(check_parameter_names(UrlQuery{"q=a&format=xml"}), UsageError);
}

TEST(SearchParameters, AMessageLosesOnlyTheDashesOfOptions) {
  EXPECT_EQ(web_message("--page 3: a--b (--uri) -- --x"), "page 3: a--b (uri) -- x");
}

}  // namespace
}  // namespace semsite::test::search_form_test
