#include "discover/draft_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/description_text.hpp"

namespace semsite::test::draft_files_test {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;

struct Place {
  std::string url;
  std::uint32_t group;
  std::uint64_t weight;
};

std::vector<Place> places_of(const std::vector<DatasetLocation>& locations) {
  std::vector<Place> out;
  for (const DatasetLocation& one : locations)
    out.push_back(
        {one.url.substr(std::string{"http://a.example/"}.size()), one.group, one.weight});
  return out;
}

TEST(DraftFiles, APartThatSharesAFileWithItsWholeHasThatFilesMirrors) {
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:dataDump :1.nt, :2.nt, :3.nt ; void:subset :p1, :p2 .
:p1 a void:Dataset ; dcat:distribution [ dcat:downloadURL :1.nt, :mirror.nt ] .
:p2 a void:Dataset ; dcat:distribution [ dcat:downloadURL :2.nt ] .
:mirror.nt v:weight 0 .)");
  EXPECT_THAT(places_of(fact.said.dumps),
              ElementsAre(FieldsAre("1.nt", 2, 1), FieldsAre("mirror.nt", 2, 0),
                          FieldsAre("2.nt", 0, 1), FieldsAre("3.nt", 0, 1)));
  EXPECT_TRUE(fact.said.fragments.empty());
  EXPECT_FALSE(fact.said.grouping.empty());
}

TEST(DraftFiles, OtherPartsAreFragmentsEachOnce) {
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:dataDump :all.nt ; void:subset :p1, :p2, :p3 .
:p1 a void:Dataset ; void:dataDump :1.nt .
:p2 a void:Dataset ; void:dataDump :2.nt .
:p3 a void:Dataset ; void:dataDump :2.nt .)");
  EXPECT_THAT(places_of(fact.said.dumps), ElementsAre(FieldsAre("all.nt", 0, 1)));
  EXPECT_THAT(places_of(fact.said.fragments),
              ElementsAre(FieldsAre("1.nt", 0, 1), FieldsAre("2.nt", 0, 1)));
}

TEST(DraftFiles, SeveralDumpsOfASubsetArePartsOfIt) {
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:subset :p .
:p a void:Dataset ; void:dataDump :1.nt, :2.nt .)");
  EXPECT_THAT(places_of(fact.said.fragments),
              ElementsAre(FieldsAre("1.nt", 0, 1), FieldsAre("2.nt", 0, 1)));
  EXPECT_TRUE(fact.missing.empty());
}

TEST(DraftFiles, SubsetsWithoutDataAreMissing) {
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:subset :p, :q, :named, :links, [ void:uriSpace "http://a.example/" ],
  [ void:class :C ], [ dct:title "Rest" ; a void:Dataset ] .
:p a void:Dataset ; void:dataDump :1.nt .
:q a void:Dataset ; void:subset :r .
:r a void:Dataset ; void:triples 5 .
:links a void:Linkset .)");
  EXPECT_THAT(fact.missing,
              testing::UnorderedElementsAre("http://a.example/r",
                                            "http://a.example/named", "\"Rest\""));
}

TEST(DraftFiles, ALinksetIsKnownByWhatItHas) {  // VoID §2.2, the domains of its terms
  for (const char* const said : {"void:target :d, :e", "void:subjectsTarget :d",
                                 "void:objectsTarget :e", "void:linkPredicate :p"}) {
    const DatasetFact fact = only_dataset(std::string{R"(
:d a void:Dataset ; void:subset :p, :l .
:p a void:Dataset ; void:dataDump :1.nt .
:l )"} + said + " .");
    EXPECT_TRUE(fact.missing.empty()) << said;
  }
}

TEST(DraftFiles, SubsetsThatHaveOnlyEachOtherAreMissing) {
  const DatasetFact circle = only_dataset(R"(
:d a void:Dataset ; void:subset :p, :q .
:p a void:Dataset ; void:dataDump :1.nt .
:q a void:Dataset ; void:subset :r .
:r a void:Dataset ; void:subset :q .)");
  EXPECT_THAT(circle.missing, ElementsAre("http://a.example/r"));
  const DatasetFact with_whole = only_dataset(R"(
:d a void:Dataset ; void:subset :p, :q .
:p a void:Dataset ; void:dataDump :1.nt .
:q a void:Dataset ; void:subset :d .)");
  EXPECT_THAT(with_whole.missing, ElementsAre("http://a.example/q"));
  const DatasetFact shared = only_dataset(R"(
:d a void:Dataset ; void:subset :p, :q .
:p a void:Dataset ; void:subset :r .
:q a void:Dataset ; void:subset :r .
:r a void:Dataset ; void:subset :s .
:s a void:Dataset ; void:dataDump :1.nt .)");
  EXPECT_TRUE(shared.missing.empty());
}

TEST(DraftFiles, ADatasetWithADumpOfItsOwnMissesNothing) {
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:dataDump :all.nt ; void:subset :p, :q .
:p a void:Dataset ; void:dataDump :1.nt .
:q a void:Dataset .)");
  EXPECT_TRUE(fact.missing.empty());
}

