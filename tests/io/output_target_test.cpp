#include "io/output_target.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::output_target_test {
namespace {

using Texts = std::vector<std::string_view>;

/// So many different lines.
std::string lines(std::size_t bytes) {
  std::string out;
  for (std::int64_t i = 0; out.size() < bytes; ++i)
    out += std::to_string(i * 7919) + "\n";
  out.resize(bytes);
  return out;
}

class DirectWriting : public testing::Test {
 protected:
  /// Opens a file that holds `before`, with a writer behind it.
  void open(const std::string& before) {
    file = Descriptor{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666)};
    write_all(file.get(), before, path);
    writer = DirectWriter::open(file.get(), "out.nq");
    if (!writer) GTEST_SKIP() << "the file system has no direct writing";
  }
  void write(std::string_view text) { writer->write(Texts{text}); }

  TemporaryFolder home;
  std::string path = home.file("out.nq");
  Descriptor file;
  std::unique_ptr<DirectWriter> writer;
};

class DirectSizes
    : public DirectWriting,
      public testing::WithParamInterface<std::pair<std::size_t, std::size_t>> {};

TEST_P(DirectSizes, GivesTheBytesInTheirOrder) {
  const auto& [before, size] = GetParam();
  const std::string all = lines(before + size);
  open(all.substr(0, before));
  if (!writer) return;
  // In pieces whose ends are nowhere near those of blocks.
  for (std::size_t at = before; at < all.size(); at += 1'000'003)
    write(std::string_view{all}.substr(at, 1'000'003));
  writer->finish();
  EXPECT_EQ(::lseek(file.get(), 0, SEEK_CUR), static_cast<off_t>(all.size()));
  write_all(file.get(), "behind", path);
  EXPECT_TRUE(read_file(path) == all + "behind");
}

INSTANTIATE_TEST_SUITE_P(
    DirectWriter, DirectSizes,
    testing::Values(std::pair{0, 0}, std::pair{0, 1}, std::pair{0, 4096},
                    std::pair{4096, 4097}, std::pair{5, 10}, std::pair{5, 4091},
                    std::pair{5, 4092}, std::pair{4095, (2 << 20) + 1},
                    std::pair{0, 8 << 20}, std::pair{123, (21 << 20) + 77}));

TEST_F(DirectWriting, SaysWhyNothingMoreCanBeWritten) {
  open("");
  if (!writer) return;
  struct rlimit old {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = old;
  small.rlim_cur = 1 << 20;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string problem;
  try {
    write(lines(5 << 20));
    writer->finish();
  } catch (const RunError& error) {
    problem = error.what();
  }
  writer.reset();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(problem, "out.nq: cannot write: File too large");
}

TEST_F(DirectWriting, IsGivenUpWithoutHarm) {
  open("before");
  if (!writer) return;
  write(lines(3 << 20));
  writer.reset();
  EXPECT_EQ(::lseek(file.get(), 0, SEEK_CUR), 6);
}

TEST_F(DirectWriting, AQuickDiskIsMeasuredOnlyAfterAWhile) {
  open("");
  if (!writer) return;
  write(lines(4 << 20));
  EXPECT_EQ(writer->rate(), 0);
}

// Longer than what goes through the page cache, with sections that are taken back.
TEST(LargeOutput, IsTheSameAsASmallOneWouldBe) {
  const TemporaryFolder home;
  const std::string path = home.file("out.nq");
  const std::string part = lines(50 << 20);
  {
    OutputFile out{path};
    out.append(part);
    out.append(part);
    out.append(part);
    out.begin_section(Revocable::yes);
    out.append(part);
    out.append(part);
    EXPECT_TRUE(out.discard_section());
    out.append("middle\n");
    out.append(part);
    out.append(part);
    out.append("end\n");
    out.finish();
  }
  const std::string text = read_file(path);
  EXPECT_TRUE(text == part + part + part + "middle\n" + part + part + "end\n");
}

}  // namespace
}  // namespace semsite::test::output_target_test
