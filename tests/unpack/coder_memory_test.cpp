// What the head of packed data asks a decoder to hold, in each form that is read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/packing.hpp"
#include "unpack/coder_memory.hpp"
#include "unpack/lzma_source.hpp"
#include "unpack/unpacker_kit.hpp"
#include "unpack/zip_kit.hpp"

namespace semsite::coder_memory_test {
namespace {

using test::Got;
using test::le;
using test::lines;
using test::lines_of;
using test::pack_archive;
using test::pack_stream;
using test::unpack;
using test::zip_parts;
using test::ZipItem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t kFourGiB = 0xFFFF'FFFF;

// The .xz File Format §3.1: a block header with LZMA2 alone, whose property is `code`.
std::string xz_block_header(char code) {
  std::string head{"\x02\0\x21\x01", 4};
  head += code + std::string(3, '\0');
  return head + le(test::crc32(head), 4);
}

constexpr std::size_t kXzStreamHeader = 12, kXzBlockHeader = 12;

/// An xz of `text` whose block says that it has another dictionary.
std::string xz_with(std::string_view text, char code) {
  std::string packed = pack_stream(ARCHIVE_FILTER_XZ, text);
  packed.replace(kXzStreamHeader, kXzBlockHeader, xz_block_header(code));
  return packed;
}

/// A .lzma of `text` with another dictionary.
std::string alone_with(std::string_view text, std::uint64_t dictionary) {
  std::string packed = pack_stream(ARCHIVE_FILTER_LZMA, text);
  return packed.replace(1, 4, le(dictionary, 4));
}

/// APPNOTE §5.8.8: a version, the length of the properties, these, the data; a mark ends
/// it, as flag 1 says.
ZipItem lzma_item(std::string name, const std::string& text, std::uint64_t dictionary) {
  const std::string alone = alone_with(text, dictionary);
  return {.name = std::move(name),
          .bytes = text,
          .flags = 2,
          .method = 14,
          .packed = le(0x0409, 2) + le(5, 2) + alone.substr(0, 5) + alone.substr(13)};
}

// LZMA2 property 40: 4 GiB - 1; 32: 256 MiB; 33: 384 MiB.
constexpr char kXz256MiB = 32, kXz384MiB = 33, kXz4GiB = 40;

TEST(CoderMemory, AnXzMayAskFor256MiB) {
  EXPECT_THAT(lines_of(xz_with("one\n", kXz256MiB)), ElementsAre("=one\n"));
  for (const char code : {kXz384MiB, kXz4GiB}) {
    const std::vector<Got> all = unpack(xz_with("one\n", code), "dump.nt.xz");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].error, "unpack.memory");
    EXPECT_EQ(all[0].text, "");
    EXPECT_THAT(all[0].message,
                AllOf(HasSubstr("dump.nt.xz: left out"),
                      HasSubstr("at most 268,435,456 bytes of memory are given"),
                      HasSubstr("unpack it yourself")));
  }
}

TEST(CoderMemory, ALaterBlockOrStreamOfAnXzIsBoundToo) {
  const std::string first = pack_stream(ARCHIVE_FILTER_XZ, "one\n");
  const std::vector<Got> all = unpack(first + xz_with("two\n", kXz4GiB));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].error, "unpack.memory");
  EXPECT_EQ(all[0].text, "one\n") << "what came before it is handed out";
  // In one stream: the second block stands where the index of the first would.
  const std::size_t index = first.size() - 12 - 8;
  const std::vector<Got> blocks =
      unpack(first.substr(0, index) + xz_block_header(kXz4GiB));
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].error, "unpack.memory");
  EXPECT_EQ(blocks[0].text, "one\n");
}

TEST(CoderMemory, AnLzmaMayAskFor256MiB) {
  EXPECT_THAT(lines_of(alone_with("one\n", 256 * kMiB)), ElementsAre("=one\n"));
  const std::vector<Got> all = unpack(alone_with("one\n", kFourGiB));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].error, "unpack.memory");
}

