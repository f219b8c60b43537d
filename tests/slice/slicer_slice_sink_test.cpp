#include "slice/slicer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/run_file.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::slicer_slice_sink_test {
namespace {

class SliceSinkTest : public testing::Test {
 protected:
  QuadBatch batch(std::uint64_t sequence, const std::string& object) {
    QuadBatch out{document_, sequence};
    out.add({.subject = iri_term("urn:s"),
             .predicate = iri_term("urn:p"),
             .object = {.value = out.keep(object), .kind = TermKind::literal}});
    return out;
  }

  std::vector<std::string> records() {
    intake_.finish();
    std::vector<std::string> out;
    for (RunMerge merge{intake_.runs(record_kind::direct), 1 << 20}; merge.next();)
      out.emplace_back(merge.record());
    return out;
  }

  TemporaryFolder folder_;
  TemporaryFiles files_{folder_.file(""), "test", TemporaryFiles::Lifetime::this_run};
  SliceRules rules_;
  Intake intake_{files_, {.memory_bytes = 1 << 20, .threads = 1}};
  SliceSink sink_{rules_, intake_};
  std::shared_ptr<const Document> document_ = std::make_shared<const Document>();
};

TEST_F(SliceSinkTest, BatchesMayComeInAnyOrder) {
  sink_.write(batch(2, "c"));
  sink_.write(batch(0, "a"));
  EXPECT_EQ(sink_.triples(), 1U);
  sink_.write(batch(1, "b"));
  EXPECT_EQ(sink_.triples(), 3U);
  sink_.end_document(*document_);
  EXPECT_EQ(records(),
            (std::vector<std::string>{"urn:s\x01<urn:p> \"a\"", "urn:s\x01<urn:p> \"b\"",
                                      "urn:s\x01<urn:p> \"c\""}));
}

TEST_F(SliceSinkTest, NothingCountsBehindABatchInWhichTheDocumentWasGivenUp) {
  QuadBatch last = batch(1, "last");
  last.give_up();
  sink_.write(batch(2, "late"));
  sink_.write(std::move(last));
  sink_.write(batch(0, "first"));
  sink_.write(batch(3, "later"));
  sink_.end_document(*document_);
  EXPECT_EQ(records(), (std::vector<std::string>{"urn:s\x01<urn:p> \"first\"",
                                                 "urn:s\x01<urn:p> \"last\""}));
}

TEST_F(SliceSinkTest, AfterAGapNothingCounts) {
  sink_.write(batch(0, "a"));
  sink_.write(batch(2, "c"));
  sink_.end_document(*document_);
  EXPECT_EQ(records().size(), 1U);
}

}  // namespace
}  // namespace semsite::test::slicer_slice_sink_test
