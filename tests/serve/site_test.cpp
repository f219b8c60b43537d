#include "serve/site.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/index_kit.hpp"

namespace semsite::test::site_test {
namespace {

class SiteTest : public ::testing::Test {
 protected:
  SiteTest() {
    kit_.write([](IndexWriter& writer) {
      writer.put(labelled("http://a.example/1", "<b>River</b> & one"));
      writer.put(labelled("http://a.example/2", "river two"));
    });
  }

  SiteAnswer get(const std::string& target, const std::string& known = {}) {
    return site_.answer({.method = "GET",
                         .target = target,
                         .host = "localhost:7277",
                         .if_none_match = known});
  }
  static std::string field(const SiteAnswer& answer, const std::string& name) {
    const auto found = std::ranges::find(answer.fields, name,
                                         &std::pair<std::string, std::string>::first);
    return found == answer.fields.end() ? std::string{} : found->second;
  }

  IndexKit kit_;
  std::int64_t now_ = 1'700'000'000;
  Site site_{{.index = kit_.place(), .readers = 1, .now = [this] { return now_; }}};
};

TEST_F(SiteTest, ShowsWhatIsFoundEscaped) {
  const SiteAnswer got = get("/search?q=river");
  EXPECT_EQ(got.status, 200);
  EXPECT_NE(got.body.find("&lt;b&gt;River&lt;/b&gt; &amp; one"), std::string::npos);
  EXPECT_EQ(got.body.find("<b>"), std::string::npos);
  EXPECT_NE(got.body.find("href=\"/document?url=http%3A%2F%2Fa.example%2F1\""),
            std::string::npos);
}

TEST_F(SiteTest, ATagIsOfTheIndexAndTheDay) {
  const std::string tag = field(get("/search?q=river"), "ETag");
  ASSERT_FALSE(tag.empty());
  EXPECT_EQ(get("/search?q=river", "\"x\", " + tag).status, 304);
  EXPECT_EQ(get("/search?q=river", "*").status, 200);
  now_ += 86'400;  // `today` has changed
  EXPECT_EQ(get("/search?q=river", tag).status, 200);
  now_ -= 86'400;
  kit_.write([](IndexWriter& writer) { writer.put(labelled("urn:c", "river")); });
  EXPECT_EQ(get("/search?q=river", tag).status, 200);
}

TEST_F(SiteTest, ValuesThatAreNoTextCannotBeAskedFor) {
  for (const char* query : {"property=urn:p&value=%FF", "class=%FF", "identified-by=%FF",
                            "fq=class:%FF", "nq=*+%3Curn:p%3E+%3Curn:%FF%3E"})
    for (const char* path : {"/search?", "/api/search?"})
      EXPECT_EQ(get(std::string{path} + query).status, 400) << query;
}

TEST_F(SiteTest, FaultsHaveNoTag) {
  EXPECT_EQ(
      field(get("/search?q=(").status == 400 ? get("/search?q=(") : get("/"), "ETag"),
      "");
  EXPECT_EQ(field(get("/nowhere"), "ETag"), "");
}

TEST_F(SiteTest, TheEndOfAQueryIsMarkedWhereSomethingIsMissing) {
  EXPECT_NE(get("/search?q=a+OR").body.find("<pre>a OR<mark>⟵ here</mark></pre>"),
            std::string::npos);
}

TEST_F(SiteTest, ADocumentIsPagedAndItsOwnStatementsComeFirst) {
  TextGathering text{"http://m.example/", 1 << 20};
  text.add_format("NQUADS");
  for (int i = 1000; i < 1700; ++i)
    text.add("<http://a.example/" + std::to_string(i) + "> <urn:p> _:b" +
             std::to_string(i));
  text.add("<http://m.example/> <urn:p> \"x\"^^<urn:type>");
  kit_.write([&](IndexWriter& writer) { writer.put(text.finish()); });
  const std::string first = get("/document?url=http://m.example/").body;
  EXPECT_LT(first.find("urn:type"), first.find("http://a.example/1000"));
  EXPECT_NE(first.find("Page 1 of 2 (701 statements)"), std::string::npos);
  EXPECT_EQ(first.find("http://a.example/1499"), std::string::npos);
  const std::string second = get("/document?url=http://m.example/&page=2").body;
  EXPECT_NE(second.find("http://a.example/1499"), std::string::npos);
  EXPECT_NE(get("/document?url=http://m.example/&page=3").body.find("There is no page 3"),
            std::string::npos);
}

TEST_F(SiteTest, SubjectsAndPropertiesStandOnce) {
  TextGathering text{"http://m.example/", 1 << 20};
  for (const char* const line :
       {"<http://m.example/> <urn:p> \"1\"", "<http://m.example/> <urn:p> \"2\"@de",
        "<http://m.example/> <urn:q> <javascript:alert(1)>", "_:b <urn:p> _:c"})
    text.add(line);
  kit_.write([&](IndexWriter& writer) { writer.put(text.finish()); });
  const std::string page = get("/document?url=http://m.example/").body;
  const auto count = [&](const std::string& part) {
    std::size_t out = 0;
    for (std::size_t at = page.find(part); at != std::string::npos;
         at = page.find(part, at + 1))
      ++out;
    return out;
  };
  EXPECT_EQ(count("<section"), 2U);
  EXPECT_EQ(count("<dt><a"), 3U);
  EXPECT_EQ(count("</dl>"), 3U);  // and the facts
  EXPECT_EQ(count("href=\"javascript"), 0U);
  EXPECT_EQ(count("href=\"/search?uri=javascript%3Aalert%281%29\""), 1U);
}

}  // namespace
}  // namespace semsite::test::site_test
