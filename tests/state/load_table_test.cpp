#include "state/load_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"
#include "state/state_summary.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::load_table_test {
namespace {

using Use = LoadTable::Use;

const LoadTable::Time kNow{std::chrono::seconds{1'790'000'000}};

TEST(LoadTable, WhichGraphsItHasMadeOutlivesWhatItForgets) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  LoadTable{path, Use::go_on}.note_made("http://store/", "a:g");
  LoadTable table{path, Use::begin_anew};
  static_cast<void>(table.begin("another", {}, kNow));
  EXPECT_TRUE(table.has_made("http://store/", "a:g"));
  EXPECT_FALSE(table.has_made("http://store/", "a:h"));
  EXPECT_FALSE(table.has_made("http://other/", "a:g"));
}

TEST(LoadTable, WhereAStoreStandsOutlivesOtherLoadsAndGoesWhenItBeginsAnew) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    static_cast<void>(table.begin("load", {}, kNow));
    table.put(0, {.limit = 10, .digest = "d"});
    EXPECT_FALSE(table.stand("http://store/"));
    table.begin_list("http://store/",
                     {.content = "nothing", .towards = "a", .list = "l"});
    EXPECT_FALSE(table.find(0)) << "batches of another load";
    table.note_stand("http://store/", {.content = "a", .not_there = 3});
    table.note_stand("http://other/", {.content = "b"});
    static_cast<void>(table.begin("another", {}, kNow));
  }
  LoadTable table{path, Use::go_on};
  ASSERT_TRUE(table.stand("http://store/"));
  EXPECT_EQ(table.stand("http://store/")->content, "a");
  EXPECT_EQ(table.stand("http://store/")->towards, "");
  EXPECT_EQ(table.stand("http://store/")->not_there, 3U);
  table.forget_stand("http://other/");
  EXPECT_FALSE(table.stand("http://other/"));
  EXPECT_TRUE(table.stand("http://store/"));
}

TEST(LoadTable, BegunAnewKnowsOfNoStand) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  LoadTable{path, Use::go_on}.note_stand("http://store/", {.content = "a"});
  EXPECT_FALSE((LoadTable{path, Use::begin_anew}.stand("http://store/")));
}

TEST(LoadTable, KnowsWhatWasSentAndWhatWasTakenAfterItWasClosed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    EXPECT_FALSE(table.begin("load", {{"file:///a", 5, 6}}, kNow).resumed);
    table.put(0, {.limit = 10, .digest = "d"});
    table.put(1, {.limit = 20, .digest = "e"});
    table.note_taken(0, kNow);
    table.note_part(1, 3, 9, 42);
    table.note_graph("a:g", 7);
    table.note_graph("a:g", 8);
  }
  LoadTable table{path, Use::go_on};
  const auto found = table.begin("load", {}, kNow);
  EXPECT_TRUE(found.resumed);
  EXPECT_EQ(found.inputs, (std::vector<LoadInput>{{"file:///a", 5, 6}}));
  EXPECT_TRUE(table.find(0)->taken);
  const auto row = table.find(1);
  EXPECT_EQ(row->limit, 20U);
  EXPECT_EQ(row->digest, "e");
  EXPECT_FALSE(row->taken);
  EXPECT_EQ(row->part_begin, 3U);
  EXPECT_EQ(row->part_end, 9U);
  EXPECT_EQ(row->before, 42);
  EXPECT_EQ(table.graph_before("a:g"), 7);
  EXPECT_FALSE(table.find(2));
  table.note_end(kNow);
  EXPECT_TRUE(table.begin("load", {}, kNow).ended);
}

TEST(LoadTable, ALoadThatSentNothingBeginsAnewWithOtherFiles) {  // an HTML page at first
  for (const bool ended : {false, true}) {
    LoadTable table{"", Use::go_on};
    static_cast<void>(table.begin("load", {{"file:///a", 5, 6}}, kNow));
    table.note_graph("a:g", 7);
    if (ended) table.note_end(kNow);
    const auto found = table.begin("load", {{"file:///a", 90, 7}}, kNow);
    EXPECT_FALSE(found.resumed || found.ended || found.other_command);
    EXPECT_FALSE(table.graph_before("a:g"));
    table.put(0, {.limit = 10, .digest = "d"});
    const auto again = table.begin("load", {}, kNow);
    EXPECT_TRUE(again.resumed);
    EXPECT_EQ(again.inputs, (std::vector<LoadInput>{{"file:///a", 90, 7}}));
  }
}

