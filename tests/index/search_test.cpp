#include "index/search.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/index_kit.hpp"

namespace semsite::test::index_search_test {
namespace {

SearchRequest words(const std::string& text) {
  SearchRequest out;
  out.query.children.push_back(parse_query(text));
  return out;
}

std::vector<std::string> urls(const SearchResult& result) {
  std::vector<std::string> out;
  for (const SearchHit& hit : result.hits) out.push_back(hit.record.text.url);
  return out;
}

TEST(IndexReader, SeesWhatWasCommittedSinceItWasOpened) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "one")); });
  IndexReader reader{kit.place()};
  EXPECT_EQ(urls(reader.search(words("one"))), std::vector<std::string>{"urn:a"});
  kit.write([](IndexWriter& writer) {
    writer.put(labelled("urn:a", "two"));
    writer.put(labelled("urn:b", "one"));
  });
  EXPECT_EQ(urls(reader.search(words("one"))), std::vector<std::string>{"urn:b"});
  EXPECT_EQ(urls(reader.search(words("two"))), std::vector<std::string>{"urn:a"});
  EXPECT_EQ(reader.summary().documents, 2U);
}

TEST(IndexReader, GivesADocumentWithItsStatements) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "one")); });
  IndexReader reader{kit.place()};
  const auto found = reader.document("urn:a");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text.statements,
            "<urn:a> <http://www.w3.org/2000/01/rdf-schema#label> \"one\" .\n");
  EXPECT_FALSE(reader.document("urn:none"));
}

TEST(IndexReader, TheNewestComeFirstIfAskedFor) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:b", "word")); }, 100);
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:a", "word")); }, 50);
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:c", "word")); }, 200);
  IndexReader reader{kit.place()};
  SearchRequest request = words("word");
  request.newest_first = true;
  EXPECT_EQ(urls(reader.search(request)),
            (std::vector<std::string>{"urn:c", "urn:b", "urn:a"}));
}

// `http://` is the namespace of both.
TEST(IndexReader, HostsOfIrisWithoutAPathAreFoundEach) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) {
    TextGathering text{"urn:a", 1 << 20};
    text.add("<urn:a> <urn:p> <http://one.example>");
    text.add("<urn:a> <urn:p> <http://two.example>");
    writer.put(text.finish());
  });
  IndexReader reader{kit.place()};
  for (const char* host : {"one.example", "two.example"}) {
    SearchRequest request;
    request.query.children.push_back(host_query(host));
    EXPECT_EQ(urls(reader.search(request)), std::vector<std::string>{"urn:a"}) << host;
  }
}

// A server has a reader for each thread, and indexing goes on meanwhile.
TEST(IndexReader, SeveralThreadsAskWhileOneWrites) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(labelled("urn:0", "word")); });
  std::atomic<bool> over = false;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&] {
        IndexReader reader{kit.place()};
        std::uint64_t last = 0;
        while (!over) {
          const SearchResult result = reader.search(words("word"));
          // What was there once stays.
          if (result.total < last || result.total < 1) ++wrong;
          last = result.total;
        }
      });
    for (int i = 1; i <= 12; ++i)
      kit.write([&](IndexWriter& writer) {
        writer.put(labelled("urn:" + std::to_string(i), "word"));
      });
    over = true;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(IndexReader{kit.place()}.search(words("word")).total, 13U);
}

/// An index of two documents, urn:a and urn:b, changed by `sql`.
std::unique_ptr<IndexKit> damaged_index(const std::string& sql) {
  auto kit = std::make_unique<IndexKit>();
  kit->write([](IndexWriter& writer) {
    writer.put(labelled("urn:a", "one"));
    writer.put(labelled("urn:b", "one"));
  });
  IndexStore::open_to_write(kit->place())->database().run(sql);
  return kit;
}

// Whoever keeps an index of others is not to be brought to read beyond it.
TEST(IndexReader, ADocumentThatItsSegmentHasNotIsDamage) {
  const auto kit = damaged_index("UPDATE segment SET documents = 1");
  IndexReader reader{kit->place()};
  EXPECT_THROW(static_cast<void>(reader.search(words("one"))), RunError);
  EXPECT_THROW(static_cast<void>(reader.document("urn:b")), RunError);
}

TEST(IndexReader, ASegmentOfMoreDocumentsThanItsFileHasRoomForIsDamage) {
  for (const char* documents : {"-1", "4000000000"}) {
    const auto kit =
        damaged_index(std::string{"UPDATE segment SET documents = "} + documents);
    EXPECT_THROW(IndexReader{kit->place()}, RunError) << documents;
  }
}

}  // namespace
}  // namespace semsite::test::index_search_test
