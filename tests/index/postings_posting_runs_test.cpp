#include "index/postings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace semsite::test::postings_posting_runs_test {
namespace {

using Postings = std::map<std::string, std::map<std::uint32_t, std::string>>;

/// Many keys and documents, drawn; each payload is one byte.
Postings some_postings() {
  std::mt19937 draw{1};
  Postings out;
  for (std::uint32_t document = 0; document < 3000; ++document)
    for (int i = 0; i < 20; ++i)
      out["T" + std::to_string(draw() % 997)][document] =
          std::string(1, static_cast<char>('a' + document % 26));
  for (std::uint32_t document = 0; document < 3000; ++document)
    out["Uall"][document] = "x";
  return out;
}

void add_by_documents(const Postings& postings, PostingRuns& runs) {
  for (std::uint32_t document = 0; document < 3000; ++document)
    for (const auto& [key, documents] : postings)
      if (const auto found = documents.find(document); found != documents.end())
        runs.add(key, document, found->second);
}

Postings read(PostingRuns& runs) {
  Postings out;
  std::string last;
  runs.finish([&](const PostingPiece& piece) {
    EXPECT_LT(last, piece.key);
    last = piece.key;
    PostingReader reader{piece.count, piece.first, piece.bytes};
    for (; !reader.done(); reader.next())
      out[last][reader.document()] = std::string{reader.in().bytes(1)};
    EXPECT_EQ(out[last].rbegin()->first, piece.last);
  });
  return out;
}

class PostingRunsTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  TemporaryFiles files_{folder_.file(""), "test", TemporaryFiles::Lifetime::this_run};
};

TEST_F(PostingRunsTest, GivesBackWhatWasAddedWhereMemoryIsEnough) {
  PostingRuns runs{files_, std::size_t{1} << 30U};
  const Postings postings = some_postings();
  add_by_documents(postings, runs);
  EXPECT_EQ(read(runs), postings);
}

TEST_F(PostingRunsTest, AndThroughRunsOnDiskWhereItIsNot) {
  PostingRuns runs{files_, 1};  // a run for every look
  const Postings postings = some_postings();
  add_by_documents(postings, runs);
  EXPECT_EQ(read(runs), postings);
}

TEST_F(PostingRunsTest, ADocumentCountsOnceForAKey) {
  PostingRuns runs{files_, 1000};
  runs.add("k", 7, "a");
  runs.add("k", 7, "b");
  const Postings expected{{"k", {{7, "a"}}}};
  EXPECT_EQ(read(runs), expected);
}

}  // namespace
}  // namespace semsite::test::postings_posting_runs_test
