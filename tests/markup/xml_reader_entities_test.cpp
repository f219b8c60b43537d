#include "markup/xml_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "markup/xml_reader_kit.hpp"

namespace semsite::xml_reader_entities_test {
namespace {

using test::kEntities;
using test::read;
using testing::ElementsAre;
using testing::HasSubstr;
using Result = test::XmlResult;

TEST(XmlReader, ExpandsEntitiesOfPlainText) {
  const Result result = read(
      "<!DOCTYPE a [<!ENTITY xsd 'http://w3/#'><!ENTITY two '&xsd;&xsd;&#38;amp;'>"
      "<!ENTITY xsd 'late'><!ATTLIST a d CDATA '&xsd;'>]>"
      "<a b='&xsd;int'>&two;&lt;</a>",
      kEntities);
  EXPECT_EQ(result.message, "");
  EXPECT_THAT(result.events, ElementsAre("<a b=http://w3/#int d=http://w3/#>",
                                         "'http://w3/#http://w3/#&<", "</a>"));
}

/// `count` entities of `bytes` each.
std::string entities(int count, std::size_t bytes) {
  std::string dtd;
  for (int i = 0; i < count; ++i)
    dtd += "<!ENTITY e" + std::to_string(i) + " '" + std::string(bytes, 'x') + "'>";
  return "<!DOCTYPE a [" + dtd + "]><a>&e0;</a>";
}

TEST(XmlReader, BoundsWhatAllEntitiesComeToTogether) {
  EXPECT_EQ(read(entities(6, 1'000'000), kEntities).code, "");
  const Result result = read(entities(20, 1'000'000), kEntities);
  EXPECT_EQ(result.code, "xml.entity");
  EXPECT_THAT(result.message, HasSubstr("come to more than"));
}

TEST(XmlReader, BoundsWhatAllEntitiesExpandToTogether) {
  std::string dtd = "<!ENTITY x '" + std::string(1000, 'x') + "'>", uses;
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "&x;";
  for (int i = 0; i < 40; ++i) {
    dtd += "<!ENTITY e" + std::to_string(i) + " '" + many + "'>";
    uses += "<b c='&e" + std::to_string(i) + ";'/>";
  }
  EXPECT_EQ(read("<!DOCTYPE a [" + dtd + "]><a>" + uses + "</a>", kEntities).code,
            "xml.entity");
}

TEST(XmlReader, LetsEntitiesReferToLaterOnes) {
  EXPECT_THAT(
      read("<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c 'x'>]><a>&b;</a>", kEntities).events,
      ElementsAre("<a>", "'x", "</a>"));
}

TEST(XmlReader, ExpandsNoEntitiesUnlessAsked) {
  const Result result = read("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>");
  EXPECT_EQ(result.code, "xml.syntax");
  EXPECT_THAT(result.message, HasSubstr("Entity 'e' not defined"));
}

struct BadEntity {
  std::string dtd, part;
};
class RefusedEntity : public testing::TestWithParam<BadEntity> {};

TEST_P(RefusedEntity, EndsTheDocumentWithItsReason) {
  for (const char* root : {"<a>&e;</a>", "<a b='&e;'/>"}) {
    const Result result = read("<!DOCTYPE a [" + GetParam().dtd + "]>" + root, kEntities);
    EXPECT_EQ(result.code, "xml.entity");
    EXPECT_THAT(result.message, HasSubstr(GetParam().part));
  }
}

INSTANTIATE_TEST_SUITE_P(
    XmlReader, RefusedEntity,
    testing::Values(BadEntity{"<!ENTITY e SYSTEM '/etc/passwd'>", "is not fetched"},
                    BadEntity{"<!ENTITY e PUBLIC 'x' 'http://127.0.0.1:1/'>",
                              "is not fetched"},
                    BadEntity{"<!ENTITY e '<b/>'>", "holds markup"},
                    BadEntity{"<!ENTITY e '&e;'>", "refers to itself"},
                    BadEntity{"<!ENTITY e '&f;'><!ENTITY f '&e;'>", "refers to itself"},
                    BadEntity{"<!ENTITY e '&f;'>", "&f;, which is not declared"}));

TEST(XmlReader, LoadsNeitherDtdNorParameterEntities) {
  // Were any of these read, its text would make the document malformed.
  const Result result = read(
      "<!DOCTYPE a SYSTEM '/proc/self/cmdline' [<!ENTITY % p SYSTEM '/etc/passwd'> %p;]>"
      "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include "
      "href='/etc/passwd'/></a>",
      kEntities);
  EXPECT_EQ(result.code, "");
  EXPECT_EQ(result.events.size(), 4U);
}

TEST(XmlReader, RefusesABillionLaughs) {
  std::string text = "<!DOCTYPE a [<!ENTITY l0 'lol'>";
  for (int i = 1; i < 12; ++i) {
    text += "<!ENTITY l" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) text += "&l" + std::to_string(i - 1) + ";";
    text += "'>";
  }
  const Result result = read(text + "]><a>&l11;</a>", kEntities);
  EXPECT_EQ(result.code, "xml.entity");
  EXPECT_THAT(result.message, HasSubstr("expands to more than 1.0 MB"));
}

TEST(XmlReader, RefusesTheQuadraticBlowUpInTextAttributesAndDefaults) {
  const std::string big(100'000, 'l');
  std::string references;
  for (int i = 0; i < 20'000; ++i) references += "&e;";
  const std::string dtd = "<!DOCTYPE a [<!ENTITY e '" + big + "'>";
  EXPECT_EQ(read(dtd + "]><a>" + references + "</a>", kEntities).code, "xml.entity");
  EXPECT_EQ(read(dtd + "]><a b='" + references + "'/>", kEntities).code, "xml.entity");
  std::string elements;
  for (int i = 0; i < 20'000; ++i) elements += "<b/>";
  EXPECT_EQ(
      read(dtd + "<!ATTLIST b c CDATA '" + big + "'>]><a>" + elements + "</a>").code,
      "xml.entity");
}

TEST(XmlReader, AllowsAsManyShortReferencesAsItTakes) {
  std::string text = "<!DOCTYPE a [<!ENTITY e 'http://www.w3.org/2001/XMLSchema#'>]><a>";
  for (int i = 0; i < 100'000; ++i) text += "<b c='&e;i'/>";
  EXPECT_EQ(read(text + "</a>", kEntities).message, "");
}

}  // namespace
}  // namespace semsite::xml_reader_entities_test
