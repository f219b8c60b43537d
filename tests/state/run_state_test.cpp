#include "state/run_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <list>
#include <thread>
#include <vector>

#include "base/file_io.hpp"
#include "io/packed_text.hpp"
#include "semsite/errors.hpp"
#include "state/earlier_forms.hpp"
#include "state/file_table.hpp"
#include "support/earlier_states.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::run_state_test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

const std::string kUrl = "http://a.example/c";
const RunState::Time kNow{std::chrono::sys_days{std::chrono::year{2026} / 11 / 21}};

class RunStateTest : public testing::Test {
 protected:
  TemporaryFolder home;
  std::string path = home.file("out.nq.state");
};

TEST_F(RunStateTest, AContextOutlivesTheRun) {
  {
    RunState state{path};
    EXPECT_EQ(state.context(kUrl, kNow), nullptr);
    state.keep_context(
        kUrl, {.url = "http://a.example/moved", .text = "{\"a\":\"\xC3\xA9\"}"}, kNow);
  }
  RunState state{path};
  const auto context = state.context(kUrl, kNow + 24h);
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(context->url, "http://a.example/moved");
  EXPECT_EQ(context->text, "{\"a\":\"\xC3\xA9\"}");
  EXPECT_EQ(state.context("http://a.example/other", kNow), nullptr);
}

TEST_F(RunStateTest, AnOldContextIsAskedForAgain) {
  RunState state{path};
  state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  EXPECT_NE(state.context(kUrl, kNow + RunState::kContextAge), nullptr);
  EXPECT_EQ(state.context(kUrl, kNow + RunState::kContextAge + 1s), nullptr);
  state.keep_context(kUrl, {.url = kUrl, .text = "[]"}, kNow + 240h);
  EXPECT_EQ(state.context(kUrl, kNow + 241h)->text, "[]");
}

TEST_F(RunStateTest, AConfirmationHoldsForAWhile) {
  constexpr auto kSeconds = std::chrono::seconds{RunState::kConfirmationAge};
  const auto said =
      std::chrono::duration_cast<std::chrono::seconds>(kNow.time_since_epoch()).count();
  {
    RunState state{path};
    state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);  // or nothing is left
    state.keep_confirmation(
        "dataset a",
        {.authority = "redirects", .by_look = true, .reason = "why", .when = said});
  }
  RunState state{path};
  EXPECT_FALSE(state.confirmation("dataset b", kNow));
  const auto kept = state.confirmation("dataset a", kNow + kSeconds);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->authority, "redirects");
  EXPECT_TRUE(kept->by_look);
  EXPECT_EQ(kept->reason, "why");
  EXPECT_EQ(kept->when, said);
  EXPECT_FALSE(state.confirmation("dataset a", kNow + kSeconds + 1s));
  state.forget_confirmation("dataset a");
  EXPECT_FALSE(state.confirmation("dataset a", kNow));
}

TEST_F(RunStateTest, ARunThatGotNothingStandsInNobodysWay) {
  RunState state{path};
  (void)state.begin("a", 1, kNow);
  EXPECT_TRUE(state.got_nothing());
  state.database().run(
      "INSERT INTO crawl (id, key, run) VALUES (1, 'http://a  entries of sitemaps of "
      "http://a/', 1), (2, 'http://a', 1);"
      "INSERT INTO page (crawl, url, host, depth, listed, state, seen, quads) VALUES (1, "
      "'x', 'a', 0, 0, 0, 1, 5), (2, 'x', 'a', 0, 0, 0, 1, 0)");
  EXPECT_TRUE(state.got_nothing());
  state.database().run("UPDATE page SET quads = 1 WHERE crawl = 2");
  EXPECT_FALSE(state.got_nothing());
  state.forget_all();
  EXPECT_TRUE(state.got_nothing());
  EXPECT_EQ(state.command(), "");
  (void)state.begin("b", 1, kNow);
  state.note_whole(
      {.files = {}, .output_bytes = 0, .ending = {}, .ends = true, .forget = {}});
  EXPECT_FALSE(state.got_nothing());  // it has ended: that there is nothing is its result
}

