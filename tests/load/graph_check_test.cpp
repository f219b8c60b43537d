#include "load/graph_check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "support/fake_transport.hpp"

namespace semsite::graph_check_test {
namespace {

constexpr const char* kQuery = "http://s.example/sparql";

/// A store that answers with counts in turn.
struct Checked {
  explicit Checked(const std::vector<int>& counts, bool replaces = false)
      : check{{client, store, table, console}, replaces} {
    std::vector<test::Answer> answers;
    for (const int count : counts)
      answers.push_back({.headers = {{"content-type", "text/csv"}},
                         .body = "n\r\n" + std::to_string(count) + "\r\n"});
    transport.on(kQuery, answers);
  }

  test::FakeTransport transport;
  StoreClient client{transport, false};
  Store store{.protocol = LoadProtocol::graph_store, .load_url = {}, .query_url = kQuery};
  LoadTable table{"", LoadTable::Use::go_on};
  Console console{Verbosity::quiet, LogFormat::text};
  GraphCheck check;
};

// docs/load.md, "Replace and verify".
TEST(GraphCheck, WhatWasEmptyMustHaveWhatWasLoaded) {
  for (const auto& [now, passes] : {std::pair{9, false}, {10, true}, {11, false}}) {
    Checked store{{0, now}};
    store.check.note_before("a:g");
    store.check.expect({{"a:g", 10}});
    EXPECT_EQ(store.check.passes(), passes) << now;
    EXPECT_EQ(store.transport.log().size(), 2U);
  }
}

TEST(GraphCheck, WhatHeldSomethingMustHaveAPossibleNumber) {
  for (const auto& [now, passes] :
       {std::pair{9, false}, {10, true}, {14, true}, {15, false}}) {
    Checked store{{4, now}};
    store.check.note_before("a:g");
    store.check.expect({{"a:g", 10}});
    EXPECT_EQ(store.check.passes(), passes) << now;
  }
}

TEST(GraphCheck, CountsAGraphBeforeOnceAlsoIfTheLoadGoesOn) {
  Checked store{{4, 14}};
  store.check.note_before("a:g");
  GraphCheck later{{store.client, store.store, store.table, store.console}};
  later.note_before("a:g");
  later.expect({{"a:g", 10}});
  EXPECT_TRUE(later.passes());
  EXPECT_EQ(store.transport.log().size(), 2U);
}

// So that it need not be counted again for its first body.
TEST(GraphCheck, TellsWhetherAGraphWasCountedAndIsEmpty) {
  Checked store{{0, 3}};
  EXPECT_TRUE(store.check.note_before("a:empty"));
  EXPECT_FALSE(store.check.note_before("a:empty")) << "it may have something now";
  EXPECT_FALSE(store.check.note_before("a:full"));
}

TEST(GraphCheck, WhatIsReplacedIsNotCountedBefore) {
  Checked store{{10}, true};
  EXPECT_FALSE(store.check.note_before("a:g"));
  store.check.expect({{"a:g", 10}});
  EXPECT_TRUE(store.check.passes());
  EXPECT_EQ(store.transport.log().size(), 1U);
}

TEST(GraphCheck, PassesOverAGraphWhoseNameIsABlankNode) {
  Checked store{{1}};
  store.check.note_before("_:g");
  store.check.expect({{"_:g", 10}});
  EXPECT_TRUE(store.check.passes());
  EXPECT_TRUE(store.transport.log().empty());
}

TEST(GraphCheck, WhatCannotBeCountedEndsTheLoad) {
  Checked store{{}};
  store.transport.on(kQuery, "<html>no number</html>");
  EXPECT_THROW(store.check.note_before("a:g"), RunError);
}

}  // namespace
}  // namespace semsite::graph_check_test
