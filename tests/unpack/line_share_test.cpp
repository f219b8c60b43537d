#include "unpack/line_share.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/errors.hpp"
#include "support/drain.hpp"
#include "support/packing.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::line_share_test {
namespace {

using test::Drained;
using test::write_file;

/// One share of a file with these bytes.
struct Shared {
  Drained got;
  bool is_empty = false;
  bool is_all = false;
};

class LineShareTest : public testing::Test {
 protected:
  Shared share(std::string_view bytes, std::uint64_t number, std::uint64_t of) {
    write_file(path_, bytes);
    LineShare source{path_, {.number = number, .of = of}};
    const bool is_empty = source.is_empty(), is_all = source.is_all();
    return {test::drain(source), is_empty, is_all};
  }
  /// All shares, one after another; each must end at a line end, or where all ends.
  std::string all(std::string_view bytes, std::uint64_t of) {
    std::string out;
    for (std::uint64_t i = 1; i <= of; ++i) {
      const Drained got = share(bytes, i, of).got;
      EXPECT_EQ(got.error, "") << i << "/" << of;
      EXPECT_TRUE(out.empty() || got.text.empty() || out.back() == '\n')
          << i << "/" << of;
      out += got.text;
    }
    return out;
  }
  std::string refusal(std::string_view bytes) {
    try {
      (void)share(bytes, 1, 2);
    } catch (const DocumentError& error) {
      return std::string{error.code()};
    }
    return {};
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.file("a.nt");
};

/// Lines of many lengths, some empty, some longer than a block.
std::string lines(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t length = i % 7 == 0 ? 0 : i * 37 % 211;
    out +=
        std::to_string(i) + std::string(length, static_cast<char>('a' + i % 26)) + '\n';
    if (i % 11 == 0) out += '\n';
  }
  return out;
}

std::vector<std::string> pieces_of(const std::string& text, std::size_t size) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size(); at += size)
    out.push_back(text.substr(at, size));
  return out;
}

std::string packed(int filter, const std::string& text, std::size_t size) {
  std::string out;
  for (const std::string& piece : pieces_of(text, size))
    out += test::pack_stream(filter, piece);
  return out;
}

TEST_F(LineShareTest, AllOfThemAreTheFile) {
  const std::string text = lines(300);
  for (const std::uint64_t of : {1U, 2U, 3U, 7U, 64U, 1000U})
    EXPECT_EQ(all(text, of), text) << of;
}

TEST_F(LineShareTest, EveryCutIsRightAlsoInTheMiddleOfALineEnd) {
  for (const std::string text : {"", "\n", "\n\n\n", "a", "a\n", "a\nb", "ab\n\ncd\n",
                                 "\r\na\r\n\r\nb\r\n", "abcdefgh"})
    for (std::uint64_t of = 1; of <= 12; ++of) EXPECT_EQ(all(text, of), text) << of;
}

TEST_F(LineShareTest, ALineIsWholeInOneShareHoweverLongItIs) {
  const std::string text = "a\n" + std::string(3 * kBlockBytes, 'x') + "\nb\n";
  std::size_t with_it = 0;
  for (std::uint64_t i = 1; i <= 5; ++i) {
    const std::string got = share(text, i, 5).got.text;
    with_it += got.find("xxx") != std::string::npos ? 1 : 0;
    EXPECT_TRUE(got.empty() || got.back() == '\n') << i;
  }
  EXPECT_EQ(with_it, 1U);
  EXPECT_EQ(all(text, 5), text);
}

TEST_F(LineShareTest, SharesAreOfAboutTheSameLength) {
  const std::string text = lines(5000);
  for (std::uint64_t i = 1; i <= 4; ++i) {
    const std::size_t got = share(text, i, 4).got.text.size();
    EXPECT_NEAR(static_cast<double>(got), static_cast<double>(text.size()) / 4, 1000.0)
        << i;
  }
}

TEST_F(LineShareTest,
       MembersOfGzipAndFramesOfZstandardAreRead) {  // RFC 1952 §2.2, RFC 8878 §3
  const std::string text = lines(2000);
  for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD})
    for (const std::size_t size : {997U, 20'000U, 1'000'000U}) {
      const std::string bytes = packed(filter, text, size);
      for (const std::uint64_t of : {1U, 2U, 7U, 64U})
        EXPECT_EQ(all(bytes, of), text) << filter << " " << size << " " << of;
    }
}

