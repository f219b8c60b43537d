#include "state/load_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
namespace {

using Use = LoadTable::Use;

TEST(LoadTable, KnowsWhatWasSentAndWhatWasTakenAfterItWasClosed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    EXPECT_FALSE(table.begin("load", {{"file:///a", 5, 6}}).resumed);
    table.put(0, {.limit = 10, .digest = "d"});
    table.put(1, {.limit = 20, .digest = "e"});
    table.note_taken(0);
    table.note_part(1, 3, 9, 42);
    table.note_graph("a:g", 7);
    table.note_graph("a:g", 8);
  }
  LoadTable table{path, Use::go_on};
  const auto found = table.begin("load", {});
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
  table.note_end();
  EXPECT_TRUE(table.begin("load", {}).ended);
}

TEST(LoadTable, ForgetsWhatIsOfAnotherCommandAndWhatIsToBeForgotten) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    static_cast<void>(table.begin("one", {}));
    table.put(0, {.limit = 10, .digest = "d"});
  }
  {
    LoadTable table{path, Use::go_on};
    EXPECT_TRUE(table.begin("two", {}).other_command);
    EXPECT_FALSE(table.find(0));
    table.put(0, {.limit = 10, .digest = "d"});
  }
  LoadTable table{path, Use::begin_anew};
  EXPECT_FALSE(table.begin("two", {}).resumed);
  EXPECT_FALSE(table.find(0));
}

TEST(LoadTable, CountsWhatWasRefusedUntilItIsSentAgain) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    LoadTable table{path, Use::go_on};
    static_cast<void>(table.begin("load", {}));
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

TEST(LoadTable, DoesNotTouchWhatIsNoStateOfALoad) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  { Database{path}.run("CREATE TABLE mine (a)"); }
  EXPECT_THROW((LoadTable{path, Use::begin_anew}), RunError);
  write_file(folder.file("text"), "no database");
  EXPECT_THROW((LoadTable{folder.file("text"), Use::go_on}), RunError);
}

}  // namespace
}  // namespace semsite::test
