#include "index/index_writer.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/index_kit.hpp"

namespace semsite::test::index_writer_test {
namespace {

TEST(IndexWriter, TellsNewReplacedAndUnchangedApart) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) {
    writer.put(labelled("urn:a", "one"));
    writer.put(labelled("urn:b", "one"));
  });
  const IndexCounts counts = kit.write([](IndexWriter& writer) {
    writer.put(labelled("urn:a", "one"));
    writer.put(labelled("urn:b", "two"));
    writer.put(labelled("urn:c", "one"));
    writer.remove("urn:none");
  });
  EXPECT_EQ(counts.unchanged, 1U);
  EXPECT_EQ(counts.replaced, 1U);
  EXPECT_EQ(counts.added, 1U);
  EXPECT_EQ(counts.removed, 0U);
}

TEST(IndexWriter, ManySegmentsAreMergedAndKeepTheirDocuments) {
  IndexKit kit;
  for (int i = 0; i < 20; ++i)
    kit.write([&](IndexWriter& writer) {
      writer.put(labelled("urn:" + std::to_string(i), "word"));
    });
  const auto store = IndexStore::open_to_read(kit.place());
  EXPECT_LE(store->segments().size(), 8U);
  for (int i = 0; i < 20; ++i)
    EXPECT_TRUE(store->find_document("urn:" + std::to_string(i))) << i;
}

TEST(IndexWriter, ASegmentOfWhichAllIsGoneIsTakenAway) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "one")); });
  kit.write([](IndexWriter& writer) { writer.remove("urn:a"); });
  EXPECT_TRUE(IndexStore::open_to_read(kit.place())->segments().empty());
}

TEST(IndexWriter, WithoutACommitNothingIsSeenAndNothingStays) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "one")); });
  {
    const auto store = IndexStore::open_to_write(kit.place());
    TemporaryFolder folder;
    IndexWriter writer{*store,
                       {},
                       {.temporary = folder.file(""),
                        .name = "test",
                        .memory_bytes = 1 << 20,
                        .threads = 1}};
    writer.put(labelled("urn:b", "two"));
    writer.remove("urn:a");
  }
  const auto store = IndexStore::open_to_write(kit.place());
  EXPECT_TRUE(store->find_document("urn:a"));
  EXPECT_FALSE(store->find_document("urn:b"));
  EXPECT_EQ(store->database().number("SELECT count(*) FROM segment"), 1);
}

}  // namespace
}  // namespace semsite::test::index_writer_test