TEST_F(RunStateTest, ARunWithoutANumberOrASeedIsRefusedAsDamage) {
  for (const char* damage :
       {"seed = 'x'", "seed = '99999999999999999999'", "number = 9223372036854775807",
        "number = 0", "number = -1"}) {
    RunState state{""};
    (void)state.begin("a", 1, kNow);
    state.database().run(std::string{"UPDATE run SET "} + damage);
    EXPECT_THROW(static_cast<void>(state.look("a", 2)), RunError) << damage;
    EXPECT_THROW(static_cast<void>(state.begin("a", 2, kNow)), RunError) << damage;
  }
}

TEST_F(RunStateTest, AFirstRunThatEndedWithNothingIsFollowedByAFirstRun) {
  RunState state{path};
  (void)state.begin("a", 1, kNow);
  state.database().run(
      "INSERT INTO crawl (id, key, run) VALUES (1, 'http://a', 1);"
      "INSERT INTO page (crawl, url, host, depth, listed, state, seen, asked, version, "
      "etag) VALUES (1, 'x', 'a', 0, 1, 0, 1, 1, 1, 'm')");
  EXPECT_FALSE(state.has_quads());
  state.note_vain({});
  EXPECT_TRUE(state.got_nothing());
  const RunState::Run run = state.begin("a", 2, kNow);
  EXPECT_EQ(run.number, 1);
  EXPECT_EQ(run.seed, 2U);
  EXPECT_TRUE(run.after_nothing);
  EXPECT_FALSE(run.resumed);
  EXPECT_FALSE(run.refreshes);
  EXPECT_EQ(state.database().number("SELECT count(*) FROM page"), 0);
  EXPECT_TRUE(state.look("a", 3).resumed);
}

TEST_F(RunStateTest, ARunThatEndedWithNothingIsTakenBack) {
  RunState state{path};
  (void)state.begin("a", 1, kNow);
  state.note_whole(
      {.files = {}, .output_bytes = 70, .ending = {}, .ends = true, .forget = {}});
  EXPECT_EQ(state.begin("a", 1, kNow).number, 2);
  // Of pages that run 1 had, the first has been replaced by nothing, the second dropped,
  // and of the third nobody has said anything; run 1 had only asked for the fourth.
  TextPacker packer;
  state.database().run(
      "INSERT INTO crawl (id, key, run) VALUES (1, 'http://a', 2);"
      "INSERT INTO page (id, crawl, url, host, depth, listed, state, seen, asked, "
      "version, former, quads, etag, code) VALUES "
      "(1, 1, 'w', 'a', 0, 1, 0, 2, 2, 2, 1, 0, 'm', ''),"
      "(2, 1, 'x', 'a', 0, 1, 6, 1, 1, 0, 1, 0, '', 'crawl.unlisted'),"
      "(3, 1, 'y', 'a', 0, 1, 0, 1, 1, 1, 0, 3, 'y', ''),"
      "(4, 1, 'z', 'a', 0, 1, 0, 2, 2, 2, 0, 0, 'm', '');"
      "INSERT INTO file SELECT 'd', 'dump', 'u', 2, 0, 0, 0, 0, '', '', '', 0, 'whole', "
      "'', '', '', '', '', 200, 1, 0, 0, 0, 0, null, null, ''");
  for (const int page : {1, 2})
    Database::Query{state.database(), "INSERT INTO page_text VALUES (?, 1, 0, ?)"}
        .number(page)
        .text(packer.pack("<a:a> <a:b> <a:c> .\n<a:a> <a:b> <a:d> .\n"))
        .run();
  state.note_vain({});
  const RunState::Run run = state.begin("a", 1, kNow);
  EXPECT_EQ(run.number, 3);
  EXPECT_TRUE(run.refreshes);
  EXPECT_EQ(run.former_output, 70U);
  std::list<std::string> asked;  // statements are known by the address of their text
  const auto pages = [&](const std::string& what) {
    asked.push_back("SELECT sum(power * (" + what +
                    ")) FROM page JOIN (SELECT 1 AS id, 1 AS power UNION VALUES (2, 10), "
                    "(3, 100), (4, 1000)) USING (id)");
    return state.database().number(asked.back().c_str());
  };
  EXPECT_EQ(pages("version"), 111);
  EXPECT_EQ(pages("former"), 0);
  EXPECT_EQ(pages("quads"), 322);
  EXPECT_EQ(pages("etag <> ''"), 100);
  EXPECT_EQ(pages("state"), 2002);
  EXPECT_EQ(state.database().number("SELECT count(*) FROM file"), 0);
}

