#include "map/mapping_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "map/mapping_text.hpp"
#include "semsite/errors.hpp"

namespace semsite::test::mapping_reader_test {
namespace {

using testing::HasSubstr;

std::string refusal(std::string_view maps) {
  try {
    (void)compiled(maps);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

/// The refusal of a map with one rule, which stands on line 4.
std::string rule_refusal(std::string_view rule) { return refusal(url_map(rule)); }

const std::string kRule =
    "[ rml:predicate ex:p ; rml:objectMap [ rml:reference \".\" ] ]";

TEST(MappingReader, TellsWhatAFileHolds) {
  const auto mappings = compiled(url_map(kRule));
  ASSERT_EQ(mappings->files.size(), 1U);
  EXPECT_EQ(mappings->files[0].name, "m.ttl");
  EXPECT_EQ(mappings->files[0].maps, 1U);
  EXPECT_EQ(mappings->files[0].namespaces.at("e"), "http://e/");
}

TEST(MappingReader, RefusesWordsThatRmlHasNot) {
  EXPECT_EQ(rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ rml:refrence \".\" ] ]"),
            "m.ttl:4: there is no rml:refrence (did you mean rml:reference?)");
  EXPECT_EQ(rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \".\" ; "
                         "rml:termType rml:Iri ] ]"),
            "m.ttl:4: there is no rml:Iri (did you mean rml:IRI?)");
  EXPECT_EQ(rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \".\" ; "
                         "rml:gatherAs ex:x ] ]"),
            "m.ttl:4: rml:gatherAs is of RML, but not of the part that is read here");
  EXPECT_THAT(refusal("<#m> <http://www.w3.org/ns/r2rml#class> <x> ."),
              HasSubstr("m.ttl:2: <http://www.w3.org/ns/r2rml#class> is of the old "
                        "vocabulary of RML"));
}

TEST(MappingReader, RefusesMapsThatLackAPart) {
  EXPECT_EQ(refusal("<#a> <#b> <#c> ."),
            "m.ttl:1: no triples map (rml:TriplesMap) in this file");
  EXPECT_THAT(refusal("<#m> a rml:TriplesMap ."), HasSubstr("has no rml:logicalSource"));
  const auto with_source = [](std::string_view source) {
    return "<#m> a rml:TriplesMap ;\n rml:logicalSource " + std::string{source} +
           " ;\n rml:subject ex:s ; rml:predicateObjectMap " + kRule + " .";
  };
  EXPECT_EQ(
      refusal(with_source("[ rml:source \"s\" ; rml:iterator \"/sm:urlset/sm:url\" ]")),
      "m.ttl:3: the logical source has no rml:referenceFormulation");
  EXPECT_EQ(refusal(with_source("[ rml:referenceFormulation <#paths> ]")),
            "m.ttl:3: the logical source has no rml:iterator");
  EXPECT_THAT(refusal(with_source("[ rml:referenceFormulation rml:XPath ; rml:iterator "
                                  "\"/sm:urlset/sm:url\" ]")),
              HasSubstr("declares no rml:namespace for the prefix \"sm\""));
  EXPECT_THAT(refusal(with_source("<#nowhere>")),
              HasSubstr("m.ttl:3: rml:logicalSource: nothing is said of "));
  EXPECT_THAT(
      refusal("<#m> a rml:TriplesMap ; rml:logicalSource [ rml:referenceFormulation "
              "<#paths> ; rml:iterator \"/sm:urlset/sm:url\" ] ."),
      HasSubstr("has no subject (rml:subjectMap)"));
  EXPECT_THAT(
      refusal(
          "<#m> a rml:TriplesMap ; rml:subject ex:s ; rml:logicalSource "
          "[ rml:referenceFormulation <#paths> ; rml:iterator \"/sm:urlset/sm:url\" ] ."),
      HasSubstr("makes nothing"));
  EXPECT_EQ(rule_refusal("[ rml:objectMap [ rml:reference \".\" ] ]"),
            "m.ttl:4: the rml:predicateObjectMap has no predicate");
  EXPECT_EQ(rule_refusal("[ rml:predicate ex:p ]"),
            "m.ttl:4: the rml:predicateObjectMap has no object");
}

TEST(MappingReader, RefusesIteratorsThatHoldTheWholeDocument) {
  EXPECT_THAT(refusal(url_map(kRule, "/sm:urlset")),
              HasSubstr("m.ttl:2: an iterator leads to elements below the root element"));
  EXPECT_THAT(refusal(url_map(kRule, "sm:url")), HasSubstr("begins with \"/\""));
  EXPECT_THAT(refusal(url_map(kRule, "/sm:urlset/sm:url/@x")),
              HasSubstr("not to text or attributes"));
}

TEST(MappingReader, RefusesReferencesThatLeaveTheEntry) {
  EXPECT_THAT(
      rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"../@x\" ] ]"),
      HasSubstr("m.ttl:4: the reference leads out of the entry"));
  EXPECT_THAT(
      rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"/a/b\" ] ]"),
      HasSubstr("m.ttl:4: a reference is relative to the iterator"));
}

