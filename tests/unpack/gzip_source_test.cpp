#include "unpack/gzip_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "support/drain.hpp"
#include "support/packing.hpp"

namespace semsite::gzip_source_test {
namespace {

using test::Drained;

std::string gzip(std::string_view text) {
  return test::pack_stream(ARCHIVE_FILTER_GZIP, text);
}

Drained gunzip(std::string packed, std::size_t step = 4096) {
  GzipSource source{test::memory(std::move(packed), step), "dump.nt.gz"};
  return test::drain(source);
}

constexpr int kHeaderCrc = 2, kExtra = 4, kName = 8, kComment = 16;

/// A member with the optional header fields of RFC 1952 §2.3.
std::string member_with(int flags, std::string_view text) {
  std::string out = "\x1F\x8B\x08";
  out += static_cast<char>(flags);
  out += test::le(0, 4) + '\x00' + '\x03';
  if ((flags & kExtra) != 0) out += test::le(700, 2) + std::string(700, 'e');
  if ((flags & kName) != 0) out += std::string{"a name.nt"} + '\0';
  if ((flags & kComment) != 0) out += std::string(300, 'c') + '\0';
  if ((flags & kHeaderCrc) != 0) out += test::le(test::crc32(out) & 0xFFFF, 2);
  out += test::stored_deflate(text);
  out += test::le(test::crc32(text), 4) + test::le(text.size(), 4);
  return out;
}

TEST(GzipSource, InflatesInBlocksOfTheAgreedSize) {
  const std::string text = test::sample_text(3 * kBlockBytes + 17);
  GzipSource source{test::memory(gzip(text)), "x"};
  std::vector<std::size_t> sizes;
  std::string got;
  for (Block block = source.read(); !block.empty(); block = source.read()) {
    sizes.push_back(block.bytes.size());
    got += block.bytes;
  }
  EXPECT_EQ(got, text);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{kBlockBytes, kBlockBytes, kBlockBytes, 17}));
  EXPECT_TRUE(source.read().empty());
}

TEST(GzipSource, BlocksStayGoodWhenTheSourceHasGone) {
  const std::string text = test::sample_text(2 * kBlockBytes);
  Block first;
  {
    GzipSource source{test::memory(gzip(text)), "x"};
    first = source.read();
    (void)source.read();
  }
  EXPECT_EQ(first.bytes, std::string_view{text}.substr(0, kBlockBytes));
}

// RFC 1952 §2.2: a gzip file is a series of members.
TEST(GzipSource, ReadsAllMembersEmptyOnesToo) {
  const Drained got = gunzip(gzip("one\n") + gzip("") + gzip("two\n") + gzip(""));
  EXPECT_EQ(got.text, "one\ntwo\n");
  EXPECT_EQ(got.error, "");
}

TEST(GzipSource, AnEmptyMemberIsAnEmptyDocument) {
  const Drained got = gunzip(gzip(""));
  EXPECT_EQ(got.text, "");
  EXPECT_EQ(got.error, "");
}

TEST(GzipSource, ReadsEveryHeaderFieldHoweverTheBytesArrive) {
  for (int flags = 0; flags < 32; flags += 2) {
    const std::string packed =
        member_with(flags, "first ") + member_with(flags, "second");
    for (const std::size_t step : {1, 2, 3, 7, 64, 4096}) {
      const Drained got = gunzip(packed, step);
      EXPECT_EQ(got.text, "first second") << flags << ' ' << step;
      EXPECT_EQ(got.error, "") << flags << ' ' << step << ' ' << got.message;
    }
  }
}

