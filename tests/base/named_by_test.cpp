#include "base/named_by.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <string>

#include "base/file_io.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::named_by_test {
namespace {

const std::string kSpellings[] = {
    "file:///home/me/private.nt",
    "FILE:///home/me/private.nt",
    "File:///home/me/private.nt",
    "file:/home/me/private.nt",
    "file:private.nt",
    "file://localhost/home/me/private.nt",
    "file://elsewhere.example/home/me/private.nt",
    "file:///home/%6De/private.nt",
    " \t\nfile:///home/me/private.nt",
    "fi\nle:///home/me/private.nt",
    "f\ti\rl\ne\t:///home/me/private.nt",
};

TEST(NamedBy, TheWebNamesNoLocalFileInAnySpelling) {
  for (const std::string& url : kSpellings) {
    EXPECT_FALSE(NamedBy::network().may_name(url)) << url;
    EXPECT_FALSE(NamedBy::document("http://a.example/sitemap.xml").may_name(url)) << url;
    EXPECT_FALSE(NamedBy::document("https://a.example/file:///x").may_name(url)) << url;
    EXPECT_FALSE(NamedBy::document("").may_name(url)) << url;
    EXPECT_FALSE(NamedBy::document("stdin:").may_name(url)) << url;
    EXPECT_FALSE(NamedBy::document("a guess").may_name(url)) << url;
  }
}

TEST(NamedBy, TheUserAndLocalDocumentsNameThem) {
  for (const std::string& url : kSpellings) {
    EXPECT_TRUE(NamedBy::user().may_name(url)) << url;
    EXPECT_TRUE(NamedBy::document("file:///home/me/sitemap.xml").may_name(url)) << url;
    EXPECT_TRUE(NamedBy::document("FILE:/home/me/sitemap.xml").may_name(url)) << url;
  }
}

TEST(NamedBy, AFileThatIsMarkedAsOfTheWebIsOfTheWeb) {
  const TemporaryFolder folder;
  const std::string path = folder.file("saved page.html");
  const Descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  ASSERT_TRUE(NamedBy::document(file_url(path)).is_local());
  set_web_mark(file.get(), {"a.example"});
  if (web_mark(path).empty()) GTEST_SKIP() << "no extended attributes here";
  for (const std::string& url : kSpellings)
    EXPECT_FALSE(NamedBy::document(file_url(path)).may_name(url)) << url;
  EXPECT_FALSE(NamedBy::document("FILE:" + file_url(path).substr(7)).is_local());
  EXPECT_FALSE(NamedBy::document(file_url(path) + "#part").is_local());
  set_web_mark(file.get(), {});
  EXPECT_TRUE(NamedBy::document(file_url(path)).is_local());
}

TEST(NamedBy, WhatIsNoLocalFileMayBeNamedByAll) {
  for (const char* url : {"http://a.example/file:///x", "https://file/", "files:///x",
                          "jar:file:///x!/y", "ftp://a.example/", "", "file", "x?file:"})
    EXPECT_TRUE(NamedBy::network().may_name(url)) << url;
}

TEST(NamedBy, OfSeveralDocumentsTheFirstKnownCounts) {
  const char* const web = "http://a.example/";
  const char* const local = "file:///a";
  EXPECT_FALSE(NamedBy::first_of(web, local, local).is_local());
  EXPECT_TRUE(NamedBy::first_of(local, web, web).is_local());
  EXPECT_FALSE(NamedBy::first_of("", web, local).is_local());
  EXPECT_TRUE(NamedBy::first_of("", "", local).is_local());
  EXPECT_FALSE(NamedBy::first_of("", "", "").is_local());
}

}  // namespace
}  // namespace semsite::test::named_by_test
