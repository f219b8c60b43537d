#include "commands/index_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::test {
namespace {

using Words = std::vector<std::string>;

Options read(Words words) {
  words.insert(words.begin(), {"index", "--index", "i"});
  return parse_options(words);
}

TEST(IndexOptions, HaveTheDefaultsOfTheManual) {
  const Options out = read({"a.nq"});
  EXPECT_EQ(out.index.place, "i");
  EXPECT_EQ(out.index.limits.statement_bytes, 16 * kMiB);
  EXPECT_EQ(out.slice_memory, 256 * kMiB);
  EXPECT_EQ(out.graph.use, GraphUse::automatic);
  EXPECT_FALSE(out.index.merges);
}

TEST(IndexOptions, AreReadAsGiven) {
  const Options out =
      read({"a.nq",  "--changes",  "c",    "--changes",      "d",    "--remove",
            "urn:x", "--dataset",  "mine", "--max-document", "1k",   "--memory",
            "1G",    "--tmp",      "t",    "--on-error",     "fail", "--quarantine",
            "q",     "--progress", "none", "--base",         "urn:b"});
  EXPECT_EQ(out.index.changes, (Words{"c", "d"}));
  EXPECT_EQ(out.index.remove, Words{"urn:x"});
  EXPECT_EQ(out.index.dataset, "mine");
  EXPECT_EQ(out.index.limits.statement_bytes, 1000U);
  EXPECT_EQ(out.slice_memory, 1'000'000'000U);
  EXPECT_EQ(out.temporary, "t");
  EXPECT_EQ(out.on_error, OnError::fail);
  EXPECT_EQ(out.quarantine, "q");
  EXPECT_EQ(out.base, "urn:b");
  EXPECT_EQ(out.urls.size(), 1U);
}

TEST(IndexOptions, IndexesToMergeAreNoDocuments) {
  const Options out = read({"--merge", "a", "b"});
  EXPECT_TRUE(out.index.merges);
  EXPECT_TRUE(out.urls.empty());
  EXPECT_EQ(out.arguments, (Words{"a", "b"}));
}

TEST(IndexOptions, AreRefusedWithAReason) {
  EXPECT_THROW(static_cast<void>(parse_options({"index", "a.nq"})), UsageError);
  for (const Words& words :
       {Words{}, Words{"--merge"}, Words{"--merge", "a", "--changes", "c"},
        Words{"a", "--memory", "1k"}, Words{"a", "--max-document", "1Gi"}})
    EXPECT_THROW(static_cast<void>(read(words)), UsageError);
}

}  // namespace
}  // namespace semsite::test
