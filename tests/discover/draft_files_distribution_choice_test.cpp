#include "discover/draft_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace semsite::test::draft_files_distribution_choice_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Distribution file(const std::string& name, const std::string& title = {},
                  const std::string& date = {}) {
  Distribution out;
  out.urls = {"http://a.example/" + name};
  out.format.say_name(out.urls[0]);
  out.name = "http://a.example/about/" + name;
  out.title = title;
  out.date = date;
  return out;
}

/// Parts, each with the names of its forms.
std::vector<std::string> parts_of(const std::vector<Distribution>& files,
                                  DistributionChoice* choice = nullptr) {
  std::vector<const Distribution*> forms;
  for (const Distribution& one : files) forms.push_back(&one);
  DistributionChoice made = choose_distributions(forms);
  std::vector<std::string> out;
  for (const auto& part : made.parts) {
    std::string text;
    for (const Distribution* one : part)
      text += (text.empty() ? "" : " ") +
              one->urls[0].substr(std::string{"http://a.example/"}.size());
    out.push_back(text);
  }
  if (choice != nullptr) *choice = std::move(made);
  return out;
}

TEST(DistributionChoice, OtherMediaTypesAreOtherForms) {
  DistributionChoice choice;
  EXPECT_THAT(parts_of({file("a.nt"), file("b.ttl"), file("c.rdf")}, &choice),
              ElementsAre("a.nt b.ttl c.rdf"));
  EXPECT_FALSE(choice.assumed);
  EXPECT_THAT(choice.notes, IsEmpty());
}

TEST(DistributionChoice, OneMediaTypeIsParts) {
  DistributionChoice choice;
  EXPECT_THAT(parts_of({file("a.ttl", "North"), file("b.ttl", "South")}, &choice),
              ElementsAre("a.ttl", "b.ttl"));
  EXPECT_TRUE(choice.assumed);
  // Other titles: that one is younger does not make it a newer edition.
  EXPECT_THAT(parts_of({file("a.ttl", "North", "2024-01-01"),
                        file("b.ttl", "South", "2024-02-01")}),
              ElementsAre("a.ttl", "b.ttl"));
  EXPECT_THAT(parts_of({file("a.ttl", "Data"), file("b.ttl", "Data")}),
              ElementsAre("a.ttl", "b.ttl"));
}

TEST(DistributionChoice, ALaterOneOfTheSameTitleReplaces) {
  DistributionChoice choice;
  EXPECT_THAT(parts_of({file("a.ttl", "Data", "2024-01-01"),
                        file("b.ttl", "data", "2024-02-01T00:00:00Z")},
                       &choice),
              ElementsAre("b.ttl"));
  ASSERT_EQ(choice.notes.size(), 1U);
  EXPECT_THAT(choice.notes[0], HasSubstr("b.ttl replaces it"));
  // The same day, once with the hour.
  EXPECT_THAT(parts_of({file("a.ttl", "Data", "2024-01-01"),
                        file("b.ttl", "Data", "2024-01-01T09:00:00Z")}),
              ElementsAre("a.ttl", "b.ttl"));
  std::vector<Distribution> versions{file("a.ttl", "Data"), file("b.ttl", "Data")};
  versions[0].version = "1.10";
  versions[1].version = "1.9";
  EXPECT_THAT(parts_of(versions), ElementsAre("a.ttl"));
}

TEST(DistributionChoice, OneMaySayThatItReplacesAnother) {
  std::vector<Distribution> files{file("a.ttl", "Old"), file("b.ttl", "New")};
  files[1].others = {files[0].name};
  EXPECT_THAT(parts_of(files), ElementsAre("b.ttl"));
  files[1].others.clear();
  files[0].replaced_by = files[1].name;
  EXPECT_THAT(parts_of(files), ElementsAre("b.ttl"));
  files[1].replaced_by = files[0].name;  // a circle says nothing
  EXPECT_THAT(parts_of(files), ElementsAre("a.ttl", "b.ttl"));
  files[0].replaced_by = files[1].replaced_by = {};
  files[0].status = "deprecated";
  EXPECT_THAT(parts_of(files), ElementsAre("b.ttl"));
}

TEST(DistributionChoice, TheSameChecksumOrNameIsTheSameData) {
  std::vector<Distribution> files{file("a.ttl"), file("b.ttl")};
  files[0].checksums = files[1].checksums = {{"sha-256", std::string(64, '0')}};
  EXPECT_THAT(parts_of(files), ElementsAre("a.ttl b.ttl"));
  EXPECT_THAT(parts_of({file("a.ttl.gz"), file("a.ttl")}), ElementsAre("a.ttl.gz a.ttl"));
}

