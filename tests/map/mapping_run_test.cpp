#include "map/mapping_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "map/mapping_text.hpp"
#include "parse/parse_text.hpp"

namespace semsite::test::mapping_run_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Texts = std::vector<std::string>;

constexpr std::string_view kHead =
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:e='http://e/'>";

/// What `maps` make of the entries of a sitemap at http://example.org/doc.
Parsed run(std::string_view maps, std::string_view entries, std::string_view head = kHead,
           bool strict = false) {
  const std::shared_ptr<const Mappings> mappings = compiled(maps);
  return collected("http://example.org/doc",
                   [&](QuadBuilder& quads, CollectingDiagnostics& diagnostics) {
                     MappingRun handler{{.mappings = mappings,
                                         .quads = quads,
                                         .diagnostics = diagnostics,
                                         .strict = strict}};
                     std::string text{head};
                     text += entries;
                     text += "</urlset>";
                     MemorySource bytes{std::move(text)};
                     read_xml(bytes, handler, {}, {.lenient = true});
                     handler.finish();
                   });
}

std::string entry(std::string_view content, std::string_view loc = "http://a/") {
  return "<url><loc>" + std::string{loc} + "</loc>" + std::string{content} + "</url>";
}

/// The objects of one object map, for an entry with this content.
Texts objects(std::string_view object, std::string_view content) {
  Texts out;
  for (std::string& quad : run(url_map("[ rml:predicate ex:p ; rml:objectMap [ " +
                                       std::string{object} + " ] ]"),
                               entry(content))
                               .quads)
    out.push_back(quad.substr(std::string{"<http://a/> <http://x/p> "}.size()));
  return out;
}

TEST(MappingRun, MakesLiteralsOfReferences) {
  EXPECT_THAT(
      objects("rml:reference \"e:a\"", "<e:a>\n x &amp; \"y\" </e:a><e:a>z</e:a>"),
      ElementsAre("\"x & \\\"y\\\"\"", "\"z\""));
}

// What the caller does not want is asked about with the name of the entry's element, once
// for each.
TEST(MappingRun, MakesNothingOfEntriesThatAreNotWanted) {
  const std::shared_ptr<const Mappings> mappings =
      compiled(url_map("[ rml:predicate ex:p ; rml:object 1 ]"));
  std::vector<std::string> asked;
  const Parsed parsed = collected(
      "http://example.org/doc",
      [&](QuadBuilder& quads, CollectingDiagnostics& diagnostics) {
        MappingRun handler{{.mappings = mappings,
                            .quads = quads,
                            .diagnostics = diagnostics,
                            .wants = [&](std::string_view element) {
                              asked.emplace_back(element);
                              return asked.size() != 2;
                            }}};
        MemorySource bytes{std::string{kHead} + entry("") + entry("", "http://b/") +
                           "<e:other/>" + entry("", "http://c/") + "</urlset>"};
        read_xml(bytes, handler, {}, {.lenient = true});
        handler.finish();
      });
  EXPECT_THAT(parsed.quads,
              ElementsAre(HasSubstr("<http://a/>"), HasSubstr("<http://c/>")));
  EXPECT_THAT(asked, ElementsAre("url", "url", "url"));
}

TEST(MappingRun, MakesNothingOfEmptyValues) {
  EXPECT_THAT(objects("rml:reference \"e:a\"", "<e:a/><e:a> \n </e:a>"), IsEmpty());
  EXPECT_THAT(objects("rml:template \"http://b/{e:a}\"", "<e:a> </e:a>"), IsEmpty());
}

