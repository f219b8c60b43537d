#include "base/section_watch.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::section_watch_test {
namespace {

/// Keeps what an output should hold, by nothing but what the output tells of its
/// sections.
class Mirror final : public SectionWatch {
 public:
  void add(const std::string& text) { open_.back() += text; }
  void section_begins() override { open_.emplace_back(); }
  void section_stays() override {
    const std::string last = open_.back();
    open_.pop_back();
    open_.back() += last;
  }
  [[nodiscard]] std::shared_ptr<const void> section_goes() override {
    auto last = std::make_shared<std::string>(open_.back());
    open_.pop_back();
    return last;
  }
  void section_returns(const std::shared_ptr<const void>& noted) override {
    open_.back() += *std::static_pointer_cast<const std::string>(noted);
  }
  [[nodiscard]] const std::string& text() const { return open_.front(); }
  [[nodiscard]] std::size_t depth() const { return open_.size() - 1; }

 private:
  std::vector<std::string> open_{1};
};

TEST(SectionWatch, KnowsWhatStaysInTheOutput) {
  std::mt19937 random{5};
  for (int turn = 0; turn < 50; ++turn) {
    const TemporaryFolder folder;
    const std::string path = folder.file("out.nq");
    Mirror mirror;
    OutputFile output{path};
    output.watch_sections(mirror);
    std::optional<SetAside> aside;
    for (int step = 0; step < 60; ++step) {
      const auto choice = random() % 6;
      if (choice == 0 && mirror.depth() < 3) {
        output.begin_section(Revocable::yes);
      } else if (choice == 1 && mirror.depth() > 0) {
        output.commit_section();
      } else if (choice == 2 && mirror.depth() > 0) {
        EXPECT_TRUE(output.discard_section());
      } else if (choice == 3 && mirror.depth() > 0) {
        aside = output.set_aside_section();
      } else if (choice == 4 && aside) {
        output.append_set_aside(*aside);
        aside.reset();
      } else {
        const std::string line = "line " + std::to_string(step) + "\n";
        output.append(line);
        mirror.add(line);
      }
    }
    while (mirror.depth() > 0) output.commit_section();
    output.finish();
    EXPECT_EQ(read_file(path), mirror.text()) << "turn " << turn;
  }
}

TEST(SectionWatch, KnowsThatAStreamedSectionCannotGo) {
  Mirror mirror;
  OutputFile output{"/dev/null"};
  output.watch_sections(mirror);
  output.begin_section(Revocable::no);
  mirror.add("streamed\n");
  EXPECT_FALSE(output.discard_section());
  output.begin_section(Revocable::no);
  mirror.add("streamed, too\n");
  EXPECT_FALSE(output.set_aside_section().file.valid());
  EXPECT_EQ(mirror.text(), "streamed\nstreamed, too\n");
  output.finish();
}

}  // namespace
}  // namespace semsite::test::section_watch_test
