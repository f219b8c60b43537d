#include "unpack/sniff.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/packing.hpp"

namespace semsite::sniff_test {
namespace {

using namespace std::string_literals;
using test::pack_archive;
using test::pack_stream;

std::string_view sniff(std::string_view head) {
  return packing_name(sniff_packing(head.substr(0, kSniffBytes)));
}

TEST(IsDocumentInZip, ByItsFirstFile) {
  const auto is_one = [](const char* first) {
    return is_document_in_zip(
        pack_archive(ARCHIVE_FORMAT_ZIP, {{first, "x"}, {"b", "y"}}));
  };
  for (const char* const first :
       {"[Content_Types].xml", "mimetype", "xl/workbook.xml", "META-INF/MANIFEST.MF"})
    EXPECT_TRUE(is_one(first)) << first;
  for (const char* const first : {"data.nt", "mimetypes.ttl", "a/word/b.nt"})
    EXPECT_FALSE(is_one(first)) << first;
  EXPECT_FALSE(is_document_in_zip("PK\x03\x04"));
  EXPECT_FALSE(is_document_in_zip(""));
}

TEST(SniffPacking, TellsWhatWritersWrite) {
  for (const std::string& text : {std::string{}, test::sample_text(5000)}) {
    EXPECT_EQ(sniff(pack_stream(ARCHIVE_FILTER_GZIP, text)), "gzip");
    EXPECT_EQ(sniff(pack_stream(ARCHIVE_FILTER_BZIP2, text)), "bzip2");
    EXPECT_EQ(sniff(pack_stream(ARCHIVE_FILTER_XZ, text)), "xz");
    EXPECT_EQ(sniff(pack_stream(ARCHIVE_FILTER_LZMA, text)), "lzma");
    EXPECT_EQ(sniff(pack_stream(ARCHIVE_FILTER_ZSTD, text)), "zstd");
    EXPECT_EQ(sniff(pack_stream(ARCHIVE_FILTER_COMPRESS, text)), "compress");
    if (!text.empty()) {
      EXPECT_EQ(sniff(pack_stream(ARCHIVE_FILTER_LZ4, text)), "lz4");
    }
  }
  const std::vector<test::Packed> items = {{.name = "a.nt", .bytes = "text"}};
  EXPECT_EQ(sniff(pack_archive(ARCHIVE_FORMAT_ZIP, items)), "zip");
  EXPECT_EQ(sniff(pack_archive(ARCHIVE_FORMAT_ZIP, {})), "zip");
  EXPECT_EQ(sniff(pack_archive(ARCHIVE_FORMAT_7ZIP, items)), "7z");
  EXPECT_EQ(sniff(pack_archive(ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, items)), "cpio");
  EXPECT_EQ(sniff(pack_archive(ARCHIVE_FORMAT_CPIO_POSIX, items)), "cpio");
  for (const int format : {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_TAR_GNUTAR,
                           ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE})
    EXPECT_EQ(sniff(pack_archive(format, items)), "tar");
}

TEST(SniffPacking, TellsOldTarsByTheirChecksum) {
  std::string tar = test::as_v7_tar(
      pack_archive(ARCHIVE_FORMAT_TAR_USTAR, {{.name = "a.nt", .bytes = "text"}}));
  EXPECT_EQ(sniff(tar), "tar");
  tar[3] ^= 1;
  EXPECT_EQ(sniff(tar), "none");
}

TEST(SniffPacking, KnowsTheRarerBeginnings) {
  EXPECT_EQ(sniff("PK\x07\x08PK\x03\x04"), "zip") << "split, joined again";
  EXPECT_EQ(sniff("PK00PK\x03\x04"), "zip");
  EXPECT_EQ(sniff("Rar!\x1A\x07\0"s), "rar");
  EXPECT_EQ(sniff("Rar!\x1A\x07\x01\0"s), "rar");
  EXPECT_EQ(sniff("\x02\x21\x4C\x18rest"), "lz4") << "legacy frame";
  EXPECT_EQ(sniff("\x51\x2A\x4D\x18\4\0\0\0abcd\x28\xB5\x2F\xFD"s), "zstd");
  EXPECT_EQ(sniff("\x51\x2A\x4D\x18\4\0\0\0abcd\x04\x22\x4D\x18"s), "lz4");
  EXPECT_EQ(sniff("\x50\x2A\x4D\x18\0\0\1\0"s), "zstd") << "a long skippable frame";
  EXPECT_EQ(sniff("\xC7\x71" + std::string(18, '\0') + "\5\0"s + std::string(4, '\0') +
                  "a.nt\0"s),
            "cpio")
      << "binary, little endian";
}

TEST(SniffPacking, DocumentsAreNotPacked) {
  for (const std::string& text :
       {""s, "\x1F"s, "PK"s, "BZh"s, "BZh9 is how bzip2 files begin"s, "7z"s, "Rar!"s,
        "]"s, "q\xC7\x8E said"s, "070707 is a number, and no cpio"s,
        "<http://a.b/s> <p> <o> ."s, "<html>"s, "%PDF-1.7"s, std::string(512, '\0'),
        std::string(512, ' '), std::string(600, 'a'), "\x1F\x9D\xFF"s, "]\0\0\0"s}) {
    EXPECT_EQ(sniff(text), "none") << testing::PrintToString(text.substr(0, 40));
  }
  EXPECT_EQ(sniff(test::sample_text(5000)), "none");
}

TEST(SniffPacking, ArchivesHoldEntriesStreamsDoNot) {
  for (const Packing packing :
       {Packing::zip, Packing::seven_zip, Packing::tar, Packing::cpio, Packing::rar})
    EXPECT_TRUE(is_archive(packing)) << packing_name(packing);
  for (const Packing packing :
       {Packing::none, Packing::gzip, Packing::bzip2, Packing::xz, Packing::lzma,
        Packing::zstd, Packing::lz4, Packing::compress})
    EXPECT_FALSE(is_archive(packing)) << packing_name(packing);
}

TEST(WithoutPackingSuffix, TakesOneSuffixOff) {
  EXPECT_EQ(without_packing_suffix("dump.nt.gz"), "dump.nt");
  EXPECT_EQ(without_packing_suffix("dump.NT.GZ"), "dump.NT");
  EXPECT_EQ(without_packing_suffix("a/b.rdf.bz2"), "a/b.rdf");
  EXPECT_EQ(without_packing_suffix("dump.tgz"), "dump.tar");
  EXPECT_EQ(without_packing_suffix("dump.tar.xz"), "dump.tar");
  EXPECT_EQ(without_packing_suffix("dump.nt.gz.gz"), "dump.nt.gz");
  EXPECT_EQ(without_packing_suffix("dump.Z"), "dump");
  EXPECT_EQ(without_packing_suffix("dump.nt.lz"), "dump.nt");
  EXPECT_EQ(without_packing_suffix("dump.nt.br"), "dump.nt");
}

TEST(WithoutPackingSuffix, LeavesOtherNamesAlone) {
  for (const char* name : {"", "dump.nt", "gz", ".gz", "dump.zip", "dump.gz.nt"})
    EXPECT_EQ(without_packing_suffix(name), name);
}

TEST(SniffPacking, NamesSayWhatIsPackedSealedAndCut) {
  EXPECT_EQ(inner_name("a.nt.gz"), "a.nt");
  EXPECT_EQ(inner_name("a.nt.gz.gpg"), "a.nt");
  EXPECT_EQ(inner_name("b/a.ttl.bz2.age.001"), "b/a.ttl");
  EXPECT_EQ(inner_name("a.nt.asc"), "a.nt.asc") << "a signature";
  EXPECT_EQ(inner_name(".gpg"), ".gpg");
  for (const char* name : {"a.7z.001", "a.tar.gz.012", "A.ZIP.002", "a.z01", "a.r00"})
    EXPECT_TRUE(is_called_volume(name)) << name;
  for (const char* name : {"a.001", "a.nt", "README.2024", "a.zip", "a.rdf", "z01"})
    EXPECT_FALSE(is_called_volume(name)) << name;
}

}  // namespace
}  // namespace semsite::sniff_test