TEST(LoadTable, ForgetsWhatIsOfAnotherCommandAndWhatIsToBeForgotten) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    static_cast<void>(table.begin("one", {}, kNow));
    table.put(0, {.limit = 10, .digest = "d"});
  }
  {
    LoadTable table{path, Use::go_on};
    EXPECT_TRUE(table.begin("two", {}, kNow).other_command);
    EXPECT_FALSE(table.find(0));
    table.put(0, {.limit = 10, .digest = "d"});
  }
  LoadTable table{path, Use::begin_anew};
  EXPECT_FALSE(table.begin("two", {}, kNow).resumed);
  EXPECT_FALSE(table.find(0));
}

TEST(LoadTable, CountsWhatWasRefusedUntilItIsSentAgain) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    static_cast<void>(table.begin("load", {}, kNow));
    table.put(0, {.limit = 10, .digest = "d"});
    table.put(1, {.limit = 10, .digest = "e"});
    EXPECT_EQ(table.refused(), 0U);
    table.note_refused(0, 2);
    table.note_refused(0, 1);
    table.note_refused(1, 4);
  }
  LoadTable table{path, Use::go_on};
  EXPECT_EQ(table.refused(), 7U);
  table.begin_batch_anew(0);
  EXPECT_EQ(table.refused(), 4U);
}

TEST(LoadTable, KnowsWhatTheStoreAnsweredUntilTheLoadBeginsAnew) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    static_cast<void>(table.begin("load", {}, kNow));
    table.put(0, {.limit = 10, .digest = "d"});
    EXPECT_FALSE(table.answer("triple terms"));
    table.note_answer("triple terms", false);
    table.note_answer("triple terms", true);
    table.note_answer("base directions", true);
  }
  {
    LoadTable table{path, Use::go_on};
    EXPECT_TRUE(table.begin("load", {}, kNow).resumed);
    EXPECT_EQ(table.answer("triple terms"), false);
    EXPECT_EQ(table.answer("base directions"), true);
  }
  LoadTable table{path, Use::begin_anew};
  EXPECT_FALSE(table.answer("triple terms"));
}

TEST(LoadTable, AStateOfTheFormBeforeIsGoneOnWith) {  // form 2 had no times
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    static_cast<void>(table.begin("load", {}, kNow));
    table.put(0, {.limit = 10, .digest = "d"});
  }
  {
    Database database{path};
    database.run(
        "DROP TABLE load; CREATE TABLE load (id INTEGER PRIMARY KEY CHECK (id = 1), "
        "command TEXT NOT NULL, ended INTEGER NOT NULL); INSERT INTO load VALUES (1, "
        "'load', 0); DROP TABLE made; DROP TABLE answer");
    database.run("PRAGMA user_version = 2");
  }
  EXPECT_EQ(read_state_summary(path).load.begun, 0) << "not noted";
  {
    LoadTable table{path, Use::go_on};
    EXPECT_TRUE(table.begin("load", {}, kNow).resumed);
    EXPECT_TRUE(table.find(0));
    table.note_taken(0, kNow);
  }
  const StateSummary now = read_state_summary(path);
  EXPECT_EQ(now.load.begun, 0);
  EXPECT_EQ(now.load.confirmed, 1'790'000'000);
}

TEST(LoadTable, DoesNotTouchWhatIsNoStateOfALoad) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  { Database{path}.run("CREATE TABLE mine (a)"); }
  EXPECT_THROW((LoadTable{path, Use::begin_anew}), RunError);
  write_file(folder.file("text"), "no database");
  EXPECT_THROW((LoadTable{folder.file("text"), Use::go_on}), RunError);
}

}  // namespace
}  // namespace semsite::test::load_table_test
