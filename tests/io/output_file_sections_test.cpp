#include "io/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/file_io.hpp"
#include "sink/output_file_kit.hpp"
#include "support/temporary_folder.hpp"
#include "support/unpacked.hpp"

namespace semsite::test::output_file_sections_test {
namespace {

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

}  // namespace
}  // namespace semsite::test::output_file_sections_test
