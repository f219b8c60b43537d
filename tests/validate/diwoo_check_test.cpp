#include "validate/diwoo_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "validate/found.hpp"

namespace semsite::test::diwoo_check_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kMap = "https://a.example/sitemap.xml";
const std::string kKern = "https://identifier.overheid.nl/tooi/def/thes/kern/";

std::string part(const std::string& name, const std::string& text,
                 const std::string& resource = {}) {
  return "<diwoo:" + name + (resource.empty() ? "" : " resource=\"" + resource + "\"") +
         ">" + text + "</diwoo:" + name + ">";
}

const std::string kPublisher =
    part("publisher", "gemeente Utrecht",
         "https://identifier.overheid.nl/tooi/id/gemeente/gm0344");
const std::string kTitle = part("titelcollectie", part("officieleTitel", "Advies"));
const std::string kCategory =
    part("informatiecategorie", "adviezen", kKern + "c_99a836c7");
const std::string kClasses =
    part("classificatiecollectie", part("informatiecategorieen", kCategory));
const std::string kKind = part("soortHandeling", "vaststelling", kKern + "c_641ecd76");
const std::string kTime = part("atTime", "2025-03-04T10:00:00+01:00");
const std::string kHandling =
    part("documenthandelingen", part("documenthandeling", kKind + kTime));

/// A right entry, with `more` in a line of its own at the end of its metadata.
std::string entry_with(const std::string& metadata, const std::string& loc = "x.pdf",
                       const std::string& lastmod = "<lastmod>2025-03-14</lastmod>") {
  return urlset("<url><loc>https://a.example/" + loc + "</loc>" + lastmod +
                "<diwoo:Document><diwoo:DiWoo>\n" + metadata +
                "</diwoo:DiWoo></diwoo:Document></url>");
}
std::string with(const std::string& more) {
  return entry_with(kPublisher + kTitle + kClasses + kHandling + "\n" + more);
}

TEST(DiwooCheck, FindsNothingInARightEntry) {
  EXPECT_THAT(found_in_sitemap(with(""), kMap), IsEmpty());
}

TEST(DiwooCheck, EachFaultOfTheSchemaIsFoundInItsPlace) {  // diwoo-metadata.xsd 0.9.8
  struct Case {
    std::string more, found;
  };
  const Case cases[] = {
      {part("onderwerp", "x"), "diwoo.unknown-element 4:1"},
      {part("naamOpsteller", "a") + part("naamOpsteller", "b"), "diwoo.repeated 4:45"},
      {part("aggregatiekenmerk", ""), "diwoo.empty 4:1"},
      {part("opsteller", "x", "PLACEHOLDER_ORG_URI"), "diwoo.resource 4:1"},
      {part("opsteller", "x", "https://a.example/org"), "diwoo.not-listed 4:1"},
      {part("format", "JPG",
            "http://publications.europa.eu/resource/authority/file-type/JPG"),
       "diwoo.not-listed 4:1"},
      {part("opsteller", "Bureau X"), "diwoo.label-only 4:1"},
      {part("creatiedatum", "1 maart 2025"), "diwoo.date 4:1"},
      {part("creatiedatum", "2025-02-30"), "diwoo.date 4:1"},
      {part("geldigheid", part("begindatum", "2025-03-01")), "diwoo.time 4:19"},
      {"<lastmod>2025-01-01</lastmod>", "diwoo.place 4:1"},
      {part("identifiers", ""), "diwoo.required 4:1"},
  };
  for (const Case& one : cases)
    EXPECT_THAT(found_in_sitemap(with(one.more), kMap), ElementsAre(one.found))
        << one.more;
}

TEST(DiwooCheck, EachRequiredElementIsMissed) {
  const std::string all[] = {kPublisher, kTitle, kClasses, kHandling};
  for (const std::string& left_out : all) {
    std::string rest;
    for (const std::string& one : all)
      if (one != left_out) rest += one;
    EXPECT_THAT(found_in_sitemap(entry_with(rest), kMap),
                ElementsAre(testing::StartsWith("diwoo.required 2:")))
        << left_out;
  }
}

