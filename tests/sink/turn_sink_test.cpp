#include "sink/turn_sink.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "rdf/document.hpp"

namespace semsite::test::turn_sink_test {
namespace {

/// Notes which document wrote.
class Notes final : public QuadSink {
 public:
  void write(const QuadBatch& batch) override { names.push_back(batch.document().name); }
  void end_document(const Document& document) override {
    names.push_back("end " + document.name);
  }
  void finish() override {}

  std::vector<std::string> names;
};

std::shared_ptr<const Document> named(const std::string& name) {
  Document document;
  document.name = name;
  return std::make_shared<const Document>(document);
}

// Threads that start in the wrong order.
TEST(ThreadTurns, InputsWriteInTheirOrder) {
  Notes notes;
  Turns turns;
  std::vector<std::jthread> threads;
  std::vector<std::string> expected;
  for (int i = 9; i >= 0; --i) {
    threads.emplace_back([&, i] {
      const auto document = named(std::to_string(i));
      TurnSink sink{notes, turns, static_cast<std::size_t>(i), {}};
      sink.write(QuadBatch{document});
      sink.write(QuadBatch{document, 1});
      sink.end_document(*document);
      turns.done(static_cast<std::size_t>(i));
    });
  }
  threads.clear();
  for (int i = 0; i < 10; ++i)
    for (const auto* text : {"", "", "end "})
      expected.push_back(text + std::to_string(i));
  EXPECT_EQ(notes.names, expected);
}

TEST(ThreadTurns, OneThatWritesNothingHoldsNobodyUp) {
  Turns turns;
  turns.done(1);
  turns.done(0);
  EXPECT_TRUE(turns.wait(2, {}));
}

TEST(ThreadTurns, CancellingWakesWhoeverWaits) {
  Notes notes;
  Turns turns;
  std::jthread waits{[&] {
    TurnSink sink{notes, turns, 1, {}};
    sink.write(QuadBatch{named("1")});
  }};
  turns.cancel();
  waits.join();
  EXPECT_TRUE(notes.names.empty());
  EXPECT_FALSE(turns.wait(0, {}));
}

TEST(ThreadTurns, AnInterruptWakesWhoeverWaits) {
  Turns turns;
  std::stop_source stop;
  std::atomic<bool> turn{true};
  std::jthread waits{[&] { turn = turns.wait(1, stop.get_token()); }};
  stop.request_stop();
  waits.join();
  EXPECT_FALSE(turn);
}

}  // namespace
}  // namespace semsite::test::turn_sink_test
