#include "index/index_ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "index/byte_code.hpp"
#include "index/index_key.hpp"
#include "index/search.hpp"
#include "support/index_kit.hpp"

namespace semsite::test::index_ranking_test {
namespace {

/// A document whose own URL has the property `urn:p` with these values.
DocumentText linking(const std::string& url, const std::vector<std::string>& objects) {
  TextGathering out{url, 1 << 20};
  for (const std::string& object : objects)
    out.add("<" + url + "> <urn:p> <" + object + ">");
  out.add("<" + url + "> <urn:text> \"word\"");
  return out.finish();
}

/// The rank of each document with the word.
std::map<std::string, StaticRank> ranks(const std::string& place) {
  SearchRequest request;
  request.query.children.push_back(parse_query("word"));
  request.limit = 1000;
  std::map<std::string, StaticRank> out;
  for (const SearchHit& hit : IndexReader{place}.search(request).hits)
    out[hit.record.text.url] = hit.rank;
  return out;
}

/// The part of so many links, by the formula of docs/search.md.
double part_of(double links) { return std::round(12 * std::log2(1 + links)) / 288; }

TEST(IndexRanking, LinksOfAllSegmentsCount) {
  IndexKit kit;
  const std::string wanted = "http://a.example/wanted";
  kit.write([&](IndexWriter& writer) {
    writer.put(linking("http://a.example/1", {wanted}));
    writer.put(linking(wanted, {wanted}));  // itself does not
  });
  kit.write([&](IndexWriter& writer) {
    writer.put(linking("http://b.example/2", {wanted, "http://a.example/1"}));
  });
  kit.write(
      [&](IndexWriter& writer) { writer.put(linking("http://a.example/3", {wanted})); });
  ASSERT_EQ(IndexStore::open_to_read(kit.place())->segments().size(), 3U);
  const auto found = ranks(kit.place());
  EXPECT_DOUBLE_EQ(found.at(wanted).links, part_of(3));
  EXPECT_DOUBLE_EQ(found.at("http://a.example/1").links, part_of(1));
  EXPECT_EQ(found.at("http://a.example/3").links, 0);
}

TEST(IndexRanking, DocumentsThatAreGoneCountUntilTheirSegmentIsMerged) {
  IndexKit kit;
  const std::string wanted = "http://a.example/wanted";
  kit.write([&](IndexWriter& writer) {
    writer.put(linking(wanted, {}));
    for (int i = 0; i < 5; ++i)
      writer.put(linking("http://a.example/" + std::to_string(i), {wanted}));
  });
  kit.write([](IndexWriter& writer) { writer.remove("http://a.example/0"); });
  EXPECT_DOUBLE_EQ(ranks(kit.place()).at(wanted).links, part_of(5));
  kit.write([](IndexWriter& writer) {
    writer.remove("http://a.example/1");
    writer.remove("http://a.example/2");
    writer.remove("http://a.example/3");
  });
  EXPECT_DOUBLE_EQ(ranks(kit.place()).at(wanted).links, part_of(1));
}

// By hand, as in DatasetRank: two datasets, one links to the other.
TEST(IndexRanking, DatasetsAreRankedByTheLinksBetweenThem) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) {
    writer.put(linking("http://www.a.example/1", {"https://data.b.example/other#it"}));
  });
  kit.write([](IndexWriter& writer) {
    writer.put(linking("http://b.example/1",
                       {"http://b.example/2", "http://not.in.the.index.example/"}));
  });
  const auto found = ranks(kit.place());
  EXPECT_NEAR(found.at("http://www.a.example/1").dataset, std::log2(1 + 1 / 1.425) / 16,
              1e-5);
  EXPECT_NEAR(found.at("http://b.example/1").dataset, std::log2(1 + 2 - 1 / 1.425) / 16,
              1e-5);
}

