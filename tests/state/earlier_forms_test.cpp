#include "state/earlier_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "state/file_table.hpp"
#include "state/page_table.hpp"
#include "state/run_state.hpp"
#include "state/state_summary.hpp"
#include "state/walk_table.hpp"
#include "support/earlier_states.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::earlier_forms_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const RunState::Time kNow{std::chrono::seconds{1'790'000'000}};
const std::string kCommand =
    "fetch http://a.example/ format=0 graph=0: dataset= meaning=0 strict=0 xpath= dump "
    "fragments sparql crawl";
const std::string kHost = "http://a.example:80";

/// A run that has come to its end: a dump, and a crawl of four pages.
const std::string kFinished = "INSERT INTO run VALUES (1, '" + kCommand +
                              R"(', 1, 1, 1789999000, '7', 700, 0);
INSERT INTO ending VALUES (1, 1, 1789999060, 1);
INSERT INTO file VALUES
  ('D', 'dump', 'http://a.example/d.nt', 1, 0, 0, 400, 400, '"1"',
   'Sat, 21 Nov 2026 09:00:00 GMT', 2, 'code', 'problem', 'http://a.example/final.nt',
   'application/n-triples', 'a=1', 200, 3, 11, 12, 13, 14, 15, -1, ''),
  ('D', 'dump', 'http://a.example/e.nt', 1, 400, 400, 700, 700, '', '', 5,
   'http.404', 'it is not there', '', '', '', 404, 1, 0, 0, 0, 0, -1, 16, ''),
  ('C', 'crawl', 'http://a.example', 1, 700, 700, 700, 700, '', '', 4, '', '', '', '', '',
   0, 4, 9, 5, 0, 4, -1, -1, '');
INSERT INTO crawl (id, key, run) VALUES (1, 'C', 1);
INSERT INTO page (id, crawl, url, host, depth, listed, waits, seen, asked, etag, digest,
  status, outcome, code, quads, version) VALUES
  (1, 1, 'http://a.example/1', 'http://a.example:80', 0, 1, 0, 1, 1, '"p"', 'd1', 200, 1,
   '', 5, 1),
  (2, 1, 'http://a.example/2', 'http://a.example:80', 0, 1, 0, 1, 1, '', '', 500, 5,
   'http.500', 0, 0),
  (3, 1, 'http://b.example/3', 'http://b.example:80', 0, 1, 0, 1, 0, '', '', 0, 5,
   'crawl.parked', 0, 0),
  (4, 1, 'http://a.example/4', 'http://a.example:80', 1, 0, 0, 1, 1, '', 'd4', 200, 1, '',
   0, 1);
)";

/// A run that was broken off: a dump is in the output, parts of an endpoint and the best
/// of some attempts, and a crawl is under way.
const std::string kBrokenOff = "INSERT INTO run VALUES (1, '" + kCommand +
                               R"(', 1, 0, 1789999000, '7', 0, 0);
INSERT INTO file VALUES
  ('D', 'dump', 'http://a.example/d.nt', 1, 0, 0, 100, 100, '"1"', '', 1, '', '', '',
   'text/turtle', '', 200, 1, 11, 12, 0, 1, -1, -1, ''),
  ('E', 'sparql', 'http://a.example/sparql#abcdefghijklmnop', 1, 100, 100, 150, 150,
   'blank', '', 2, '', '', '', 'application/n-triples', 'turtle.bad-iri=2', 0, 0, 60, 6,
   0, 7, -1, 8, ''),
  ('E', 'sparql', 'http://a.example/sparql#234567abcdefghij', 1, 150, 150, 200, 200,
   '', '', 1, '', '', 'http://a.example/store', '', '', 0, 0, 61, 9, 0, 10, -1, -1, ''),
  ('F', 'best', '', 1, 200, 200, 300, 300, '', '', 4, '', '', '', '', '', 0, 0, 0, 4, 0,
   0, -1, -1, '');
