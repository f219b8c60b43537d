#include "parse/jsonld_link.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "semsite/errors.hpp"

namespace semsite::jsonld_link_test {
namespace {

const std::string kRelation = "rel=\"http://www.w3.org/ns/json-ld#context\"";

std::optional<std::string> linked(const std::vector<std::string>& links,
                                  std::string_view type = "application/json") {
  return linked_context(links, type);
}

// JSON-LD 1.1 §6.1
TEST(JsonLdLink, IsTheContextOfPlainJson) {
  EXPECT_EQ(linked({"<c.jsonld>; " + kRelation}), "c.jsonld");
  EXPECT_EQ(linked({"<a>; rel=next, <c>;type=\"a,b;c\" ; " + kRelation + ", <d>; rel=x"}),
            "c");
  EXPECT_EQ(linked({"<c>; rel=\"x http://www.w3.org/ns/json-ld#context\""}), "c");
  EXPECT_EQ(linked({"<c>; " + kRelation}, "application/vnd.x+json; charset=utf-8"), "c");
}

TEST(JsonLdLink, IsNoneOfJsonLd) {
  EXPECT_EQ(linked({"<c>; " + kRelation}, "Application/LD+JSON; profile=x"),
            std::nullopt);
}

TEST(JsonLdLink, OthersDoNotCount) {
  EXPECT_EQ(linked({}), std::nullopt);
  EXPECT_EQ(linked({"<c>; rel=alternate; type=\"application/ld+json\""}), std::nullopt);
  EXPECT_EQ(linked({"<c>; rel=x; " + kRelation}), std::nullopt);  // RFC 8288 §3.3
  for (const char* odd :
       {"<", "<c", "<c>;", "<c>;rel", "<c>;rel=", "<c>;rel=\"", "junk", ","})
    EXPECT_EQ(linked({odd}), std::nullopt) << odd;
}

// JSON-LD API §9.4: multiple context link headers
TEST(JsonLdLink, TwoAreAnError) {
  try {
    (void)linked({"<c>; " + kRelation, "<d>; " + kRelation});
    FAIL() << "accepted";
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "jsonld.multiple-context-link-headers");
  }
}

// JSON-LD API §9.4.2, LoadDocumentCallback
TEST(JsonLdLink, OffersAnAlternateOfItsType) {
  const std::vector<std::string> links = {
      "<a.ttl>; rel=alternate; type=\"text/turtle\", <b>; type=\"application/ld+json\"",
      "<c.jsonld>; rel=\"alternate\"; type=\"application/ld+json\", <d>; rel=x"};
  EXPECT_EQ(linked_jsonld(links), "c.jsonld");
  EXPECT_EQ(linked_jsonld({}), std::nullopt);
}

}  // namespace
}  // namespace semsite::jsonld_link_test
