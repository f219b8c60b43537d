#include "discover/fair_signposting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace semsite::fair_signposting_test {
namespace {

using Texts = std::vector<std::string>;
using Carrier = Signpost::Carrier;

const std::string kPage = "https://repo.example/obj/7";
const std::string kItem = "https://files.example/7.csv";
const std::string kMeta = "https://repo.example/7.ttl";

Signpost link(Carrier carrier, const std::string& context, const std::string& relation,
              const std::string& target, const std::string& type = {}) {
  return {.context = context,
          .relation = relation,
          .target = target,
          .type = type,
          .profile = {},
          .carrier = carrier};
}

/// All that level 1 asks of a landing page.
std::vector<Signpost> level_1(Carrier carrier = Carrier::header) {
  return {link(carrier, kPage, "cite-as", "https://doi.example/7"),
          link(carrier, kPage, "describedby", kMeta, "text/turtle"),
          link(carrier, kPage, "type", "https://schema.org/Dataset"),
          link(carrier, kPage, "type", "https://schema.org/AboutPage")};
}
std::vector<Signpost> level_2() {
  std::vector<Signpost> out = level_1(Carrier::linkset);
  out.push_back(link(Carrier::linkset, kPage, "item", kItem, "text/csv"));
  out.push_back(link(Carrier::linkset, kItem, "collection", kPage, "text/html"));
  out.push_back(link(Carrier::linkset, kMeta, "describes", kPage, "text/html"));
  return out;
}

Texts codes(const FairCheck& check) {
  Texts out;
  for (const FairFinding& finding : check.findings) out.emplace_back(finding.code);
  return out;
}
Texts codes(const std::vector<Signpost>& links) {
  return codes(check_fair_signposting(links, kPage));
}

TEST(FairSignposting, KnowsBothLevels) {  // FAIR Signposting Profile 20231002
  EXPECT_EQ(check_fair_signposting(level_1(), kPage).level, 1);
  EXPECT_EQ(codes(level_1()), Texts{});
  EXPECT_EQ(check_fair_signposting(level_2(), kPage).level, 2);
  EXPECT_EQ(codes(level_2()), Texts{});
  EXPECT_EQ(check_fair_signposting({}, kPage).level, 0);
}

TEST(FairSignposting, ALinkSetHasAllThatThePageSaysItself) {  // level 2 means all items
  std::vector<Signpost> links = level_2();
  for (const Carrier carrier : {Carrier::header, Carrier::html})
    for (const Signpost& one : level_1(carrier)) links.push_back(one);
  links.push_back(link(Carrier::header, kPage, "item", kItem, "text/csv"));
  links.push_back(link(Carrier::header, kPage, "linkset", "https://repo.example/links",
                       "application/linkset+json"));
  links.push_back(link(Carrier::header, "https://other.example/", "item", kMeta));
  EXPECT_EQ(check_fair_signposting(links, kPage).level, 2);
  for (const Carrier carrier : {Carrier::header, Carrier::html})
    for (const char* relation : {"item", "license", "author"}) {
      std::vector<Signpost> more = links;
      more.push_back(
          link(carrier, kPage + "#this", relation, "https://x.example/", "text/csv"));
      const FairCheck check = check_fair_signposting(more, kPage);
      EXPECT_EQ(codes(check), Texts{"fair.incomplete"}) << relation;
      EXPECT_EQ(check.level, 1);
    }
  // One that does not speak of the page says nothing of it.
  links = level_1();
  links.push_back(link(Carrier::linkset, kItem, "collection", "https://x.example/"));
  const Texts found = codes(links);
  EXPECT_EQ(std::ranges::find(found, "fair.incomplete"), found.end());
}

TEST(FairSignposting, WantsExactlyOneCiteAs) {
  std::vector<Signpost> links = level_1();
  links.push_back(links[0]);  // said twice is said once
  EXPECT_EQ(codes(links), Texts{});
  links.push_back(link(Carrier::header, kPage, "cite-as", "https://doi.example/8"));
  EXPECT_EQ(codes(links), Texts{"fair.cite-as"});
  links = level_1();
  links.erase(links.begin());
  const FairCheck check = check_fair_signposting(links, kPage);
  EXPECT_EQ(codes(check), Texts{"fair.cite-as"});
  EXPECT_EQ(check.level, 0);
  EXPECT_EQ(check.findings[0].message,
            "the landing page has 0 links cite-as; it must have exactly one");
}

TEST(FairSignposting, WantsADescriptionWithItsType) {
  std::vector<Signpost> links = level_1();
  links[1].type.clear();
  EXPECT_EQ(codes(links), Texts{"fair.link-type"});
  links[1].type = "application/ld+json";
  EXPECT_EQ(codes(links), Texts{"fair.profile"});
  links[1].profile = "https://w3id.org/ro/crate";
  EXPECT_EQ(codes(links), Texts{});
  links.erase(links.begin() + 1);
  EXPECT_EQ(codes(links), Texts{"fair.describedby"});
}

TEST(FairSignposting, WantsOneOrTwoTypesAndAtMostOneLicense) {
  std::vector<Signpost> links = level_1();
  links.push_back(link(Carrier::header, kPage, "type", "https://schema.org/Article"));
  links.push_back(link(Carrier::header, kPage, "license", "https://l.example/1"));
  links.push_back(link(Carrier::header, kPage, "license", "https://l.example/2"));
  EXPECT_EQ(codes(links), (Texts{"fair.type", "fair.license"}));
}

TEST(FairSignposting, ALicenseIsNoPage) {
  std::vector<Signpost> links = level_1();
  links.push_back(
      link(Carrier::header, kPage, "license", "https://spdx.org/licenses/CC0-1.0.html"));
  EXPECT_EQ(codes(links), Texts{"fair.license"});
}

TEST(FairSignposting, HeaderAndHtmlMustAgree) {  // benchmarks 20, 21
  std::vector<Signpost> links = level_1();
  links.push_back(link(Carrier::html, kPage, "cite-as", "https://doi.example/7"));
  EXPECT_EQ(codes(links), Texts{});
  links.back().target = "https://doi.example/7#different";
  EXPECT_EQ(codes(links), (Texts{"fair.cite-as", "fair.disagreement"}));
}

TEST(FairSignposting, ALinkSetLeadsBackFromEverything) {
  std::vector<Signpost> links = level_2();
  links[5].target = "https://repo.example/obj/8";
  links.erase(links.begin() + 6);
  const FairCheck check = check_fair_signposting(links, kPage);
  EXPECT_EQ(codes(check), (Texts{"fair.collection", "fair.describes"}));
  EXPECT_EQ(check.findings[0].level, 2);
}

TEST(FairSignposting, AttributesMustBeMediaTypes) {  // benchmark 69
  std::vector<Signpost> links = level_2();
  links[4].type = "csv";
  EXPECT_EQ(codes(links), Texts{"fair.link-type"});
}

TEST(FairSignposting, APageSaysThatItIsOneAndWhatTheObjectIs) {  // benchmarks 57 to 59
  std::vector<Signpost> links = level_1();
  links.pop_back();
  EXPECT_EQ(codes(links), Texts{"fair.about-page"});
  EXPECT_EQ(check_fair_signposting(links, kPage).level, 1) << "its cardinality is right";
  links.back().target = "https://schema.org/AboutPage";
  EXPECT_EQ(codes(links), Texts{"fair.object-type"});
  EXPECT_EQ(check_fair_signposting(links, kPage).level, 1);
}

TEST(FairSignposting, TypesAreClassesOfSchemaOrgInTheirForm) {  // benchmarks 54 to 56
  struct Case {
    const char* type;
    Texts found;
  };
  const Case cases[] = {
      {"https://schema.org/ScholarlyArticle", {}},
      {"https://vocab.example/gone", {}},  // nobody asks for it
      {"urn:uuid:1", {}},
      {"http://schema.org/Dataset", {"fair.type-form"}},
      {"https://www.schema.org/Dataset", {"fair.type-form"}},
      {"https://schema.org/Dataset/", {"fair.type-iri"}},
      {"https://schema.org/dataset", {"fair.type-iri"}},
      {"https://schema.org/Datset", {"fair.type-iri"}},
      {"https://schema.org/name", {"fair.type-iri"}},
      {"https://shema.org/Dataset", {"fair.type-iri"}},
      {"https://schmea.org/Dataset", {"fair.type-iri"}},
      {"https://repo.example/obj/Dataset", {"fair.type-iri"}},
      {"https://repo.example/obj/text/csv", {"fair.type-iri"}},
      {"https://repo.example/terms/Thesis2", {}},
      {"not an IRI", {"fair.type-iri"}},
  };
  for (const Case& one : cases) {
    std::vector<Signpost> links = level_1();
    links[2].target = one.type;
    EXPECT_EQ(codes(links), one.found) << one.type;
    EXPECT_EQ(check_fair_signposting(links, kPage).level, 1) << one.type;
  }
}

TEST(FairSignposting, ContentSaysItsMediaType) {
  std::vector<Signpost> links = level_2();
  links[4].type.clear();
  EXPECT_EQ(codes(links), Texts{"fair.item-type"});
  EXPECT_EQ(check_fair_signposting(links, kPage).level, 2);
}

TEST(FairSignposting, MisspeltMediaTypesAreKnown) {  // RFC 6838 §4.2; benchmark 72
  for (const char* wrong :
       {"text/turle", "text/trutle", "application/ld-json", "application/json-ld",
        "application/rdf", "texts/turtle", "text/tur tle", "turtle", "text/"}) {
    std::vector<Signpost> links = level_2();
    links[4].type = wrong;
    EXPECT_EQ(codes(links), Texts{"fair.link-type"}) << wrong;
  }
  for (const char* right :
       {"text/csv", "text/css", "application/x-thing", "application/n-triples",
        "text/turtle; charset=utf-8", "Text/Turtle", "application/linkset",
        "application/vnd.datacite.datacite+xml"}) {
    std::vector<Signpost> links = level_2();
    links[4].type = right;
    EXPECT_EQ(codes(links), Texts{}) << right;
  }
}

TEST(FairSignposting, AdviceOnManyLinksHidesNothingThatIsWrong) {
  std::vector<Signpost> links = level_2();
  links.erase(links.begin() + 6);  // the way back from the metadata
  for (int i = 0; i < 1'000; ++i) {
    const std::string item = "https://files.example/" + std::to_string(i);
    links.push_back(link(Carrier::linkset, kPage, "item", item));
    links.push_back(link(Carrier::linkset, item, "collection", kPage));
  }
  const FairCheck check = check_fair_signposting(links, kPage);
  EXPECT_EQ(check.level, 0);
  EXPECT_EQ(check.findings.size(), 201U);
}

TEST(FairSignposting, ManyItemsAreCheckedInTime) {
  std::vector<Signpost> links = level_2();
  for (int i = 0; i < 50'000; ++i)
    links.push_back(link(Carrier::linkset, kPage, "item",
                         "https://files.example/" + std::to_string(i), "text/csv"));
  EXPECT_EQ(check_fair_signposting(links, kPage).findings.size(), 200U);
}

}  // namespace
}  // namespace semsite::fair_signposting_test
