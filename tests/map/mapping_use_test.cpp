#include "map/mapping_use.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "map/mapping_run.hpp"
#include "map/mapping_text.hpp"
#include "parse/parse_text.hpp"

namespace semsite::test::mapping_use_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Texts = std::vector<std::string>;

constexpr std::string_view kLoc = "<loc>http://a/</loc>";

std::string urlset(std::string_view entry, std::string_view name_space = "http://e/") {
  return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:e='" +
         std::string{name_space} + "' xmlns:o='http://other/'><url>" + std::string{kLoc} +
         std::string{entry} + "</url></urlset>";
}

/// What never matched of `maps` in these documents. The mapping is built in if `origin`
/// is empty.
Texts unmatched(const std::string& maps, const Texts& documents,
                std::string_view origin = "m.ttl") {
  const MappingSource source{
      .name = "m.ttl", .origin = std::string{origin}, .text = mapping_text(maps)};
  const std::shared_ptr<const Mappings> mappings = read_mappings({&source, 1});
  MappingUse use{mappings};
  for (const std::string& text : documents)
    (void)collected("http://example.org/doc",
                    [&](QuadBuilder& quads, CollectingDiagnostics& diagnostics) {
                      MappingRun handler{{.mappings = mappings,
                                          .quads = quads,
                                          .diagnostics = diagnostics,
                                          .use = &use}};
                      MemorySource bytes{text};
                      read_xml(bytes, handler, {}, {.lenient = true});
                      handler.finish();
                    });
  return use.unmatched();
}

std::string object(std::string_view path) {
  return url_map(
      "[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:there\" ] ] ,"
      "\n [ rml:predicate ex:q ; rml:objectMap [ rml:reference \"" +
      std::string{path} + "\" ] ]");
}

const std::string kThere = "<e:there>x</e:there>";

TEST(MappingUse, SaysNothingOfWhatMatchedInOneOfTheDocuments) {
  EXPECT_THAT(
      unmatched(object("e:other/@n"), {urlset(kThere), urlset("<e:other n='1'/>")}),
      IsEmpty());
}

TEST(MappingUse, NamesTheElementOfTheSameNameInAnotherNamespace) {
  EXPECT_THAT(unmatched(object("isbn"), {urlset(kThere + "<e:isbn>1</e:isbn>")}),
              ElementsAre("m.ttl:5: the path \"isbn\" never matched: no isbn in "
                          "/sm:urlset/sm:url (did you mean e:isbn?)"));
  EXPECT_THAT(unmatched(object("e:isbn"), {urlset(kThere + "<o:isbn>1</o:isbn>")}),
              ElementsAre("m.ttl:5: the path \"e:isbn\" never matched: no e:isbn in "
                          "/sm:urlset/sm:url (did you mean isbn of the namespace "
                          "http://other/?)"));
  // Another path of the mapping has it right.
  EXPECT_THAT(unmatched(object("there"), {urlset(kThere)}),
              ElementsAre(HasSubstr("(did you mean e:there?)")));
}

TEST(MappingUse, NamesWhatIsSpeltLikeIt) {
  EXPECT_THAT(unmatched(object("e:titel"), {urlset(kThere + "<e:title>1</e:title>")}),
              ElementsAre(HasSubstr("(did you mean e:title?)")));
  EXPECT_THAT(unmatched(object("e:titel"), {urlset(kThere + "<e:minutes>1</e:minutes>")}),
              ElementsAre("m.ttl:5: the path \"e:titel\" never matched: no e:titel in "
                          "/sm:urlset/sm:url"));
}

TEST(MappingUse, TellsAttributesFromElements) {
  EXPECT_THAT(
      unmatched(object("e:there/@minuts"), {urlset("<e:there minutes='1'/>")}),
      ElementsAre("m.ttl:5: the path \"e:there/@minuts\" never matched: no @minuts "
                  "at /sm:urlset/sm:url/e:there (did you mean @minutes?)"));
  EXPECT_THAT(
      unmatched(object("e:there/minutes"), {urlset("<e:there minutes='1'/>")}),
      ElementsAre(HasSubstr("no minutes in /sm:urlset/sm:url/e:there (did you mean "
                            "@minutes?)")));
  EXPECT_THAT(unmatched(object("e:there/@n"), {urlset("<e:there><n>1</n></e:there>")}),
              ElementsAre(HasSubstr("(did you mean sm:n?)")));
  EXPECT_THAT(
      unmatched(object("e:there/text()"), {urlset("<e:there><n>1</n></e:there>")}),
      ElementsAre(HasSubstr("no text directly in /sm:urlset/sm:url/e:there")));
}

