#include "report/provenance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "report/changes.hpp"

namespace semsite::provenance_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

using Lines = std::vector<std::string>;

constexpr std::string_view kRun = "http://a.example/run/1";

/// A run that got one dataset by its dump and did not need its endpoint.
RunReport one_run() {
  RunReport out;
  out.started = std::chrono::sys_days{std::chrono::year{2026} / 1 / 15};
  out.finished = out.started + std::chrono::seconds{90};
  out.requests = 3;
  out.bytes = 1000;
  DatasetReport dataset;
  dataset.site = "http://a.example";
  dataset.uri = "http://a.example/data";
  dataset.label = "Data";
  dataset.name = "Data";
  dataset.sitemap = "http://a.example/sitemap.xml";
  dataset.way = "dump";
  dataset.complete = true;
  dataset.quads = 3;
  out.datasets.push_back(dataset);
  SourceReport dump;
  dump.site = dataset.site;
  dump.dataset = dataset.uri;
  dump.way = "dump";
  dump.url = "http://a.example/d.nt";
  dump.final_url = "http://b.example/d.nt";
  dump.authority = "own";
  dump.outcome = Outcome::whole;
  dump.status = 200;
  dump.media_type = "Application/N-Triples; charset=utf-8";
  dump.bytes = 1000;
  dump.quads = 3;
  out.sources.push_back(dump);
  SourceReport endpoint;
  endpoint.site = dataset.site;
  endpoint.dataset = dataset.uri;
  endpoint.way = "sparql";
  endpoint.url = "http://a.example/sparql";
  endpoint.outcome = Outcome::not_tried;
  out.sources.push_back(endpoint);
  return out;
}

Lines provenance_of(const RunReport& report) {
  Lines out;
  write_provenance(report, kRun, [&](std::string_view line) { out.emplace_back(line); });
  return out;
}

Lines provenance_of(const PageRecord& page) {
  Lines out;
  write_page_provenance(page, kRun,
                        [&](std::string_view line) { out.emplace_back(line); });
  return out;
}

/// `<run…> predicate object` as a line of the run's graph.
std::string line_of(std::string_view subject, std::string_view predicate,
                    std::string_view object) {
  std::string out{subject.starts_with('<') ? "" : "<" + std::string{kRun}};
  out += subject;
  out += subject.starts_with('<') ? " " : "> ";
  out += predicate;
  out += ' ';
  out += object;
  out += " <" + std::string{kRun} + "> .\n";
  return out;
}

std::string prov(std::string_view name) {
  return "<http://www.w3.org/ns/prov#" + std::string{name} + ">";
}
std::string ours(std::string_view name) {
  return "<https://w3id.org/semsite/vocab#" + std::string{name} + ">";
}
std::string dcterms(std::string_view name) {
  return "<http://purl.org/dc/terms/" + std::string{name} + ">";
}
std::string rdfs_void(std::string_view name) {
  return "<http://rdfs.org/ns/void#" + std::string{name} + ">";
}
std::string typed(std::string_view value, std::string_view type) {
  return "\"" + std::string{value} + "\"^^<http://www.w3.org/2001/XMLSchema#" +
         std::string{type} + ">";
}
constexpr std::string_view kType = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

TEST(Provenance, TellsWhenTheRunWasAndWhoDidIt) {
  const Lines lines = provenance_of(one_run());
  EXPECT_THAT(lines, Contains(line_of("", kType, prov("Activity"))));
  EXPECT_THAT(lines, Contains(line_of("", prov("startedAtTime"),
                                      typed("2026-01-15T00:00:00Z", "dateTime"))));
  EXPECT_THAT(lines, Contains(line_of("", prov("endedAtTime"),
                                      typed("2026-01-15T00:01:30Z", "dateTime"))));
  EXPECT_THAT(lines, Contains(line_of("", prov("wasAssociatedWith"),
                                      "<http://a.example/run/1#agent>")));
  EXPECT_THAT(lines, Contains(line_of("", ours("complete"), typed("true", "boolean"))));
  EXPECT_THAT(lines, Contains(line_of("#agent", kType, prov("SoftwareAgent"))));
  EXPECT_THAT(lines, Contains(line_of("#agent", "<http://schema.org/softwareVersion>",
                                      "\"" SEMSITE_VERSION "\"")));
}

TEST(Provenance, SaysNothingUnderAClaimedIri) {
  RunReport report = one_run();
  report.datasets[0].standings["http://a.example/data"] = {Authority::claim, "why"};
  report.datasets[0].claims = {{"dataset", "http://a.example/data", "why"}};
  const Lines lines = provenance_of(report);
  for (const std::string& line : lines)
    EXPECT_FALSE(line.starts_with("<http://a.example/data>")) << line;
  EXPECT_THAT(lines, Contains(line_of("#dataset-1", ours("authority"), "\"claim\"")));
  EXPECT_THAT(lines,
              Contains(line_of("#dataset-1", ours("claims"), "<http://a.example/data>")));
}