TEST(CoderMemory, OfAZipOnlyTheEntryThatAsksFails) {
  const std::string zip = zip_parts({{.name = "a.nt", .bytes = "one\n"},
                                     lzma_item("b.nt", "two\n", 64 * kMiB),
                                     lzma_item("c.nt", "three\n", kFourGiB),
                                     {.name = "d.nt",
                                      .bytes = "four\n",
                                      .method = 95,
                                      .packed = xz_with("four\n", kXz4GiB)},
                                     {.name = "e.nt",
                                      .bytes = "five\n",
                                      .method = 95,
                                      .packed = pack_stream(ARCHIVE_FILTER_XZ, "five\n")},
                                     {.name = "f.nt", .bytes = "six\n"}})
                              .whole();
  for (const std::size_t step : {std::size_t{1}, std::size_t{4096}}) {
    const std::vector<Got> all = unpack(zip, "dump.zip", {}, step);
    EXPECT_THAT(lines(all), ElementsAre("a.nt=one\n", "b.nt=two\n", "=!unpack.memory",
                                        "=!unpack.memory", "e.nt=five\n", "f.nt=six\n"));
    EXPECT_THAT(all[2].message, AllOf(HasSubstr("dump.zip: entry c.nt: left out"),
                                      HasSubstr("the dictionary of its lzma data")));
  }
}

TEST(CoderMemory, LzmaInAZipIsHeldAgainstItsHeader) {
  ZipItem wrong = lzma_item("a.nt", "one\n", kMiB);
  wrong.bytes = "two\n";  // the header has its checksum
  ZipItem shorter = lzma_item("b.nt", "one\n", kMiB);
  shorter.bytes = "one";
  ZipItem cut = lzma_item("c.nt", "one\n", kMiB);
  cut.packed.resize(cut.packed.size() - 3);
  ZipItem tiny = lzma_item("d.nt", "one\n", kMiB);
  tiny.packed.resize(3);
  const std::string zip =
      zip_parts({wrong, shorter, cut, tiny, {.name = "e.nt", .bytes = "e\n"}}).whole();
  EXPECT_THAT(
      lines(unpack(zip)),
      ElementsAre("a.nt=one\n!unpack.damaged", "b.nt=one\n!unpack.damaged",
                  "c.nt=one\n!unpack.truncated", "=!unpack.truncated", "e.nt=e\n"));
}

TEST(CoderMemory, LzmaInAZipWithAndWithoutAMarkAtItsEnd) {
  // Without the flag the header says how long it is; liblzma takes the mark all the same.
  ZipItem sized = lzma_item("a.nt", "one\n", kMiB);
  sized.flags = 0;
  EXPECT_THAT(lines_of(zip_parts({sized, {.name = "b.nt", .bytes = "b\n"}}).whole()),
              ElementsAre("a.nt=one\n", "b.nt=b\n"));
}

TEST(CoderMemory, LzmaInAZipThatBreaksOffIsToldOnce) {
  const std::string zip = zip_parts({lzma_item("a.nt", test::sample_text(9'000), kMiB),
                                     {.name = "b.nt", .bytes = "b\n"}})
                              .whole();
  const std::vector<Got> all = unpack(zip.substr(0, 300), "dump.zip");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].error, "unpack.truncated");
  EXPECT_EQ(all[1].error, "unpack.truncated") << "of the archive";
}

// RFC 8878 §3.1.1.1.2: window descriptor, exponent in the upper five bits.
std::string zstd_with_window(unsigned log) {
  std::string frame = le(0xFD2FB528, 4) + '\0' + static_cast<char>((log - 10) << 3);
  return frame + le(1 | 4 << 3, 3) + "one\n";  // the last block, raw
}

TEST(CoderMemory, AZstdMayAskForTheWindowOfItsLongMode) {
  EXPECT_THAT(lines_of(zstd_with_window(27)), ElementsAre("=one\n"));
  const std::vector<Got> all = unpack(zstd_with_window(31), "dump.zst");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].error, "unpack.memory");
  EXPECT_THAT(all[0].message,
              AllOf(HasSubstr("the window of zstd frame 1"), HasSubstr("134,217,728")));
  const std::string zip = zip_parts({{.name = "a.nt",
                                      .bytes = "one\n",
                                      .method = 93,
                                      .packed = zstd_with_window(31)},
                                     {.name = "b.nt", .bytes = "b\n"}})
                              .whole();
  EXPECT_THAT(lines_of(zip), ElementsAre("=!unpack.memory", "b.nt=b\n"));
}

// cpio(5), "New ASCII Format": the length of a name has eight hexadecimal digits.
TEST(CoderMemory, ACpioWithANameOf4GiB) {
  const std::string head = "070701" + std::string(88, '0') + "FFFFFFF0" + "00000000";
  std::string cpio = head;
  cpio.append(64 * kMiB, 'x');
  const std::vector<Got> all = unpack(cpio, "dump.cpio", {}, kBlockBytes);
  ASSERT_EQ(all.size(), 1U);
  // A system that gives no 4 GiB for it at once has libarchive stop before.
  EXPECT_THAT(all[0].error, testing::AnyOf("unpack.memory", "unpack.damaged"));
}