TEST(DiwooCheck, TheRulesOfTheHarvesterAreChecked) {
  const std::string right = kPublisher + kTitle + kClasses + kHandling;
  EXPECT_THAT(found_in_sitemap(entry_with(right, "x.pdf", ""), kMap),
              ElementsAre("diwoo.no-lastmod 2:1"));
  EXPECT_THAT(found_in_sitemap(entry_with(right, "x.jpg"), kMap),
              ElementsAre(testing::StartsWith("diwoo.file-type 2:")));
  EXPECT_THAT(found_in_sitemap(entry_with(right, "x.pdf",
                                          "<lastmod>2025-03-14</lastmod>"
                                          "<priority>0.5</priority>"),
                               kMap),
              ElementsAre(testing::StartsWith("diwoo.ignored 2:")));
  std::string plain = entry_with(right);
  plain.replace(plain.find("https://a.example/x.pdf"), 8, "http://");
  EXPECT_THAT(found_in_sitemap(plain, kMap), ElementsAre("diwoo.https 2:6"));
}

TEST(DiwooCheck, WhatADiwooIndexListsKeepsTheRulesWithoutMetadataToo) {
  const std::string bare = urlset(
      "<url><loc>http://a.example/x.pdf</loc></url>\n"
      "<url><loc>https://b.example/y.jpg</loc><lastmod>2025-03-14</lastmod></url>\n"
      "<url><loc>https://a.example/z.pdf</loc><lastmod>2025-03-14</lastmod>"
      "<priority>1</priority></url>");
  EXPECT_THAT(found_in_sitemap(bare, "https://a.example/x/sitemap.xml", {}, true),
              testing::UnorderedElementsAre("diwoo.https 2:6", "diwoo.no-lastmod 2:1",
                                            "diwoo.file-type 3:1", "diwoo.ignored 4:69"));
  EXPECT_THAT(
      found_in_sitemap(urlset("<url><loc>https://a.example/x.jpg</loc></url>"), kMap),
      IsEmpty())
      << "elsewhere they are no rules";
}

TEST(DiwooCheck, NamespaceAndPrefixBelongTogether) {
  const std::string fields =
      part("extraMetadatavelden",
           part("extraMetadataveld",
                part("key", "wijk") + part("values", part("value", "C"))));
  const std::string text = urlset(
      "<url><loc>https://a.example/x.pdf</loc><lastmod>2025</lastmod>\n"
      "<diwoo:Document>" +
      part("extraMetadata", part("prefix", "p") + fields) + "</diwoo:Document></url>");
  EXPECT_THAT(found_in_sitemap(text, kMap), ElementsAre("diwoo.pair 3:17"));
}

TEST(DiwooCheck, TheIndexMayNameAnotherCategory) {
  EXPECT_THAT(found_in_sitemap(with(""), kMap, kKern + "c_fdaee95e"),
              ElementsAre(testing::StartsWith("diwoo.category 3:")));
  EXPECT_THAT(found_in_sitemap(with(""), kMap, kKern + "c_99a836c7"), IsEmpty());
}

TEST(DiwooCheck, TheRootMustBeAUrlset) {
  const std::string text =
      "<diwoo:Documents xmlns:diwoo=\"https://standaarden.overheid.nl/diwoo/metadata/\" "
      "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
      "<diwoo:Document><diwoo:DiWoo><loc>https://a.example/x.pdf</loc></diwoo:DiWoo>"
      "</diwoo:Document></diwoo:Documents>";
  EXPECT_THAT(found_in_sitemap(text, kMap), Contains("diwoo.root 1:1"));
  EXPECT_THAT(found_in_sitemap(text, kMap), Contains("diwoo.place 2:30"));
}

}  // namespace
}  // namespace semsite::test::diwoo_check_test