TEST(Provenance, NamesEachLicenceAsItWasSaid) {
  RunReport report = one_run();
  report.datasets[0].licences = {
      {.value = "http://l.example/1", .is_iri = true},
      {.kind = LicenceStatement::Kind::rights, .value = "frei", .language = "de"},
      {.value = "no tag", .language = "not a tag"}};
  const Lines lines = provenance_of(report);
  const std::string_view data = "<http://a.example/data>";
  const std::string_view license = "<http://purl.org/dc/terms/license>";
  EXPECT_THAT(lines, Contains(line_of(data, license, "<http://l.example/1>")));
  EXPECT_THAT(
      lines, Contains(line_of(data, "<http://purl.org/dc/terms/rights>", "\"frei\"@de")));
  EXPECT_THAT(lines, Contains(line_of(data, license, "\"no tag\"")));
}

TEST(Provenance, DescribesADatasetUnderItsOwnIri) {
  const Lines lines = provenance_of(one_run());
  const std::string_view data = "<http://a.example/data>";
  EXPECT_THAT(lines, Contains(line_of(data, kType, rdfs_void("Dataset"))));
  EXPECT_THAT(lines, Contains(line_of(data, dcterms("title"), "\"Data\"")));
  EXPECT_THAT(lines, Contains(line_of(data, dcterms("source"),
                                      "<http://a.example/sitemap.xml>")));
  EXPECT_THAT(lines,
              Contains(line_of(data, rdfs_void("triples"), typed("3", "integer"))));
  EXPECT_THAT(lines,
              Contains(line_of(data, rdfs_void("dataDump"), "<http://a.example/d.nt>")));
  EXPECT_THAT(lines, Contains(line_of(data, rdfs_void("sparqlEndpoint"),
                                      "<http://a.example/sparql>")));
}

TEST(Provenance, TellsOfASourceWhatCameAndFromWhere) {
  const Lines lines = provenance_of(one_run());
  for (const std::string& line :
       {line_of("#source-1", kType, prov("Entity")),
        line_of("#source-1", prov("wasGeneratedBy"), "<http://a.example/run/1>"),
        line_of("#source-1", prov("hadPrimarySource"), "<http://b.example/d.nt>"),
        line_of("#source-1", dcterms("source"), "<http://a.example/d.nt>"),
        line_of("#source-1", dcterms("isPartOf"), "<http://a.example/data>"),
        line_of("#source-1", dcterms("format"),
                "<https://www.iana.org/assignments/media-types/application/n-triples>"),
        line_of("#source-1", ours("way"), "\"dump\""),
        line_of("#source-1", ours("outcome"), "\"whole\""),
        line_of("#source-1", ours("status"), typed("200", "integer")),
        line_of("#source-1", ours("bytes"), typed("1000", "integer")),
        line_of("#source-1", ours("quads"), typed("3", "integer"))})
    EXPECT_THAT(lines, Contains(line));
}

TEST(Provenance, WhatGaveNothingIsNoEntityThatTheRunMade) {
  RunReport report = one_run();
  report.sources[0].outcome = Outcome::failed;
  report.sources[0].code = "http.not-found";
  report.sources[0].status = 404;
  const Lines lines = provenance_of(report);
  EXPECT_THAT(lines, Not(Contains(HasSubstr("#Entity"))));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("wasGeneratedBy"))));
  EXPECT_THAT(lines, Contains(line_of("#source-1", ours("code"), "\"http.not-found\"")));
  EXPECT_THAT(lines, Contains(line_of("#source-2", ours("outcome"), "\"not-needed\"")));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("#source-2> " + ours("bytes")))));
}

TEST(Provenance, AnIncompleteDatasetHasNoCountOfItsTriples) {
  RunReport report = one_run();
  report.datasets[0].complete = false;
  const Lines lines = provenance_of(report);
  EXPECT_THAT(lines, Not(Contains(HasSubstr("void#triples"))));
  EXPECT_THAT(lines, Contains(line_of("<http://a.example/data>", ours("quads"),
                                      typed("3", "integer"))));
}

TEST(Provenance, ADatasetWithoutAnIriGetsOneOfTheRun) {
  RunReport report = one_run();
  report.datasets[0].uri.clear();
  for (SourceReport& source : report.sources) source.dataset.clear();
  Lines lines = provenance_of(report);
  EXPECT_THAT(lines, Contains(line_of("#dataset-1", kType, prov("Collection"))));
  EXPECT_THAT(lines, Contains(line_of("#source-1", dcterms("isPartOf"),
                                      "<http://a.example/run/1#dataset-1>")));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("rdfs.org/ns/void"))));

  // Of two such datasets of one site nobody can tell which.
  report.datasets.push_back(report.datasets[0]);
  lines = provenance_of(report);
  EXPECT_THAT(lines, Contains(line_of("#dataset-2", kType, prov("Collection"))));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("isPartOf"))));
}

