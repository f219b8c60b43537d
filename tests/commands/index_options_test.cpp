#include "commands/index_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "semsite/errors.hpp"

namespace semsite::test::index_options_test {
namespace {

using Words = std::vector<std::string>;

IndexOptions read(Words words) {
  words.insert(words.begin(), {"index", "--index", "i"});
  return read_index(command_line(words));
}

TEST(IndexOptions, HaveTheDefaultsOfTheManual) {
  const IndexOptions out = read({"a.nq"});
  EXPECT_EQ(out.place, "i");
  EXPECT_EQ(out.limits.statement_bytes, 16 * kMiB);
  EXPECT_EQ(out.sort.memory_bytes, 256 * kMiB);
  EXPECT_EQ(harvest_wish(out).graph.use, GraphUse::automatic);
  EXPECT_TRUE(out.merge.empty());
}

TEST(IndexOptions, AreReadAsGiven) {
  const IndexOptions out =
      read({"a.nq",  "--changes",  "c",    "--changes",      "d",    "--remove",
            "urn:x", "--dataset",  "mine", "--max-document", "1k",   "--memory",
            "1G",    "--tmp",      "t",    "--on-error",     "fail", "--quarantine",
            "q",     "--progress", "none", "--base",         "urn:b"});
  EXPECT_EQ(out.changes, (Words{"c", "d"}));
  EXPECT_EQ(out.remove, Words{"urn:x"});
  EXPECT_EQ(out.dataset, "mine");
  EXPECT_EQ(out.limits.statement_bytes, 1000U);
  EXPECT_EQ(out.sort.memory_bytes, 1'000'000'000U);
  EXPECT_EQ(out.sort.folder, "t");
  EXPECT_EQ(out.faults.on_error, OnError::fail);
  EXPECT_EQ(out.faults.quarantine, "q");
  EXPECT_EQ(out.reading.base, "urn:b");
  EXPECT_EQ(out.reading.urls.size(), 1U);
}

TEST(IndexOptions, IndexesToMergeAreNoDocuments) {
  const IndexOptions out = read({"--merge", "a", "b"});
  EXPECT_TRUE(out.reading.urls.empty());
  EXPECT_EQ(out.merge, (Words{"a", "b"}));
}

TEST(IndexOptions, AreRefusedWithAReason) {
  EXPECT_THROW(static_cast<void>(read_command({"index", "a.nq"})), UsageError);
  for (const Words& words :
       {Words{}, Words{"--merge"}, Words{"--merge", "a", "--changes", "c"},
        Words{"a", "--memory", "1k"}, Words{"a", "--max-document", "1Gi"}})
    EXPECT_THROW(static_cast<void>(read(words)), UsageError);
}

}  // namespace
}  // namespace semsite::test::index_options_test
