#include "serve/reader_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <latch>
#include <thread>
#include <vector>

#include "support/index_kit.hpp"

namespace semsite::test::reader_pool_test {
namespace {

std::uint64_t documents(ReaderPool& pool) {
  return pool.ask([](IndexReader& reader) { return reader.summary().documents; });
}

TEST(ReaderPool, AsksAsManyAtOnceAsItMayAndRefusesOthersInTime) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "one")); });
  ReaderPool pool{kit.place(), 2, std::chrono::milliseconds{20}};
  std::latch both{2};
  std::latch end{1};
  std::vector<std::jthread> askers;
  for (int i = 0; i < 2; ++i)
    askers.emplace_back([&] {
      pool.ask([&](IndexReader&) {
        both.count_down();
        end.wait();
        return 0;
      });
    });
  both.wait();
  EXPECT_THROW((void)documents(pool), AllBusy);
  end.count_down();
  askers.clear();
  EXPECT_EQ(documents(pool), 1U);
}

TEST(ReaderPool, SeesAnIndexThatIsUpdatedOrReplacedOrGone) {
  IndexKit kit;
  IndexKit other;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "one")); });
  ReaderPool pool{kit.place(), 2};
  EXPECT_EQ(documents(pool), 1U);
  const auto before = index_state(kit.place());
  ASSERT_TRUE(before);
  EXPECT_EQ(before->tag, index_state(kit.place())->tag);
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:b", "two")); });
  EXPECT_NE(before->tag, index_state(kit.place())->tag);
  EXPECT_EQ(before->file, index_state(kit.place())->file);
  EXPECT_EQ(documents(pool), 2U);
  // As a run does at its end; a file with a log beside it cannot be replaced (SQLite's
  // WAL).
  IndexStore::open_to_write(kit.place())->settle();

  other.write([](IndexWriter& writer) {
    for (const char* const url : {"urn:c", "urn:d", "urn:e"})
      writer.put(labelled(url, "three"));
  });
  ASSERT_EQ(std::rename(other.place().c_str(), kit.place().c_str()), 0);
  EXPECT_NE(before->file, index_state(kit.place())->file);
  EXPECT_EQ(documents(pool), 3U);

  std::remove(kit.place().c_str());
  EXPECT_FALSE(index_state(kit.place()));
  for (int i = 0; i < 3; ++i) EXPECT_THROW((void)documents(pool), RunError);
}

TEST(ReaderPool, AQuestionThatFailsTakesNoReaderAway) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "one")); });
  ReaderPool pool{kit.place(), 1, std::chrono::milliseconds{20}};
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(pool.ask([](IndexReader& reader) { return reader.search({}); }),
                 UsageError);
    EXPECT_THROW(pool.ask([](IndexReader&) -> int { throw RunError{"damaged"}; }),
                 RunError);
  }
  EXPECT_EQ(documents(pool), 1U);
}

}  // namespace
}  // namespace semsite::test::reader_pool_test