TEST(DistributionChoice, PartsInSeveralForms) {
  DistributionChoice choice;
  EXPECT_THAT(parts_of({file("1.nt"), file("2.nt"), file("1.ttl"), file("2.ttl"),
                        file("sample.rdf")},
                       &choice),
              ElementsAre("1.nt 1.ttl", "2.nt 2.ttl"));
  ASSERT_EQ(choice.notes.size(), 1U);
  EXPECT_THAT(choice.notes[0], HasSubstr("sample.rdf is left out"));
}

TEST(DistributionChoice, OfNoTypeTheyAreParts) {
  DistributionChoice choice;
  EXPECT_THAT(parts_of({file("dl/1"), file("dl/2")}, &choice),
              ElementsAre("dl/1", "dl/2"));
  EXPECT_TRUE(choice.assumed);
  EXPECT_TRUE(choice.untyped);
  EXPECT_THAT(parts_of({file("dl?id=1"), file("dl?id=2"), file("dl?id=3")}),
              ElementsAre("dl?id=1", "dl?id=2", "dl?id=3"));
  EXPECT_THAT(parts_of({file("only")}, &choice), ElementsAre("only"));
  EXPECT_FALSE(choice.assumed);
}

TEST(DistributionChoice, APackingIsNoType) {
  for (const char* packing : {"application/zip", "application/x-tar", "application/gzip",
                              "application/x-bzip2", "application/x-7z-compressed"}) {
    std::vector<Distribution> files{file("a", "Persons"), file("b", "Places")};
    for (Distribution& one : files) one.format.say_type(packing);
    EXPECT_THAT(parts_of(files), ElementsAre("a", "b")) << packing;
  }
  EXPECT_THAT(parts_of({file("persons.zip"), file("places.tar.gz")}),
              ElementsAre("persons.zip", "places.tar.gz"));
  // One name in two packings is one thing.
  DistributionChoice choice;
  EXPECT_THAT(parts_of({file("all.zip"), file("all.tgz")}, &choice),
              ElementsAre("all.zip all.tgz"));
  EXPECT_FALSE(choice.assumed);
}

TEST(DistributionChoice, OfTwoTypesBothMustBeSaid) {
  std::vector<Distribution> files{file("a"), file("b")};
  files[0].format.say_type("text/plain");
  EXPECT_THAT(parts_of(files), ElementsAre("a", "b"));
  files[1].format.say_type("application/xml");
  EXPECT_THAT(parts_of(files), ElementsAre("a b"));
  // RDF of no syntax that is said is RDF, and another form of it.
  files = {file("a.nt"), file("b"), file("c")};
  files[1].format.say_type("RDF");
  EXPECT_THAT(parts_of({files[0], files[1]}), ElementsAre("a.nt b"));
  files[2].format.say_type("rdf");
  EXPECT_THAT(parts_of({files[1], files[2]}), ElementsAre("b", "c"));
}

TEST(DistributionChoice, BesideRdfWhatHasNoTypeIsAPartOnlyWithAnotherInItsPacking) {
  DistributionChoice choice;
  EXPECT_THAT(parts_of({file("all.nt"), file("extra.zip")}, &choice),
              ElementsAre("all.nt"));
  ASSERT_EQ(choice.notes.size(), 1U);
  EXPECT_THAT(choice.notes[0], HasSubstr("extra.zip is left out"));
  EXPECT_FALSE(choice.assumed);
  EXPECT_THAT(
      parts_of({file("a.nt"), file("b.ttl"), file("c.zip"), file("d.zip")}, &choice),
      ElementsAre("a.nt b.ttl", "c.zip", "d.zip"));
  EXPECT_TRUE(choice.assumed);
  EXPECT_THAT(parts_of({file("a.nt"), file("dl/1"), file("dl/2")}, &choice),
              ElementsAre("a.nt"));
  EXPECT_EQ(choice.notes.size(), 2U);
  // By its name it is what is there already.
  EXPECT_THAT(parts_of({file("a.nt"), file("b.nt"), file("a.zip"), file("b.zip")}),
              ElementsAre("a.nt a.zip", "b.nt b.zip"));
}

TEST(DistributionChoice, OfOnePackingALaterOneOfTheSameTitleReplaces) {
  EXPECT_THAT(parts_of({file("a.zip", "Data", "2024-01-01"),
                        file("b.zip", "Data", "2024-02-01")}),
              ElementsAre("b.zip"));
}