TEST(MappingRun, MakesTypedAndLanguageLiterals) {
  EXPECT_THAT(
      objects("rml:reference \"e:a\" ; rml:datatype xsd:date", "<e:a>2020-01-01</e:a>"),
      ElementsAre("\"2020-01-01\"^^<http://www.w3.org/2001/XMLSchema#date>"));
  EXPECT_THAT(objects("rml:reference \"e:a\" ; rml:datatype xsd:string", "<e:a>x</e:a>"),
              ElementsAre("\"x\""));
  EXPECT_THAT(objects("rml:reference \"e:a\" ; rml:language \"nl\"", "<e:a>x</e:a>"),
              ElementsAre("\"x\"@nl"));
  EXPECT_THAT(objects("rml:reference \"e:a\" ; rml:languageMap [ rml:reference "
                      "\"e:a/@xml:lang\" ]",
                      "<e:a xml:lang='de-AT'>x</e:a>"),
              ElementsAre("\"x\"@de-AT"));
  EXPECT_THAT(objects("rml:reference \"e:a\" ; rml:languageMap [ rml:reference "
                      "\"e:a/@xml:lang\" ]",
                      "<e:a>x</e:a>"),
              ElementsAre("\"x\""))
      << "no language is none";
  EXPECT_THAT(objects("rml:reference \"e:a\" ; rml:datatypeMap [ rml:template "
                      "\"http://t/{e:a/@t}\" ]",
                      "<e:a t='b c'>x</e:a>"),
              ElementsAre("\"x\"^^<http://t/b%20c>"));
}

TEST(MappingRun, ResolvesIrisAgainstTheDocument) {
  EXPECT_THAT(objects("rml:reference \"e:a\" ; rml:termType rml:IRI",
                      "<e:a>../b?c</e:a><e:a>http://é/</e:a><e:a>#f</e:a>"),
              ElementsAre("<http://example.org/b?c>", "<http://é/>",
                          "<http://example.org/doc#f>"));
}

TEST(MappingRun, RepairsIllegalIrisAndTellsOnceOrMakesNoTripleOfThem) {
  const std::string rule =
      "[ rml:predicate ex:p , ex:q ; rml:objectMap [ rml:reference \"e:a\" ; "
      "rml:termType "
      "rml:IRI ] ] , [ rml:predicate ex:r ; rml:objectMap [ rml:reference \"e:a\" ; "
      "rml:termType rml:IRI ] ]";
  const std::string bad = entry("<e:a> http://a/b c </e:a>");
  const Parsed repaired = run(url_map(rule), bad);
  EXPECT_THAT(repaired.quads, ElementsAre("<http://a/> <http://x/p> <http://a/b%20c>",
                                          "<http://a/> <http://x/q> <http://a/b%20c>",
                                          "<http://a/> <http://x/r> <http://a/b%20c>"));
  ASSERT_EQ(repaired.codes(), Texts{"iri.repaired"});
  EXPECT_FALSE(repaired.faults[0].skipped);
  const Parsed parsed = run(url_map(rule), bad, kHead, true);
  EXPECT_THAT(parsed.quads, IsEmpty());
  ASSERT_EQ(parsed.faults.size(), 1U);
  EXPECT_EQ(parsed.faults[0].code, "map.bad-iri");
  EXPECT_TRUE(parsed.faults[0].skipped);
  // What an entry is about, too.
  const std::string about = url_map("[ rml:predicate ex:p ; rml:object 1 ]");
  EXPECT_THAT(run(about, entry("", "a|b")).codes(), ElementsAre("iri.repaired"));
  EXPECT_THAT(run(about, entry("", "a|b")).quads,
              ElementsAre(testing::StartsWith("<http://example.org/a%7Cb> ")));
  EXPECT_THAT(run(about, entry("", "a|b"), kHead, true).codes(),
              ElementsAre("map.bad-iri"));
}

