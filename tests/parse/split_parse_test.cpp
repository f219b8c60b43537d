#include "parse/split_parse.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/large_turn.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "support/convert_text.hpp"

namespace semsite::test::split_parse_test {
namespace {

/// Pieces "0", "1", … up to `count`; fails at `fails_at`.
class NumberSplitter final : public Splitter {
 public:
  NumberSplitter(std::uint64_t count, std::uint64_t fails_at)
      : count_(count), fails_at_(fails_at) {}
  std::optional<Piece> next() override {
    if (next_ == fails_at_) throw DocumentError{"test.broken", "splitter"};
    if (next_ == count_) return std::nullopt;
    auto text = std::make_shared<const std::string>(std::to_string(next_));
    return Piece{
        .text = {.bytes = *text, .owner = text}, .context = {}, .sequence = next_++};
  }

 private:
  std::uint64_t count_, fails_at_, next_ = 0;
};

constexpr std::uint64_t kNever = ~std::uint64_t{0};

Syntax numbers(SplitFn split, ParsePieceFn parse) {
  return {.name = "numbers",
          .media_types = {},
          .suffixes = {},
          .split = split,
          .parse_piece = parse};
}

std::unique_ptr<Splitter> hundred(const SplitJob&) {
  return std::make_unique<NumberSplitter>(100, kNever);
}

void keep_number(const PieceJob& job) {
  const std::string_view text = job.batch.keep(job.piece.text.bytes);
  job.batch.add({.subject = {.value = text, .kind = TermKind::blank}});
}

/// parse_document with an empty source.
void run(const Syntax& syntax, unsigned workers,
         const std::function<void(QuadBatch)>& taker, std::stop_token stop = {}) {
  MemorySource bytes{""};
  NullDiagnostics diagnostics;
  const Limits limits;
  parse_document({.syntax = syntax,
                  .bytes = bytes,
                  .document = test_document(),
                  .diagnostics = diagnostics,
                  .measured = Measured::ours(limits),
                  .workers = workers,
                  .stop = std::move(stop)},
                 taker);
}

TEST(SplitParse, GivesEveryPieceOnceWithItsNumber) {
  for (const unsigned workers : {1U, 2U, 5U}) {
    std::mutex mutex;
    std::set<std::uint64_t> seen;
    run(numbers(hundred, keep_number), workers, [&](QuadBatch batch) {
      const std::scoped_lock lock{mutex};
      ASSERT_EQ(batch.size(), 1U);
      EXPECT_EQ(batch.quads()[0].subject.value, std::to_string(batch.sequence()));
      EXPECT_TRUE(seen.insert(batch.sequence()).second);
    });
    EXPECT_EQ(seen.size(), 100U);
  }
}

TEST(SplitParse, GivesEmptyBatchesTheirNumberToo) {
  std::atomic<int> batches = 0;
  run(numbers(hundred, [](const PieceJob&) {}), 2, [&](QuadBatch) { ++batches; });
  EXPECT_EQ(batches, 100);
}

TEST(SplitParse, KeepsSmallDocumentsOnTheCallingThread) {
  const auto one = [](const SplitJob&) -> std::unique_ptr<Splitter> {
    return std::make_unique<NumberSplitter>(1, kNever);
  };
  const std::thread::id caller = std::this_thread::get_id();
  run(numbers(one, keep_number), 4,
      [&](QuadBatch) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

TEST(SplitParse, GivesAllPiecesBeforeTheSplittersError) {
  const auto broken = [](const SplitJob&) -> std::unique_ptr<Splitter> {
    return std::make_unique<NumberSplitter>(100, 20);
  };
  for (const unsigned workers : {1U, 3U}) {
    std::atomic<int> batches = 0;
    EXPECT_THROW(
        run(numbers(broken, keep_number), workers, [&](QuadBatch) { ++batches; }),
        DocumentError);
    EXPECT_EQ(batches, 20);
  }
}

TEST(SplitParse, ThrowsTheErrorOfTheEarliestPiece) {
  const auto fail_late = [](const PieceJob& job) {
    const auto number = parse_uint(job.piece.text.bytes).value_or(0);
    if (number < 10) return;
    // The first to fail in time is one of the later ones.
    if (number == 10) std::this_thread::sleep_for(std::chrono::milliseconds{20});
    throw DocumentError{"test.piece", std::to_string(number)};
  };
  for (const unsigned workers : {1U, 4U}) {
    try {
      run(numbers(hundred, fail_late), workers, [](QuadBatch) {});
      ADD_FAILURE() << "no error";
    } catch (const DocumentError& error) {
      EXPECT_STREQ(error.what(), "10");
    }
  }
}

TEST(SplitParse, HandsOnWhatAPieceGaveBeforeItFailed) {
  const auto fail_at_10 = [](const PieceJob& job) {
    keep_number(job);
    if (job.piece.text.bytes == "10") throw DocumentError{"test.piece", "10"};
  };
  for (const unsigned workers : {1U, 4U}) {
    std::mutex mutex;
    std::set<std::uint64_t> whole;
    std::size_t given_up = 0;
    EXPECT_THROW(run(numbers(hundred, fail_at_10), workers,
                     [&](const QuadBatch& batch) {
                       const std::scoped_lock lock{mutex};
                       EXPECT_EQ(batch.size(), 1U);
                       if (!batch.given_up()) {
                         whole.insert(batch.sequence());
                       } else {
                         EXPECT_EQ(batch.sequence(), 10U);
                         ++given_up;
                       }
                     }),
                 DocumentError);
    EXPECT_EQ(given_up, 1U);
    for (std::uint64_t before = 0; before < 10; ++before)
      EXPECT_EQ(whole.count(before), 1U);
  }
}

TEST(SplitParse, PassesOnWhatTheTakerThrows) {
  for (const unsigned workers : {1U, 3U})
    EXPECT_THROW(run(numbers(hundred, keep_number), workers,
                     [](QuadBatch) { throw RunError{"disk full"}; }),
                 RunError);
}

TEST(SplitParse, NeverRunsFarAheadOfTheOldestPiece) {
  std::atomic<bool> first_done = false;
  std::atomic<std::uint64_t> highest = 0;
  run(numbers(hundred, keep_number), 2, [&](QuadBatch batch) {
    if (batch.sequence() == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds{50});
      first_done = true;
    } else if (!first_done) {
      highest = std::max<std::uint64_t>(highest, batch.sequence());
    }
  });
  EXPECT_LT(highest, 16U);
}

TEST(SplitParse, StopsWhenAsked) {
  for (const unsigned workers : {1U, 3U}) {
    std::stop_source stop;
    std::atomic<int> batches = 0;
    run(
        numbers(hundred, keep_number), workers,
        [&](QuadBatch) {
          if (++batches == 5) stop.request_stop();
        },
        stop.get_token());
    EXPECT_GE(batches, 5);
    EXPECT_LT(batches, 12);
  }
}

/// As NumberSplitter, but "7" and "8" are large.
class LargeSplitter final : public Splitter {
 public:
  std::optional<Piece> next() override {
    std::optional<Piece> piece = numbers_.next();
    if (piece && (piece->sequence == 7 || piece->sequence == 8))
      piece->context_bytes = kLargeBytes + 1;
    return piece;
  }

 private:
  NumberSplitter numbers_{100, kNever};
};

std::unique_ptr<Splitter> two_large(const SplitJob&) {
  return std::make_unique<LargeSplitter>();
}

void hand_on(const PieceJob& job, int parts) {
  for (int part = 0; part < parts; ++part) {
    keep_number(job);
    const std::uint64_t next = job.batch.sequence() + 1;
    (*job.hand_on)(
        std::exchange(job.batch, QuadBatch{job.batch.shared_document(), next}));
  }
}

// QuadBatch: batches of a document are numbered without gaps.
TEST(SplitParse, NumbersThePartsOfALargePieceAndAllBehindItOneAfterAnother) {
  const auto parse = [](const PieceJob& job) {
    if (job.hand_on != nullptr) hand_on(job, 5);
    keep_number(job);
  };
  for (const unsigned workers : {1U, 2U, 5U}) {
    std::mutex mutex;
    std::map<std::uint64_t, std::string> seen;
    run(numbers(two_large, parse), workers, [&](QuadBatch batch) {
      const std::scoped_lock lock{mutex};
      ASSERT_EQ(batch.size(), 1U);
      const std::string text{batch.quads()[0].subject.value};
      EXPECT_TRUE(seen.emplace(batch.sequence(), text).second);
    });
    std::vector<std::string> expected;
    for (int piece = 0; piece < 100; ++piece)
      expected.insert(expected.end(), piece == 7 || piece == 8 ? 6 : 1,
                      std::to_string(piece));
    ASSERT_EQ(seen.size(), expected.size());
    for (std::uint64_t number = 0; number < expected.size(); ++number)
      EXPECT_EQ(seen[number], expected[number]);
  }
}

TEST(SplitParse, ReadsALargePieceWhenAllBeforeItIsHandedOnAndNothingBesideIt) {
  std::atomic<int> handed_on = 0;
  std::atomic<int> at_large = 0;
  run(numbers(two_large,
              [](const PieceJob& job) {
                if (job.hand_on != nullptr) hand_on(job, 1);
                keep_number(job);
              }),
      4, [&](const QuadBatch& batch) {
        const std::string text{batch.quads()[0].subject.value};
        const bool is_first =
            (text == "7" && at_large == 0) || (text == "8" && at_large == 2);
        if (text == "7" || text == "8") ++at_large;
        EXPECT_TRUE(!is_first || handed_on == (text == "7" ? 7 : 9)) << handed_on;
        ++handed_on;
      });
  EXPECT_EQ(at_large, 4);
  EXPECT_EQ(handed_on, 102);
}

TEST(SplitParse, AsksWhetherItCanWriteBeforeItTakesTheTurn) {
  MemorySource bytes{""};
  NullDiagnostics diagnostics;
  const Limits limits;
  int asked = 0, given = 0;
  const Syntax syntax = numbers(two_large, keep_number);
  parse_document({.syntax = syntax,
                  .bytes = bytes,
                  .document = test_document(),
                  .diagnostics = diagnostics,
                  .measured = Measured::ours(limits),
                  .workers = 1,
                  .stop = {},
                  .ready = [&] { EXPECT_EQ(given, 7 + asked++); }},
                 [&](const QuadBatch&) { ++given; });
  EXPECT_EQ(asked, 2);
}

TEST(SplitParse, StopsInsideALargePiece) {
  std::stop_source stop;
  int given = 0;
  run(
      numbers(two_large,
              [](const PieceJob& job) {
                if (job.hand_on != nullptr) hand_on(job, 50);
                keep_number(job);
              }),
      1, [&](const QuadBatch&) { stop.request_stop(), ++given; }, stop.get_token());
  EXPECT_LT(given, 9);
}

void parse_as_stream(const ParseJob& job) {
  for (Block block = job.bytes.read(); !block.empty(); block = job.bytes.read()) {
    if (block.bytes == "!") throw DocumentError{"test.broken", "stream"};
    job.quads.add(
        {.subject = {.value = job.quads.keep(block.bytes), .kind = TermKind::blank}});
  }
}

std::string stream(const std::string& text, std::stop_token stop = {}) {
  MemorySource bytes{text, 1};
  NullDiagnostics diagnostics;
  const Limits limits;
  std::string out;
  const Syntax syntax{
      .name = "stream", .media_types = {}, .suffixes = {}, .parse = parse_as_stream};
  const std::thread::id caller = std::this_thread::get_id();
  try {
    parse_document({.syntax = syntax,
                    .bytes = bytes,
                    .document = test_document(),
                    .diagnostics = diagnostics,
                    .measured = Measured::ours(limits),
                    .workers = 3,
                    .stop = std::move(stop)},
                   [&](QuadBatch batch) {
                     EXPECT_EQ(std::this_thread::get_id(), caller);
                     for (const Quad& quad : batch.quads()) out += quad.subject.value;
                   });
  } catch (const DocumentError&) {
    out += " failed";
  }
  return out;
}

TEST(SplitParse, ReadsAStreamOnTheCallingThread) { EXPECT_EQ(stream("abc"), "abc"); }

TEST(SplitParse, HandsOnWhatAStreamGaveBeforeItFailed) {
  EXPECT_EQ(stream("ab!c"), "ab failed");
}

TEST(SplitParse, StopsAStream) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(stream("abc", stop.get_token()), "");
}

/// Some 600 KiB with every kind of line, good and bad.
std::string mixed_lines() {
  std::string text;
  for (int i = 0; text.size() < 600'000; ++i) {
    const std::string n = std::to_string(i);
    text += "<http://a/s" + n + "> <http://a/p> \"v" + n + "\\u00E9\"@en .\n";
    text += "_:b" + n + " <http://a/p> <http://a/" + n + "> <http://a/g> . # c\r\n";
    if (i % 7 == 0) text += "bad line " + n + "\n\n";
    if (i % 11 == 0) text += "<http://a/s> <http://a/p> \"\xFF\" .\r";
  }
  return text;
}

/// Lines and faults as one text, faults in line order.
std::string everything(const std::string& text, std::size_t step, unsigned workers) {
  MemorySource bytes{text, step};
  Converted out;
  convert(bytes, kNQuads, out, workers);
  std::set<std::string> faults;
  for (const auto& fault : out.diagnostics.faults())
    faults.insert(std::to_string(fault.line) + ":" + std::to_string(fault.column) + " " +
                  fault.code + " " + fault.statement + "\n");
  for (const std::string& fault : faults) out.lines += fault;
  return out.lines;
}

TEST(SplitParse, ParallelIsTheSameAsSerial) {
  const std::string text = mixed_lines();
  const std::string serial = everything(text, text.size(), 1);
  EXPECT_GT(serial.size(), text.size() / 2);
  for (const std::size_t step :
       {text.size(), kBlockBytes, std::size_t{70'001}, std::size_t{997}})
    for (const unsigned workers : {1U, 2U, 5U})
      EXPECT_TRUE(everything(text, step, workers) == serial) << step << " " << workers;
}

TEST(SplitParse, CutAnywhereIsTheSame) {
  const std::string text =
      "\xEF\xBB\xBF<http://a/s> <http://a/p> \"\\u00E9\xC3\xA9\"@en <http://a/g> .\r\n"
      "rubbish\r_:a <http://a/p> _:b .\n\n# end\n<http://a/s> <http://a/p> <http://a/o> "
      ".";
  const std::string whole = everything(text, text.size(), 1);
  for (std::size_t step = 1; step < text.size(); ++step)
    EXPECT_EQ(everything(text, step, 2), whole) << step;
}

}  // namespace
}  // namespace semsite::test::split_parse_test