TEST(DistributionChoice, OneAlgorithmThatContradictsMakesThemTwo) {
  const Checksum md5{"md5", std::string(32, '0')};
  std::vector<Distribution> files{file("a.nt"), file("b.nt"), file("c.nt")};
  files[0].checksums = {md5, {"sha-256", std::string(64, '1')}};
  files[1].checksums = {md5, {"sha-256", std::string(64, '2')}};
  files[2].checksums = {md5};
  EXPECT_THAT(parts_of({files[0], files[1]}), ElementsAre("a.nt", "b.nt"));
  EXPECT_THAT(parts_of({files[0], files[2]}), ElementsAre("a.nt c.nt"));
  // One of them says less: it is one of the two, and not what joins them.
  EXPECT_THAT(parts_of({files[0], files[2], files[1]}), ElementsAre("a.nt c.nt", "b.nt"));
  // Of other forms nothing else can be expected.
  files[0].checksums.erase(files[0].checksums.begin());
  files[1] = file("a.ttl");
  files[1].checksums = {{"sha-256", std::string(64, '2')}};
  EXPECT_THAT(parts_of({files[0], files[1], file("b.nt")}),
              ElementsAre("a.nt a.ttl", "b.nt"));
}

TEST(DistributionChoice, VersionsAreComparedByNumber) {
  EXPECT_TRUE(is_earlier_version("1.9", "1.10"));
  EXPECT_TRUE(is_earlier_version("v2", "v10"));
  EXPECT_TRUE(is_earlier_version("1", "1.1"));
  EXPECT_FALSE(is_earlier_version("1.10", "1.9"));
  EXPECT_FALSE(is_earlier_version("007", "7"));
}

/// The same beside dumps of VoID, of which the first `dumps` of `files` are.
std::vector<std::string> parts_beside(std::size_t dumps,
                                      const std::vector<Distribution>& files,
                                      DistributionChoice* choice = nullptr) {
  std::vector<const Distribution*> first, others;
  for (const Distribution& one : files)
    (first.size() < dumps ? first : others).push_back(&one);
  DistributionChoice made = choose_beside_dumps(first, others);
  std::vector<std::string> out;
  for (const auto& part : made.parts) {
    std::string text;
    for (const Distribution* one : part)
      text += (text.empty() ? "" : " ") + one->urls[0].substr(17);
    out.push_back(text);
  }
  if (choice != nullptr) *choice = std::move(made);
  return out;
}

TEST(DistributionChoice, DumpsOfVoidArePartsBesideDistributions) {  // VoID §3.3
  DistributionChoice choice;
  EXPECT_THAT(parts_beside(2, {file("a.nt"), file("b.ttl"), file("c.nt")}, &choice),
              ElementsAre("a.nt", "b.ttl", "c.nt"));
  EXPECT_TRUE(choice.assumed);
  EXPECT_THAT(choice.notes, IsEmpty());
  // The same data in another packing is no further part.
  EXPECT_THAT(parts_beside(2, {file("a.nt"), file("b.nt"), file("b.nt.gz")}),
              ElementsAre("a.nt", "b.nt b.nt.gz"));
  // Of another type it is all of them in another form.
  EXPECT_THAT(parts_beside(2, {file("a.nt"), file("b.nt"), file("all.ttl")}, &choice),
              ElementsAre("a.nt", "b.nt"));
  EXPECT_THAT(choice.notes, ElementsAre(HasSubstr("all.ttl is left out")));
}

TEST(DistributionChoice, TitlesAreComparedInEachLanguage) {
  const auto titled = [](const std::string& name, const std::string& german,
                         const std::string& date) {
    Distribution out = file(name, "All", date);
    out.titles = {{"en", "All"}, {"de", german}};
    return out;
  };
  EXPECT_THAT(parts_of({titled("a.nt", "Nord", "2024-01-01"),
                        titled("b.nt", "Sued", "2024-02-01")}),
              ElementsAre("a.nt", "b.nt"));
  EXPECT_THAT(parts_of({titled("a.nt", "Alle", "2024-01-01"),
                        titled("b.nt", "alle", "2024-02-01")}),
              ElementsAre("b.nt"));
}

TEST(DistributionChoice, ManyAreChosenAmongAtOnce) {
  std::vector<Distribution> files;
  for (int i = 0; i < 10'000; ++i) files.push_back(file(std::to_string(i) + ".nt"));
  EXPECT_EQ(parts_beside(9'500, files).size(), 10'000U);
}

}  // namespace
}  // namespace semsite::test::draft_files_distribution_choice_test