// Around the text of an element white space is how people write; in an attribute it is a
// part of it, and the white space of Unicode is one everywhere.
TEST(MappingRun, TellsOfWhiteSpaceAroundAnIri) {
  const std::string rule = url_map(
      "[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:a/@h\" ; rml:termType "
      "rml:IRI ] ] , [ rml:predicate ex:q ; rml:objectMap [ rml:reference \"e:b\" ; "
      "rml:termType rml:IRI ] ]");
  for (const std::string_view text :
       {"<e:a h='http://e/a '/>", "<e:a h=' http://e/a'/>", "<e:a h='\uFEFFhttp://e/a'/>",
        "<e:b>\uFEFFhttp://e/a</e:b>", "<e:b> http://e/a\u00A0</e:b>"}) {
    const Parsed lenient = run(rule, entry(text));
    ASSERT_EQ(lenient.quads.size(), 1U) << text;
    EXPECT_THAT(lenient.quads[0], testing::EndsWith("<http://e/a>")) << text;
    ASSERT_EQ(lenient.codes(), Texts{"iri.repaired"}) << text;
    EXPECT_FALSE(lenient.faults[0].skipped);
    const Parsed strict = run(rule, entry(text), kHead, true);
    EXPECT_THAT(strict.quads, IsEmpty()) << text;
    EXPECT_EQ(strict.codes(), Texts{"map.bad-iri"}) << text;
  }
  const Parsed plain =
      run(rule, entry("<e:a h='http://e/a'/><e:b>\n http://e/b\n</e:b>"));
  EXPECT_THAT(plain.quads, testing::SizeIs(2));
  EXPECT_THAT(plain.codes(), IsEmpty());
}

// What no quad says is no fault of the data: an entry that no map makes a quad of.
TEST(MappingRun, RepairsAreToldOfIrisInQuadsOnly) {
  const std::string rule = url_map(
      "[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:a\" ; "
      "rml:termType rml:IRI ] ]");
  EXPECT_THAT(run(rule, entry("", "http://a/b c")).codes(), IsEmpty());
  EXPECT_THAT(run(rule, entry("<e:a>x</e:a>", "http://a/b c")).codes(),
              ElementsAre("iri.repaired"));
  EXPECT_THAT(run(rule, entry("<e:a>x|y</e:a><e:a>x|y</e:a>", "http://a/b c")).codes(),
              ElementsAre("iri.repaired", "iri.repaired"));
  const std::string none = url_map(
      "[ rml:predicateMap [ rml:reference \"e:b\" ] ; rml:objectMap [ "
      "rml:reference \"e:a\" ; rml:termType rml:IRI ] ]");
  EXPECT_THAT(run(none, entry("<e:a>x y</e:a>")).codes(), IsEmpty());
  // A second fragment is one character too many.
  const Parsed fragments = run(rule, entry("<e:a>http://a/#b#c</e:a>"));
  EXPECT_THAT(fragments.quads, ElementsAre("<http://a/> <http://x/p> <http://a/#b%23c>"));
  EXPECT_THAT(fragments.codes(), ElementsAre("iri.repaired"));
}

TEST(MappingRun, EncodesValuesInTemplatesOfIrisOnly) {
  EXPECT_THAT(objects("rml:template \"http://b/{e:a}\"", "<e:a>a/b c%é~</e:a>"),
              ElementsAre("<http://b/a%2Fb%20c%25é~>"));
  EXPECT_THAT(
      objects("rml:template \"a/{e:a}\" ; rml:termType rml:Literal", "<e:a>b c</e:a>"),
      ElementsAre("\"a/b c\""));
  EXPECT_THAT(objects("rml:template \"r/{e:a}\"", "<e:a>1</e:a>"),
              ElementsAre("<http://example.org/r/1>"));
}

// RML-Core, IRI encoding: of an rml:URI what is beyond ASCII, too.
TEST(MappingRun, EncodesMoreInTemplatesOfUris) {
  EXPECT_THAT(objects("rml:template \"http://b/é/{e:a}\" ; rml:termType rml:URI",
                      "<e:a>b é~</e:a>"),
              ElementsAre("<http://b/é/b%20%C3%A9~>"));
}

