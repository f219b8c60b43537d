#include "sink/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"
#include "support/unpacked.hpp"

namespace semsite::test {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

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
    EXPECT_EQ(error.what(),
              folder_.file("no/out.nq") + ": cannot write: No such file or directory");
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

TEST_F(OutputFileTest, TakesASectionBack) {
  const std::string large(700'000, 'x');
  for (const std::string suffix : {"", ".gz", ".zst", ".xz", ".bz2"}) {
    const std::string path = folder_.file("out.nq" + suffix);
    OutputFile output{path};
    output.append("one\n");
    output.begin_section(Revocable::yes);
    output.append("bad\n");
    output.append(large);
    EXPECT_TRUE(output.discard_section());
    EXPECT_EQ(output.bytes(), 4U);
    output.begin_section(Revocable::yes);
    output.append("two\n");
    output.commit_section();
    output.begin_section(Revocable::no);
    output.append("three\n");
    output.commit_section();
    output.append("four\n");
    output.finish();
    const std::string text = suffix.empty() ? read_file(path) : unpacked(path);
    EXPECT_EQ(text, "one\ntwo\nthree\nfour\n") << suffix;
  }
}

/// A pipe whose bytes are read to the end by a thread.
class Pipe {
 public:
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::runtime_error{"no pipe"};
    in_ = Descriptor{ends[0]};
    out_ = Descriptor{ends[1]};
    reader_ = std::thread{[this] {
      std::array<char, 4096> buffer{};
      for (;;) {
        const ssize_t got = ::read(in_.get(), buffer.data(), buffer.size());
        if (got <= 0) return;
        text_.append(buffer.data(), static_cast<std::size_t>(got));
      }
    }};
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() { static_cast<void>(text()); }

  [[nodiscard]] int writing_end() const { return out_.get(); }
  /// All that came, once the writing end is closed by this call.
  std::string text() {
    out_ = Descriptor{};
    if (reader_.joinable()) reader_.join();
    return text_;
  }

 private:
  Descriptor in_, out_;
  std::string text_;
  std::thread reader_;
};

TEST_F(OutputFileTest, KeepsASectionFromAPipeUntilItStands) {
  Pipe pipe;
  OutputFile output{pipe.writing_end(), "pipe"};
  EXPECT_FALSE(output.is_file());
  output.append("one\n");
  output.begin_section(Revocable::yes);
  output.append(std::string(700'000, 'x'));
  EXPECT_TRUE(output.discard_section());
  output.begin_section(Revocable::yes);
  output.append(std::string(700'000, 'y') + "\n");
  output.commit_section();
  output.append("two\n");
  output.finish();
  EXPECT_TRUE(pipe.text() == "one\n" + std::string(700'000, 'y') + "\ntwo\n");
}

TEST_F(OutputFileTest, SaysThatAStreamedSectionCannotBeTakenBack) {
  Pipe pipe;
  OutputFile output{pipe.writing_end(), "pipe"};
  output.begin_section(Revocable::no);
  output.append(std::string(300'000, 'x'));
  EXPECT_FALSE(output.discard_section());
  EXPECT_EQ(output.bytes(), 300'000U);
  output.finish();
  EXPECT_EQ(pipe.text().size(), 300'000U);
}

TEST_F(OutputFileTest, KeepsAllOfAStreamedSectionThatCannotBeTakenBack) {
  // Also the bytes that had not been written yet: bytes() has counted them.
  Pipe pipe;
  OutputFile output{pipe.writing_end(), "pipe"};
  output.begin_section(Revocable::no);
  output.append("few\n");
  EXPECT_FALSE(output.discard_section());
  EXPECT_EQ(output.bytes(), 4U);
  output.append("more\n");
  output.finish();
  EXPECT_EQ(pipe.text(), "few\nmore\n");
}

/// Each kind of target with the text that came out of it in the end.
void with_every_target(const TemporaryFolder& folder,
                       const std::function<void(OutputFile&)>& write,
                       const std::string& expected) {
  for (const std::string suffix : {"", ".gz", ".zst", ".xz", ".bz2"}) {
    const std::string path = folder.file("out.nq" + suffix);
    OutputFile output{path};
    write(output);
    output.finish();
    const std::string text = suffix.empty() ? read_file(path) : unpacked(path);
    EXPECT_TRUE(text == expected) << "file " << suffix << ": " << text.substr(0, 200);
    EXPECT_EQ(output.bytes(), expected.size()) << suffix;
  }
  Pipe pipe;
  OutputFile to_pipe{pipe.writing_end(), "pipe"};
  write(to_pipe);
  to_pipe.finish();
  const std::string piped = pipe.text();
  EXPECT_TRUE(piped == expected) << "pipe: " << piped.substr(0, 200);
  EXPECT_EQ(to_pipe.bytes(), expected.size());
  // As the shell opens them: `> file`, `>> file`.
  for (const int flags : {O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_APPEND}) {
    const std::string path = folder.file("redirected.nq");
    const Descriptor file{::open(path.c_str(), flags, 0666)};
    ASSERT_EQ(::ftruncate(file.get(), 0), 0);
    ASSERT_EQ(::write(file.get(), "old\n", 4), 4);
    OutputFile output{file.get(), path};
    write(output);
    output.finish();
    const std::string text = read_file(path);
    EXPECT_TRUE(text == "old\n" + expected) << "redirected: " << text.substr(0, 200);
  }
}

const std::string kLarge(5'000'000, 'x');  // more than is held before a write

TEST_F(OutputFileTest, NestsSections) {
  with_every_target(
      folder_,
      [](OutputFile& output) {
        output.append("before\n");
        output.begin_section(Revocable::yes);
        output.append("outer\n");
        output.begin_section(Revocable::yes);
        output.append(kLarge);
        EXPECT_TRUE(output.discard_section());
        output.begin_section(Revocable::no);  // inside a revocable one it can go back
        output.append("gone\n");
        EXPECT_TRUE(output.discard_section());
        output.begin_section(Revocable::no);
        output.append("inner\n");
        output.commit_section();
        output.commit_section();
        output.append("after\n");
      },
      "before\nouter\ninner\nafter\n");
}

TEST_F(OutputFileTest, TakingTheOuterSectionBackTakesTheKeptInnerOnesToo) {
  with_every_target(
      folder_,
      [](OutputFile& output) {
        output.append("before\n");
        output.begin_section(Revocable::yes);
        output.append("outer\n");
        output.begin_section(Revocable::no);
        output.append(kLarge);
        output.commit_section();
        output.append("outer\n");
        EXPECT_TRUE(output.discard_section());
        EXPECT_EQ(output.bytes(), 7U);
        output.append("after\n");
      },
      "before\nafter\n");
}

TEST_F(OutputFileTest, ARevocableSectionInsideAStreamedOneCanGoBack) {
  with_every_target(
      folder_,
      [](OutputFile& output) {
        output.begin_section(Revocable::no);
        output.append("one\n");
        output.begin_section(Revocable::yes);
        output.append(kLarge);
        EXPECT_TRUE(output.discard_section());
        output.append("two\n");
        output.commit_section();
      },
      "one\ntwo\n");
}

TEST_F(OutputFileTest, WritesASectionThatWasSetAsideAfterAll) {
  with_every_target(
      folder_,
      [](OutputFile& output) {
        output.append("one\n");
        output.begin_section(Revocable::yes);
        output.append("best\n");
        output.append(kLarge + "\n");
        const SetAside best = output.set_aside_section();
        EXPECT_TRUE(best.file.valid());
        EXPECT_EQ(best.bytes, 5U + kLarge.size() + 1);
        EXPECT_EQ(output.bytes(), 4U);
        output.begin_section(Revocable::yes);
        output.append("worse\n");
        EXPECT_TRUE(output.discard_section());
        output.append_set_aside(best);
        output.append("two\n");
      },
      "one\nbest\n" + kLarge + "\ntwo\n");
}

TEST_F(OutputFileTest, ASectionThatWasSetAsideAndForgottenLeavesNothing) {
  with_every_target(
      folder_,
      [](OutputFile& output) {
        output.begin_section(Revocable::yes);
        output.append(kLarge);
        SetAside best = output.set_aside_section();
        output.begin_section(Revocable::yes);
        output.append("better\n");
        best = output.set_aside_section();
        output.begin_section(Revocable::yes);
        output.append("good\n");
        output.commit_section();
      },
      "good\n");
}

TEST_F(OutputFileTest, SetsSectionsAsideWithSectionsInside) {
  with_every_target(
      folder_,
      [](OutputFile& output) {
        output.begin_section(Revocable::yes);
        output.begin_section(Revocable::no);
        output.append("part one\n");
        output.commit_section();
        output.begin_section(Revocable::yes);
        output.append("bad\n");
        EXPECT_TRUE(output.discard_section());
        output.begin_section(Revocable::no);
        output.append("part two\n");
        output.commit_section();
        const SetAside best = output.set_aside_section();
        output.append_set_aside(best);
      },
      "part one\npart two\n");
}

TEST_F(OutputFileTest, AnEmptySectionCanBeSetAside) {
  with_every_target(
      folder_,
      [](OutputFile& output) {
        output.begin_section(Revocable::yes);
        const SetAside nothing = output.set_aside_section();
        EXPECT_EQ(nothing.bytes, 0U);
        output.append_set_aside(nothing);
      },
      "");
}

TEST_F(OutputFileTest, AStreamedSectionStaysWhereItIsInsteadOfAside) {
  Pipe pipe;
  OutputFile output{pipe.writing_end(), "pipe"};
  output.begin_section(Revocable::no);
  output.append("stays\n");
  const SetAside aside = output.set_aside_section();
  EXPECT_FALSE(aside.file.valid());
  output.append_set_aside(aside);  // not a second time
  EXPECT_EQ(output.bytes(), 6U);
  output.finish();
  EXPECT_EQ(pipe.text(), "stays\n");
}

TEST_F(OutputFileTest, CutsBackARegularFileBehindADescriptor) {
  const std::string path = folder_.file("out.nq");
  write_file(path, "before\n");
  for (const int flags : {O_WRONLY | O_APPEND, O_WRONLY}) {
    const Descriptor file{::open(path.c_str(), flags)};
    if ((flags & O_APPEND) == 0) ::lseek(file.get(), 0, SEEK_END);
    OutputFile output{file.get(), "out.nq"};
    output.begin_section(Revocable::yes);
    output.append(std::string(700'000, 'x'));
    EXPECT_TRUE(output.discard_section());
    output.append("after\n");
    output.finish();
  }
  EXPECT_EQ(read_file(path), "before\nafter\nafter\n");
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

/// The same for plain and compressed outputs.
class OutputFileForms : public testing::TestWithParam<const char*> {
 protected:
  std::string path() const { return folder_.file(GetParam()); }
  TemporaryFolder folder_;
};

TEST_P(OutputFileForms, GoesOnBehindAPlaceThatItTold) {  // DESIGN §7
  OutputPlace place;
  {
    OutputFile output{path(), OutputFile::Part::go_on};
    output.leave_part();
    EXPECT_EQ(output.part_bytes(), 0U);
    output.go_on_at({});
    output.append("one\n");
    output.append("two\n");
    place = output.position();
    EXPECT_EQ(place.bytes, 8U);
    EXPECT_EQ(output.part_bytes(), place.on_disk) << "all of it is in the file";
    output.append("lost at the kill\n");
    static_cast<void>(output.position());
  }
  OutputFile output{path(), OutputFile::Part::go_on};
  EXPECT_GT(output.part_bytes(), place.on_disk);
  output.go_on_at(place);
  EXPECT_EQ(output.part_bytes(), place.on_disk);
  EXPECT_EQ(output.position(), place);
  output.append("three\n");
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\ntwo\nthree\n") << "a valid file";
  EXPECT_EQ(output.bytes(), 14U);
}

TEST_P(OutputFileForms, TellingThePlaceAgainMovesNothing) {
  OutputFile output{path()};
  output.append("one\n");
  const OutputPlace place = output.position();
  EXPECT_EQ(output.position(), place);
  EXPECT_EQ(output.position(), place);
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\n");
}

TEST_P(OutputFileForms, TakesASectionBackThatBeganBeforeTheKill) {
  OutputPlace begin;
  OutputPlace end;
  {
    OutputFile output{path(), OutputFile::Part::go_on};
    output.leave_part();
    output.go_on_at({});
    output.append("before\n");
    begin = output.position();
    output.begin_section(Revocable::yes);
    output.append("first part\n");
    end = output.position();
  }
  for (const bool taken_back : {false, true}) {
    const std::string copy = path();
    OutputFile output{copy, OutputFile::Part::go_on};
    output.leave_part();
    output.go_on_at(end);
    output.begin_section(Revocable::yes, begin);
    output.append("second part\n");
    if (taken_back) {
      EXPECT_TRUE(output.discard_section());
      EXPECT_EQ(output.position(), begin);
      output.append("another way\n");
      output.finish();
      EXPECT_EQ(unpacked(copy), "before\nanother way\n");
    } else {
      output.commit_section();
      EXPECT_EQ(output.position().bytes, 30U);
    }
  }
}

TEST_P(OutputFileForms, SetsSuchASectionAsideWhole) {
  OutputFile output{path(), OutputFile::Part::go_on};
  output.go_on_at({});
  output.append("before\n");
  const OutputPlace begin = output.position();
  output.append("first part\n");
  static_cast<void>(output.position());
  output.begin_section(Revocable::yes, begin);
  output.append("second part\n");
  const SetAside aside = output.set_aside_section();
  EXPECT_EQ(aside.bytes, 23U);
  EXPECT_EQ(output.position(), begin);
  output.append("tried\n");
  output.append_set_aside(aside);
  output.finish();
  EXPECT_EQ(unpacked(path()), "before\ntried\nfirst part\nsecond part\n");
}

TEST_P(OutputFileForms, AppendsSpools) {
  OutputFile output{path()};
  output.append("one\n");
  const auto spool = OutputFile::spool_for(path());
  spool->append("two\n");
  spool->begin_section(Revocable::yes);
  spool->append("taken back\n");
  EXPECT_TRUE(spool->discard_section());
  spool->append("three\n");
  const auto empty = OutputFile::spool_for(path());
  output.append_spool(*empty);
  output.append_spool(*spool);
  output.append("four\n");
  EXPECT_EQ(output.bytes(), 19U);
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\ntwo\nthree\nfour\n");
}

TEST_P(OutputFileForms, ASpoolWithANameOutlivesAKill) {
  const std::string name = folder_.file("spool");
  OutputPlace place;
  {
    const auto spool = OutputFile::named_spool(path(), name);
    spool->go_on_at({});
    spool->append("one\n");
    place = spool->position();
    spool->append("lost\n");
    static_cast<void>(spool->position());
  }
  OutputFile output{path()};
  const auto spool = OutputFile::named_spool(path(), name);
  spool->go_on_at(place);
  spool->append("two\n");
  output.append_spool(*spool);
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\ntwo\n");
}

TEST_P(OutputFileForms, CopiesAStretchOfAnOlderOutput) {  // a file that has not changed
  OutputPlace begin;
  OutputPlace end;
  {
    OutputFile output{path()};
    output.append("before\n");
    begin = output.position();
    output.append("kept\n");
    end = output.position();
    output.append("after\n");
    output.finish();
  }
  const Descriptor former{::open(path().c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
  OutputFile output{path()};
  output.append("new\n");
  output.append_former(former, begin, end);
  output.append_former(former, end, end);
  EXPECT_EQ(output.bytes(), 9U);
  output.append("newer\n");
  output.finish();
  EXPECT_EQ(unpacked(path()), "new\nkept\nnewer\n");
}

TEST_P(OutputFileForms, TakesItsNameBackIfTheFileIsAsItWasLeft) {
  std::uint64_t bytes = 0;
  OutputPlace place;
  {
    OutputFile output{path()};
    output.append("one\n");
    place = output.position();
    output.finish();
    bytes = fs::file_size(path());
  }
  {
    OutputFile output{path(), OutputFile::Part::go_on};
    output.take_back_name(bytes + 1);
    EXPECT_EQ(output.part_bytes(), 0U) << "somebody has touched it";
    EXPECT_TRUE(fs::exists(path()));
    output.take_back_name(bytes);
    EXPECT_EQ(output.part_bytes(), bytes);
    EXPECT_FALSE(fs::exists(path()));
    output.go_on_at(place);
    output.append("two\n");
    output.finish();
  }
  EXPECT_EQ(unpacked(path()), "one\ntwo\n");
}

INSTANTIATE_TEST_SUITE_P(Suffixes, OutputFileForms,
                         testing::Values("out.nq", "out.nq.gz", "out.nq.zst", "out.nq.xz",
                                         "out.nq.bz2"),
                         [](const auto& one) {
                           const std::string name = one.param;
                           return name == "out.nq" ? "plain" : name.substr(7);
                         });

TEST_F(OutputFileTest, APartThatIsNotNeededGoes) {
  const std::string path = folder_.file("out.nq");
  {
    OutputFile output{path, OutputFile::Part::go_on};
    output.leave_part();
    output.go_on_at({});
    output.drop_part();
  }
  EXPECT_FALSE(fs::exists(path + ".part"));
}

}  // namespace
}  // namespace semsite::test
