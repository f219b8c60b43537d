#include "crawl/harvest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "base/file_io.hpp"
#include "parse/syntax.hpp"
#include "support/collecting_sink.hpp"
#include "support/drain.hpp"
#include "support/packing.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::harvest_test {
namespace {

using testing::HasSubstr;

const std::string kUrl = "http://a.example/dump";

std::string triple(int i, const std::string& end = " .\n") {
  return "<http://a.example/s" + std::to_string(i) + "> <http://a.example/p> \"" +
         std::to_string(i) + "\"" + end;
}
std::string triples(int from, int to, const std::string& end = " .\n") {
  std::string out;
  for (int i = from; i < to; ++i) out += triple(i, end);
  return out;
}
std::string in_graph(const std::string& graph) { return " <" + graph + "> .\n"; }

/// One harvest with settings to be changed before run().
struct Field {
  CollectingSink sink;
  Limits limits;
  RunCounters counters;
  Console console{Verbosity::quiet, LogFormat::text};
  std::stop_source stop;
  Harvester harvester{.sink = sink,
                      .graph = {GraphUse::own, {}},
                      .limits = limits,
                      .counters = counters,
                      .console = console,
                      .stop = stop.get_token()};
  Origin origin{.url = kUrl, .dataset = {}, .site = {}, .base = {}};
  Promise promise = Promise::none;
  bool takes_result_sets = true;
  std::string media_type;
  std::function<void(const QuadBatch&)> watch;

