#include "sink/document_lanes.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::document_lanes_test {
namespace {

using SharedDocument = std::shared_ptr<const Document>;

QuadBatch batch_of(const SharedDocument& document, std::uint64_t sequence,
                   const std::string& subject) {
  QuadBatch batch{document, sequence};
  batch.add({.subject = iri_term(batch.keep(subject)),
             .predicate = iri_term("a:p"),
             .object = iri_term("a:o"),
             .graph = iri_term("a:g")});
  return batch;
}

std::string line(const std::string& subject) {
  return "<" + subject + "> <a:p> <a:o> <a:g> .\n";
}

class NQuadsSinkTest : public testing::Test {
 protected:
  std::string written() {
    output_.finish();
    return read_file(folder_.file("out"));
  }

  TemporaryFolder folder_;
  OutputFile output_{folder_.file("out")};
  NQuadsSink sink_{output_};
  SharedDocument document_ = std::make_shared<Document>();
};

TEST_F(NQuadsSinkTest, WritesBatchesInTheirOrder) {
  sink_.write(batch_of(document_, 1, "a:1"));
  sink_.write(batch_of(document_, 2, "a:2"));
  EXPECT_EQ(sink_.quads(), 0U);
  sink_.write(batch_of(document_, 0, "a:0"));
  EXPECT_EQ(sink_.quads(), 3U);
  sink_.end_document(*document_);
  EXPECT_EQ(written(), line("a:0") + line("a:1") + line("a:2"));
}

TEST_F(NQuadsSinkTest, AnEmptyBatchTakesItsTurnToo) {
  sink_.write(batch_of(document_, 1, "a:1"));
  sink_.write(QuadBatch{document_, 0});
  EXPECT_EQ(written(), line("a:1"));
}

TEST_F(NQuadsSinkTest, WritesDocumentsSideBySide) {
  const SharedDocument other = std::make_shared<Document>();
  sink_.write(batch_of(document_, 1, "a:1"));
  sink_.write(batch_of(other, 0, "b:0"));
  sink_.write(batch_of(document_, 0, "a:0"));
  EXPECT_EQ(written(), line("b:0") + line("a:0") + line("a:1"));
}

TEST_F(NQuadsSinkTest, DropsWhatComesAfterAGap) {
  sink_.write(batch_of(document_, 0, "a:0"));
  sink_.write(batch_of(document_, 2, "a:2"));
  sink_.end_document(*document_);
  // The same address may carry another document later.
  sink_.write(batch_of(document_, 0, "b:0"));
  EXPECT_EQ(written(), line("a:0") + line("b:0"));
}

TEST_F(NQuadsSinkTest, WritesNothingBehindTheBatchInWhichADocumentWasGivenUp) {
  QuadBatch last = batch_of(document_, 1, "a:1");
  last.give_up();
  sink_.write(batch_of(document_, 2, "a:2"));
  sink_.write(last);
  sink_.write(batch_of(document_, 0, "a:0"));
  sink_.write(batch_of(document_, 3, "a:3"));
  EXPECT_EQ(sink_.quads(), 2U);
  EXPECT_EQ(written(), line("a:0") + line("a:1"));
}

TEST_F(NQuadsSinkTest, LeavesGraphsOutWhenAskedTo) {
  NQuadsSink triples{output_, GraphTerms::drop};
  triples.write(batch_of(document_, 0, "a:0"));
  EXPECT_EQ(written(), "<a:0> <a:p> <a:o> .\n");
}

TEST_F(NQuadsSinkTest, KeepsOrderWithManyThreads) {
  constexpr std::uint64_t kBatches = 2000;
  std::vector<std::thread> threads;
  for (std::uint64_t first = 0; first < 4; ++first)
    threads.emplace_back([&, first] {
      for (std::uint64_t n = first; n < kBatches; n += 4)
        sink_.write(batch_of(document_, n, "a:" + std::to_string(n)));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sink_.quads(), kBatches);
  std::string expected;
  for (std::uint64_t n = 0; n < kBatches; ++n) expected += line("a:" + std::to_string(n));
  EXPECT_TRUE(written() == expected);
}

TEST(NQuadsSink, PassesOnThatTheDiskIsFull) {
  OutputFile output{"/dev/full"};
  NQuadsSink sink{output};
  const SharedDocument document = std::make_shared<Document>();
  const std::string subject = "a:" + std::string(1'000'000, 'x');
  EXPECT_THROW(sink.write(batch_of(document, 0, subject)), RunError);
  EXPECT_THROW(sink.write(batch_of(document, 0, subject)), RunError);
}

}  // namespace
}  // namespace semsite::test::document_lanes_test
