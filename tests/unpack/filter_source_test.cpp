#include "unpack/filter_source.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/broken_source.hpp"
#include "support/drain.hpp"
#include "support/packing.hpp"
#include "unpack/lzma_source.hpp"
#include "unpack/zstd_source.hpp"

namespace semsite::filter_source_test {
namespace {

using test::Drained;

struct Case {
  const char* name;
  Packing packing;
  int filter;
  bool whole_known;  ///< a cut can be noticed
  const char* options = nullptr;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

class EachFilter : public testing::TestWithParam<Case> {
 protected:
  static std::string pack(std::string_view text) {
    // libarchive's own LZ4 writer crashes on nothing; this is what lz4(1) writes then.
    if (text.empty() && GetParam().packing == Packing::lz4)
      return std::string{"\x04\x22\x4D\x18\x64\x40\xA7\0\0\0\0\x05\x5D\xCC\x02", 15};
    if (text.empty() && GetParam().packing == Packing::compress) return "\x1F\x9D\x90";
    return test::pack_stream(GetParam().filter, text, GetParam().options);
  }
  /// What the unpacker takes for the packing.
  static std::unique_ptr<ByteSource> source(std::string packed, std::size_t step = 4096) {
    return source(test::memory(std::move(packed), step));
  }
  static std::unique_ptr<ByteSource> source(std::unique_ptr<ByteSource> bytes) {
    if (GetParam().packing == Packing::zstd)
      return std::make_unique<ZstdSource>(std::move(bytes), "dump");
    if (GetParam().packing == Packing::xz || GetParam().packing == Packing::lzma)
      return std::make_unique<LzmaSource>(
          std::move(bytes),
          GetParam().packing == Packing::xz ? LzmaForm::xz : LzmaForm::alone, "dump");
    return std::make_unique<FilterSource>(std::move(bytes), GetParam().packing, "dump");
  }
  static Drained unpack(std::string packed, std::size_t step = 4096) {
    return test::drain(*source(std::move(packed), step));
  }
};

INSTANTIATE_TEST_SUITE_P(
    FilterSource, EachFilter,
    testing::Values(Case{"bzip2", Packing::bzip2, ARCHIVE_FILTER_BZIP2, true},
                    Case{"xz", Packing::xz, ARCHIVE_FILTER_XZ, true},
                    Case{"lzma", Packing::lzma, ARCHIVE_FILTER_LZMA, true},
                    Case{"zstd", Packing::zstd, ARCHIVE_FILTER_ZSTD, true},
                    Case{"lz4", Packing::lz4, ARCHIVE_FILTER_LZ4, true,
                         "lz4:block-size=4"},
                    Case{"compress", Packing::compress, ARCHIVE_FILTER_COMPRESS, false}),
    [](const auto& each) { return std::string{each.param.name}; });

TEST_P(EachFilter, GivesTheTextInFullBlocks) {
  const std::string text = test::sample_text(2 * kBlockBytes + 99);
  const auto unpacked = source(pack(text));
  const Block first = unpacked->read();
  EXPECT_EQ(first.bytes.size(), kBlockBytes);
  const Block second = unpacked->read();
  EXPECT_EQ(second.offset, kBlockBytes);
  const Block third = unpacked->read();
  EXPECT_EQ(third.bytes.size(), 99U);
  EXPECT_TRUE(std::string{first.bytes} + std::string{second.bytes} +
                  std::string{third.bytes} ==
              text);
  EXPECT_TRUE(unpacked->read().empty());
  EXPECT_TRUE(unpacked->read().empty());
}

TEST_P(EachFilter, CutsInTheInputDoNotMatter) {
  const std::string text = test::sample_text(50'000);
  const std::string packed = pack(text);
  for (const std::size_t step : {1, 3, 17, 1000}) {
    const Drained got = unpack(packed, step);
    EXPECT_EQ(got.error, "") << step << got.message;
    EXPECT_TRUE(got.text == text) << step;
  }
}

TEST_P(EachFilter, AnEmptyStreamIsAnEmptyDocument) {
  const Drained got = unpack(pack(""));
  EXPECT_EQ(got.text, "");
  EXPECT_EQ(got.error, "") << got.message;
}

TEST_P(EachFilter, EveryShorteningIsNoticed) {
  if (!GetParam().whole_known) GTEST_SKIP() << "the format has no end mark";
  const std::string text = test::sample_text(3'000);
  const std::string packed = pack(text);
  for (std::size_t length = 1; length < packed.size(); ++length) {
    const Drained got = unpack(packed.substr(0, length));
    EXPECT_EQ(got.error, "unpack.truncated") << length << ' ' << got.message;
    EXPECT_TRUE(text.starts_with(got.text)) << length;
  }
}

TEST_P(EachFilter, TruncationComesAfterWhatCouldBeUnpacked) {
  if (!GetParam().whole_known) GTEST_SKIP() << "the format has no end mark";
  const std::string text = test::sample_text(4'000'000);
  const std::string packed = pack(text);
  const Drained got = unpack(packed.substr(0, packed.size() * 3 / 4));
  EXPECT_EQ(got.error, "unpack.truncated");
  EXPECT_GT(got.text.size(), text.size() / 4);
  EXPECT_TRUE(text.starts_with(got.text));
}

TEST_P(EachFilter, SeveralStreamsAreReadWhole) {
  if (!GetParam().whole_known) GTEST_SKIP() << "the format has no end mark";
  if (GetParam().packing == Packing::lzma) GTEST_SKIP() << "a .lzma file is one stream";
  const Drained got =
      unpack(pack("one\n") + pack("two\n") + pack("") + pack("three\n"), 7);
  EXPECT_EQ(got.error, "") << got.message;
  EXPECT_EQ(got.text, "one\ntwo\nthree\n");
}

TEST_P(EachFilter, TheSecondStreamCutAnywhereIsNoticed) {
  if (!GetParam().whole_known) GTEST_SKIP() << "the format has no end mark";
  if (GetParam().packing == Packing::lzma) GTEST_SKIP() << "a .lzma file is one stream";
  const std::string first = pack("one\n");
  const std::string second = pack("two\n");
  for (std::size_t length = 1; length < second.size(); ++length) {
    const Drained got = unpack(first + second.substr(0, length));
    EXPECT_EQ(got.error, "unpack.truncated") << length << ' ' << got.message;
    EXPECT_TRUE(std::string_view{"one\ntwo\n"}.starts_with(got.text)) << length;
  }
}

TEST_P(EachFilter, PaddingBehindBzip2AndLz4IsNoError) {
  if (GetParam().packing != Packing::bzip2 && GetParam().packing != Packing::lz4)
    GTEST_SKIP() << "the format has its own rule";
  const Drained got =
      unpack(pack("one\n") + std::string(5'000, '\0') + pack("two\n") + "\n");
  EXPECT_EQ(got.error, "") << got.message;
  EXPECT_EQ(got.text, "one\ntwo\n");
}

TEST_P(EachFilter, OtherBytesBehindTheStreamAreAnError) {
  if (!GetParam().whole_known) GTEST_SKIP() << "the format has no end mark";
  const Drained got = unpack(pack("one\n") + "garbage that is longer than a header");
  EXPECT_NE(got.error, "");
}

// The .xz File Format §2.2: streams may be followed by padding, a multiple of four.
TEST(FilterSource, ReadsXzStreamsWithPaddingBetweenThem) {
  const std::string packed =
      test::pack_stream(ARCHIVE_FILTER_XZ, "one\n") + std::string(8, '\0') +
      test::pack_stream(ARCHIVE_FILTER_XZ, "two\n") + std::string(4, '\0');
  LzmaSource source{test::memory(packed), LzmaForm::xz, "dump"};
  const Drained got = test::drain(source);
  EXPECT_EQ(got.error, "") << got.message;
  EXPECT_EQ(got.text, "one\ntwo\n");
}

// RFC 8878 §3.1.2: skippable frames carry no data.
TEST(FilterSource, PassesOverZstandardSkippableFrames) {
  const std::string skippable = "\x50\x2A\x4D\x18" + test::le(5, 4) + "notes";
  const std::string packed = skippable + test::pack_stream(ARCHIVE_FILTER_ZSTD, "one\n") +
                             skippable + test::pack_stream(ARCHIVE_FILTER_ZSTD, "two\n") +
                             skippable;
  FilterSource source{test::memory(packed), Packing::zstd, "dump"};
  const Drained got = test::drain(source);
  EXPECT_EQ(got.error, "") << got.message;
  EXPECT_EQ(got.text, "one\ntwo\n");
}

// RFC 8878 §3.1.1: a frame without a checksum, of blocks that repeat a byte. Behind them
// a block of the reserved type, or one whose header is all there is of it.
TEST(FilterSource, GivesAllZstandardBlocksBeforeDamageHoweverTheyCome) {
  constexpr std::size_t kBlock = 100'000, kBlocks = 7;
  std::string packed{"\x28\xB5\x2F\xFD\x00\x50", 6};
  std::string text;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const char byte = static_cast<char>('a' + i);
    packed += test::le(kBlock << 3 | 1U << 1, 3) + byte;
    text.append(kBlock, byte);
  }
  const std::string damaged =
      packed + test::le(9 << 3 | 3U << 1, 3) + std::string(9, 'x');
  const std::string cut = packed + test::le(9 << 3 | 1, 3);
  for (const std::size_t step :
       {std::size_t{1}, std::size_t{2}, std::size_t{13}, kBlockBytes}) {
    ZstdSource damage{test::memory(damaged, step), "dump"};
    const Drained before_damage = test::drain(damage);
    EXPECT_EQ(before_damage.error, "unpack.damaged") << step;
    EXPECT_TRUE(before_damage.text == text) << step;
    ZstdSource end{test::memory(cut, step), "dump"};
    const Drained before_end = test::drain(end);
    EXPECT_EQ(before_end.error, "unpack.truncated") << step;
    EXPECT_TRUE(before_end.text == text) << step;
  }
}

// libzstd may know forms of before RFC 8878, by their magic numbers, and only where it
// gets four bytes at once.
TEST(FilterSource, ZstandardOfBeforeItsStandardIsNoneHoweverItComes) {
  const std::string early{"\x27\xB5\x2F\xFD\x04\xAA\xFF", 7};
  const std::string good = test::pack_stream(ARCHIVE_FILTER_ZSTD, "one\n");
  for (const std::size_t step : {1U, 2U, 3U, 4U, 5U, 100U}) {
    ZstdSource alone{test::memory(early, step), "dump"};
    EXPECT_EQ(test::drain(alone).error, "unpack.damaged") << step;
    ZstdSource behind{test::memory(good + early, step), "dump"};
    const Drained got = test::drain(behind);
    EXPECT_EQ(got.text, "one\n") << step;
    EXPECT_EQ(got.error, "unpack.trailing") << step;
  }
}

TEST_P(EachFilter, MutatedInputNeitherCrashesNorHangs) {
  const std::string text = test::sample_text(20'000);
  const std::string good = pack(text);
  std::mt19937 random{7};  // the same in every run
  for (int i = 0; i < 500; ++i) {
    std::string packed = good;
    for (unsigned c = 0; c <= random() % 4; ++c)
      packed[random() % packed.size()] = static_cast<char>(random());
    const Drained got = unpack(packed, 1 + random() % 5000);
    if (GetParam().packing == Packing::xz || GetParam().packing == Packing::bzip2) {
      EXPECT_TRUE(!got.error.empty() || got.text == text) << i;
    }
  }
}

TEST_P(EachFilter, AnErrorOfItsInputComesThrough) {
  const std::string packed = pack(test::sample_text(10'000));
  const auto unpacked =
      source(std::make_unique<test::BrokenSource>(packed.substr(0, packed.size() / 2)));
  EXPECT_EQ(test::drain(*unpacked).error, "gzip.truncated");
}

}  // namespace
}  // namespace semsite::filter_source_test
