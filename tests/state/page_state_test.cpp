#include "state/page_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "state/run_state.hpp"
#include "state/stored.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::page_state_test {
namespace {

using enum PageState;

const std::vector<PageEvent> kEvents{
    PageEvent::take,      PageEvent::take_named, PageEvent::give_back, PageEvent::end,
    PageEvent::ask_again, PageEvent::park,       PageEvent::drop,      PageEvent::undo};

/// The table of docs/internals/states.md, one row for each event. What is not in it must
/// not happen.
const std::map<PageEvent, std::map<PageState, PageState>> kAllowed{
    {PageEvent::take, {{waiting, taken}, {again, taken_again}}},
    {PageEvent::take_named,
     {{waiting, taken},
      {taken, taken},
      {again, taken_again},
      {taken_again, taken_again},
      {ended, taken_again},
      {parked, taken_again},
      {dropped, taken_again}}},
    {PageEvent::give_back, {{taken, waiting}, {taken_again, again}}},
    {PageEvent::end,
     {{taken, ended},
      {taken_again, ended},
      {parked, ended},
      {again, ended},
      {ended, ended}}},
    {PageEvent::ask_again, {{ended, again}, {parked, again}, {dropped, again}}},
    {PageEvent::park,
     {{waiting, parked}, {taken, parked}, {again, parked}, {taken_again, parked}}},
    {PageEvent::drop,
     {{waiting, dropped},
      {taken, dropped},
      {again, dropped},
      {taken_again, dropped},
      {ended, dropped},
      {parked, dropped}}},
    {PageEvent::undo,
     {{waiting, again},
      {taken, again},
      {again, again},
      {taken_again, again},
      {ended, again},
      {parked, again},
      {dropped, ended}}},
};

std::string name_of(PageEvent event) {
  static const std::map<PageEvent, std::string> kNames{
      {PageEvent::take, "take"},           {PageEvent::take_named, "take_named"},
      {PageEvent::give_back, "give_back"}, {PageEvent::end, "end"},
      {PageEvent::ask_again, "ask_again"}, {PageEvent::park, "park"},
      {PageEvent::drop, "drop"},           {PageEvent::undo, "undo"}};
  return kNames.at(event);
}

std::optional<PageState> allowed(PageState from, PageEvent event) {
  const auto& row = kAllowed.at(event);
  const auto found = row.find(from);
  return found == row.end() ? std::nullopt : std::optional{found->second};
}

TEST(PageState, WhatMayHappenStandsInTheTable) {
  for (const PageEvent event : kEvents)
    for (const PageStateCode& from : kPageStates)
      EXPECT_EQ(state_after(from.state, event), allowed(from.state, event))
          << name_of(event) << " of " << from.name;
}

TEST(PageState, ADatabaseRefusesWhatMustNotHappen) {
  RunState state{""};
  Database& database = state.database();
  std::vector<std::string> kept;  // statements are known by the address of their text
  kept.reserve(100);
  const auto run = [&](const std::string& sql) {
    kept.push_back(page_sql(sql));
    database.run(kept.back());
  };
  run("INSERT INTO page (id, crawl, url, host, depth, listed, state, seen) VALUES (1, 1, "
      "'u', 'h', 0, 0, {waiting}, 1)");
  for (const PageEvent event : kEvents)
    for (const PageStateCode& from : kPageStates) {
      const std::string what = name_of(event) + " of " + std::string{from.name};
      run("UPDATE page SET state = {" + std::string{from.name} + "}");
      const std::string change = "UPDATE page SET state = {" + name_of(event) + "}";
      const auto to = allowed(from.state, event);
      if (to) {
        EXPECT_NO_THROW(run(change)) << what;
      } else {
        EXPECT_THROW(run(change), RunError) << what;
      }
      EXPECT_EQ(database.number("SELECT state FROM page"),
                code_of(to.value_or(from.state)))
          << what;
    }
}

/// Each of a list is refused or changed with the others: no half of it stays.
TEST(PageState, AChangeThatMustNotHappenToOneHappensToNone) {
  RunState state{""};
  Database& database = state.database();
  const std::string put = page_sql(
      "INSERT INTO page (id, crawl, url, host, depth, listed, state, seen) VALUES (1, 1, "
      "'u', 'h', 0, 0, {waiting}, 1), (2, 1, 'v', 'h', 0, 0, {ended}, 1)");
  database.run(put);
  EXPECT_THROW(database.run(page_sql("UPDATE page SET state = {take}")), RunError);
  EXPECT_EQ(database.number("SELECT sum(state) FROM page"), code_of(waiting));
}

TEST(PageState, TheStateExplainsItsNumbers) {
  RunState state{""};
  Database& database = state.database();
  std::map<std::int64_t, std::string> told;
  Database::Query rows{database, "SELECT code, name FROM page_state"};
  while (rows.step()) told.emplace(rows.number_at(0), rows.text_at(1));
  EXPECT_THAT(told, testing::ElementsAre(
                        testing::Pair(0, "ended"), testing::Pair(1, "waiting"),
                        testing::Pair(2, "again"), testing::Pair(3, "taken"),
                        testing::Pair(4, "taken_again"), testing::Pair(5, "parked"),
                        testing::Pair(6, "dropped")));
  told.clear();
  Database::Query outcomes{database, "SELECT code, name FROM page_outcome"};
  while (outcomes.step()) told.emplace(outcomes.number_at(0), outcomes.text_at(1));
  EXPECT_THAT(told, testing::ElementsAre(
                        testing::Pair(0, "not_tried"), testing::Pair(1, "whole"),
                        testing::Pair(2, "faulty"), testing::Pair(3, "damaged"),
                        testing::Pair(4, "partial"), testing::Pair(5, "failed"),
                        testing::Pair(6, "refused"), testing::Pair(7, "no_rdf")));
}

TEST(PageState, AStateLearnsNumbersThatCameSinceItWasMade) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    RunState state{path};
    state.keep_context("http://a.example/c", {.url = "http://a.example/c", .text = "{}"},
                       std::chrono::system_clock::now());
    state.database().run("DELETE FROM page_outcome WHERE code = 7");
  }
  RunState state{path};
  EXPECT_EQ(state.database().number("SELECT count(*) FROM page_outcome"), 8);
}