  HarvestReport run(std::string bytes) {
    return harvest({.bytes = memory(std::move(bytes)),
                    .origin = origin,
                    .media_type = media_type,
                    .promise = promise,
                    .takes_result_sets = takes_result_sets,
                    .watch = watch},
                   harvester);
  }
};

TEST(Harvest, TakesAPlainDocumentToTheSink) {
  Field field;
  const HarvestReport report = field.run(triples(0, 3));
  EXPECT_EQ(report.outcome, Outcome::whole);
  EXPECT_EQ(report.code, "");
  EXPECT_EQ(report.quads, 3U);
  EXPECT_EQ(report.document_count, 1U);
  ASSERT_EQ(report.documents.size(), 1U);
  EXPECT_EQ(report.documents[0].quads, 3U);
  EXPECT_EQ(report.documents[0].bytes, triples(0, 3).size());
  EXPECT_EQ(field.sink.lines(), triples(0, 3));
  EXPECT_EQ(field.sink.ended(), (std::map<std::string, int>{{kUrl, 1}}));
  EXPECT_EQ(field.counters.quads, 3U);
}

TEST(Harvest, ManyWorkersGiveTheSameQuads) {
  Field field;
  field.harvester.workers = 4;
  const HarvestReport report = field.run(triples(0, 20'000));
  EXPECT_EQ(report.quads, 20'000U);
  EXPECT_TRUE(field.sink.lines() == triples(0, 20'000));
}

TEST(Harvest, UnpacksWhatIsPackedWhateverItsNameSays) {
  Field field;
  const HarvestReport report = field.run(pack_stream(ARCHIVE_FILTER_GZIP, triples(0, 5)));
  EXPECT_EQ(report.outcome, Outcome::whole);
  EXPECT_EQ(report.documents.at(0).bytes, triples(0, 5).size());
  EXPECT_EQ(field.sink.lines(), triples(0, 5));
}

TEST(Harvest, AnArchiveMayHoldOtherFilesBesideItsData) {
  Field field;
  const HarvestReport report = field.run(
      pack_archive(ARCHIVE_FORMAT_ZIP, {{.name = "README", .bytes = "Read me first.\n"},
                                        {.name = "a.nt", .bytes = triples(0, 2)},
                                        {.name = "b.nt", .bytes = triples(2, 3)}}));
  EXPECT_EQ(report.outcome, Outcome::whole);
  EXPECT_EQ(report.code, "");
  EXPECT_EQ(report.quads, 3U);
  EXPECT_EQ(report.document_count, 3U);
  EXPECT_EQ(field.sink.lines(), triples(0, 3));
  ASSERT_EQ(report.documents.size(), 1U);  // the data has nothing to say
  EXPECT_EQ(report.documents[0].name, "README");
  EXPECT_EQ(report.documents[0].code, "document.not-rdf");
}

TEST(Harvest, OtherFilesOfAnArchiveAreNoFaults) {  // --on-error fail
  Field field;
  field.harvester.on_error = OnError::fail;
  const HarvestReport report = field.run(
      pack_archive(ARCHIVE_FORMAT_ZIP, {{.name = "README", .bytes = "Read me first.\n"},
                                        {.name = "a.nt", .bytes = triples(0, 2)}}));
  EXPECT_EQ(report.outcome, Outcome::whole) << report.problem;
  EXPECT_EQ(report.quads, 2U);
}

TEST(Harvest, OwlXmlIsNamedAlsoInAnArchive) {  // it is no read-me
  const std::string ontology = "<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\"/>";
  Field field;
  const HarvestReport alone = field.run(ontology);
  EXPECT_EQ(alone.outcome, Outcome::failed);
  EXPECT_EQ(alone.code, "document.owl-xml");
  EXPECT_THAT(alone.problem, HasSubstr("OWL/XML"));
  const HarvestReport packed = field.run(pack_archive(
      ARCHIVE_FORMAT_ZIP,
      {{.name = "o.owl", .bytes = ontology}, {.name = "a.nt", .bytes = triples(0, 2)}}));
  EXPECT_EQ(packed.outcome, Outcome::partial);
  EXPECT_EQ(packed.code, "document.owl-xml");
  EXPECT_EQ(packed.quads, 2U);
}

// docs/changes.md: what became of data is not that data.
TEST(Harvest, AListOfChangesIsNoDataWhateverItsForm) {
  const std::string patch =
      "# semsite changes: D = quad removed, A = quad added\n"
      "A <urn:a> <urn:b> <urn:c> .\n# end: 0 removed, 1 added\n";
  const std::string nothing =
      "# semsite changes: D = quad removed, A = quad added\n# end: 0 removed, 0 added\n";
  const std::string update =
      "# semsite changes: SPARQL 1.1 Update, a line ';' after each operation\n"
      "INSERT DATA {\n<urn:a> <urn:b> <urn:c> .\n}\n;\n";
  for (const std::string& list : {patch, nothing, update, "\xEF\xBB\xBF" + patch}) {
    Field field;
    const HarvestReport report = field.run(list);
    EXPECT_EQ(report.outcome, Outcome::failed) << list;
    EXPECT_EQ(report.code, "document.changes");
    EXPECT_TRUE(report.is_unread());
    EXPECT_EQ(field.sink.lines(), "");
  }
  Field told;
  told.harvester.syntax = find_syntax("nquads");
  const HarvestReport report = told.run(patch);
  EXPECT_EQ(report.code, "document.changes");
  EXPECT_THAT(report.problem, HasSubstr("semsite index --changes FILE"));
  EXPECT_THAT(Field{}.run(update).problem, HasSubstr("semsite load --changes FILE"));
}

TEST(Harvest, AnArchiveWithoutDataIsNoDump) {
  Field field;
  const HarvestReport report = field.run(
      pack_archive(ARCHIVE_FORMAT_ZIP, {{.name = "README", .bytes = "Read me.\n"}}));
  EXPECT_EQ(report.outcome, Outcome::failed);
  EXPECT_EQ(report.code, "archive.no-rdf");
  EXPECT_THAT(report.problem, HasSubstr("README"));
}

TEST(Harvest, AnHtmlPageIsNamedAsOne) {  // dataset-discovery §10.4: bytes decide
  Field field;
  field.media_type = "application/n-triples";
  const HarvestReport report =
      field.run("<!DOCTYPE html>\n<html><body>Under repair</body></html>");
  EXPECT_EQ(report.outcome, Outcome::failed);
  EXPECT_EQ(report.code, "document.html");
  EXPECT_THAT(report.problem, HasSubstr(kUrl + " is an HTML page"));
  EXPECT_EQ(report.quads, 0U);
}

// What a query found is data of a dump, but no answer to who asks for a page.
TEST(Harvest, ResultsOfSparqlAreReadOnlyWhereTheyAreTaken) {
  const std::string results =
      R"({"head":{"vars":["s","p","o"]},"results":{"bindings":[)"
      R"({"s":{"type":"uri","value":"u:s"},"p":{"type":"uri","value":"u:p"},)"
      R"("o":{"type":"literal","value":"o"}}]}})";
  Field field;
  EXPECT_EQ(field.run(results).quads, 1U);
  field.takes_result_sets = false;
  const HarvestReport report = field.run(results);
  EXPECT_EQ(report.code, "document.not-rdf");
  EXPECT_THAT(report.problem, HasSubstr("sparql-json"));
  field.harvester.syntax = find_syntax("srj");
  EXPECT_EQ(field.run(results).quads, 1U);
}

TEST(Harvest, AnHtmlPageIsReadUnlessADumpWasPromised) {
  const std::string page =
      "<!DOCTYPE html>\n<p about=\"\" property=\"http://a.example/p\">x</p>";
  Field field;
  field.media_type = "text/html";
  const HarvestReport report = field.run(page);
  EXPECT_EQ(report.code, "");
  EXPECT_EQ(report.quads, 1U);
  EXPECT_EQ(field.run("<!DOCTYPE html>\n<p>no data</p>").outcome, Outcome::whole);

  field.promise = Promise::data;
  EXPECT_EQ(field.run(page).code, "document.html");
}

TEST(Harvest, TheHeadersOfAnAnswerReachTheParser) {
  Field field;
  const HarvestReport report = harvest(
      {.bytes = memory(
           "<!DOCTYPE html><p about=\"\" property=\"http://a.example/p\">\x80</p>"),
       .origin = field.origin,
       .media_type = "text/html",
       .content_type = "text/html; charset=windows-1252",
       .watch =
           [](const QuadBatch& batch) {
             for (const Quad& quad : batch.quads())
               EXPECT_EQ(quad.object.value, "\xE2\x82\xAC");
           }},
      field.harvester);
  EXPECT_EQ(report.quads, 1U);
}

TEST(Harvest, OtherFilesAreNamedByWhatTheyLookLike) {
  Field field;
  EXPECT_EQ(field.run("just some words\n").code, "document.not-rdf");
  EXPECT_EQ(field
                .run(std::string("\x7f"
                                 "ELF\0\1\2\3\0\0\0\0",
                                 12))
                .code,
            "document.binary");
}

TEST(Harvest, AnEmptyDocumentIsFineButAnEmptyFileIsNoDump) {
  Field field;
  field.media_type = "text/turtle";
  EXPECT_EQ(field.run("").outcome, Outcome::whole);
  field.promise = Promise::data;
  const HarvestReport report = field.run("");
  EXPECT_EQ(report.outcome, Outcome::failed);
  EXPECT_EQ(report.code, "document.empty");
  EXPECT_EQ(report.problem, kUrl + " is empty");
  EXPECT_EQ(field.run(pack_stream(ARCHIVE_FILTER_GZIP, "")).code, "document.empty");
  // A comment is enough: then it is an empty graph that somebody wrote.
  EXPECT_EQ(field.run("# nothing\n").outcome, Outcome::whole);
}

TEST(Harvest, AnEmptyFileOfUnknownKindIsFineWhereNothingWasPromised) {
  Field field;
  const HarvestReport report = field.run("");
  EXPECT_EQ(report.outcome, Outcome::whole);
  EXPECT_EQ(report.quads, 0U);
  EXPECT_EQ(report.documents.at(0).syntax, "empty");
}

TEST(Harvest, KeepsWhatCameBeforeAPackedFileBrokeOff) {
  Field field;
  const std::string packed = pack_stream(ARCHIVE_FILTER_GZIP, sample_text(400'000));
  const HarvestReport report = field.run(packed.substr(0, packed.size() / 2));
  EXPECT_EQ(report.outcome, Outcome::partial);
  EXPECT_THAT(report.code, HasSubstr("truncated"));
  EXPECT_GT(report.quads, 100U);
  EXPECT_GT(field.sink.lines().size(), 10'000U);
  EXPECT_EQ(field.sink.ended().at(kUrl), 1);
}

TEST(Harvest, AFileThatBreaksOffBeforeItsFirstQuadHasFailed) {
  Field field;
  const std::string packed = pack_stream(ARCHIVE_FILTER_GZIP, triples(0, 100));
  const HarvestReport report = field.run(packed.substr(0, 15));
  EXPECT_EQ(report.outcome, Outcome::failed);
  EXPECT_EQ(report.quads, 0U);
}

TEST(Harvest, TellsSomeFaultsFromADamagedFile) {  // a tenth is the border
  const std::string bad = "<http://a.example/s> <bad iri> \"x\" .\n";
  const auto with = [&](int good, int faults) {
    Field field;
    std::string text = triples(0, good);
    for (int i = 0; i < faults; ++i) text += bad;
    return field.run(text);
  };
  EXPECT_EQ(with(9, 1).outcome, Outcome::faulty);
  EXPECT_EQ(with(9, 1).code, "");
  EXPECT_EQ(with(9, 1).faults.size(), 1U);
  EXPECT_EQ(sum_of(with(9, 1).faults), 1U);
  const HarvestReport damaged = with(8, 1);
  EXPECT_EQ(damaged.outcome, Outcome::damaged);
  EXPECT_EQ(damaged.code, "document.damaged");
  EXPECT_THAT(damaged.problem, HasSubstr("(1 of 9)"));
  EXPECT_EQ(damaged.quads, 8U);
}

TEST(Harvest, FailStopsAtTheFirstFault) {  // --on-error fail
  Field field;
  field.harvester.on_error = OnError::fail;
  const HarvestReport report = field.run(
      triples(0, 2) + "<http://a.example/s> <bad iri> \"x\" .\n" + triples(2, 4));
  EXPECT_NE(report.outcome, Outcome::whole);
  EXPECT_THAT(report.problem, HasSubstr("--on-error fail"));
  EXPECT_LE(report.quads, 2U);
}

TEST(Harvest, FailLeavesTheRestOfAnArchive) {
  Field field;
  field.harvester.on_error = OnError::fail;
  const HarvestReport report = field.run(
      pack_archive(ARCHIVE_FORMAT_ZIP,
                   {{.name = "a.nt", .bytes = triples(0, 2)},
                    {.name = "b.nt", .bytes = "<http://a.example/s> <bad iri> \"x\" .\n"},
                    {.name = "c.nt", .bytes = triples(4, 6)}}));
  EXPECT_EQ(report.outcome, Outcome::partial);
  EXPECT_EQ(report.document_count, 2U);
  EXPECT_EQ(field.sink.lines(), triples(0, 2));
}

TEST(Harvest, SkippedStatementsGoIntoQuarantine) {
  const TemporaryFolder folder;
  Quarantine quarantine{folder.file("q")};
  quarantine.begin(Quarantine::Begin::anew);
  Field field;
  field.harvester.quarantine = &quarantine;
  (void)field.run("<http://a.example/s> <bad iri> \"x\" .\n" + triples(0, 20));
  const std::string kept = read_file(folder.file("q"));
  EXPECT_THAT(kept, HasSubstr("# " + kUrl + ":1:"));
  EXPECT_THAT(kept, HasSubstr("\n<http://a.example/s> <bad iri> \"x\" .\n"));
}

TEST(Harvest, NamesTheGraphsAsItWasTold) {  // DESIGN §6
  const std::string own = triple(0, in_graph("http://a.example/g")) + triple(1);
  const auto run = [&](GraphPolicy policy) {
    Field field;
    field.harvester.graph = std::move(policy);
    field.origin.dataset = "http://a.example/data";
    (void)field.run(own);
    return field.sink.lines();
  };
  const auto both = [](const std::string& first, const std::string& second) {
    return triple(0, in_graph(first)) + triple(1, in_graph(second));
  };
  EXPECT_EQ(run({GraphUse::own, {}}), own);
  EXPECT_EQ(run({GraphUse::none, {}}), triples(0, 2));
  EXPECT_EQ(run({GraphUse::automatic, {}}),
            both("http://a.example/g", "http://a.example/data"));
  EXPECT_EQ(run({GraphUse::source, {}}), both(kUrl, kUrl));
  EXPECT_EQ(run({GraphUse::dataset, {}}),
            both("http://a.example/data", "http://a.example/data"));
  EXPECT_EQ(run({GraphUse::pattern, "urn:x:{dataset}"}),
            both("urn:x:http://a.example/data", "urn:x:http://a.example/data"));
}

TEST(Harvest, AnEntryNamedByAnEncodedIriIsThatIrisDocument) {  // semantic-sitemap §2.2
  Field field;
  field.harvester.graph = {GraphUse::automatic, {}};
  field.origin.dataset = "http://a.example/data";
  const HarvestReport report = field.run(pack_archive(
      ARCHIVE_FORMAT_ZIP,
      {{.name = "x/http%3A%2F%2Fa.example%2Fid%2F1", .bytes = "<#me> <p> <../2> .\n"}}));
  EXPECT_EQ(report.outcome, Outcome::whole) << report.problem;
  EXPECT_EQ(field.sink.lines(),
            "<http://a.example/id/1#me> <http://a.example/id/p> <http://a.example/2> "
            "<http://a.example/id/1> .\n");
}

TEST(Harvest, AGivenSyntaxOverridesTheContent) {  // --syntax
  Field field;
  field.harvester.syntax = find_syntax("ntriples");
  const HarvestReport report = field.run("@prefix x: <http://x/> .\nx:a x:b x:c .\n");
  EXPECT_EQ(report.documents.at(0).syntax, "ntriples");
  EXPECT_EQ(report.quads, 0U);
  EXPECT_EQ(sum_of(report.faults), 2U);
  EXPECT_EQ(report.outcome, Outcome::damaged);
}

TEST(Harvest, ShowsEveryQuadToTheWatcher) {
  Field field;
  std::atomic<std::size_t> seen{0};
  field.watch = [&](const QuadBatch& batch) { seen += batch.size(); };
  (void)field.run(triples(0, 50));
  EXPECT_EQ(seen, 50U);
}

TEST(Harvest, SaysThatItWasInterrupted) {
  Field field;
  field.stop.request_stop();
  const HarvestReport report = field.run(triples(0, 50));
  EXPECT_EQ(report.code, "run.interrupted");
  EXPECT_NE(report.outcome, Outcome::whole);
}

/// Fails as a full disk does.
class FullSink final : public QuadSink {
 public:
  void write(const QuadBatch&) override { throw RunError{"disk full"}; }
  void end_document(const Document&) override { ++ended; }
  void finish() override {}
  int ended = 0;
};

TEST(Harvest, OnlyAFailureOfTheRunGetsOut) {
  FullSink sink;
  Field field;
  const Harvester harvester{.sink = sink,
                            .graph = {GraphUse::own, {}},
                            .limits = field.limits,
                            .counters = field.counters,
                            .console = field.console,
                            .stop = {}};
  EXPECT_THROW((void)harvest({.bytes = memory(triples(0, 3)),
                              .origin = field.origin,
                              .media_type = {},
                              .watch = {}},
                             harvester),
               RunError);
  EXPECT_EQ(sink.ended, 1);
}

}  // namespace
}  // namespace semsite::test::harvest_test