INSERT INTO walk VALUES ('E', 'http://a.example/sparql', 1, 'walk 1 0 0 1 0 1 1 1
');
INSERT INTO crawl (id, key, run) VALUES (1, 'C', 1);
INSERT INTO page (id, crawl, url, host, depth, listed, waits, seen) VALUES
  (1, 1, 'http://a.example/1', 'http://a.example:80', 0, 1, 4, 1),
  (2, 1, 'http://a.example/2', 'http://a.example:80', 0, 1, 2, 1),
  (3, 1, 'http://a.example/3', 'http://a.example:80', 0, 1, 3, 1),
  (4, 1, 'http://a.example/4', 'http://a.example:80', 0, 1, 1, 1);
INSERT INTO page (id, crawl, url, host, depth, listed, waits, seen, asked, outcome,
  digest, quads, version) VALUES
  (5, 1, 'http://a.example/5', 'http://a.example:80', 0, 1, 0, 1, 1, 2, 'd5', 3, 1);
)";

/// What only form 7 had: pages that are dropped, parts that are others once more, files
/// that stay, an attempt beside its files, what others confirmed.
const std::string kOfForm7 = R"(
INSERT INTO file VALUES
  ('G', 'dump', 'http://a.example/x.nt', 1, 0, 0, 50, 50, 'bytes of sha256 0123', '', 1,
   'part.same-bytes', 'it is y once more', '', '', '', 200, 1, 5, 0, 3, 1, -1, -1, ''),
  ('G', 'dump', 'http://a.example/z.nt', 1, 50, 50, 80, 80, '"z"', '', 1, 'part.former',
   'it is down', '', '', '', 304, 1, 5, 3, 0, 1, -1, -1, ''),
  ('G', 'attempt', '', 1, 250, 250, 300, 300, '', '', 0, '', '', '', '', '', 0, 0, 0, 0,
   0, 0, -1, -1, 'spool');
INSERT INTO confirmation VALUES ('dataset a', 2, 1, 'why', 1790000000);
INSERT INTO writer VALUES (1, 'w');
INSERT INTO naming (part, path, bytes) VALUES ('a.part', 'a', 5);
INSERT INTO page (id, crawl, url, host, depth, listed, waits, seen, code, former, version)
  VALUES (9, 1, 'http://a.example/9', 'http://a.example:80', 0, 1, 0, 0,
  'crawl.unlisted', 1, 0);
)";

class EarlierForms : public testing::Test {
 protected:
  /// What opening it says, or "taken".
  std::string refusal() {
    try {
      const RunState state{path};
    } catch (const RunError& error) {
      return error.what();
    }
    return "taken";
  }

  /// Tables and views with their columns.
  static std::set<std::string> columns(const std::string& path) {
    Database database{path};
    Database::Query rows{
        database,
        "SELECT sqlite_master.type || ' ' || sqlite_master.name || '.' || info.name || "
        "' ' || info.type || ' ' || info.\"notnull\" || ' ' || info.pk FROM "
        "sqlite_master JOIN pragma_table_info(sqlite_master.name) AS info UNION SELECT "
        "type || ' ' || name FROM sqlite_master WHERE sql IS NOT NULL"};
    std::set<std::string> out;
    while (rows.step()) out.insert(rows.text_at(0));
    return out;
  }

  std::int64_t form() {
    Database database{path};
    return database.number("PRAGMA user_version");
  }

  TemporaryFolder folder;
  std::string path = folder.file("state");
};

std::map<std::string, PageFacts> facts_of(PageTable& table) {
  std::map<std::string, PageFacts> out;
  table.for_each([&](const PageFacts& page) { out.emplace(page.url, page); });
  return out;
}

