#include "crawl/document_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::document_folder_test {
namespace {

/// Gives some bytes and then breaks off.
class BrokenSource final : public ByteSource {
 public:
  [[nodiscard]] Block read() override {
    if (first_) {
      first_ = false;
      return inner_.read();
    }
    throw DocumentError{"fetch.broken", "the connection broke off"};
  }

 private:
  bool first_ = true;
  MemorySource inner_{"half of it"};
};

class DocumentFolderTest : public testing::Test {
 protected:
  std::string text_of(const std::string& url) const {
    return read_file(folder_.path() + "/" + DocumentFolder::name_of(url));
  }

  TemporaryFolder temporary_;
  DocumentFolder folder_{temporary_.file("documents/of/today")};
};

TEST_F(DocumentFolderTest, KeepsADocumentUnderANameMadeOfItsUrl) {
  const std::string url = "https://open.example/doc/2025/0042/advies.pdf";
  EXPECT_FALSE(folder_.has(url));
  MemorySource bytes{"abc"};
  const auto kept = folder_.keep(url, bytes);
  EXPECT_EQ(kept.bytes, 3);
  EXPECT_EQ(kept.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_TRUE(folder_.has(url)) << "though it may wait for its name";
  folder_.settle();
  EXPECT_EQ(text_of(url), "abc");
  const std::string name = DocumentFolder::name_of(url);
  EXPECT_TRUE(name.starts_with("open.example/")) << name;
  EXPECT_TRUE(name.ends_with("-advies.pdf")) << name;
}

TEST_F(DocumentFolderTest, AnOlderFileStaysWhenTheNewOneBreaksOff) {
  const std::string url = "https://open.example/a.pdf";
  MemorySource bytes{"the whole"};
  folder_.keep(url, bytes);
  folder_.settle();
  BrokenSource broken;
  EXPECT_THROW(folder_.keep(url, broken), DocumentError);
  EXPECT_EQ(text_of(url), "the whole");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator{folder_.path()})
    files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 1) << "no part file is left";
}

TEST_F(DocumentFolderTest, NamesAreGivenInGroups) {
  std::string url;
  for (std::size_t i = 0; i < DocumentFolder::kGroup; ++i) {
    url = "https://open.example/" + std::to_string(i) + ".pdf";
    if (i + 1 == DocumentFolder::kGroup) {
      EXPECT_FALSE(std::filesystem::exists(
          folder_.path() + "/" + DocumentFolder::name_of("https://open.example/0.pdf")));
    }
    MemorySource bytes{std::to_string(i)};
    folder_.keep(url, bytes);
  }
  EXPECT_EQ(text_of("https://open.example/0.pdf"), "0");
  EXPECT_EQ(text_of(url), "999");
}

TEST_F(DocumentFolderTest, WhatAKilledProcessLeftIsTakenUpIfItIsWhole) {
  const std::string url = "https://open.example/a.pdf";
  const std::string abc =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const std::string name = folder_.path() + "/" + DocumentFolder::name_of(url);
  std::filesystem::create_directories(folder_.path() + "/open.example");
  EXPECT_FALSE(folder_.recover(url, abc));
  write_file(name + ".part7", "ab");
  EXPECT_FALSE(folder_.recover(url, abc)) << "a power cut took the rest";
  EXPECT_FALSE(std::filesystem::exists(name));
  write_file(name + ".part8", "abc");
  EXPECT_TRUE(folder_.recover(url, abc));
  EXPECT_EQ(text_of(url), "abc");
}

// Of documents that the site has no more.
TEST_F(DocumentFolderTest, MovesAFileAsideInThePlaceOfAnOlderOne) {
  using enum DocumentFolder::Aside;
  const std::string url = "https://open.example/a.pdf";
  EXPECT_EQ(folder_.set_aside(url), none);
  for (const char* text : {"first", "second"}) {
    MemorySource bytes{text};
    static_cast<void>(folder_.keep(url, bytes));
    folder_.settle();
    EXPECT_EQ(folder_.set_aside(url), moved);
    EXPECT_FALSE(folder_.has(url));
    EXPECT_EQ(read_file(folder_.path() + "/" + DocumentFolder::name_aside(url)), text);
  }
  EXPECT_EQ(folder_.set_aside(url), was_there);
}

TEST(DocumentNames, LeadNowhereElse) {
  for (const char* url :
       {"https://a.example/../../etc/passwd", "https://a.example/..",
        "https://a.example/", "https://a.example/%2e%2e%2fx", "https://a.example/.bashrc",
        "https://a.example/-rf", "https://a.example/a\\b", "https://a.example/x?y=/../z",
        "https://[::1]/a", "file:///etc/passwd", "https://a.example/na\xC3\xAFve name"}) {
    const std::string name = DocumentFolder::name_of(url);
    EXPECT_EQ(name.find(".."), std::string::npos) << name;
    EXPECT_EQ(std::count(name.begin(), name.end(), '/'), 1) << name;
    EXPECT_EQ(name.find_first_not_of(
                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/"),
              std::string::npos)
        << name;
    EXPECT_NE(name.front(), '.');
    EXPECT_NE(name.front(), '-');
  }
}

TEST(DocumentNames, AreOthersForOtherUrlsAndNeverTooLong) {
  EXPECT_NE(DocumentFolder::name_of("https://a.example/x?id=1"),
            DocumentFolder::name_of("https://a.example/x?id=2"));
  const std::string name =
      DocumentFolder::name_of("https://a.example/" + std::string(500, 'n') + ".pdf");
  EXPECT_LT(name.size(), 200);
  EXPECT_TRUE(name.ends_with(".pdf"));
}

TEST(DocumentFolder, SaysWhatCannotBeWritten) {
  try {
    DocumentFolder{"/dev/null/folder"};
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string{error.what()}.find("/dev/null/folder"), std::string::npos);
  }
}

TEST(PageInstead, IsSaidOnlyWhereADocumentWasNamed) {
  const std::string page = "\n<!DOCTYPE html>\n<title>Log in</title>";
  for (const char* url :
       {"https://a.example/x.pdf", "https://a.example/x.docx?v=1.htm"}) {
    const auto problem = page_instead(page, url);
    ASSERT_TRUE(problem) << url;
    EXPECT_NE(problem->find("<!DOCTYPE html>"), std::string::npos);
  }
  for (const char* url : {"https://a.example/x.html", "https://a.example/x.HTM?y",
                          "https://a.example/x", "https://a.example/a.b/"})
    EXPECT_FALSE(page_instead(page, url)) << url;
  EXPECT_FALSE(page_instead("%PDF-1.7 <html>", "https://a.example/x.pdf"));
}

}  // namespace
}  // namespace semsite::test::document_folder_test