TEST(MappingUse, TellsOfAMapOnceAndNotOfThePathsInIt) {
  const std::string maps = url_map(
      "[ rml:predicate ex:p ; rml:objectMap [ rml:reference "
      "\"e:a\" ] ] , [ rml:predicate ex:q ; rml:objectMap [ "
      "rml:reference \"e:b\" ] ]",
      "/sm:urlset/sm:url/e:recipe", "[ rml:reference \"../sm:loc\" ]");
  EXPECT_THAT(unmatched(maps, {urlset("<e:recipes/>")}),
              ElementsAre("m.ttl:2: the map <#m> never matched: no e:recipe in "
                          "/sm:urlset/sm:url (did you mean e:recipes?)"));
  EXPECT_THAT(unmatched(maps, {urlset("<e:recipe/>")}).size(), 2U);
}

TEST(MappingUse, TellsOfPathsThatLackTheSameElementTogether) {
  EXPECT_THAT(
      unmatched(
          url_map("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:a/e:b\" "
                  "] ] , [ rml:predicate ex:q ; rml:objectMap [ rml:reference "
                  "\"e:a/@c\" ] ]"),
          {urlset(kThere)}),
      ElementsAre(
          "m.ttl:4: the paths \"e:a/e:b\" and \"e:a/@c\" never matched: no e:a in "
          "/sm:urlset/sm:url"));
}

TEST(MappingUse, TellsOfANamespaceOnceWithWhatIsTheRightOne) {
  EXPECT_THAT(
      unmatched(object("e:a"), {urlset(kThere, "http://example.org/e#")}),
      ElementsAre("m.ttl:1: nothing that was read is in the namespace http://e/ of the "
                  "prefix \"e\" (did you mean http://example.org/e#?)"));
  EXPECT_THAT(
      unmatched(url_map("[ rml:predicate ex:p ; rml:object 1 ]", "/sm:urlset/sm:url/e:a",
                        "[ rml:reference \"../sm:loc\" ]"),
                {urlset("")}),
      ElementsAre("m.ttl:1: nothing that was read is in the namespace http://e/ of "
                  "the prefix \"e\", so the map <#m> never matched"));
}

TEST(MappingUse, TellsOfAPrefixThatNoPathUses) {
  EXPECT_THAT(unmatched(url_map("[ rml:predicate ex:p ; rml:object 1 ]"), {urlset("")}),
              ElementsAre("m.ttl:1: no path uses the prefix \"e\""));
}

TEST(MappingUse, SaysNothingWithoutADocumentThatCouldHaveMatched) {
  const std::string maps = object("e:nothing");
  EXPECT_THAT(unmatched(maps, {}), IsEmpty());
  EXPECT_THAT(unmatched(maps, {"<urlset "
                               "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>"}),
              IsEmpty());
  EXPECT_THAT(unmatched(maps, {"<sitemapindex xmlns='http://www.sitemaps.org/schemas/"
                               "sitemap/0.9'><sitemap/></sitemapindex>"}),
              IsEmpty());
  // The root element is meant, but another one is written.
  EXPECT_THAT(unmatched(url_map("[ rml:predicate ex:p ; rml:objectMap [ rml:reference "
                                "\"e:there\" ] ]",
                                "/sm:urlsets/sm:url"),
                        {urlset(kThere)}),
              ElementsAre("m.ttl:2: the map <#m> never matched: no sm:urlsets in any "
                          "document (did you mean sm:urlset?)"));
}

TEST(MappingUse, SaysNothingOfMappingsThatAreBuiltIn) {
  EXPECT_THAT(unmatched(object("isbn"), {urlset("<e:isbn>1</e:isbn>")}, ""), IsEmpty());
}

// Names from the web are held up to a bound: the first of a place, and none that is long.
TEST(MappingUse, HoldsNoMoreNamesThanItsBound) {
  const std::string maps = object("titel");
  const auto with = [&](int others, const std::string& last) {
    std::string entry = kThere;
    for (int i = 0; i < others; ++i) {
      const std::string name = "e:x" + std::to_string(i);
      entry += "<" + name + " xmlns:n" + std::to_string(i) + "='http://n/" +
               std::to_string(i) + "' n" + std::to_string(i) + ":a='1'/>";
    }
    return unmatched(maps, {urlset(entry + "<e:" + last + "/>")});
  };
  EXPECT_THAT(with(10, "titel"), ElementsAre(HasSubstr("(did you mean e:titel?)")));
  EXPECT_THAT(with(1000, "titel"), ElementsAre(Not(HasSubstr("did you mean"))));
  EXPECT_THAT(with(0, std::string(5000, 't')),
              ElementsAre(Not(HasSubstr("did you mean"))));
}

}  // namespace
}  // namespace semsite::test::mapping_use_test