TEST_F(EarlierForms, AFinishedRunOfVersion010IsRefreshed) {
  make_earlier_state(path, kFormOfVersion01, kFinished);
  RunState state{path};
  EXPECT_EQ(state.database().number("PRAGMA user_version"), RunState::kVersion);
  const RunState::Run run = state.begin(kCommand, 8, kNow);
  EXPECT_EQ(run.number, 2);
  EXPECT_TRUE(run.refreshes);
  EXPECT_FALSE(run.resumed || run.after_nothing || run.other_command);
  EXPECT_EQ(run.former_output, 700U);

  FileTable files{state.database(), 2};
  const auto file = files.former("D", "dump", "http://a.example/d.nt");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->begin, (OutputPlace{0, 0}));
  EXPECT_EQ(file->end, (OutputPlace{400, 400}));
  EXPECT_EQ(file->etag, "\"1\"");
  EXPECT_EQ(file->modified, "Sat, 21 Nov 2026 09:00:00 GMT");
  EXPECT_EQ(file->same_as, "");
  EXPECT_FALSE(file->former_stays);
  EXPECT_EQ(file->outcome, Outcome::faulty);
  EXPECT_EQ(file->code, "code");
  EXPECT_EQ(file->problem, "problem");
  EXPECT_EQ(file->final_url, "http://a.example/final.nt");
  EXPECT_EQ(file->media_type, "application/n-triples");
  EXPECT_EQ(file->faults, "a=1");
  EXPECT_EQ(file->status, 200);
  EXPECT_EQ(file->attempts, 3U);
  EXPECT_EQ(file->bytes, 11U);
  EXPECT_EQ(file->quads, 12U);
  EXPECT_EQ(file->quads_taken_back, 13U);
  EXPECT_EQ(file->documents, 14U);
  EXPECT_EQ(file->expected_bytes, 15U);
  EXPECT_EQ(file->expected_quads, std::nullopt);
  const auto missing = files.former("D", "dump", "http://a.example/e.nt");
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->outcome, Outcome::failed);
  EXPECT_EQ(missing->expected_bytes, std::nullopt);
  EXPECT_EQ(missing->expected_quads, 16U);

  PageTable pages = PageTable::former(state.database(), "C", 2);
  const auto facts = facts_of(pages);
  ASSERT_EQ(facts.size(), 4U);
  EXPECT_EQ(facts.at("http://a.example/1").outcome, Outcome::whole);
  EXPECT_EQ(facts.at("http://a.example/1").quads, 5U);
  EXPECT_EQ(facts.at("http://a.example/2").outcome, Outcome::failed);
  EXPECT_EQ(facts.at("http://b.example/3").code, "crawl.parked");
  EXPECT_EQ(pages.parked(), 1U);
  EXPECT_EQ(pages.not_ended(), 0U);

  PageTable crawl{state.database(), "C", 2};
  EXPECT_TRUE(crawl.is_known());
  EXPECT_FALSE(crawl.is_resumed());
  const auto waiting = crawl.take_waiting(kHost, 9);
  ASSERT_EQ(waiting.size(), 1U) << "a page that only a link led to";
  EXPECT_EQ(waiting[0].url, "http://a.example/4");
  EXPECT_EQ(crawl.offer_listed({{.url = "http://a.example/1", .lastmod = {}, .task = {}},
                                {.url = "http://b.example/3", .lastmod = {}, .task = {}}},
                               [](std::string_view) { return true; }),
            (std::vector{PageTable::Offer::again, PageTable::Offer::again}));
  const auto listed = crawl.take_waiting(kHost, 9);
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].etag, "\"p\"") << "it is asked whether it has changed";
  EXPECT_EQ(crawl.parked(), 0U);
  EXPECT_EQ(crawl.unlisted(), 1U);
}