TEST(MappingReader, RefusesBadTemplates) {
  const auto with = [](std::string_view text, std::string_view type = "") {
    return rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ rml:template \"" +
                        std::string{text} + "\" " + std::string{type} + " ] ]");
  };
  EXPECT_THAT(with("http://x/"), HasSubstr("refers to nothing"));
  EXPECT_THAT(with("http://x/{sm:loc"), HasSubstr("a { without its }"));
  EXPECT_THAT(with("http://x/}{sm:loc}"), HasSubstr("a } that is meant as such"));
  EXPECT_THAT(with("http://x/{oxc:loc}"), HasSubstr("declares no rml:namespace"));
  EXPECT_EQ(
      with("http://x y/{sm:loc}"),
      "m.ttl:4: the template \"http://x y/{sm:loc}\" makes no IRI: it holds a space");
  EXPECT_EQ(with("a b {sm:loc}", "; rml:termType rml:Literal"), "accepted");
  EXPECT_EQ(with("{sm:loc}#x"), "accepted");
  EXPECT_EQ(with("{sm:loc}\\\\{x\\\\}", "; rml:termType rml:Literal"), "accepted");
}

TEST(MappingReader, RefusesNamesWithoutAScheme) {
  EXPECT_EQ(
      rule_refusal("[ rml:predicate <purl.org/dc/terms/title> ; rml:objectMap [ "
                   "rml:reference \".\" ] ]"),
      "m.ttl:4: <purl.org/dc/terms/title> has no scheme: what is not a node of this "
      "file is named by a whole IRI (http://…), in a @prefix too");
  EXPECT_THAT(rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \".\" ; "
                           "rml:datatype <w3.org/xsd#date> ] ]"),
              HasSubstr("<w3.org/xsd#date> has no scheme"));
  EXPECT_THAT(rule_refusal("[ rml:predicate ex:p ; rml:object <thing> ]"),
              HasSubstr("<thing> has no scheme"));
}

TEST(MappingReader, RefusesTermMapsThatContradictThemselves) {
  const auto with = [](std::string_view term) {
    return rule_refusal("[ rml:predicate ex:p ; rml:objectMap [ " + std::string{term} +
                        " ] ]");
  };
  EXPECT_EQ(with("rml:reference \".\" ; rml:constant \"x\""),
            "m.ttl:4: both rml:constant and rml:reference in one term map");
  EXPECT_EQ(with("rml:reference \".\" , \"sm:loc\""),
            "m.ttl:4: a second rml:reference, where there can be one");
  EXPECT_THAT(with("rml:termType rml:IRI"), HasSubstr("a term map needs rml:constant"));
  EXPECT_THAT(with("rml:reference \".\" ; rml:termType rml:IRI ; rml:datatype xsd:date"),
              HasSubstr("rml:datatype is for literals"));
  EXPECT_THAT(with("rml:reference \".\" ; rml:language \"nl\" ; rml:datatype xsd:date"),
              HasSubstr("a datatype or a language, not both"));
  EXPECT_EQ(
      with("rml:reference \".\" ; rml:language \"en_US\""),
      "m.ttl:4: \"en_US\" is no language tag (BCP 47), such as \"en\" or \"de-AT\"");
  EXPECT_THAT(with("rml:reference \".\" ; rml:languageMap [ rml:constant \"\" ]"),
              HasSubstr("\"\" is no language tag"));
  EXPECT_THAT(with("rml:reference \".\" ; rml:language ex:en"),
              HasSubstr("en\" is no language tag"));
  EXPECT_EQ(with("rml:reference \".\" ; rml:language \"de-AT\""), "accepted");
  EXPECT_THAT(with("rml:reference ex:x"), HasSubstr("rml:reference takes a text"));
  EXPECT_THAT(with("rml:reference \".\" ; rml:termType ex:IRI"),
              HasSubstr("is no term type"));
  EXPECT_THAT(
      rule_refusal("[ rml:predicate \"p\" ; rml:objectMap [ rml:reference \".\" ] ]"),
      HasSubstr("a predicate is an IRI, not the text \"p\""));
  EXPECT_THAT(rule_refusal("[ rml:predicateMap [ rml:reference \".\" ; rml:termType "
                           "rml:Literal ] ; rml:object ex:o ]"),
              HasSubstr("a predicate cannot be an rml:Literal"));
  EXPECT_THAT(refusal(url_map(kRule, "/sm:urlset/sm:url",
                              "[ rml:reference \"sm:loc\" ; rml:termType rml:Literal ]")),
              HasSubstr("a subject cannot be an rml:Literal"));
}