// RML-FNML §3.1: what is no object map makes IRIs unless it says otherwise, and so does a
// template whose values a function is given; of references nothing is encoded
// (RMLFNMLTC0005: the template need not make an IRI).
TEST(MappingRun, EncodesTemplatesOfArgumentsUnlessTheyAreLiterals) {
  const auto given = [](std::string_view value) {
    return objects(
        "rml:functionExecution [ rml:function fn:first ; rml:input [ "
        "rml:parameter fn:value ; rml:inputValueMap [ " +
            std::string{value} + " ] ] ]",
        "<e:a>b/é c</e:a>");
  };
  EXPECT_THAT(given("rml:template \"Name: {e:a}\""), ElementsAre("\"Name: b%2Fé%20c\""));
  EXPECT_THAT(given("rml:template \"Name: {e:a}\" ; rml:termType rml:IRI"),
              ElementsAre("\"Name: b%2Fé%20c\""));
  EXPECT_THAT(given("rml:template \"Name: {e:a}\" ; rml:termType rml:URI"),
              ElementsAre("\"Name: b%2F%C3%A9%20c\""));
  EXPECT_THAT(given("rml:template \"Name: {e:a}\" ; rml:termType rml:Literal"),
              ElementsAre("\"Name: b/é c\""));
  EXPECT_THAT(given("rml:reference \"e:a\""), ElementsAre("\"b/é c\""));
  EXPECT_THAT(given("rml:reference \"e:a\" ; rml:termType rml:IRI"),
              ElementsAre("\"b/é c\""));
}

TEST(MappingRun, CombinesAllValuesOfATemplate) {
  EXPECT_THAT(objects("rml:template \"{e:a}-{e:b}\" ; rml:termType rml:Literal",
                      "<e:a>1</e:a><e:a>2</e:a><e:b>x</e:b><e:b>y</e:b>"),
              ElementsAre("\"1-x\"", "\"1-y\"", "\"2-x\"", "\"2-y\""));
}

TEST(MappingRun, WritesEqualQuadsOfAnEntryOnce) {
  EXPECT_THAT(objects("rml:reference \"e:a\"", "<e:a>1</e:a><e:a>1</e:a>"),
              ElementsAre("\"1\""));
  std::string many;
  for (int i = 0; i < 300; ++i) many += "<e:a>" + std::to_string(i % 150) + "</e:a>";
  EXPECT_EQ(objects("rml:reference \"e:a\"", many).size(), 150U);
}

TEST(MappingRun, MakesBlankNodesOfValuesAndOfElements) {
  const Parsed named =
      run(url_map("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:a\" ; "
                  "rml:termType rml:BlankNode ] ]"),
          entry("<e:a>x</e:a>") + entry("<e:a>x</e:a>", "http://b/"));
  ASSERT_EQ(named.quads.size(), 2U);
  EXPECT_EQ(named.quads[0].substr(named.quads[0].rfind(' ')),
            named.quads[1].substr(named.quads[1].rfind(' ')))
      << "one label, one node";

  const std::string rule =
      "[ rml:predicate ex:p ; rml:objectMap [ rml:reference \".\" ] ]";
  const std::string maps =
      url_map(rule, "/sm:urlset/sm:url/e:a", "[ rml:termType rml:BlankNode ]");
  const Parsed fresh = run(maps, entry("<e:a>x</e:a><e:a>y</e:a>"));
  ASSERT_EQ(fresh.quads.size(), 2U);
  EXPECT_NE(fresh.quads[0].substr(0, fresh.quads[0].find(' ')),
            fresh.quads[1].substr(0, fresh.quads[1].find(' ')));
  EXPECT_EQ(fresh.quads, run(maps, entry("<e:a>x</e:a><e:a>y</e:a>")).quads)
      << "labels are the same in every run";
}

TEST(MappingRun, JoinsMapsThatStandAtTheSameElement) {
  std::string parent =
      url_map("[ rml:predicate ex:q ; rml:objectMap [ rml:reference \".\" ] ]",
              "/sm:urlset/sm:url/e:a", "[ rml:termType rml:BlankNode ]");
  std::string child = url_map(
      "[ rml:predicate ex:p ; rml:objectMap [ rml:parentTriplesMap "
      "<#m> ] ]",
      "/sm:urlset/sm:url/e:a", "[ rml:reference \"../sm:loc\" ]");
  child.replace(child.find("<#m>"), 4, "<#c>");
  const Parsed parsed = run(child + parent, entry("<e:a>x</e:a>"));
  ASSERT_EQ(parsed.quads.size(), 2U);
  const std::string node = parsed.quads[0].substr(parsed.quads[0].rfind(' ') + 1);
  EXPECT_THAT(parsed.quads[0], HasSubstr("<http://a/> <http://x/p> _:"));
  EXPECT_EQ(parsed.quads[1], node + " <http://x/q> \"x\"");
}