// 7zFormat.txt: the number of bytes that follow is that of the ones that begin it.
std::string number(std::uint64_t value) {
  return value < 0x80 ? le(value, 1) : '\xFF' + le(value, 8);
}

/// A 7z of these packed bytes, and this table of contents.
std::string seven_zip(const std::string& packed, const std::string& table) {
  const std::string start =
      le(packed.size(), 8) + le(table.size(), 8) + le(test::crc32(table), 4);
  return std::string{"7z\xBC\xAF\x27\x1C\0\4", 8} + le(test::crc32(start), 4) + start +
         packed + table;
}

/// One simple coder: the number of bytes of its name, and that it has properties.
std::string coder(std::string_view method, const std::string& properties) {
  return static_cast<char>(method.size() | (properties.empty() ? 0 : 0x20)) +
         std::string{method} + (properties.empty() ? "" : number(properties.size())) +
         properties;
}

/// Streams: one packed one, one folder of `coders`, which gives `unpacked` bytes.
std::string streams(std::uint64_t packed, const std::string& folder,
                    std::uint64_t unpacked, std::uint64_t at = 0) {
  return '\x06' + number(at) + number(1) + '\x09' + number(packed) +
         std::string(1, '\0') + "\x07\x0B" + number(1) + std::string(1, '\0') + folder +
         '\x0C' + number(unpacked) + std::string{"\0\x08\0\0", 4};
}

/// A table of contents with one file, `a`.
std::string table_of(const std::string& main_streams) {
  return "\x01\x04" + main_streams + '\x05' + number(1) + '\x11' + number(5) +
         std::string("\0a\0\0\0", 5) + std::string(2, '\0');
}

const std::string kCopy = coder(std::string_view{"\0", 1}, "");
const std::string kOne{'\1'};

TEST(CoderMemory, ASevenZipOfThisKitIsRead) {
  EXPECT_THAT(lines_of(seven_zip("one\n", table_of(streams(4, kOne + kCopy, 4)))),
              ElementsAre("a=one\n"));
}

TEST(CoderMemory, CodersOfASevenZipThatAskForTooMuch) {
  struct Case {
    std::string_view what;
    std::string coder;
  };
  const std::string lzma = '\x5D' + le(kFourGiB, 4);
  for (const Case& each :
       {Case{"a dictionary of LZMA", coder("\x03\x01\x01", lzma)},
        // As libarchive reads a name that is too long.
        Case{"a dictionary of LZMA",
             coder(std::string_view{"\1\0\0\0\0\0\x03\x01\x01", 9}, lzma)},
        Case{"a dictionary of LZMA2", coder("\x21", std::string(1, kXz384MiB))},
        Case{"a model of PPMd", coder("\x03\x04\x01", '\6' + le(kFourGiB - 36, 4))}}) {
    const std::vector<Got> all =
        unpack(seven_zip("12345", table_of(streams(5, kOne + each.coder, 9))), "d.7z");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].error, "unpack.memory") << each.what;
    EXPECT_THAT(all[0].message, AllOf(HasSubstr("d.7z"), HasSubstr(each.what)));
  }
}

TEST(CoderMemory, TheMostThatACoderOfASevenZipMayAskFor) {
  const std::string alone = pack_stream(ARCHIVE_FILTER_LZMA, "one\n");
  const std::string properties = alone.substr(0, 1) + le(256 * kMiB, 4);
  const std::string data = alone.substr(13);
  EXPECT_THAT(lines_of(seven_zip(
                  data, table_of(streams(data.size(),
                                         kOne + coder("\x03\x01\x01", properties), 4)))),
              ElementsAre("a=one\n"));
}