TEST(PageState, KnowsItsNumbers) {
  for (const PageStateCode& one : kPageStates)
    EXPECT_EQ(page_state_of(code_of(one.state)), one.state) << one.name;
  EXPECT_EQ(page_state_of(7), std::nullopt);
  EXPECT_EQ(page_state_of(-1), std::nullopt);
  for (const PageStateCode& one : kPageStates)
    EXPECT_EQ(is_pending(one.state), one.state == waiting || one.state == taken ||
                                         one.state == again || one.state == taken_again)
        << one.name;
}

TEST(PageState, SqlHasNumbersForNames) {
  EXPECT_EQ(page_sql("a {waiting} b ({to_ask}) c ({pending}) d ({over}) e ({settled})"),
            "a 1 b (1, 2) c (1, 3, 2, 4) d (0, 5) e (0, 5, 6)");
  EXPECT_EQ(page_sql("{take}"), "CASE state WHEN 1 THEN 3 WHEN 2 THEN 4 END");
  EXPECT_THROW(static_cast<void>(page_sql("{nothing}")), std::logic_error);
}

TEST(Stored, NamesComeBack) {
  Database database{""};
  for (const Outcome one :
       {Outcome::not_tried, Outcome::whole, Outcome::faulty, Outcome::damaged,
        Outcome::partial, Outcome::failed, Outcome::refused}) {
    EXPECT_EQ(outcome_of(database.path(), stored(one)), one);
    EXPECT_EQ(page_outcome_of(database.path(), page_code(one)), one);
  }
  for (const RunStage one : {RunStage::open, RunStage::ended, RunStage::vain})
    EXPECT_EQ(run_stage_of(database.path(), stored(one)), one);
}

TEST(Stored, WhatIsUnknownIsRefusedWithWhatToDo) {
  Database database{""};
  const auto refusal = [&](auto&& read) {
    try {
      static_cast<void>(read());
    } catch (const RunError& error) {
      return std::string{error.what()};
    }
    return std::string{"taken"};
  };
  using testing::AllOf;
  using testing::HasSubstr;
  EXPECT_THAT(refusal([&] { return outcome_of(database.path(), "splendid"); }),
              AllOf(HasSubstr("\"splendid\""), HasSubstr("--fresh")));
  EXPECT_THAT(refusal([&] { return page_outcome_of(database.path(), 8); }),
              AllOf(HasSubstr("\"8\""), HasSubstr("--fresh")));
  EXPECT_THAT(refusal([&] { return page_state_of(database.path(), 9); }),
              AllOf(HasSubstr("\"9\""), HasSubstr("--fresh")));
  EXPECT_THAT(refusal([&] { return run_stage_of(database.path(), "1"); }),
              AllOf(HasSubstr("\"1\""), HasSubstr("--fresh")));
}

}  // namespace
}  // namespace semsite::test::page_state_test
