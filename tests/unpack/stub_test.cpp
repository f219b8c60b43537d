#include "unpack/stub.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "unpack/unpacker_kit.hpp"
#include "unpack/zip_kit.hpp"

namespace semsite::stub_test {
namespace {

using test::Got;
using test::kThree;
using test::kTwo;
using test::lines;
using test::pack_archive;
using test::unpack;
using test::zip_parts;
using testing::ElementsAre;

const std::string kProgram = "MZ\x90" + std::string(70'000, '\0') +
                             "PK\x03\x04 as a constant, Rar! and 7z\xBC\xAF\x27\x1C, too";
const std::string kScript = "#!/bin/sh\nexec unzip -q \"$0\"\n";
const std::string kZip = zip_parts(kThree).whole();

TEST(Stub, ArchivesBehindProgramsAndScriptsAreRead) {
  const std::string elf =
      "\x7F"
      "ELF" +
      std::string(5000, '\2');
  for (const std::string& stub : {kProgram, kScript, elf}) {
    EXPECT_THAT(lines(unpack(stub + kZip, "setup", {}, 1000)),
                ElementsAre("a.nt=one\n", "b.nt=two\n", "c.nt=three\n"));
    // Offsets in the directory may count from the beginning of the stub.
    EXPECT_THAT(lines(unpack(stub + zip_parts(kThree, stub.size()).whole())),
                ElementsAre("a.nt=one\n", "b.nt=two\n", "c.nt=three\n"));
    EXPECT_THAT(lines(unpack(stub + pack_archive(ARCHIVE_FORMAT_7ZIP, kTwo))),
                ElementsAre("a.nt=one\n", "b/c.ttl=two\n"));
    EXPECT_THAT(lines(unpack(stub + test::stored_rar("a.nt", "one\n"))),
                ElementsAre("a.nt=one\n"));
  }
}

TEST(Stub, WhatIsCalledAnArchiveIsSearchedForOne) {
  const std::string packed = "HTTP/1.1 200 OK\r\n\r\n" + kZip;
  for (const char* name : {"a.zip", "http://example.org/A.ZIP?x=.nt", "tool.jar"})
    EXPECT_EQ(unpack(packed, name).size(), 3U) << name;
  EXPECT_THAT(lines(unpack(packed, "a.nt")), ElementsAre("=" + packed));
  Unpacker by_type{test::memory(packed), "download", Limits{}, "application/zip"};
  EXPECT_EQ(test::unpack_all(by_type).size(), 3U);
}

TEST(Stub, WhatHoldsNoArchiveStaysAsItIs) {
  const std::string comment = "#!/usr/bin/env riot\n" + test::sample_text(3'000'000);
  const std::vector<Got> all = unpack(comment, "dump.nt");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].text == comment);
  EXPECT_TRUE(unpack(kProgram, "setup.exe")[0].text == kProgram);
  EXPECT_THAT(lines(unpack("MZ,b\n1,2\n", "x")), ElementsAre("=MZ,b\n1,2\n"));
}

TEST(Stub, IsOnlySoLong) {
  const std::string script = "#!/bin/sh\n" + std::string(2'000'000, '\n') + kZip;
  EXPECT_TRUE(unpack(script)[0].text == script);
  const std::string program = kProgram + std::string(17'000'000, '\1') + kZip;
  EXPECT_TRUE(unpack(program)[0].text == program);
}

TEST(Stub, ProgramsInArchivesAreLeftAlone) {
  EXPECT_THAT(
      lines(unpack(zip_parts({{.name = "setup.exe", .bytes = kProgram + kZip}}).whole())),
      ElementsAre("setup.exe=" + kProgram + kZip));
}

TEST(Stub, ADamagedZipBehindAStubIsDamaged) {
  test::ZipParts parts = zip_parts(kThree);
  parts.entries[1] = "";
  EXPECT_EQ(unpack(kProgram + parts.whole()).back().error, "unpack.directory");
}

TEST(FindArchive, NeedsMoreThanASignature) {
  EXPECT_EQ(find_archive(kProgram), std::string::npos);
  EXPECT_EQ(find_archive("PK\x03\x04"), std::string::npos);
  EXPECT_EQ(find_archive(kProgram + kZip), kProgram.size());
  EXPECT_EQ(find_archive(kProgram + kZip, kProgram.size()), kProgram.size());
}

}  // namespace
}  // namespace semsite::stub_test
