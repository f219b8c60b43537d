#include "sink/turn_sink.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "rdf/document.hpp"
#include "semsite/errors.hpp"

namespace semsite::test::turn_sink_relay_sink_test {
namespace {

/// Notes what it is told, and by which thread.
class Notes final : public QuadSink {
 public:
  void write(const QuadBatch& batch) override {
    if (batch.sequence() == fails_at) throw RunError{"no space left"};
    sequences.push_back(batch.sequence());
    threads.insert(std::this_thread::get_id());
  }
  void end_document(const Document&) override { ends.push_back(sequences.size()); }
  void finish() override {}

  std::uint64_t fails_at = ~std::uint64_t{0};
  std::vector<std::uint64_t> sequences;
  std::vector<std::size_t> ends;  ///< batches written before each
  std::set<std::thread::id> threads;
};

void take_some(QuadSink& sink, const std::shared_ptr<const Document>& document,
               std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) sink.take(QuadBatch{document, i});
}

TEST(ThreadRelaySink, WritesInOrderAndAllBeforeTheEndOfTheDocument) {
  Notes notes;
  RelaySink sink{notes};
  const auto document = std::make_shared<const Document>();
  for (int round = 0; round < 2; ++round) {
    take_some(sink, document, 100);
    sink.end_document(*document);
  }
  std::vector<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 200; ++i) expected.push_back(i % 100);
  EXPECT_EQ(notes.sequences, expected);
  EXPECT_EQ(notes.ends, (std::vector<std::size_t>{100, 200}));
  EXPECT_TRUE(notes.threads.contains(std::this_thread::get_id())) << "the first batches";
  EXPECT_GT(notes.threads.size(), 1U);
}

TEST(ThreadRelaySink, ASmallDocumentNeedsNoThread) {
  Notes notes;
  RelaySink sink{notes};
  const auto document = std::make_shared<const Document>();
  for (int i = 0; i < 3; ++i) {
    sink.take(QuadBatch{document});
    sink.end_document(*document);
  }
  EXPECT_EQ(notes.threads, std::set{std::this_thread::get_id()});
}

TEST(ThreadRelaySink, AFailureReachesTheParser) {
  Notes notes;
  notes.fails_at = 7;
  RelaySink sink{notes};
  const auto document = std::make_shared<const Document>();
  EXPECT_THROW(
      {
        take_some(sink, document, 1000);
        sink.end_document(*document);
      },
      RunError);
  EXPECT_EQ(notes.sequences.size(), 7U);
  EXPECT_TRUE(notes.ends.empty());
}

TEST(ThreadRelaySink, WhoGivesUpIsNotKeptWaiting) {
  Notes notes;
  const auto document = std::make_shared<const Document>();
  {
    RelaySink sink{notes};
    take_some(sink, document, 50);
  }
  EXPECT_LE(notes.sequences.size(), 50U);
  EXPECT_TRUE(notes.ends.empty());
}

}  // namespace
}  // namespace semsite::test::turn_sink_relay_sink_test
