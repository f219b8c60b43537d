#include "commands/named_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "base/url.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::named_files_test {
namespace {

using testing::HasSubstr;

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(NamedFiles, NoFileIsWrittenTwiceHoweverItIsSpelt) {
  const TemporaryFolder folder;
  NamedFiles files;
  files.write_output(folder.file("a"));
  files.write("--quarantine", folder.file("b"));
  EXPECT_THAT(refusal([&] { files.write("--report", folder.file("./a")); }),
              HasSubstr("are the same file; name two"));
  EXPECT_THAT(refusal([&] { files.write("--report", folder.file("a.part")); }),
              HasSubstr("are the same file; name two"));
  EXPECT_EQ(refusal([&] { files.write("--report", "/dev/null"); }), "accepted");
  EXPECT_EQ(refusal([&] { files.write("--report", "/dev/null"); }), "accepted");
}

TEST(NamedFiles, WhatTheDatabasePutsBesideAStateIsNamedWithIt) {
  const TemporaryFolder folder;
  NamedFiles files;
  files.write_state(folder.file("s"));
  EXPECT_THAT(refusal([&] { files.write("--report", folder.file("s-wal")); }),
              HasSubstr("are the same file"));
}

TEST(NamedFiles, StandardOutputIsForOneOnly) {
  NamedFiles files;
  files.write_output("-");
  EXPECT_THAT(refusal([&] { files.write("--report", "-"); }),
              HasSubstr("--report - and what is written (-o - is the default) both go to "
                        "standard output"));
}

TEST(NamedFiles, NothingThatIsReadIsWrittenOver) {
  const TemporaryFolder folder;
  write_file(folder.file("in.nt"), "");
  write_file(folder.file("robots.txt"), "");
  NamedFiles files;
  files.write_output(folder.file("in.nt"));
  files.write("--report", folder.file("robots.txt"));
  EXPECT_THAT(refusal([&] { files.read(folder.file("in.nt")); }),
              HasSubstr("is an input, too, and would be written over"));
  EXPECT_THAT(refusal([&] { files.read_urls({file_url(folder.file("in.nt"))}); }),
              HasSubstr("is an input, too"));
  // What a site in a folder is told by.
  const std::string site = file_url(folder.file("robots.txt"));
  EXPECT_THAT(refusal([&] { files.read_urls({site.substr(0, site.rfind('/') + 1)}); }),
              HasSubstr("robots.txt is an input, too"));
  EXPECT_EQ(refusal([&] { files.read_urls({"http://a.example/", "-"}); }), "accepted");
}

}  // namespace
}  // namespace semsite::test::named_files_test