TEST_F(RunStateTest, PartsOfAnEndpointAreSomething) {
  KeptPart part;
  part.endpoint = "e";
  part.id = "a";
  {
    RunState state{path};
    (void)state.begin("a", 1, kNow);
    FileTable files{state.database(), 1};
    part.outcome = Outcome::failed;
    files.put_part("d", part);
    EXPECT_FALSE(state.has_quads());
    EXPECT_TRUE(state.got_nothing());
    part.id = "b";
    part.quads = 3;
    part.outcome = Outcome::partial;
    files.put_part("d", part);
    EXPECT_TRUE(state.has_quads());
    EXPECT_FALSE(state.got_nothing());
    state.ask_again({Outcome::partial, Outcome::failed});
    EXPECT_FALSE(files.find_part("d", "e", "a")) << "it had none, and is asked for again";
    EXPECT_TRUE(files.find_part("d", "e", "b"));
  }
  ASSERT_TRUE(std::filesystem::exists(path)) << "there is something in it";
  RunState state{path};
  EXPECT_TRUE(state.begin("a", 1, kNow).resumed);
  state.note_vain({});
  (void)state.begin("a", 1, kNow);
  EXPECT_FALSE(state.has_quads()) << "the run is taken back";
}

TEST_F(RunStateTest, WhatIsForgottenLeavesTheNamesOfNumbers) {
  RunState state{path};
  state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  state.forget_all();
  EXPECT_EQ(state.context(kUrl, kNow), nullptr);
  EXPECT_EQ(state.database().number("SELECT count(*) FROM page_state"), 7);
  EXPECT_EQ(state.database().number("SELECT count(*) FROM page_outcome"), 8);
}

TEST_F(RunStateTest, BegunAnewItKnowsNothing) {  // --fresh
  RunState{path}.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  RunState fresh{path, RunState::Use::begin_anew};
  EXPECT_EQ(fresh.context(kUrl, kNow), nullptr);
}

TEST_F(RunStateTest, NoFileIsLeftForNothing) {
  {
    RunState state{path};
    (void)state.context(kUrl, kNow);
    (void)state.begin("fetch", 1, kNow);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  RunState none{""};
  none.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  EXPECT_NE(none.context(kUrl, kNow), nullptr);
}

TEST_F(RunStateTest, ItIsOfOneRunAtATime) {
  RunState state{path};
  state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  try {
    RunState other{path};
    FAIL() << "two runs at once";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("another run is using this state"));
  }
  EXPECT_NE(state.context(kUrl, kNow), nullptr);
}

TEST_F(RunStateTest, ARunThatDidNotEndIsGoneOnWith) {  // DESIGN §7
  {
    RunState state{path};
    const RunState::Run run = state.begin("fetch a", 7, kNow);
    EXPECT_EQ(run.number, 1);
    EXPECT_FALSE(run.resumed);
    state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  }
  {
    RunState state{path};
    const RunState::Run run = state.begin("fetch a", 8, kNow);
    EXPECT_EQ(run.number, 1);
    EXPECT_TRUE(run.resumed);
    EXPECT_FALSE(run.refreshes);
    EXPECT_EQ(run.seed, 7U) << "the same draw of mirrors";
    state.note_whole({.ends = true});
  }
  {
    RunState state{path};
    const RunState::Run run = state.begin("fetch a", 9, kNow);
    EXPECT_EQ(run.number, 2);
    EXPECT_FALSE(run.resumed);
    EXPECT_TRUE(run.refreshes);
    EXPECT_EQ(run.seed, 9U);
  }
  RunState state{path};
  const RunState::Run run = state.look("fetch b", 10);
  EXPECT_TRUE(run.other_command);
  EXPECT_FALSE(run.resumed);
  EXPECT_FALSE(run.refreshes);
  EXPECT_THROW(static_cast<void>(state.begin("fetch b", 10, kNow)), UsageError);
  EXPECT_EQ(state.look("fetch a", 10).number, 2) << "it goes on: nothing was dropped";
  EXPECT_NE(state.context(kUrl, kNow), nullptr) << "contexts are anybody's";
}