TEST_F(LineShareTest, WhatIsPackedInOnePieceIsOfTheFirst) {
  const std::string text = lines(500);
  for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD}) {
    const std::string bytes = test::pack_stream(filter, text);
    const Shared first = share(bytes, 1, 3);
    EXPECT_EQ(first.got.text, text);
    EXPECT_FALSE(first.is_empty);
    EXPECT_TRUE(first.is_all);
    for (const std::uint64_t i : {2U, 3U}) {
      const Shared other = share(bytes, i, 3);
      EXPECT_EQ(other.got.text, "");
      EXPECT_EQ(other.got.error, "");
      EXPECT_TRUE(other.is_empty);
    }
  }
}

TEST_F(LineShareTest, SkippableFramesAndThoseWithoutABlockCountToo) {  // RFC 8878 §3.1.2
  const std::string skippable =
      "\x5F\x2A\x4D\x18" + test::le(300, 4) + std::string(300, '\n');
  const std::string text = lines(200);
  std::string bytes;
  for (const std::string& piece : pieces_of(text, 700))
    bytes += skippable + test::pack_stream(ARCHIVE_FILTER_ZSTD, piece) +
             test::pack_stream(ARCHIVE_FILTER_ZSTD, "");
  for (const std::uint64_t of : {1U, 2U, 9U, 40U}) EXPECT_EQ(all(bytes, of), text) << of;
}

TEST_F(LineShareTest, WhatLooksLikeAMemberInTheMiddleOfOneIsNone) {
  // Bytes that do not pack stand in the packed data as they are.
  std::string text;
  for (unsigned i = 0; i < 20'000; ++i) {
    const std::uint32_t hash = test::crc32(std::to_string(i));
    text += test::le(hash, 4);
    if (i % 50 == 0) text += std::string{"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03", 10};
  }
  text += '\n';
  const std::string bytes = packed(ARCHIVE_FILTER_GZIP, text + lines(100), 30'000);
  for (const std::uint64_t of : {2U, 7U, 64U})
    EXPECT_EQ(all(bytes, of), text + lines(100)) << of;
}

TEST_F(LineShareTest, MembersWithinWhatIsNotPackedAreNone) {
  // As stored data (RFC 1951 §3.2.4) stands as it is: whole members, and what begins so.
  const std::string whole = test::pack_stream(ARCHIVE_FILTER_GZIP, "inner\n");
  const std::string begun{"\x1F\x8B\x08\0\0\0\0\0\0\x03\x01\xFF\xFF\0\0", 15};
  std::string text = lines(50);
  for (int i = 0; i < 2'000; ++i) text += (i % 2 == 0 ? whole : begun) + "text";
  text += "\n" + lines(50);
  const std::string bytes =
      test::pack_stream(ARCHIVE_FILTER_GZIP, text, "compression-level=0");
  for (const std::uint64_t of : {2U, 3U, 8U}) EXPECT_EQ(all(bytes, of), text) << of;
}

TEST_F(LineShareTest, DamageIsToldByOneThatReadsThere) {
  const std::string text = lines(2000);
  for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD}) {
    std::string bytes = packed(filter, text, 10'000);
    bytes.resize(bytes.size() - 20);
    std::size_t told = 0;
    for (std::uint64_t i = 1; i <= 4; ++i)
      told += share(bytes, i, 4).got.error == "unpack.truncated" ? 1 : 0;
    EXPECT_GE(told, 1U) << filter;
  }
}

TEST_F(LineShareTest, OtherPackingsAndWhatIsNoFileAreRefused) {
  for (const int filter : {ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ})
    EXPECT_EQ(refusal(test::pack_stream(filter, "a\n")), "share.packing") << filter;
  EXPECT_EQ(refusal(test::pack_archive(ARCHIVE_FORMAT_ZIP, {{"a.nt", "a\n"}})),
            "share.packing");
  EXPECT_THROW(LineShare(folder_.file("none"), {}), DocumentError);
  EXPECT_THROW(LineShare("/dev/null", {}), DocumentError);
}

}  // namespace
}  // namespace semsite::line_share_test
