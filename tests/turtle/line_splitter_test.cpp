#include "turtle/line_splitter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "support/convert_text.hpp"

namespace semsite::test::line_splitter_test {
namespace {

/// The pieces' texts, each joined to its context as "context|text".
std::vector<std::string> pieces_of(ByteSource& bytes, Diagnostics& diagnostics,
                                   const Limits& limits = {}) {
  const Document document;
  const auto splitter = make_line_splitter({bytes, document, diagnostics, limits});
  std::vector<std::string> out;
  std::uint64_t sequence = 0;
  while (const auto piece = splitter->next()) {
    EXPECT_EQ(piece->sequence, sequence++);
    std::string text;
    if (piece->context)
      text = std::string{static_cast<const Block*>(piece->context.get())->bytes} + "|";
    out.push_back(text + std::string{piece->text.bytes});
  }
  return out;
}

std::string lines(std::size_t count, std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    std::string line = std::to_string(i);
    line.resize(length - 1, '.');
    text += line + "\n";
  }
  return text;
}

/// Gives one text, then fails as a truncated archive does.
class BrokenSource final : public ByteSource {
 public:
  explicit BrokenSource(std::string text) : text_(std::move(text)) {}
  Block read() override {
    if (text_.empty()) throw DocumentError{"gzip.truncated", "ends too early"};
    auto owner = std::make_shared<const std::string>(std::exchange(text_, {}));
    return {.bytes = *owner, .owner = owner};
  }

 private:
  std::string text_;
};

/// `count` bytes without a line end, then one line; holds nothing itself.
class LongLineSource final : public ByteSource {
 public:
  explicit LongLineSource(std::uint64_t count) : left_(count) {}
  Block read() override {
    if (left_ == 0) return std::exchange(last_, Block{});
    const std::uint64_t size = std::min<std::uint64_t>(left_, kBlockBytes);
    Block block{.bytes = std::string_view{*zeros_}.substr(0, size),
                .owner = zeros_,
                .offset = at_};
    left_ -= size;
    at_ += size;
    last_.offset = at_;
    return block;
  }

 private:
  std::uint64_t left_;
  std::uint64_t at_ = 0;
  std::shared_ptr<const std::string> zeros_ =
      std::make_shared<const std::string>(kBlockBytes, '0');
  Block last_{.bytes = "\n<a:s> <a:p> <a:o> .\n"};
};

TEST(LineSplitter, GivesASmallDocumentAsOnePiece) {
  MemorySource bytes{"one\ntwo\nthree", 2};
  NullDiagnostics diagnostics;
  EXPECT_EQ(pieces_of(bytes, diagnostics), std::vector<std::string>{"one\ntwo\nthree"});
}

TEST(LineSplitter, GivesNothingForNothing) {
  MemorySource bytes{""};
  NullDiagnostics diagnostics;
  EXPECT_TRUE(pieces_of(bytes, diagnostics).empty());
}

TEST(LineSplitter, CutsLargeBlocksInPlace) {
  auto text = std::make_shared<const std::string>(lines(10'000, 20));
  MemorySource bytes{*text, 100'010};
  NullDiagnostics diagnostics;
  const Document document;
  const Limits limits;
  const auto splitter = make_line_splitter({bytes, document, diagnostics, limits});
  const auto first = splitter->next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->text.bytes.size(), 100'000U);
  EXPECT_EQ(first->context, nullptr);
  const auto second = splitter->next();
  ASSERT_TRUE(second && second->context);
  const Block& across = *static_cast<const Block*>(second->context.get());
  EXPECT_EQ(across.bytes, "5000...............\n");
  EXPECT_EQ(across.first_line, 5001U);
  EXPECT_EQ(across.offset, 100'000U);
  EXPECT_EQ(second->text.first_line, 5002U);
  EXPECT_EQ(second->text.offset, 100'020U);
  EXPECT_FALSE(splitter->next());
}

TEST(LineSplitter, SharesTheSourcesBlockInsteadOfCopying) {
  MemorySource bytes{lines(10'000, 20), 100'000};
  NullDiagnostics diagnostics;
  const Document document;
  const Limits limits;
  const auto splitter = make_line_splitter({bytes, document, diagnostics, limits});
  const auto first = splitter->next();
  const auto second = splitter->next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->text.bytes.data() + 100'000, second->text.bytes.data());
}

TEST(LineSplitter, PassesOverAByteOrderMark) {
  for (const std::size_t step : {1U, 2U, 100U}) {
    MemorySource bytes{"\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo\n", step};
    NullDiagnostics diagnostics;
    EXPECT_EQ(pieces_of(bytes, diagnostics),
              std::vector<std::string>{"one\n\xEF\xBB\xBFtwo\n"});
  }
}

TEST(LineSplitter, CutsAtLoneCarriageReturns) {
  std::string text = lines(20'000, 20);
  std::ranges::replace(text, '\n', '\r');
  MemorySource bytes{text, 100'000};
  NullDiagnostics diagnostics;
  std::string joined;
  const auto pieces = pieces_of(bytes, diagnostics);
  EXPECT_EQ(pieces.size(), 5U);
  for (const std::string& piece : pieces) joined += piece;
  std::erase(joined, '|');
  EXPECT_EQ(joined, text);
}

TEST(LineSplitter, GivesWholeLinesBeforeItTellsOfABrokenSource) {
  BrokenSource bytes{"one\ntwo\nthr"};
  NullDiagnostics diagnostics;
  const Document document;
  const Limits limits;
  const auto splitter = make_line_splitter({bytes, document, diagnostics, limits});
  const auto piece = splitter->next();
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->text.bytes, "one\ntwo\n");
  EXPECT_THROW(static_cast<void>(splitter->next()), DocumentError);
}

TEST(LineSplitter, DropsALineAboveTheLimitAndGoesOn) {
  const Limits limits{.literal_bytes = 10};
  CollectingDiagnostics diagnostics;
  MemorySource bytes{"one\n12345678901234567890\ntwo\n", 4};
  const auto pieces = pieces_of(bytes, diagnostics, limits);
  EXPECT_EQ(pieces, (std::vector<std::string>{"one\n", "\ntwo\n"}));
  ASSERT_EQ(diagnostics.faults().size(), 1U);
  EXPECT_EQ(diagnostics.faults()[0].code, "nquads.line-too-long");
  EXPECT_EQ(diagnostics.faults()[0].message,
            "line is longer than the limit of 10 B (--max-line)");
  EXPECT_EQ(diagnostics.faults()[0].line, 2U);
}

TEST(LineSplitter, KeepsCountingLinesAfterALongOne) {
  const Limits limits{.literal_bytes = 10};
  Converted out;
  MemorySource bytes{"#\n12345678901234567890\r\n\nrubbish\n", 3};
  convert(bytes, kNQuads, out, 1, limits);
  ASSERT_EQ(out.diagnostics.faults().size(), 2U);
  EXPECT_EQ(out.diagnostics.faults()[1].line, 4U);
}

TEST(LineSplitter, HoldsNoMoreOfALongLineThanTheLimit) {
  const Limits limits{.literal_bytes = kMiB};
  LongLineSource bytes{300 * kMiB};
  Converted out;
  convert(bytes, kNQuads, out, 1, limits);
  EXPECT_EQ(out.lines, "<a:s> <a:p> <a:o> .\n");
  EXPECT_EQ(out.diagnostics.codes(), std::vector<std::string>{"nquads.line-too-long"});
}

}  // namespace
}  // namespace semsite::test::line_splitter_test