TEST(MappingReader, RefusesFunctionsThatDoNotExist) {
  const auto with = [](std::string_view call) {
    return rule_refusal(
        "[ rml:predicate ex:p ; rml:objectMap [ rml:functionExecution [ " +
        std::string{call} + " ] ] ]");
  };
  EXPECT_THAT(with("rml:function fn:dat"),
              HasSubstr("m.ttl:4: there is no function "
                        "<https://w3id.org/semsite/function#dat> (did you mean "
                        "<https://w3id.org/semsite/function#date>?)"));
  EXPECT_THAT(with("rml:input [ rml:parameter fn:value ]"),
              HasSubstr("has no rml:function"));
  EXPECT_THAT(
      with("rml:function fn:date"),
      HasSubstr("the function fn:date needs an rml:input for its parameter fn:value"));
  EXPECT_THAT(
      with("rml:function fn:date ; rml:input [ rml:parameter fn:text ; "
           "rml:inputValue \"x\" ]"),
      HasSubstr("has no parameter <https://w3id.org/semsite/function#text>; it has: "
                "fn:value"));
  EXPECT_THAT(with("rml:function fn:date ; rml:input [ rml:parameter fn:value ]"),
              HasSubstr("either an rml:inputValue or an rml:inputValueMap"));
  EXPECT_THAT(with("rml:function fn:date ; rml:input [ rml:parameter fn:value ; "
                   "rml:inputValue \"x\" ] , [ rml:parameter fn:value ; rml:inputValue "
                   "\"y\" ]"),
              HasSubstr("a second rml:input for fn:value"));
}

TEST(MappingReader, RefusesTermMapsInsideThemselves) {
  EXPECT_THAT(rule_refusal("[ rml:predicate ex:p ; rml:objectMap <#o> ] . <#o> "
                           "rml:functionExecution [ rml:function fn:date ; rml:input "
                           "[ rml:parameter fn:value ; rml:inputValueMap <#o> ] ]"),
              HasSubstr("calls nested deeper than 16"));
}

TEST(MappingReader, RefusesJoinsWithAReason) {
  const std::string parent =
      url_map(kRule, "/sm:urlset/sm:url/e:a", "[ rml:reference \".\" ]");
  const auto with = [&](std::string_view object) {
    std::string child =
        url_map("[ rml:predicate ex:p ; rml:objectMap [ " + std::string{object} + " ] ]");
    child.replace(child.find("<#m>"), 4, "<#c>");
    return refusal(parent + child);
  };
  EXPECT_THAT(with("rml:parentTriplesMap <#m>"), HasSubstr("has another iterator"));
  EXPECT_THAT(with("rml:parentTriplesMap <#m> ; rml:joinCondition [ ex:x 1 ]"),
              HasSubstr("joins need the whole document at once"));
  EXPECT_THAT(with("rml:parentTriplesMap <#x>"),
              HasSubstr("is no triples map in this file"));
}

TEST(MappingReader, NamesThePathOfAFileAsTheUserGaveIt) {
  const MappingSource source{.name = "m.ttl", .origin = "dir/m.ttl", .text = "<a> ."};
  try {
    (void)read_mappings({&source, 1});
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("dir/m.ttl:1: not Turtle: "));
  }
}

}  // namespace
}  // namespace semsite::test::mapping_reader_test
