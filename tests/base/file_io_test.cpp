#include "base/file_io.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::file_io_test {
namespace {

bool is_open(int descriptor) { return ::fcntl(descriptor, F_GETFD) >= 0; }

TEST(Descriptor, ClosesItselfOnce) {
  int number = -1;
  {
    Descriptor first{::open("/dev/null", O_RDONLY)};
    number = first.get();
    Descriptor second{std::move(first)};
    EXPECT_FALSE(first.valid());  // a moved-from one owns nothing
    EXPECT_TRUE(second.valid());
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(Descriptor, ClosesWhatItHadWhenItGetsAnother) {
  Descriptor file{::open("/dev/null", O_RDONLY)};
  const int old = file.get();
  const int next = ::open("/dev/null", O_RDONLY);
  file = Descriptor{next};
  EXPECT_FALSE(is_open(old));
  EXPECT_EQ(file.get(), next);
  EXPECT_EQ(file.release(), next);
  EXPECT_FALSE(file.valid());
  EXPECT_TRUE(is_open(next));
  ::close(next);
}

TEST(WriteAll, WritesManyPartsInOrder) {  // more than one system call takes
  const TemporaryFolder folder;
  std::vector<std::string> texts;
  std::string expected;
  for (int i = 0; i < 300; ++i) {
    texts.push_back(i % 7 == 0 ? "" : std::string(static_cast<std::size_t>(i), 'a'));
    expected += texts.back();
  }
  const std::vector<std::string_view> parts(texts.begin(), texts.end());
  {
    const Descriptor file{::open(folder.file("x").c_str(), O_WRONLY | O_CREAT, 0666)};
    write_all(file.get(), parts, "x");
    write_all(file.get(), std::string_view{}, "x");
  }
  EXPECT_TRUE(read_file(folder.file("x")) == expected);
}

TEST(WriteAll, GoesOnAfterAShortWrite) {  // a pipe takes 64 KiB at a time
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Descriptor in{ends[0]};
  Descriptor out{ends[1]};
  ASSERT_EQ(::fcntl(out.get(), F_SETPIPE_SZ, 4096), 4096);
  std::string got;
  std::thread reader{[&] {
    std::array<char, 1000> buffer{};
    for (;;) {
      const ssize_t n = ::read(in.get(), buffer.data(), buffer.size());
      if (n <= 0) return;
      got.append(buffer.data(), static_cast<std::size_t>(n));
    }
  }};
  const std::string a(50'000, 'a');
  const std::string b(70'000, 'b');
  const std::vector<std::string_view> parts{a, b};
  write_all(out.get(), parts, "pipe");
  out = Descriptor{};
  reader.join();
  EXPECT_TRUE(got == a + b);
}

TEST(WriteAll, TellsAFullDiskFromAReaderThatHasGone) {
  const Descriptor full{::open("/dev/full", O_WRONLY)};
  try {
    write_all(full.get(), "x", "out.nq");
    ADD_FAILURE();
  } catch (const ClosedPipe&) {
    ADD_FAILURE();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "out.nq: cannot write: No space left on device");
  }
  ::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Descriptor out{ends[1]};
  ::close(ends[0]);
  EXPECT_THROW(write_all(out.get(), "x", "pipe"), ClosedPipe);
}

TEST(AnonymousFile, HoldsBytesAndHasNoName) {
  const TemporaryFolder folder;
  const char* const before = ::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", folder.file("").c_str(), 1);
  const Descriptor file = anonymous_file();
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
  ::setenv("TMPDIR", folder.file("none").c_str(), 1);
  EXPECT_THROW((void)anonymous_file(), RunError);
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
  write_all(file.get(), "bytes", "temporary file");
  std::array<char, 8> buffer{};
  EXPECT_EQ(::pread(file.get(), buffer.data(), buffer.size(), 0), 5);
}

TEST(ReadFile, NamesWhatItCannotRead) {
  const TemporaryFolder folder;
  try {
    (void)read_file(folder.file("none"));
    ADD_FAILURE();
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "file.open");
    EXPECT_NE(std::string{error.what()}.find(folder.file("none")), std::string::npos);
  }
}

}  // namespace
}  // namespace semsite::test::file_io_test
