#include "report/plan_turtle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rdf/nquads_text.hpp"
#include "support/run_kit.hpp"

namespace semsite::test::plan_turtle_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string lines_of(const DatasetPlan& dataset) {
  AccessPlan plan;
  plan.datasets.push_back(dataset);
  std::string out;
  QuadBuilder builder{std::make_shared<const Document>(), [&](const QuadBatch& batch) {
                        TextBuffer text;
                        append_quads(text, batch);
                        out += text.view();
                      }};
  describe_plans({plan}, builder);
  return out;
}

std::string about(const std::string& subject, const std::string& rest) {
  return "<" + subject + "> <" + rest;
}

const std::string kData = "http://a.example/data";

TEST(PlanTurtle, DescribesADatasetInBothVocabularies) {  // semantic-sitemap §10
  DatasetPlan plan = plan_of({way_to(Way::dump, {{"http://a.example/d.nt"}})});
  plan.dataset.lastmod = "2024-05-01";
  plan.dataset.changefreq = "yearly";
  plan.dataset.samples = {"http://a.example/1"};
  plan.dataset.prefixes = {{"http://a.example/", "subject"}};
  const std::string lines = lines_of(plan);
  for (const char* rest :
       {"http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
        "<http://rdfs.org/ns/void#Dataset> .",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
        "<http://www.w3.org/ns/dcat#Dataset> .",
        "http://purl.org/dc/terms/title> \"Data\" .",
        "http://purl.org/dc/terms/modified> "
        "\"2024-05-01\"^^<http://www.w3.org/2001/XMLSchema#date> .",
        "http://purl.org/dc/terms/accrualPeriodicity> "
        "<http://publications.europa.eu/resource/authority/frequency/ANNUAL> .",
        "http://rdfs.org/ns/void#exampleResource> <http://a.example/1> .",
        "http://rdfs.org/ns/void#uriSpace> \"http://a.example/\" .",
        "http://rdfs.org/ns/void#dataDump> <http://a.example/d.nt> .",
        "https://w3id.org/semsite/vocab#slicing> \"subject\" ."})
    EXPECT_THAT(lines, HasSubstr(about(kData, rest)));
}

TEST(PlanTurtle, MirrorsShareADistributionAndPartsHaveOneEach) {
  const std::string mirrors = lines_of(
      plan_of({way_to(Way::dump, {{"http://a.example/1.nt", "http://b.example/1.nt"}})}));
  EXPECT_THAT(mirrors, Not(HasSubstr("void#subset")));
  EXPECT_THAT(mirrors, Not(HasSubstr("dataDump> <http://b.example/1.nt>")));
  EXPECT_THAT(mirrors, HasSubstr("downloadURL> <http://b.example/1.nt>"));
  const std::string parts = lines_of(plan_of(
      {way_to(Way::dump, {{"http://a.example/1.nt"}, {"http://a.example/2.nt"}})}));
  EXPECT_THAT(parts, HasSubstr(about(kData, "http://rdfs.org/ns/void#subset> _:")));
  EXPECT_THAT(parts, HasSubstr(about(kData,
                                     "http://rdfs.org/ns/void#dataDump> "
                                     "<http://a.example/2.nt>")));
}

TEST(PlanTurtle, OnlyADefaultGraphIsASparqlEndpointOfVoid) {  // dataset-discovery §4.2
  DatasetPlan plan = plan_of({way_to(Way::sparql, {{"http://a.example/q"}})});
  EXPECT_THAT(lines_of(plan),
              HasSubstr(about(kData, "http://rdfs.org/ns/void#sparqlEndpoint>")));
  EXPECT_THAT(lines_of(plan),
              HasSubstr("sparql-service-description#defaultGraph> <" + kData));
  plan.dataset.graph_name = "http://a.example/g";
  EXPECT_THAT(lines_of(plan), Not(HasSubstr("void#sparqlEndpoint")));
  EXPECT_THAT(lines_of(plan),
              HasSubstr("sparql-service-description#name> <http://a.example/g>"));
  plan.dataset.graph_name = "*";
  EXPECT_THAT(lines_of(plan), HasSubstr("spreadOverGraphs> \"true\""));
  EXPECT_THAT(lines_of(plan), Not(HasSubstr("sparql-service-description#")));
}

TEST(PlanTurtle, AGraphStoreIsAServiceOfItsProtocol) {  // DCAT 3 §6.9
  AccessOption way = way_to(Way::sparql, {{"http://a.example/q"}});
  way.pools[0].mirrors[0].graph_store = "http://a.example/store";
  const std::string lines = lines_of(plan_of({way}));
  EXPECT_THAT(
      lines,
      HasSubstr("http://www.w3.org/ns/dcat#endpointURL> <http://a.example/store>"));
  EXPECT_THAT(lines, HasSubstr("http://purl.org/dc/terms/conformsTo> "
                               "<https://www.w3.org/TR/sparql11-http-rdf-update/>"));
}

TEST(PlanTurtle, MarksClaims) {
  AccessOption way = way_to(Way::dump, {{"http://b.example/d.nt"}});
  way.pools[0].mirrors[0].fact.authority = Authority::claim;
  EXPECT_THAT(
      lines_of(plan_of({way})),
      HasSubstr("<http://b.example/d.nt> <https://w3id.org/semsite/vocab#authority> "
                "\"claim\" ."));
}

TEST(PlanTurtle, WhatIsNoIriOrTextIsLeftOut) {
  DatasetPlan plan = plan_of({way_to(Way::dump, {{"http://a.example/a b"}})});
  plan.dataset.uri = "not an iri";
  plan.dataset.label = "bad \xff";
  const std::string lines = lines_of(plan);
  EXPECT_THAT(lines, Not(HasSubstr("a b")));
  EXPECT_THAT(lines, Not(HasSubstr("\xff")));
  EXPECT_THAT(lines, HasSubstr("_:"));
}

TEST(PlanTurtle, TwoDescriptionsOfOneIriStayApart) {
  AccessPlan plan;
  plan.datasets = {plan_of({way_to(Way::dump, {{"http://a.example/1.nt"}})}),
                   plan_of({way_to(Way::dump, {{"http://a.example/2.nt"}})})};
  std::string out;
  QuadBuilder builder{std::make_shared<const Document>(), [&](const QuadBatch& batch) {
                        TextBuffer text;
                        append_quads(text, batch);
                        out += text.view();
                      }};
  describe_plans({plan}, builder);
  EXPECT_THAT(out, Not(HasSubstr(about(kData,
                                       "http://rdfs.org/ns/void#dataDump> "
                                       "<http://a.example/2.nt>"))));
  EXPECT_THAT(out, HasSubstr("<http://a.example/2.nt>"));
}

}  // namespace
}  // namespace semsite::test::plan_turtle_test