// Three datasets; a links once to the domain of which one has three documents, one one.
TEST(IndexRanking, DatasetsOfOneDomainShareTheLinksToIt) {
  IndexKit kit;
  const auto put = [](IndexWriter& writer, DocumentText text, const char* dataset) {
    writer.put(make_record(std::move(text), {.dataset = dataset}));
  };
  kit.write([&](IndexWriter& writer) {
    put(writer, linking("http://a.example/1", {"http://b.example/"}), "a");
    for (int i = 0; i < 4; ++i)
      put(writer, linking("http://b.example/" + std::to_string(i), {}),
          i == 2 ? "small" : "large");
  });
  const auto found = ranks(kit.place());
  const auto rank = [&](const char* url) {
    return std::exp2(16 * found.at(url).dataset) - 1;
  };
  // All get the same from those without links; a passes on 3/4 and 1/4 of what it does.
  EXPECT_NEAR(rank("http://b.example/1") - rank("http://b.example/2"),
              0.85 * rank("http://a.example/1") * 0.5, 1e-4);
  EXPECT_NEAR(rank("http://b.example/1") + rank("http://b.example/2") +
                  rank("http://a.example/1"),
              3, 1e-4);
}

TEST(IndexRanking, WhatIsStoppedIsDoneByTheNextRun) {
  IndexKit kit;
  kit.write([](IndexWriter& writer) { writer.put(linking("http://a.example/1", {})); });
  {
    const auto store = IndexStore::open_to_write(kit.place());
    TemporaryFolder folder;
    IndexWriter writer{*store, {}, {.temporary = folder.file(""), .name = "test"}};
    writer.put(linking("http://a.example/2", {"http://a.example/1"}));
    writer.commit();
    EXPECT_THROW(writer.rank([] { throw std::runtime_error{"stop"}; }),
                 std::runtime_error);
  }
  EXPECT_EQ(ranks(kit.place()).at("http://a.example/1").links, 0);
  kit.write([](IndexWriter&) {});
  EXPECT_DOUBLE_EQ(ranks(kit.place()).at("http://a.example/1").links, part_of(1));
}

// Many documents in two segments, drawn, against counting one by one.
TEST(IndexRanking, JoinedLinksAreThoseOfAScan) {
  std::mt19937 draw{7};
  const auto url = [](std::uint64_t i) {
    return "http://a.example/" + std::string(i % 5, 'x') + std::to_string(i);
  };
  IndexKit kit;
  std::map<std::string, std::uint32_t> expected;
  kit.write([&](IndexWriter& writer) {
    for (std::uint32_t i = 0; i < 1500; i += 2) writer.put(linking(url(i), {}));
  });
  kit.write([&](IndexWriter& writer) {
    for (std::uint32_t i = 1; i < 1500; i += 2) {
      std::map<std::string, bool> objects;
      for (int k = 0; k < 4; ++k) objects[url(draw() % (k == 0 ? 9 : 6000))] = true;
      std::vector<std::string> texts;
      for (const auto& [object, yes] : objects) {
        texts.push_back(object);
        ++expected[object];
      }
      writer.put(linking(url(i), texts));
    }
  });
  const auto store = IndexStore::open_to_read(kit.place());
  ASSERT_EQ(store->segments().size(), 2U);
  std::map<std::uint32_t, std::uint32_t> found;
  const std::string bytes = joined_links(*store, 0, 1, [] {});
  std::uint32_t document = 0;
  for (ByteReader in{bytes}; !in.done();) {
    document += static_cast<std::uint32_t>(in.number());
    found[document] = static_cast<std::uint32_t>(in.number());
  }
  std::size_t linked = 0;
  for (std::uint32_t i = 0; i < 1500; i += 2) {
    const auto list = store->find(0, index_key(key_kind::document, url(i)));
    ASSERT_TRUE(list);
    EXPECT_EQ(found[list->first], expected[url(i)]) << url(i);
    linked += expected[url(i)] > 0 ? 1 : 0;
  }
  EXPECT_GT(linked, 100U);
  EXPECT_TRUE(joined_links(*store, 1, 0, [] {}).empty());
}

}  // namespace
}  // namespace semsite::test::index_ranking_test
