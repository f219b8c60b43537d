#include "base/byte_source.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/file_io.hpp"
#include "support/drain.hpp"

namespace semsite::byte_source_test {
namespace {

/// Gives its parts, then an error.
class FailingSource final : public ByteSource {
 public:
  explicit FailingSource(std::vector<std::string> parts) : parts_(std::move(parts)) {}
  Block read() override {
    if (at_ == parts_.size()) throw DocumentError{"test.gone", "gone"};
    return {.bytes = parts_[at_++]};
  }

 private:
  std::vector<std::string> parts_;
  std::size_t at_ = 0;
};

Descriptor file_with(std::string_view text) {
  Descriptor file = anonymous_file();
  write_all(file.get(), text, "temporary file");
  EXPECT_EQ(::lseek(file.get(), 0, SEEK_SET), 0);
  return file;
}

TEST(MemorySource, GivesItsTextInSteps) {
  MemorySource source{"abcdefgh", 3};
  EXPECT_EQ(source.read().bytes, "abc");
  const Block second = source.read();
  EXPECT_EQ(second.bytes, "def");
  EXPECT_EQ(second.offset, 3U);
  EXPECT_EQ(second.first_line, 1U);
  EXPECT_EQ(source.read().bytes, "gh");
  EXPECT_TRUE(source.read().empty());
  EXPECT_TRUE(source.read().empty());
}

TEST(MemorySource, BlocksOutliveIt) {
  Block block;
  {
    MemorySource source{std::string(100, 'x')};
    block = source.read();
  }
  EXPECT_EQ(block.bytes, std::string(100, 'x'));
}

TEST(FileSource, GivesAllOfAFile) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i);
  const Descriptor file = file_with(text);
  FileSource source{file.get(), "x", false};
  EXPECT_TRUE(test::drain(source).text == text);
  EXPECT_TRUE(source.read().empty());
}

TEST(FileSource, BlocksStayGoodWhenMoreIsRead) {
  const Descriptor file = file_with(std::string(kBlockBytes, 'a') + std::string(10, 'b'));
  FileSource source{file.get(), "x", false};
  const Block first = source.read();
  EXPECT_EQ(source.read().bytes.substr(0, 1), "b");
  EXPECT_EQ(first.bytes, std::string(kBlockBytes, 'a'));
}

TEST(FileSource, ReadsAPipeAsItFills) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  FileSource source{ends[0], "pipe", true};
  write_all(ends[1], "one", "pipe");
  EXPECT_EQ(source.read().bytes, "one");
  write_all(ends[1], "two", "pipe");
  EXPECT_EQ(source.read().bytes, "two");
  ::close(ends[1]);
  EXPECT_TRUE(source.read().empty());
}

TEST(FileSource, NamesThePathItCannotOpenAndWhy) {
  for (const auto& [path, reason] :
       {std::pair{"/nowhere/at/all.nt", "No such file"}, std::pair{"/", "directory"}}) {
    try {
      const FileSource source{std::string{path}};
      FAIL() << path;
    } catch (const DocumentError& error) {
      EXPECT_EQ(error.code(), "file.open");
      EXPECT_NE(std::string{error.what()}.find(path), std::string::npos) << error.what();
      EXPECT_NE(std::string{error.what()}.find(reason), std::string::npos)
          << error.what();
    }
  }
}

TEST(FileSource, AFailingReadIsADocumentError) {
  FileSource source{-1, "closed", false};
  EXPECT_EQ(test::drain(source).error, "file.read");
}

TEST(PeekSource, PeeksWithoutTakingAnythingAway) {
  PeekSource source{test::memory("abcdefgh", 3)};
  EXPECT_GE(source.peek(1).size(), 1U);
  EXPECT_TRUE(source.peek(5).starts_with("abcde"));
  EXPECT_TRUE(source.peek(2).starts_with("abcde"));
  EXPECT_EQ(test::drain(source).text, "abcdefgh");
}

TEST(PeekSource, GivesLessThanWantedOnlyAtTheEnd) {
  PeekSource source{test::memory("abc", 1)};
  EXPECT_EQ(source.peek(100), "abc");
  EXPECT_EQ(test::drain(source).text, "abc");
  PeekSource empty{test::memory("")};
  EXPECT_EQ(empty.peek(1), "");
  EXPECT_TRUE(empty.read().empty());
}

TEST(PeekSource, ReadsOnWhenNobodyPeeked) {
  PeekSource source{test::memory("abcdefgh", 3)};
  EXPECT_EQ(test::drain(source).text, "abcdefgh");
}

TEST(PeekSource, AnErrorBehindThePeekedBytesWaitsForItsTurn) {
  PeekSource source{
      std::make_unique<FailingSource>(std::vector<std::string>{"ab", "cd"})};
  EXPECT_EQ(source.peek(100), "abcd");
  const test::Drained got = test::drain(source);
  EXPECT_EQ(got.text, "abcd");
  EXPECT_EQ(got.error, "test.gone");
}

TEST(PeekSource, AnErrorAtTheFirstByteIsThrownAtOnce) {
  PeekSource source{std::make_unique<FailingSource>(std::vector<std::string>{})};
  EXPECT_THROW((void)source.peek(1), DocumentError);
}

}  // namespace
}  // namespace semsite::byte_source_test