TEST_F(RunStateTest, TheEndIsNotedAsAWholeOrNotAtAll) {
  RunState state{path};
  static_cast<void>(state.begin("fetch a", 7, kNow));
  state.note_spool("one");
  RunState::Whole whole{.files = {{.part = "a.part", .path = "a", .bytes = 5}},
                        .output_bytes = 5,
                        .ends = true,
                        .forget = [&] {
                          state.forget_spools();
                          throw RunError{"no space left"};
                        }};
  EXPECT_THROW(state.note_whole(whole), RunError);
  EXPECT_EQ(state.spools().size(), 1U) << "it was forgotten, but not noted";
  EXPECT_TRUE(state.to_be_named().empty());
  EXPECT_TRUE(state.look("fetch a", 8).resumed);
  whole.forget = [&] { state.forget_spools(); };
  state.note_whole(whole);
  EXPECT_TRUE(state.spools().empty());
  ASSERT_EQ(state.to_be_named().size(), 1U);
  EXPECT_EQ(state.to_be_named()[0].path, "a");
  EXPECT_EQ(state.output_bytes(), 5U);
  EXPECT_FALSE(state.look("fetch a", 8).resumed);
  state.named();
  EXPECT_TRUE(state.to_be_named().empty());
}

TEST_F(RunStateTest, AFileThatIsNoStateIsLeftAlone) {
  write_file(path, "<urn:a> <urn:b> <urn:c> .\n");
  try {
    RunState state{path};
    FAIL() << "accepted";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--state"));
  }
  EXPECT_EQ(std::filesystem::file_size(path), 26U);
}

TEST_F(RunStateTest, ADatabaseOfSomebodyElsesIsLeftAsItIs) {
  {
    // SQLite's own file form, with a table and no mark of ours.
    RunState state{path};
    state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  }
  {
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(68);  // SQLite file format §1.3: application id
    file.write("abcd", 4);
  }
  const std::string before = read_file(path);
  EXPECT_THROW(RunState{path}, RunError);
  EXPECT_TRUE(read_file(path) == before);
}

TEST_F(RunStateTest, AStateOfAFormBeforeIsGoneOnWith) {
  for (const int form : {2, 3, 5}) {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(path + suffix);
    make_earlier_state(
        path, kFormOfVersion01,
        "INSERT INTO run VALUES (1, 'fetch x', 1, 0, 1, '7', 0, 0);"
        "INSERT INTO page (crawl, url, host, depth, listed, waits, seen) VALUES (1, "
        "'http://a.example/', 'http://a.example:80', 0, 1, 0, 1)");
    {
      Database database{path};
      // Form 5 was form 6 without first lines of what came,
      database.run("DROP TABLE page_begins");
      // form 4 also without how a run ended,
      if (form < 5)
        database.run(
            "DROP TABLE ending; DROP TABLE ending_dataset; DROP TABLE ending_problem");
      // form 3 also without walks and what comes in the place of a page,
      if (form < 4) {
        database.run("DROP TABLE walk");
        database.run("DROP TABLE fallback");
        database.run("ALTER TABLE page DROP COLUMN barren");
        database.run("ALTER TABLE page DROP COLUMN header_only");
      }
      // form 2 also without what is to be done with one.
      if (form == 2) {
        database.run("ALTER TABLE listed DROP COLUMN task");
        database.run("ALTER TABLE page DROP COLUMN task");
      }
      database.run("PRAGMA user_version = " + std::to_string(form));
    }
    RunState state{path};
    EXPECT_EQ(state.begin("fetch x", 8, kNow).seed, 7) << "the run had not ended";
    const std::scoped_lock lock{state.database().mutex()};
    EXPECT_EQ(state.database().number(
                  "SELECT count(*) FROM page WHERE task = '' AND barren = 0"),
              1);
    EXPECT_EQ(state.database().number("SELECT count(*) FROM fallback"), 0);
    EXPECT_EQ(state.database().number("SELECT count(*) FROM walk"), 0);
    EXPECT_EQ(state.database().number("SELECT count(*) FROM page_begins"), 0);
    EXPECT_EQ(state.database().number("SELECT count(*) FROM ending"), 0);
    EXPECT_EQ(state.database().number("PRAGMA user_version"), RunState::kVersion);
  }
}

TEST_F(RunStateTest, ThreadsShareIt) {
  RunState state{path};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 20; ++k) {
        const std::string url = kUrl + std::to_string(i * 100 + k);
        state.keep_context(url, {.url = url, .text = url}, kNow);
        EXPECT_EQ(state.context(url, kNow)->text, url);
      }
    });
  }
  threads.clear();
  EXPECT_EQ(state.context(kUrl + "319", kNow)->text, kUrl + "319");
}

}  // namespace
}  // namespace semsite::test::run_state_test