TEST_F(EarlierForms, ABrokenOffRunOfVersion010IsGoneOnWith) {
  make_earlier_state(path, kFormOfVersion01, kBrokenOff);
  RunState state{path};
  const RunState::Run run = state.begin(kCommand, 8, kNow);
  EXPECT_EQ(run.number, 1);
  EXPECT_TRUE(run.resumed);
  EXPECT_EQ(run.seed, 7U);

  FileTable files{state.database(), 1};
  const auto file = files.find("D", "dump", "http://a.example/d.nt");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->outcome, Outcome::whole);
  EXPECT_EQ(files.end(1'000), (OutputPlace{200, 200})) << "the attempt begins there";
  EXPECT_THAT(files.datasets(), ElementsAre("D", "E"));
  EXPECT_TRUE(files.has("F"));
  EXPECT_THAT(files.files("E", FileTable::Of::this_run), IsEmpty());
  EXPECT_THAT(files.files("F", FileTable::Of::this_run), IsEmpty());
  EXPECT_EQ(files.first_place("E", "sparql"), (OutputPlace{100, 100}));

  const std::string endpoint = "http://a.example/sparql";
  const auto part = files.find_part("E", endpoint, "abcdefghijklmnop");
  ASSERT_TRUE(part);
  EXPECT_TRUE(part->has_blank_nodes);
  EXPECT_EQ(part->got_by, KeptPart::By::query);
  EXPECT_EQ(part->outcome, Outcome::faulty);
  EXPECT_EQ(part->begin, (OutputPlace{100, 100}));
  EXPECT_EQ(part->end, (OutputPlace{150, 150}));
  EXPECT_EQ(part->media_type, "application/n-triples");
  EXPECT_EQ(part->faults, "turtle.bad-iri=2");
  EXPECT_EQ(part->expected, 8U);
  EXPECT_EQ(part->triples, 7U);
  EXPECT_EQ(part->bytes, 60U);
  EXPECT_EQ(part->quads, 6U);
  const auto stored = files.find_part("E", endpoint, "234567abcdefghij");
  ASSERT_TRUE(stored);
  EXPECT_FALSE(stored->has_blank_nodes);
  EXPECT_EQ(stored->got_by, KeptPart::By::graph_store);
  EXPECT_EQ(stored->expected, std::nullopt);
  WalkTable walks{state.database(), 1};
  EXPECT_TRUE(walks.find("E", endpoint));

  PageTable crawl{state.database(), "C", 1};
  EXPECT_TRUE(crawl.is_resumed());
  EXPECT_EQ(crawl.not_ended(), 4U);
  std::vector<std::string> urls;
  for (const WaitingPage& page : crawl.take_waiting(kHost, 9)) urls.push_back(page.url);
  EXPECT_THAT(urls, ElementsAre("http://a.example/3", "http://a.example/4",
                                "http://a.example/1", "http://a.example/2"))
      << "new ones first, and those that were being asked for are asked for again";
  EXPECT_EQ(facts_of(crawl).at("http://a.example/5").outcome, Outcome::faulty);
}

TEST_F(EarlierForms, AStateOfForm7IsGoneOnWith) {
  make_earlier_state(path, kLastNumberedForm, kBrokenOff + kOfForm7);
  RunState state{path};
  EXPECT_TRUE(state.look(kCommand, 8).resumed);
  FileTable files{state.database(), 1};
  const auto repeat = files.find("G", "dump", "http://a.example/x.nt");
  ASSERT_TRUE(repeat);
  EXPECT_EQ(repeat->same_as, "0123");
  EXPECT_EQ(repeat->etag, "");
  EXPECT_EQ(repeat->code, "part.same-bytes");
  EXPECT_FALSE(repeat->former_stays);
  const auto former = files.find("G", "dump", "http://a.example/z.nt");
  ASSERT_TRUE(former);
  EXPECT_TRUE(former->former_stays);
  EXPECT_EQ(former->etag, "\"z\"");
  EXPECT_EQ(former->same_as, "");
  FileTable spool = files.for_spool("spool");
  EXPECT_EQ(spool.end(1'000), (OutputPlace{0, 0})) << "an attempt, and nothing else";
  EXPECT_TRUE(files.find_part("E", "http://a.example/sparql", "abcdefghijklmnop"));
  const auto confirmed = state.confirmation("dataset a", kNow);
  ASSERT_TRUE(confirmed);
  EXPECT_EQ(confirmed->authority, "redirects");
  EXPECT_TRUE(confirmed->by_look);
  EXPECT_EQ(confirmed->reason, "why");
  EXPECT_EQ(state.writer(), "w");
  ASSERT_EQ(state.to_be_named().size(), 1U);
  EXPECT_EQ(state.to_be_named()[0].path, "a");
  PageTable crawl{state.database(), "C", 1};
  EXPECT_FALSE(facts_of(crawl).contains("http://a.example/9")) << "it is dropped";
  crawl.forget_former();
  EXPECT_EQ(state.database().number("SELECT count(*) FROM page WHERE id = 9"), 0);
}

TEST_F(EarlierForms, HowARunOfForm7EndedIsKnown) {
  make_earlier_state(path, kLastNumberedForm, kFinished + "UPDATE run SET ended = 2;");
  RunState state{path};
  EXPECT_TRUE(state.look(kCommand, 8).after_nothing);
  EXPECT_FALSE(state.look(kCommand, 8).resumed);
}

TEST_F(EarlierForms, TheTablesAreThoseOfANewState) {
  const auto columns_of_new = [&] {
    const std::string fresh = folder.file("new");
    { RunState{fresh}.keep_context("u", {.url = "u", .text = "{}"}, kNow); }
    return columns(fresh);
  }();
  ASSERT_TRUE(columns_of_new.contains("table page.state INTEGER 1 0"));
  for (const int form : {kFormOfVersion01, kLastNumberedForm}) {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(path + suffix);
    make_earlier_state(path, form, kBrokenOff);
    EXPECT_EQ(refusal(), "taken");
    EXPECT_EQ(columns(path), columns_of_new) << form;
  }
}

TEST_F(EarlierForms, WhatCannotBeTakenOverStaysAsItIs) {
  for (const int form : {kFormOfVersion01, kLastNumberedForm}) {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(path + suffix);
    make_earlier_state(path, form, kBrokenOff + "UPDATE file SET outcome = 77;");
    const auto before = columns(path);
    EXPECT_THAT(refusal(),
                AllOf(HasSubstr(path), HasSubstr("(form " + std::to_string(form) + ")"),
                      HasSubstr("--fresh")));
    EXPECT_EQ(columns(path), before);
    EXPECT_EQ(this->form(), form);
    EXPECT_NO_THROW((RunState{path, RunState::Use::begin_anew}));
  }
}

/// As a kill in the midst of it leaves it.
TEST_F(EarlierForms, HalfOfItIsNothing) {
  make_earlier_state(path, kFormOfVersion01, kBrokenOff);
  const auto before = columns(path);
  {
    Database database{path};
    const std::scoped_lock lock{database.mutex()};
    const Database::Transaction change{database};
    bring_up_to_date(database, kFormOfVersion01);
  }
  EXPECT_EQ(columns(path), before);
  EXPECT_EQ(form(), kFormOfVersion01);
  RunState state{path};
  EXPECT_TRUE(state.look(kCommand, 8).resumed);
}

TEST_F(EarlierForms, ANewerFormIsRefused) {
  make_earlier_state(path, RunState::kVersion + 1, kBrokenOff);
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr(path), HasSubstr("newer semsite"), HasSubstr("--fresh")));
  EXPECT_EQ(form(), RunState::kVersion + 1);
}

TEST_F(EarlierForms, AreSummedUpWithoutBeingChanged) {
  make_earlier_state(path, kFormOfVersion01, kFinished);
  const std::string bytes = read_file(path);
  const StateSummary summary = read_state_summary(path);
  EXPECT_TRUE(summary.ended);
  EXPECT_EQ(summary.number, 1);
  EXPECT_EQ(summary.output_bytes, 700U);
  EXPECT_EQ(summary.ending.status, 1);
  ASSERT_EQ(summary.parts.size(), 2U);
  ASSERT_EQ(summary.parts[0].ends.size(), 2U);
  EXPECT_EQ(summary.parts[0].ends[0].outcome, Outcome::faulty);
  EXPECT_EQ(summary.parts[0].ends[1].outcome, Outcome::failed);
  EXPECT_EQ(summary.parts[1].way, "crawl");
  EXPECT_EQ(summary.parts[1].waiting, 0U);
  ASSERT_EQ(summary.parts[1].ends.size(), 2U);
  EXPECT_EQ(summary.parts[1].ends[0].outcome, Outcome::whole);
  EXPECT_EQ(summary.parts[1].ends[0].count, 2U);
  EXPECT_EQ(summary.parts[1].ends[1].count, 2U);
  EXPECT_EQ(summary.parts[1].hosts_in_all, 2U);
  EXPECT_TRUE(read_file(path) == bytes);
  EXPECT_THAT(fetched_sites(path), ElementsAre("http://a.example/"));
}

TEST_F(EarlierForms, SayWhatIsUnderWay) {
  make_earlier_state(path, kLastNumberedForm, kBrokenOff + kOfForm7);
  const StateSummary summary = read_state_summary(path);
  EXPECT_FALSE(summary.ended);
  EXPECT_THAT(summary.endpoints, ElementsAre("http://a.example/sparql"));
  std::map<std::string, std::uint64_t> quads;
  std::uint64_t waiting = 0;
  for (const PartSummary& part : summary.parts) {
    waiting += part.waiting;
    for (const EndCount& end : part.ends) quads[part.way] += end.quads;
  }
  EXPECT_EQ(waiting, 4U);
  EXPECT_EQ(quads["dump"], 15U);
  EXPECT_EQ(quads["sparql"], 15U);
  EXPECT_EQ(quads["crawl"], 3U);
  EXPECT_FALSE(quads.contains("attempt"));
}

}  // namespace
}  // namespace semsite::test::earlier_forms_test