TEST(DraftFiles, APartOfAPartThatIsWholeAddsNothing) {
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:subset :p .
:p a void:Dataset ; void:dataDump :1.nt ; void:subset :q .
:q a void:Dataset ; void:dataDump :2.nt .)");
  EXPECT_THAT(places_of(fact.said.fragments), ElementsAre(FieldsAre("1.nt", 0, 1)));
}

TEST(DraftFiles, PrefixesOfPartsAreThoseOfTheWhole) {
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:dataDump :d.nt ; void:subset
  [ a void:Dataset ; void:uriSpace "http://a.example/1/" ],
  [ a void:Dataset ; void:uriSpace "http://a.example/2/" ; v:slicing "subject" ] .)");
  ASSERT_EQ(fact.said.prefixes.size(), 2U);
  EXPECT_EQ(fact.said.prefixes[1].slicing, "subject");
}

TEST(DraftFiles, WhatNothingIsSaidOfIsTriedOnlyInWantOfRdf) {
  EXPECT_THAT(
      places_of(only_dataset(":d a dcat:Dataset ; dcat:distribution "
                             "[ dcat:downloadURL :get ], [ dcat:downloadURL :d.nt ] .")
                    .said.dumps),
      ElementsAre(FieldsAre("d.nt", 0, 1)));
  EXPECT_THAT(
      places_of(only_dataset(":d a dcat:Dataset ; dcat:distribution "
                             "[ dcat:downloadURL :get ], [ dcat:downloadURL :t.csv ] .")
                    .said.dumps),
      ElementsAre(FieldsAre("get", 0, 1)));
}

TEST(DraftFiles, ADumpOfVoidBesidePartsOfDcatIsAnother) {
  const std::string two =
      ":d a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :1.nt ], [ "
      "dcat:downloadURL :2.nt ] ; void:dataDump ";
  const DatasetFact fact = only_dataset(two + ":3.nt .");
  EXPECT_THAT(places_of(fact.said.dumps),
              ElementsAre(FieldsAre("1.nt", 0, 1), FieldsAre("2.nt", 0, 1),
                          FieldsAre("3.nt", 0, 1)));
  EXPECT_TRUE(fact.said.assumed);
  EXPECT_EQ(only_dataset(two + ":2.nt .").said.dumps.size(), 2U);
  const std::vector<Place> packed =
      places_of(only_dataset(two + ":2.nt.gz .").said.dumps);
  // The best form first: packed.
  EXPECT_THAT(packed, ElementsAre(FieldsAre("2.nt.gz", 1, 1), FieldsAre("2.nt", 1, 1),
                                  FieldsAre("1.nt", 0, 1)));
}

TEST(DraftFiles, WhatVoidCallsADumpIsRdf) {
  EXPECT_THAT(
      places_of(only_dataset(":d a dcat:Dataset ; dcat:distribution [ dcat:downloadURL "
                             ":a.zip ], [ dcat:downloadURL :b.zip ], [ dcat:downloadURL "
                             ":all.nt ] ; void:dataDump :a.zip, :b.zip .")
                    .said.dumps),
      ElementsAre(FieldsAre("a.zip", 0, 1), FieldsAre("b.zip", 0, 1)));
}

}  // namespace
}  // namespace semsite::test::draft_files_test
