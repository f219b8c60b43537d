#include "io/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "sink/output_file_kit.hpp"
#include "support/temporary_folder.hpp"
#include "support/unpacked.hpp"

namespace semsite::test::output_file_test {
namespace {

namespace fs = std::filesystem;

TEST_F(OutputFileTest, GetsItsNameOnlyWhenWhole) {
  const std::string path = folder_.file("out.nq");
  OutputFile output{path};
  output.append("one\n");
  EXPECT_TRUE(output.is_file());
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(path + ".part"));
  output.append("two\n");
  output.finish();
  EXPECT_EQ(read_file(path), "one\ntwo\n");
  EXPECT_FALSE(fs::exists(path + ".part"));
  EXPECT_EQ(output.bytes(), 8U);
}

TEST_F(OutputFileTest, LeavesTheOldFileAndNoPartWhenTheRunFails) {
  const std::string path = folder_.file("out.nq");
  write_file(path, "old");
  { OutputFile{path}.append("new"); }
  EXPECT_EQ(read_file(path), "old");
  EXPECT_FALSE(fs::exists(path + ".part"));
}

TEST_F(OutputFileTest, APartThatIsSomebodyElsesStaysAsItIs) {
  const std::string path = folder_.file("out.nq");
  write_file(path + ".part", "mine");
  EXPECT_THROW(OutputFile{path}, UsageError);
  EXPECT_EQ(read_file(path + ".part"), "mine");
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(OutputFileTest, APartThatAnEarlierOneLeftIsWrittenOver) {
  const std::string path = folder_.file("out.nq");
  {
    OutputFile output{path};
    output.append("what came before it was broken off");
    output.finish_part();
  }
  {
    OutputFile output{path};
    EXPECT_EQ(output.part_bytes(), 0U) << "cut off already";
    output.append("new");
    output.finish();
  }
  EXPECT_EQ(read_file(path), "new");
  // Whoever calls the output so has a file of his own.
  fs::rename(path, path + ".part");
  EXPECT_THROW(OutputFile{path}, UsageError);
  EXPECT_EQ(read_file(path + ".part"), "new");
}

TEST_F(OutputFileTest, LeavesThePartIfAskedTo) {
  const std::string path = folder_.file("out.nq");
  {
    OutputFile output{path};
    output.append("new");
    output.finish_part();
  }
  EXPECT_EQ(read_file(path + ".part"), "new");
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(OutputFileTest, WritesThroughASymbolicLink) {
  const std::string path = folder_.file("real.nq");
  const std::string link = folder_.file("link.nq");
  write_file(path, "old");
  fs::create_symlink("real.nq", link);
  OutputFile output{link};
  output.append("new");
  output.finish();
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(path), "new");
}

TEST_F(OutputFileTest, SaysAtOnceThatItCannotWrite) {
  EXPECT_THROW(OutputFile{folder_.file("no/such/folder.nq")}, RunError);
  EXPECT_THROW(OutputFile{folder_.file("")}, RunError);
  try {
    const OutputFile output{folder_.file("no/out.nq")};
    ADD_FAILURE();
  } catch (const RunError& error) {
    EXPECT_EQ(error.what(), folder_.file("no/out.nq") + ": cannot write: the folder " +
                                folder_.file("no") +
                                " is not there; make it, or name another");
  }
}

TEST_F(OutputFileTest, KeepsWritesOfSeveralThreadsWhole) {
  const std::string path = folder_.file("out.nq");
  OutputFile output{path};
  std::vector<std::thread> threads;
  for (char c = 'a'; c < 'e'; ++c)
    threads.emplace_back([&output, c] {
      const std::string line = std::string(999, c) + "\n";
      for (int i = 0; i < 500; ++i) output.append(line);
    });
  for (std::thread& thread : threads) thread.join();
  output.finish();
  const std::string text = read_file(path);
  ASSERT_EQ(text.size(), 4U * 500 * 1000);
  for (std::size_t at = 0; at < text.size(); at += 1000)
    EXPECT_EQ(text.find_first_not_of(text[at], at), at + 999);
}

TEST_F(OutputFileTest, CompressesByTheEndOfTheName) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "line " + std::to_string(i) + "\n";
  for (const std::string suffix : {".gz", ".zst", ".xz", ".bz2"}) {
    const std::string path = folder_.file("out.nq" + suffix);
    OutputFile output{path};
    output.append(text);
    output.append("end");
    output.finish();
    EXPECT_LT(fs::file_size(path), text.size() / 2) << suffix;
    EXPECT_TRUE(unpacked(path) == text + "end") << suffix;
  }
}

TEST_F(OutputFileTest, MakesAnEmptyCompressedFileThatToolsCanRead) {
  for (const std::string suffix : {".gz", ".zst", ".xz", ".bz2"}) {
    const std::string path = folder_.file("out.nq" + suffix);
    OutputFile output{path};
    output.finish();
    EXPECT_GT(fs::file_size(path), 0U) << suffix;
    EXPECT_EQ(unpacked(path), "") << suffix;
  }
}

TEST_F(OutputFileTest, CompressesTheSameToTheSame) {
  std::vector<std::string> files;
  for (const char* const name : {"a.gz", "b.gz"}) {
    OutputFile output{folder_.file(name)};
    output.append("same");
    output.finish();
    files.push_back(read_file(folder_.file(name)));
  }
  EXPECT_EQ(files[0], files[1]);
  EXPECT_EQ(files[0].substr(4, 4), std::string(4, '\0'));  // RFC 1952: no time
}

TEST_F(OutputFileTest, TellsOfAFullDisk) {
  OutputFile output{"/dev/full"};
  EXPECT_FALSE(output.is_file());
  output.append("small writes wait");
  try {
    output.append(std::string(1'000'000, 'x'));
    ADD_FAILURE();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

TEST_F(OutputFileTest, TellsOfAFullDiskAtTheEndToo) {
  OutputFile output{"/dev/full"};
  output.append("small");
  EXPECT_THROW(output.finish(), RunError);
}

TEST_F(OutputFileTest, TellsThatThePipeIsClosed) {
  ::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Descriptor out{ends[1]};
  ::close(ends[0]);
  OutputFile output{out.get(), "pipe"};
  EXPECT_THROW(output.append(std::string(1'000'000, 'x')), ClosedPipe);
}

TEST_F(OutputFileTest, WritesDevicesStraight) {
  OutputFile output{"/dev/null"};
  output.begin_section(Revocable::no);
  output.append(std::string(1'000'000, 'x'));
  output.commit_section();
  output.finish();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_FALSE(fs::exists("/dev/null.part"));
}

TEST_F(OutputFileTest, WritesAFifoStraight) {
  const std::string path = folder_.file("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string got;
  std::thread reader{[&] { got = read_file(path); }};
  {
    OutputFile output{path};
    output.append("through");
    output.finish();
  }
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(path));
}

}  // namespace
}  // namespace semsite::test::output_file_test
