#include "unpack/zip_records.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "unpack/unpacker_kit.hpp"

namespace semsite::zip_records_test {
namespace {

using test::Got;
using test::kTwo;
using test::le;
using test::lines;
using test::lines_of;
using test::pack_archive;
using test::Packed;
using test::unpack;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kBlock = 512;

std::string tar_of(const std::vector<Packed>& items) {
  return pack_archive(ARCHIVE_FORMAT_TAR_USTAR, items);
}

const std::vector<Packed> kThreeFiles = {{.name = "a.nt", .bytes = "one\n"},
                                         {.name = "b.nt", .bytes = "two\n"},
                                         {.name = "c.nt", .bytes = "three\n"}};
const std::vector<Packed> kTwoMore = {{.name = "d.nt", .bytes = "four\n"},
                                      {.name = "e.nt", .bytes = "five\n"}};

TEST(ArchiveEnd, AHeaderThatCannotBeReadIsToldOnce) {
  std::vector<Packed> items = kThreeFiles;
  items[1].bytes = test::sample_text(5000);  // ten blocks that are no header
  std::string tar = tar_of(items);
  tar[2 * kBlock] ^= 1;
  const std::vector<Got> all = unpack(tar);
  EXPECT_THAT(lines(all), ElementsAre("a.nt=one\n", "=!unpack.damaged", "c.nt=three\n"));
  EXPECT_THAT(all[1].message, HasSubstr("header of an entry cannot be read"));
  tar = tar_of(kThreeFiles);
  tar[4 * kBlock + 150] ^= 1;  // the last one's checksum
  EXPECT_THAT(lines_of(tar), ElementsAre("a.nt=one\n", "b.nt=two\n", "=!unpack.damaged"));
}

TEST(ArchiveEnd, ArchivesOneBehindAnotherAreAllRead) {
  for (const int format :
       {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE,
        ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, ARCHIVE_FORMAT_CPIO_POSIX, ARCHIVE_FORMAT_7ZIP})
    for (const std::size_t step : {std::size_t{1}, std::size_t{4096}})
      EXPECT_THAT(
          lines(unpack(pack_archive(format, kTwo) + pack_archive(format, kTwoMore),
                       "dump", {}, step)),
          ElementsAre("a.nt=one\n", "b/c.ttl=two\n", "d.nt=four\n", "e.nt=five\n"))
          << format << ' ' << step;
  EXPECT_THAT(lines_of(test::stored_rar("a", "one") + test::stored_rar("b", "two")),
              ElementsAre("a=one", "b=two"));
}

TEST(ArchiveEnd, ZerosInTheMiddleOfATarEndNothing) {
  const std::string tar = tar_of(kThreeFiles);
  for (const std::size_t blocks : {1, 2, 3, 100})
    EXPECT_THAT(lines_of(tar.substr(0, 2 * kBlock) + std::string(blocks * kBlock, '\0') +
                         tar.substr(2 * kBlock)),
                ElementsAre("a.nt=one\n", "b.nt=two\n", "c.nt=three\n"))
        << blocks;
}

TEST(ArchiveEnd, WhatFollowsIsToldOrRead) {
  for (const int format :
       {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, ARCHIVE_FORMAT_7ZIP}) {
    const std::string packed = pack_archive(format, kTwo);
    const std::vector<std::string> entries = {"a.nt=one\n", "b/c.ttl=two\n"};
    EXPECT_EQ(lines_of(packed + std::string(10'000, '\0')), entries) << format;
    const std::vector<Got> all = unpack(packed + "something else");
    EXPECT_THAT(lines(all), ElementsAre(entries[0], entries[1], "=!unpack.trailing"));
    EXPECT_THAT(all[2].message, HasSubstr("14 bytes"));
    // Another archive behind that may have been more.
    EXPECT_THAT(
        lines_of(packed + std::string(1000, 'x') + pack_archive(format, kTwoMore)),
        ElementsAre(entries[0], entries[1], "=!unpack.damaged", "d.nt=four\n",
                    "e.nt=five\n"))
        << format;
  }
}

TEST(ArchiveEnd, AnotherTarWhoseFirstHeaderIsDamaged) {
  std::string more = tar_of(kTwoMore);
  more[0] ^= 1;
  EXPECT_THAT(lines_of(tar_of({kThreeFiles[0]}) + more),
              ElementsAre("a.nt=one\n", "=!unpack.damaged", "e.nt=five\n"));
  more = tar_of({kTwoMore[0]});
  more[0] ^= 1;
  EXPECT_THAT(lines_of(tar_of({kThreeFiles[0]}) + more),
              ElementsAre("a.nt=one\n", "=!unpack.damaged"));
}

TEST(ArchiveEnd, ATarThatStopsBetweenEntriesIsTruncatedAlsoBehindZeros) {
  const std::string zeros(3 * kBlock, '\0');
  const std::string tar = tar_of({{.name = "a.bin", .bytes = zeros}, kThreeFiles[1]});
  EXPECT_THAT(lines_of(tar.substr(0, 4 * kBlock)),
              ElementsAre("a.bin=" + zeros, "=!unpack.truncated"));
  EXPECT_THAT(lines_of(tar.substr(0, 3 * kBlock)),
              ElementsAre("a.bin=" + zeros.substr(kBlock) + "!unpack.truncated"));
}

/// A tar header (POSIX ustar), with its checksum.
std::string tar_header(const std::string& name, char type, std::size_t size) {
  std::string out(kBlock, '\0');
  const auto put = [&](std::size_t at, const std::string& text) {
    out.replace(at, text.size(), text);
  };
  put(0, name);
  put(100, "0000644");
  put(108, "0000000");
  put(116, "0000000");
  std::string octal(11, '0');
  for (std::size_t i = 11; i > 0; --i, size /= 8)
    octal[i - 1] = static_cast<char>('0' + size % 8);
  put(124, octal);
  put(136, "00000000000");
  put(148, std::string(8, ' '));
  out[156] = type;
  put(257, std::string{"ustar\0"
                       "00",
                       8});
  unsigned sum = 0;
  for (const char c : out) sum += static_cast<unsigned char>(c);
  std::string digits(6, '0');
  for (std::size_t i = 6; i > 0; --i, sum /= 8)
    digits[i - 1] = static_cast<char>('0' + sum % 8);
  put(148, digits + std::string{"\0 ", 2});
  return out;
}

std::string tar_entry(const std::string& name, char type, std::string data) {
  std::string out = tar_header(name, type, data.size());
  data.resize((data.size() + kBlock - 1) / kBlock * kBlock, '\0');
  return out + data;
}

TEST(ArchiveEnd, ALaterVolumeOfATarIsTold) {
  const std::string end(2 * kBlock, '\0');
  const std::string next = tar_entry("b.nt", '0', "two\n");
  // GNU tar, by type, by label and by pax header (GNU tar manual, "Multi-Volume").
  EXPECT_THAT(lines_of(tar_entry("a.nt", 'M', "half\n") + next + end),
              ElementsAre("=!unpack.volume", "b.nt=two\n"));
  EXPECT_THAT(lines_of(tar_entry("disk Volume 2", 'V', "") + next +
                       tar_entry("c.nt", '0', "three\n") + end),
              ElementsAre("=!unpack.volume", "c.nt=three\n"));
  EXPECT_THAT(lines_of(tar_entry("GlobalHead", 'g', "28 GNU.volume.filename=a.nt\n") +
                       tar_entry("a.nt", '0', "half\n") + next + end),
              ElementsAre("=!unpack.volume", "b.nt=two\n"));
  // The first volume, and a label that is none of a volume.
  for (const char* label : {"disk Volume 1", "disk", "Volume two", " Volume "})
    EXPECT_THAT(lines_of(tar_entry(label, 'V', "") + next + end),
                ElementsAre("b.nt=two\n"))
        << label;
}

TEST(ArchiveEnd, LongNamesOfATarThatAreCutOff) {
  const std::string name = std::string(200, 'n') + ".nt";
  for (const int format :
       {ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, ARCHIVE_FORMAT_TAR_GNUTAR}) {
    const std::string tar =
        pack_archive(format, {kThreeFiles[0], {.name = name, .bytes = "two\n"}});
    const std::size_t whole = tar.find_last_not_of('\0') / kBlock * kBlock + kBlock;
    for (std::size_t length = 2 * kBlock + 1; length <= whole; length += 64)
      EXPECT_NE(unpack(tar.substr(0, length)).back().error, "")
          << format << ' ' << length;
    // A name, and no entry that has it.
    EXPECT_THAT(
        unpack(tar.substr(0, 4 * kBlock) + std::string(2 * kBlock, '\0')).back().error,
        HasSubstr("unpack."));
  }
}

TEST(ArchiveEnd, ACpioWithoutItsTrailer) {
  const std::string cpio = pack_archive(ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, kTwo);
  EXPECT_THAT(lines_of(cpio.substr(0, cpio.rfind("070701"))),
              ElementsAre("a.nt=one\n", "b/c.ttl=two\n", "=!unpack.truncated"));
}

TEST(ArchiveEnd, JunkBetweenTheEntriesOfACpio) {
  const std::string cpio = pack_archive(ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, kTwo);
  const std::size_t second = cpio.find("070701", 6);
  const std::vector<Got> all =
      unpack(cpio.substr(0, second) + "junk" + cpio.substr(second));
  std::string errors;
  for (const Got& got : all) errors += got.error;
  EXPECT_THAT(errors, HasSubstr("unpack."));
}

TEST(EndOfRar, SaysWhetherMoreFollows) {
  const std::string rar = test::stored_rar("a", "one");
  EXPECT_EQ(end_of_rar(rar), RarEnd::last);
  EXPECT_EQ(end_of_rar(rar.substr(0, rar.size() - 7)), RarEnd::none);
  const auto four = [](unsigned flags) {
    const std::string rest = '\x7B' + le(flags, 2) + le(7, 2);
    return "data" + le(test::crc32(rest) & 0xFFFF, 2) + rest;
  };
  EXPECT_EQ(end_of_rar(four(0x4000)), RarEnd::last);
  EXPECT_EQ(end_of_rar(four(0x4001)), RarEnd::more);
  const auto five = [](char flags) {
    const std::string rest = std::string{"\x03\x05\x04"} + flags;
    return "data" + le(test::crc32(rest), 4) + rest;
  };
  EXPECT_EQ(end_of_rar(five('\0')), RarEnd::last);
  EXPECT_EQ(end_of_rar(five('\1')), RarEnd::more);
  EXPECT_EQ(end_of_rar(""), RarEnd::none);
}

TEST(ArchiveEnd, OnePartOfARar) {
  std::string rar = test::stored_rar("a", "one");
  rar.resize(rar.size() - 7);
  EXPECT_NE(unpack(rar).back().error, "") << "no end";
  const std::string rest = '\x7B' + le(0x4001, 2) + le(7, 2);
  EXPECT_THAT(lines_of(rar + le(test::crc32(rest) & 0xFFFF, 2) + rest),
              ElementsAre("a=one", "=!unpack.volume"));
}

}  // namespace
}  // namespace semsite::zip_records_test
