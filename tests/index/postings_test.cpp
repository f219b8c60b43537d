#include "index/postings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace semsite::test::postings_test {
namespace {

TEST(PostingBlock, GivesThePiecesBackAndNamesTheFirstOfEachBlock) {
  std::vector<std::pair<std::string, std::string>> blocks;
  PostingBlockWriter writer{[&](std::string_view key, std::string_view block) {
    blocks.emplace_back(key, block);
  }};
  std::vector<std::string> keys;
  for (int i = 1000; i < 3000; ++i)
    keys.push_back("Uhttp://a.example/" + std::to_string(i));
  for (const std::string& key : keys)
    writer.add({.key = key, .count = 1, .first = 5, .last = 5, .bytes = "\x01"});
  const std::string large(20'000, 'x');
  writer.add({.key = "V", .count = 2, .first = 6, .last = 9, .bytes = large});
  writer.finish();
  ASSERT_GT(blocks.size(), 2U);
  std::vector<std::string> got;
  for (const auto& [first, block] : blocks) {
    bool is_first = true;
    PostingBlockReader reader{block};
    while (reader.next()) {
      if (std::exchange(is_first, false)) {
        EXPECT_EQ(reader.piece().key, first);
      }
      got.emplace_back(reader.piece().key);
      if (reader.piece().key == "V") {
        EXPECT_EQ(reader.piece().bytes, large);
      }
    }
  }
  keys.emplace_back("V");
  EXPECT_EQ(got, keys);
}

TEST(PostingBlock, ACutBlockIsDamaged) {
  std::string block;
  PostingBlockWriter writer{
      [&](std::string_view, std::string_view made) { block = made; }};
  writer.add({.key = "key", .count = 1, .first = 5, .last = 5, .bytes = "payload"});
  writer.finish();
  for (std::size_t size = 1; size < block.size(); ++size) {
    const std::string cut = block.substr(0, size);
    PostingBlockReader reader{cut};
    EXPECT_THROW(static_cast<void>(reader.next()), RunError) << size;
  }
}

}  // namespace
}  // namespace semsite::test::postings_test
