#include "vocab/rdfa_initial_context.hpp"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace semsite::rdfa_initial_context_test {
namespace {

// RDFa Core 1.1 §9 and the initial contexts it names

TEST(RdfaInitialContext, HasThePrefixesOfCore) {
  EXPECT_EQ(initial_prefix("schema"), "http://schema.org/");
  EXPECT_EQ(initial_prefix("og"), "http://ogp.me/ns#");
  EXPECT_EQ(initial_prefix("dc"), "http://purl.org/dc/terms/");
  EXPECT_EQ(initial_prefix("dc11"), "http://purl.org/dc/elements/1.1/");
  EXPECT_EQ(initial_prefix("jsonld"), "http://www.w3.org/ns/json-ld#");
  EXPECT_EQ(initial_prefix("oer"), std::nullopt);
  EXPECT_EQ(initial_prefix(""), std::nullopt);
}

TEST(RdfaInitialContext, GivesLinkTypesToXhtmlOnly) {
  for (const RdfaHost host :
       {RdfaHost::html, RdfaHost::xhtml, RdfaHost::svg, RdfaHost::xml}) {
    EXPECT_EQ(initial_term(host, "license"),
              "http://www.w3.org/1999/xhtml/vocab#license");
    EXPECT_EQ(initial_term(host, "describedby"),
              "http://www.w3.org/2007/05/powder-s#describedby");
    EXPECT_EQ(initial_term(host, "next").has_value(), host == RdfaHost::xhtml);
  }
}

TEST(RdfaInitialContext, FindsTermsWithoutRegardToCase) {  // §7.4.3
  EXPECT_EQ(initial_term(RdfaHost::xhtml, "NEXT"),
            "http://www.w3.org/1999/xhtml/vocab#next");
  EXPECT_EQ(initial_term(RdfaHost::xhtml, "p3pV1"),
            "http://www.w3.org/1999/xhtml/vocab#p3pv1");
  EXPECT_EQ(initial_term(RdfaHost::xhtml, "nex"), std::nullopt);
  EXPECT_EQ(initial_term(RdfaHost::html, ""), std::nullopt);
}

// Against the published facts, where SEMSITE_CONTEXTS names their folder.

/// Name and text of every member. (The iterators of RapidJSON do not suit C++20.)
std::vector<std::pair<std::string, std::string>> members(const rapidjson::Value& object) {
  std::vector<std::pair<std::string, std::string>> out;
  for (rapidjson::SizeType i = 0; i < object.MemberCount(); ++i) {
    const auto& member = *(object.MemberBegin() + static_cast<std::ptrdiff_t>(i));
    out.emplace_back(member.name.GetString(), member.value.GetString());
  }
  return out;
}

TEST(PublishedContexts, HaveNoPrefixOrTermOfRdfaThatWeLack) {
  const char* const folder = std::getenv("SEMSITE_CONTEXTS");
  if (folder == nullptr) GTEST_SKIP() << "SEMSITE_CONTEXTS names no folder";
  std::ifstream file{std::string{folder} + "/rdfa11-initial-contexts.json"};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  rapidjson::Document json;
  json.Parse(text.c_str());
  ASSERT_FALSE(json.HasParseError());
  const auto& core = json["rdfa-1.1"];
  ASSERT_GT(core["prefixes"].MemberCount(), 40U);
  for (const auto& [prefix, iri] : members(core["prefixes"]))
    EXPECT_EQ(initial_prefix(prefix), iri);
  for (const auto& [term, iri] : members(core["terms"]))
    EXPECT_EQ(initial_term(RdfaHost::html, term), iri);
  ASSERT_GT(json["xhtml-rdfa-1.1"]["terms"].MemberCount(), 20U);
  for (const auto& [term, iri] : members(json["xhtml-rdfa-1.1"]["terms"]))
    EXPECT_EQ(initial_term(RdfaHost::xhtml, term), iri);
}

}  // namespace
}  // namespace semsite::rdfa_initial_context_test
