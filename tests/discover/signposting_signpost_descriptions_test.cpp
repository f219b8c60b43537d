#include "discover/signposting.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/syntax.hpp"

namespace semsite::signposting_signpost_descriptions_test {
namespace {

using Texts = std::vector<std::string>;
using Kind = SignpostStep::Kind;

const std::string kPage = "https://repo.example/obj/7";
const Texts kDescribedBy{"describedby"};

Signpost link(const std::string& relation, const std::string& target,
              const std::string& type) {
  return {.context = kPage,
          .relation = relation,
          .target = target,
          .type = type,
          .profile = {}};
}

Texts urls(const std::vector<SignpostTarget>& targets) {
  Texts out;
  for (const SignpostTarget& target : targets) out.push_back(target.url);
  return out;
}

SignpostTrail trail(std::vector<Signpost> links) {
  return {.page = kPage, .links = std::move(links), .linksets = {}};
}

TEST(SignpostDescriptions, ATypeThatTellsNothingMayBeRdf) {
  for (const std::string type : {"application/json", "text/plain", "application/xml",
                                 "TEXT/XML; charset=utf-8", "application/octet-stream"}) {
    SignpostTrail known = trail({link("describedby", "https://repo.example/7", type)});
    known.header_asked = true;
    const SignpostStep step = next_signpost_step(known, kDescribedBy);
    EXPECT_EQ(step.kind, Kind::fetch) << type;
    ASSERT_EQ(urls(step.targets), Texts{"https://repo.example/7"}) << type;
    EXPECT_TRUE(step.targets[0].is_untold);
    // It is another form of one that says that it is RDF, and waits.
    known.links.push_back(
        link("describedby", "https://repo.example/7.ttl", "text/turtle"));
    const SignpostStep rdf = next_signpost_step(known, kDescribedBy);
    ASSERT_EQ(urls(rdf.targets), Texts{"https://repo.example/7.ttl"}) << type;
    EXPECT_EQ(urls(rdf.targets[0].instead), Texts{"https://repo.example/7"});
  }
  // What is no media type says as much as none.
  for (const std::string type : {"turtle", "*/*", "application/*", ""}) {
    const SignpostStep step = next_signpost_step(
        trail({link("describedby", "https://repo.example/7", type),
               link("describedby", "https://repo.example/7.ttl", "text/turtle")}),
        kDescribedBy);
    EXPECT_EQ(step.targets.size(), 2U) << type;
  }
  SignpostTrail other =
      trail({link("describedby", "https://repo.example/7",
                  "application/vnd.datacite.datacite+json"),
             link("describedby", "https://repo.example/8", "text/csv")});
  other.header_asked = other.page_asked = true;
  EXPECT_EQ(next_signpost_step(other, kDescribedBy).kind, Kind::nothing);
}

TEST(SignpostDescriptions, WhatFollowNamesIsAskedForIfItsTypeTellsNothing) {
  const Texts item{"item"};
  const SignpostStep step = next_signpost_step(
      trail({link("item", "https://repo.example/1", "application/json"),
             link("item", "https://repo.example/2", "text/csv"),
             link("item", "https://repo.example/3", "csv")}),
      item);
  ASSERT_EQ(step.targets.size(), 3U);
  EXPECT_FALSE(step.targets[0].no_rdf);
  EXPECT_TRUE(step.targets[1].no_rdf);
  EXPECT_FALSE(step.targets[2].no_rdf);
}

TEST(SignpostDescriptions, EveryTypeThatIsReadAsRdfIsKnownInLinks) {
  for (const std::string_view name :
       {"ntriples", "nquads", "turtle", "trig", "rdfxml", "trix", "jsonld"})
    for (const std::string_view type : find_syntax(name)->media_types)
      EXPECT_GT(rdf_weight(type), 0) << type;
  EXPECT_GT(rdf_weight("application/activity+json"), 0);
  EXPECT_EQ(rdf_weight("application/x-bibtex"), 0);
}

TEST(SignpostDescriptions, LinksOfAnotherSpellingOfThePageAreItsOwn) {  // RFC 3986 §6.2.2
  for (const std::string context :
       {"HTTPS://REPO.example/obj/7", "https://repo.example:443/obj/7",
        "https://repo.example/%6fbj/7#it", "https://repo.example/x/../obj/7"}) {
    Signpost about = link("describedby", "https://repo.example/7.ttl", "text/turtle");
    about.context = context;
    EXPECT_EQ(next_signpost_step(trail({about}), kDescribedBy).kind, Kind::fetch)
        << context;
  }
  Signpost about = link("describedby", "https://repo.example/7.ttl", "text/turtle");
  about.context = "https://repo.example/obj/7/";
  EXPECT_EQ(next_signpost_step(trail({about}), kDescribedBy).kind, Kind::head);
}

}  // namespace
}  // namespace semsite::signposting_signpost_descriptions_test