TEST(Provenance, SecretsOfUrlsAreMaskedWhereverTheyStand) {
  RunReport report = one_run();
  report.datasets[0].uri = "http://a.example/data?access_token=s3cret";
  report.datasets[0].sitemap = "http://me:s3cret@a.example/sitemap.xml";
  report.sources[0].dataset = report.datasets[0].uri;
  report.sources[0].url = "http://a.example/d?to=%2Fd.nt%3Fsig%3Ds3cret";
  const Lines lines = provenance_of(report);
  for (const std::string& line : lines) EXPECT_EQ(line.find("s3cret"), line.npos) << line;
  const std::string_view data = "<http://a.example/data?access_token=***>";
  EXPECT_THAT(lines, Contains(line_of(data, dcterms("source"),
                                      "<http://***@a.example/sitemap.xml>")));
  EXPECT_THAT(lines, Contains(line_of("#source-1", dcterms("isPartOf"), data)));
}

TEST(Provenance, WhateverAServerSaidEveryLineIsAQuad) {
  RunReport report = one_run();
  report.datasets[0].uri = "http://a.example/<data> set";
  report.datasets[0].label = "line\nbreak \"quoted\" \xFF";
  report.sources[0].dataset = report.datasets[0].uri;
  report.sources[0].url = "http://a.example/a b|c";
  report.sources[0].final_url = "http://b.example/50%";
  report.sources[0].problem = std::string{"nul \0 bell \a", 11};
  report.sources[0].media_type = "text/<html>";
  report.sources[1].media_type = "text";
  for (const std::string& line : provenance_of(report)) {
    EXPECT_TRUE(line.ends_with(" .\n"));
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    const ChangedQuad quad = cut_quad(std::string_view{line}.substr(0, line.size() - 1));
    EXPECT_TRUE(quad.expressible) << line;
    EXPECT_EQ(quad.graph, "<http://a.example/run/1>") << line;
    EXPECT_FALSE(quad.has_blank()) << line;
  }
  EXPECT_THAT(provenance_of(report),
              Contains(line_of("#source-1", dcterms("source"),
                               typed("http://a.example/a b|c", "anyURI"))));
  EXPECT_THAT(provenance_of(report),
              Contains(line_of("#dataset-1", dcterms("title"),
                               "\"line\\nbreak \\\"quoted\\\" \uFFFD\"")));
}

TEST(PageProvenance, TellsWhenThePageCameAndWhatItWas) {
  PageRecord page;
  page.url = "http://a.example/id/1";
  page.final_url = "http://a.example/doc/1";
  page.media_type = "text/html";
  page.outcome = "whole";
  page.digest = "sha256:00ff";
  page.status = 200;
  page.fetched = 1'768'435'200;
  page.bytes = 512;
  page.quads = 7;
  page.graph = "http://a.example/doc/1";
  const std::string subject = "#page-" + short_hash(page.url);
  EXPECT_THAT(provenance_of(page),
              testing::ElementsAre(
                  line_of(subject, kType, prov("Entity")),
                  line_of(subject, prov("wasGeneratedBy"), "<http://a.example/run/1>"),
                  line_of(subject, prov("hadPrimarySource"), "<http://a.example/doc/1>"),
                  line_of(subject, prov("generatedAtTime"),
                          typed("2026-01-15T00:00:00Z", "dateTime")),
                  line_of(subject, dcterms("source"), "<http://a.example/id/1>"),
                  line_of(subject, ours("outcome"), "\"whole\""),
                  line_of(subject, ours("status"), typed("200", "integer")),
                  line_of(subject, dcterms("format"),
                          "<https://www.iana.org/assignments/media-types/text/html>"),
                  line_of(subject, ours("digest"), "\"sha256:00ff\""),
                  line_of(subject, ours("graph"), "<http://a.example/doc/1>"),
                  line_of(subject, ours("bytes"), typed("512", "integer")),
                  line_of(subject, ours("quads"), typed("7", "integer"))));
}

TEST(PageProvenance, APageThatFailedSaysWhy) {
  PageRecord page;
  page.url = "http://a.example/gone";
  page.outcome = "failed";
  page.code = "http.gone";
  page.status = 410;
  page.fetched = 1'768'435'200;
  const Lines lines = provenance_of(page);
  const std::string subject = "#page-" + short_hash(page.url);
  EXPECT_THAT(lines, Contains(line_of(subject, ours("code"), "\"http.gone\"")));
  EXPECT_THAT(lines, Contains(line_of(subject, ours("asked"),
                                      typed("2026-01-15T00:00:00Z", "dateTime"))));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("prov#"))));
}

}  // namespace
}  // namespace semsite::provenance_test