TEST(MappingRun, GivesSubjectsTheirClassesAndGraphs) {
  const Parsed parsed = run(
      url_map("[ rml:predicate ex:p ; rml:object \"o\" ; rml:graph ex:h ]",
              "/sm:urlset/sm:url",
              "[ rml:reference \"sm:loc\" ; rml:class ex:C ; rml:graphMap [ rml:template "
              "\"http://g/{e:a}\" ] ]"),
      entry("<e:a>1</e:a>"));
  EXPECT_THAT(parsed.quads,
              ElementsAre("<http://a/> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
                          "<http://x/C> <http://g/1>",
                          "<http://a/> <http://x/p> \"o\" <http://g/1>",
                          "<http://a/> <http://x/p> \"o\" <http://x/h>"));
}

TEST(MappingRun, CallsFunctionsForEachCombinationOfTheirArguments) {
  EXPECT_THAT(objects("rml:functionExecution [ rml:function fn:first ; "
                      "rml:input [ rml:parameter fn:value ; rml:inputValueMap "
                      "[ rml:reference \"e:a\" ] ] , "
                      "[ rml:parameter fn:otherwise ; rml:inputValue \"none\" ] ]",
                      "<e:a>1</e:a><e:a>2</e:a>"),
              ElementsAre("\"1\"", "\"2\""));
  EXPECT_THAT(objects("rml:functionExecution [ rml:function fn:date ; rml:input "
                      "[ rml:parameter fn:value ; rml:inputValueMap [ rml:reference "
                      "\"e:a\" ] ] ]",
                      "<e:b/>"),
              IsEmpty())
      << "a required argument without a value: no call";
}