TEST(CoderMemory, ATableOfASevenZipThatIsPacked) {
  const auto packed = [](const std::string& table, const std::string& properties) {
    const std::string alone = pack_stream(ARCHIVE_FILTER_LZMA, table);
    const std::string data = alone.substr(13);
    const std::string own = properties.empty() ? alone.substr(0, 5) : properties;
    return seven_zip("one\n" + data,
                     '\x17' + streams(data.size(), kOne + coder("\x03\x01\x01", own),
                                      table.size(), 4));
  };
  const std::string good = table_of(streams(4, kOne + kCopy, 4));
  EXPECT_THAT(lines_of(packed(good, "")), ElementsAre("a=one\n"));
  const std::string hostile =
      table_of(streams(4, kOne + coder("\x21", std::string(1, kXz4GiB)), 4));
  for (const std::string& bytes :
       {packed(hostile, ""), packed(good, '\x5D' + le(kFourGiB, 4))})
    EXPECT_THAT(lines_of(bytes), ElementsAre("=!unpack.memory"));
  // In LZMA2, which 7-Zip does not write there and others do.
  const std::string chunk = '\1' + le(0, 1) + le(good.size() - 1, 1) + good + '\0';
  EXPECT_THAT(
      lines_of(seven_zip(
          "one\n" + chunk,
          '\x17' + streams(chunk.size(), kOne + coder("\x21", "\x10"), good.size(), 4))),
      ElementsAre("a=one\n"));
  // In what nobody writes: libarchive would read that unchecked.
  EXPECT_THAT(lines_of(seven_zip(
                  "one\n1234",
                  '\x17' + streams(4, kOne + coder("\x03\x04\x01", '\6' + le(kMiB, 4)),
                                   good.size(), 4))),
              ElementsAre("=!unpack.unsupported"));
}

TEST(CoderMemory, ATableOfASevenZipWithTooManyThings) {
  constexpr std::uint64_t kMany = 90'000'000;
  const std::string files = "\x01\x05" + number(kMany);
  const std::string packs = "\x01\x04\x06" + number(0) + number(kMany) + '\x09';
  const std::string folders = "\x01\x04\x07\x0B" + number(kMany) + std::string(1, '\0');
  const std::string wide = '\1' + std::string{"\x11\0", 2} + number(kMany) + number(1);
  const std::string inputs = "\x01\x04" + streams(4, wide, 4);
  std::string parts = streams(4, kOne + kCopy, 4);
  parts.resize(parts.size() - 2);
  parts = "\x01\x04" + parts + '\x0D' + number(kMany);
  for (const std::string& table : {files, packs, folders, inputs, parts})
    EXPECT_THAT(lines_of(seven_zip("one\n", table + std::string(64, '\0'))),
                ElementsAre("=!unpack.memory"));
  // And one that says to be longer than the file is.
  std::string longer = seven_zip("one\n", table_of(streams(4, kOne + kCopy, 4)));
  longer.replace(20, 8, le(std::uint64_t{1} << 40, 8));
  longer.replace(8, 4, le(test::crc32(longer.substr(12, 20)), 4));
  EXPECT_THAT(lines_of(longer), ElementsAre("=!unpack.memory"));
}

TEST(CoderMemory, WhatTheFilterBcj2OfASevenZipHolds) {
  // Four coders, as 7zr writes them: three of one stream each, and BCJ2 with four.
  const std::string lzma = coder("\x03\x01\x01", '\x5D' + le(kMiB, 4));
  const std::string bcj2 =
      '\x14' + std::string{"\x03\x03\x01\x1B", 4} + number(4) + number(1);
  const std::string pairs =
      number(5) + number(0) + number(4) + number(1) + number(3) + number(2);
  const std::string inputs = number(2) + number(1) + number(0) + number(6);
  const auto table = [&](std::uint64_t held) {
    return "\x01\x04\x06" + number(0) + number(4) + '\x09' + number(1) + number(1) +
           number(1) + number(1) + std::string(1, '\0') + "\x07\x0B" + number(1) +
           std::string(1, '\0') + '\4' + lzma + lzma + lzma + bcj2 + pairs + inputs +
           '\x0C' + number(held) + number(held) + number(9) + number(9) +
           std::string(2, '\0') + '\x05' + number(0) + std::string(2, '\0');
  };
  EXPECT_THAT(lines_of(seven_zip("1234", table(129 * kMiB))),
              ElementsAre("=!unpack.memory"));
  EXPECT_THAT(lines_of(seven_zip("1234", table(100 * kMiB))), ElementsAre());
}

TEST(CoderMemory, ATableOfASevenZipThatCannotBeRead) {
  for (const std::string& table :
       {std::string{"\x02\0", 2}, std::string{"\x01\x02\0\0", 4},
        std::string{"\x01\x04\x06\0\0", 5}, std::string{"\x01\x04\x07\x0B\1\1", 6}})
    EXPECT_THAT(lines_of(seven_zip("one\n", table + std::string(64, '\0'))),
                ElementsAre("=!unpack.damaged"));
}

}  // namespace
}  // namespace semsite::coder_memory_test