TEST(GzipSource, CutsInTheInputDoNotMatter) {
  const std::string text = test::sample_text(100'000);
  const std::string packed = gzip(text) + gzip(text) + gzip("end");
  for (const std::size_t step : {1, 5, 13, 1000, 65'536}) {
    const Drained got = gunzip(packed, step);
    EXPECT_EQ(got.error, "") << step << ' ' << got.message;
    EXPECT_TRUE(got.text == text + text + "end") << step;
  }
}

TEST(GzipSource, ManySmallMembersAreOneDocument) {
  std::string packed;
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    const std::string part = test::sample_text(static_cast<std::size_t>(i % 90));
    packed += i % 2 == 0 ? gzip(part) : member_with(kName, part);
    text += part;
  }
  const Drained got = gunzip(packed, 777);
  EXPECT_EQ(got.error, "") << got.message;
  EXPECT_TRUE(got.text == text);
}

TEST(GzipSource, ReportsTruncationAfterWhatCouldBeInflated) {
  const std::string text = test::sample_text(2'000'000);
  const std::string packed = gzip(text);
  const Drained got = gunzip(packed.substr(0, packed.size() / 2));
  EXPECT_EQ(got.error, "unpack.truncated");
  EXPECT_GT(got.text.size(), text.size() / 3);
  EXPECT_TRUE(text.starts_with(got.text));
  EXPECT_NE(got.message.find("dump.nt.gz: truncated"), std::string::npos) << got.message;
}

TEST(GzipSource, EveryShorteningIsNoticed) {
  const std::string text = test::sample_text(5'000);
  for (const std::string& packed :
       {gzip(text), member_with(kHeaderCrc | kExtra | kName | kComment, text)}) {
    for (std::size_t length = 0; length < packed.size(); ++length) {
      const Drained got = gunzip(packed.substr(0, length));
      EXPECT_EQ(got.error, "unpack.truncated") << length;
      EXPECT_TRUE(text.starts_with(got.text)) << length;
    }
  }
}

TEST(GzipSource, TheSecondMemberCutAnywhereIsNoticed) {
  const std::string first = gzip("first");
  const std::string second = member_with(kName, "second");
  for (std::size_t length = 1; length < second.size(); ++length) {
    const Drained got = gunzip(first + second.substr(0, length));
    EXPECT_EQ(got.error, "unpack.truncated") << length;
    EXPECT_TRUE(got.text.starts_with("first")) << length;
  }
}

TEST(GzipSource, ThrowsTheSameErrorAtEveryLaterCall) {
  GzipSource source{test::memory(gzip("text").substr(0, 15)), "x"};
  EXPECT_EQ(test::drain(source).error, "unpack.truncated");
  EXPECT_EQ(test::drain(source).error, "unpack.truncated");
}

// RFC 1952 §2.3.1: CRC32 and ISIZE, the last eight bytes.
TEST(GzipSource, AWrongChecksumOrSizeIsDamage) {
  const std::string good = gzip(test::sample_text(1000));
  for (std::size_t back = 1; back <= 8; ++back) {
    for (const bool last : {true, false}) {
      std::string packed = good;
      packed[packed.size() - back] ^= 0x10;
      if (!last) packed += good;
      const Drained got = gunzip(packed);
      EXPECT_EQ(got.error, "unpack.damaged") << back;
      EXPECT_NE(got.message.find("checksum or size"), std::string::npos) << got.message;
    }
  }
}

TEST(GzipSource, AWrongHeaderChecksumIsDamage) {
  std::string packed = member_with(kHeaderCrc | kName, "text");
  packed[12] ^= 1;
  EXPECT_EQ(gunzip(packed).error, "unpack.damaged");
}

TEST(GzipSource, AnotherMethodThanDeflateIsDamage) {
  std::string packed = gzip("text");
  packed[2] = 7;
  EXPECT_EQ(gunzip(packed).error, "unpack.damaged");
}

TEST(GzipSource, WhatIsNoGzipAtAllIsDamage) {
  EXPECT_EQ(gunzip("<html>Not found</html>").error, "unpack.damaged");
}

TEST(GzipSource, PaddingBehindTheLastMemberIsNoError) {
  const Drained got = gunzip(gzip("text") + std::string(10'000, '\0') + "\r\n");
  EXPECT_EQ(got.text, "text");
  EXPECT_EQ(got.error, "");
}

TEST(GzipSource, OtherBytesBehindTheLastMemberAreNamedAfterTheData) {
  for (const char* garbage : {"garbage", "\x1F garbage longer than a header is"}) {
    const Drained got = gunzip(gzip("text") + garbage);
    EXPECT_EQ(got.text, "text");
    EXPECT_EQ(got.error, "unpack.trailing");
  }
}

/// `text` as zlib packs it (RFC 1950), or, without its wrapper, a bare stream.
std::string deflated(std::string_view text, GzipSource::Wrapper wrapper) {
  const std::string packed = gzip(text);
  const std::string bare = packed.substr(10, packed.size() - 18);
  if (wrapper == GzipSource::Wrapper::none) return bare;
  std::uint32_t a = 1, b = 0;
  for (const char c : text) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  std::string sum = test::le(b << 16U | a, 4);
  std::ranges::reverse(sum);
  return "\x78\x9C" + bare + sum;
}

// A part of a register's width behind the end was taken for nothing if it came with it.
TEST(GzipSource, BytesBehindABareStreamAreToldHoweverTheyArrive) {
  using Wrapper = GzipSource::Wrapper;
  const std::string text = test::sample_text(1000);
  for (const Wrapper wrapper : {Wrapper::zlib, Wrapper::none})
    for (std::size_t garbage = 0; garbage < 20; ++garbage)
      for (const std::size_t step : {std::size_t{1}, std::size_t{13}, kBlockBytes}) {
        GzipSource source{
            test::memory(deflated(text, wrapper) + std::string(garbage, 'x'), step), "x",
            wrapper};
        const Drained got = test::drain(source);
        EXPECT_EQ(got.text, text);
        EXPECT_EQ(got.error, garbage == 0 ? "" : "unpack.trailing")
            << garbage << " bytes, " << step << " at a time";
      }
}

TEST(GzipSource, AnErrorOfItsInputComesThrough) {
  class Broken final : public ByteSource {
   public:
    Block read() override { throw DocumentError{"fetch.broken", "gone"}; }
  };
  GzipSource source{std::make_unique<Broken>(), "x"};
  EXPECT_EQ(test::drain(source).error, "fetch.broken");
}

TEST(GzipSource, MutatedInputIsNeverTakenForGoodData) {
  const std::string text = test::sample_text(20'000);
  const std::string good = gzip(text);
  std::mt19937 random{42};  // the same in every run
  for (int i = 0; i < 2000; ++i) {
    std::string packed = good;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int c = 0; c < changes; ++c)
      packed[random() % packed.size()] = static_cast<char>(random());
    const Drained got = gunzip(packed, 1 + random() % 5000);
    // Header bytes such as the time may change without harm; the contents may not.
    EXPECT_TRUE(!got.error.empty() || got.text == text) << i;
  }
}

/// One gzip member of 65,600 stored blocks of 65,535 zeros each, made as it is read.
class LargeMember final : public ByteSource {
 public:
  static constexpr std::uint64_t kSize = std::uint64_t{65'600} * 65'535;

  explicit LargeMember(std::uint32_t size_field) : size_field_(size_field) {}

  Block read() override {
    if (at_ > kBlocks + 1) return {};
    if (at_ == 0) {
      text_ =
          std::make_shared<std::string>("\x1F\x8B\x08" + std::string(6, '\0') + '\x03');
    } else if (at_ == 1) {
      text_ =
          std::make_shared<std::string>(test::stored_deflate(std::string(65'535, '\0')));
      text_->front() = '\0';  // not the last block
    } else if (at_ == kBlocks + 1) {
      constexpr std::uint32_t kCrc = 0xDA2995A4;  // as zlib has it
      text_ = std::make_shared<std::string>(test::stored_deflate("") + test::le(kCrc, 4) +
                                            test::le(size_field_, 4));
    }
    ++at_;
    return {.bytes = *text_, .owner = text_};
  }

 private:
  static constexpr std::uint64_t kBlocks = 65'600;
  std::uint32_t size_field_;
  std::uint64_t at_ = 0;
  std::shared_ptr<std::string> text_;
};

// RFC 1952 §2.3.1: ISIZE is the size modulo 2^32.
TEST(GzipSource, MembersOfMoreThanFourGiBAreChecked) {
  constexpr auto kWrapped = static_cast<std::uint32_t>(LargeMember::kSize);
  for (const std::uint32_t size_field : {kWrapped, kWrapped + 1}) {
    GzipSource source{std::make_unique<LargeMember>(size_field), "x"};
    std::uint64_t got = 0;
    std::string error;
    try {
      for (Block block = source.read(); !block.empty(); block = source.read())
        got += block.bytes.size();
    } catch (const DocumentError& failure) {
      error = failure.code();
    }
    EXPECT_EQ(got, LargeMember::kSize);
    EXPECT_EQ(error, size_field == kWrapped ? "" : "unpack.damaged");
  }
}

}  // namespace
}  // namespace semsite::gzip_source_test