TEST(MappingRun, KeepsAnEntryWithTooManyCombinationsInBounds) {
  std::string content;
  for (int i = 0; i < 600; ++i) {
    content += "<e:a>" + std::to_string(i) + "</e:a>";
    content += "<e:b>" + std::to_string(i) + "</e:b>";
  }
  const Parsed parsed =
      run(url_map("[ rml:predicate ex:p ; rml:objectMap [ rml:template \"{e:a}-{e:b}\" ; "
                  "rml:termType rml:Literal ] ]"),
          entry(content) + entry("<e:a>1</e:a><e:b>2</e:b>", "http://b/"));
  EXPECT_THAT(parsed.codes(), ElementsAre("map.too-much"));
  EXPECT_EQ(parsed.quads.back(), "<http://b/> <http://x/p> \"1-2\"")
      << "the next entry has lost nothing";
  EXPECT_LT(parsed.quads.size(), 300'000U);
}

// ocx §3, signposting §9, diwoo §8: what sitemaps get wrong.

const std::string kValues =
    "[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:a\" ] ]";

TEST(MappingRun, UnderstandsOtherSpellingsOfTheSitemapNamespace) {
  for (const char* head :
       {"<urlset xmlns='https://www.sitemaps.org/schemas/sitemap/0.9/' "
        "xmlns:e='http://e/'>",
        "<urlset xmlns='http://www.google.com/schemas/sitemap/0.84' xmlns:e='http://e/'>",
        "<urlset xmlns='http://mine/' xmlns:e='http://e/'>",
        "<urlset xmlns:e='http://e/'>"}) {
    const Parsed parsed = run(url_map(kValues), entry("<e:a>1</e:a>"), head);
    EXPECT_THAT(parsed.quads, ElementsAre("<http://a/> <http://x/p> \"1\"")) << head;
  }
}

TEST(MappingRun, BindsWellKnownPrefixesThatAreNotDeclared) {
  const std::string maps =
      "<#ocx> a rml:XPathReferenceFormulation ; rml:namespace [ rml:namespacePrefix "
      "\"sm\" ; "
      "rml:namespaceURL \"http://www.sitemaps.org/schemas/sitemap/0.9\" ] , "
      "[ rml:namespacePrefix \"o\" ; rml:namespaceURL \"http://sitemap.ocx.org/v/1.0\" ] "
      ".\n"
      "<#m> a rml:TriplesMap ; rml:logicalSource [ rml:source \"s\" ; "
      "rml:referenceFormulation <#ocx> ; rml:iterator \"/sm:urlset/sm:url\" ] ; "
      "rml:subjectMap [ rml:reference \"sm:loc\" ] ; rml:predicateObjectMap "
      "[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"o:ocx/o:name\" ] ] .";
  const std::string content = "<ocx:ocx><ocx:name>n</ocx:name></ocx:ocx>";
  const Parsed parsed = run(maps, entry(content) + entry(content, "http://b/"));
  EXPECT_THAT(parsed.quads, ElementsAre("<http://a/> <http://x/p> \"n\"",
                                        "<http://b/> <http://x/p> \"n\""));
  EXPECT_THAT(parsed.codes(), ElementsAre("sitemap.unbound-prefix")) << "told once";
  EXPECT_FALSE(parsed.faults[0].skipped);

  const Parsed near = run(maps, entry("<o:ocx xmlns:o='http://sitemap.ocx.org/v/1.0/'>"
                                      "<o:name>n</o:name></o:ocx>"));
  EXPECT_THAT(near.quads, IsEmpty());
  EXPECT_THAT(near.codes(), ElementsAre("sitemap.near-miss"));
}

TEST(MappingRun, EndsAnEntryWhereTheNextOneBegins) {
  const Parsed parsed =
      run(url_map(kValues), "<url><loc>http://a/</loc><e:a>1</e:a>" +
                                entry("<e:a>2</e:a>", "http://b/") + "</url>" +
                                entry("<e:a>3</e:a>", "http://c/"));
  EXPECT_THAT(parsed.quads, ElementsAre("<http://a/> <http://x/p> \"1\"",
                                        "<http://b/> <http://x/p> \"2\"",
                                        "<http://c/> <http://x/p> \"3\""));
  EXPECT_THAT(parsed.codes(), ElementsAre("sitemap.structure"));
}

TEST(MappingRun, EndsTheLastEntryOfADocumentThatBreaksOff) {
  const std::shared_ptr<const Mappings> mappings =
      compiled(url_map("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:a\" ; "
                       "rml:termType rml:IRI ] ]"));
  const Parsed parsed = collected(
      "http://example.org/doc",
      [&](QuadBuilder& quads, CollectingDiagnostics& diagnostics) {
        MappingRun handler{{.mappings = mappings,
                            .quads = quads,
                            .diagnostics = diagnostics,
                            .strict = true}};
        MemorySource bytes{std::string{kHead} +
                           "<url><loc>http://a/</loc><e:a>u:1</e:a><e:a>u 2</e:a><e:b>"};
        EXPECT_THROW(read_xml(bytes, handler, {}), DocumentError);
        handler.finish();  // the reader and its position are gone
      });
  EXPECT_THAT(parsed.quads, ElementsAre("<http://a/> <http://x/p> <u:1>"));
  EXPECT_THAT(parsed.codes(), ElementsAre("map.bad-iri"));
  EXPECT_EQ(parsed.faults[0].line, 0U);
}

TEST(MappingRun, TellsNothingOfADocumentThatSomebodyElseReads) {
  const std::shared_ptr<const Mappings> mappings = compiled(url_map(kValues));
  const Parsed parsed = collected(
      "http://example.org/doc",
      [&](QuadBuilder& quads, CollectingDiagnostics& diagnostics) {
        MappingRun handler{{.mappings = mappings,
                            .quads = quads,
                            .diagnostics = diagnostics,
                            .oddities = MappingJob::Oddities::keep_quiet}};
        MemorySource bytes{std::string{kHead} + entry("<ocx:ocx/>") + "</urlset>"};
        read_xml(bytes, handler, {}, {.lenient = true});
        handler.finish();
      });
  EXPECT_THAT(parsed.codes(), IsEmpty());
}

}  // namespace
}  // namespace semsite::test::mapping_run_test
