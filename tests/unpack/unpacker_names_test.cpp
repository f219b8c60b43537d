#include "unpack/unpacker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/packing.hpp"
#include "unpack/unpacker_kit.hpp"

namespace semsite::unpacker_names_test {
namespace {

using test::Got;
using test::lines;
using test::lines_of;
using test::pack_archive;
using test::Packed;
using test::stored_zip;
using test::unpack;
using test::unpack_all;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Unpacker, NamesStayAsTheyAreWritten) {
  const std::vector<Packed> items = {
      {.name = "http%3A%2F%2Fexample.org%2Fa%3Fb%23c", .bytes = "1"},
      {.name = "../../etc/passwd", .bytes = "2"},
      {.name = "stra\xC3\x9F"
               "e.nt",
       .bytes = "3"},
      {.name = "latin\xFC.nt", .bytes = "4"}};
  const std::vector<std::string> expected = {"http%3A%2F%2Fexample.org%2Fa%3Fb%23c=1",
                                             "../../etc/passwd=2",
                                             "stra\xC3\x9F"
                                             "e.nt=3",
                                             "latin\xFC.nt=4"};
  for (const int format :
       {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_CPIO_SVR4_NOCRC})
    EXPECT_EQ(lines_of(pack_archive(format, items)), expected) << format;
}

TEST(Unpacker, KeepsUtf8NamesOfZip) {
  EXPECT_THAT(lines_of(stored_zip("stra\xC3\x9F"
                                  "e.nt",
                                  "one", 1 << 11)),
              ElementsAre("stra\xC3\x9F"
                          "e.nt=one"));
}

TEST(Unpacker, KeepsUtf8NamesOf7z) {
  // "ä.nt" by 7z: names are UTF-16 there. The writer needs no locale for ASCII only, so
  // the archive is written down here.
  const std::string header =
      std::string{
          "\x01\x04\x06\x00\x01\x09\x04\x00\x07\x0B\x01\x00\x01\x01\x00\x0C\x04\x00"
          "\x08\x0A\x01",
          21} +
      test::le(test::crc32("one\n"), 4) +
      std::string{
          "\x00\x00\x05\x01\x11\x0B\x00\xE4\x00\x2E\x00\x6E\x00\x74\x00\x00\x00\x00"
          "\x00",
          19};
  const std::string start =
      test::le(4, 8) + test::le(header.size(), 8) + test::le(test::crc32(header), 4);
  const std::string packed = std::string{"7z\xBC\xAF\x27\x1C\x00\x04", 8} +
                             test::le(test::crc32(start), 4) + start + "one\n" + header;
  EXPECT_THAT(lines_of(packed), ElementsAre("\xC3\xA4.nt=one\n"));
}

/// Gives its text as if memory had run out somewhere on the way.
class ShortOfMemory final : public ByteSource {
 public:
  explicit ShortOfMemory(std::string bytes) : bytes_(std::move(bytes), 100) {}
  Block read() override {
    Block block = bytes_.read();
    errno = ENOMEM;
    return block;
  }

 private:
  MemorySource bytes_;
};

// libarchive takes an ENOMEM that it finds behind such a name for its own, and ends the
// program.
TEST(Unpacker, NamesThatEndInACharacterAreReadWhateverFailedBefore) {
  const std::vector<Packed> items = {
      {.name = "cut\xE2\x82", .bytes = "1"},
      {.name = "cut\xF4", .bytes = "2"},
      {.name = "link\xC3", .bytes = {}, .kind = AE_IFLNK, .link = "cut\xF4"}};
  for (const int format :
       {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_CPIO_SVR4_NOCRC}) {
    errno = ENOMEM;
    Unpacker unpacker{std::make_unique<ShortOfMemory>(pack_archive(format, items)),
                      "dump", Limits{}};
    const std::vector<std::string> got = lines(unpack_all(unpacker));
    ASSERT_GE(got.size(), 2U) << format;
    EXPECT_EQ(got[0], "cut\xE2\x82=1") << format;
    EXPECT_EQ(got[1], "cut\xF4=2") << format;
  }
}

TEST(Unpacker, MessagesAreValidUtf8WhateverTheNames) {
  std::string zip = stored_zip("b\xFF\n.nt", "one\n", 0);
  zip[zip.find("one\n")] = 'O';
  const std::vector<Got> all = unpack(zip);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_THAT(all[0].message, HasSubstr("entry b\xEF\xBF\xBD\\n.nt"));
}

}  // namespace
}  // namespace semsite::unpacker_names_test
