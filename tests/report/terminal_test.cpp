#include "report/terminal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>

#include "base/file_io.hpp"

namespace semsite::terminal_test {
namespace {

/// A terminal that nobody looks at.
class Terminal : public testing::Test {
 protected:
  Terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    EXPECT_EQ(::grantpt(master_.get()), 0);
    EXPECT_EQ(::unlockpt(master_.get()), 0);
    char name[64] = {};
    EXPECT_EQ(::ptsname_r(master_.get(), name, sizeof name), 0);
    slave_ = Descriptor{::open(name, O_RDWR | O_NOCTTY)};
    ::setenv("TERM", "xterm", 1);
    ::unsetenv("NO_COLOR");
  }
  ~Terminal() override { ::unsetenv("NO_COLOR"); }

  Descriptor master_, slave_;
};

TEST_F(Terminal, HasColoursUnlessNoColorIsSet) {  // https://no-color.org
  EXPECT_EQ(colours_of(ColourWish::automatic, slave_.get()), Colours::on);
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(colours_of(ColourWish::automatic, slave_.get()), Colours::off);
  ::setenv("NO_COLOR", "", 1);  // "when present and not an empty string"
  EXPECT_EQ(colours_of(ColourWish::automatic, slave_.get()), Colours::on);
}

TEST_F(Terminal, HasNoneIfItIsDumb) {
  ::setenv("TERM", "dumb", 1);
  EXPECT_EQ(colours_of(ColourWish::automatic, slave_.get()), Colours::off);
  EXPECT_FALSE(can_write_over(slave_.get()));
}

TEST_F(Terminal, OnlyItHasThemByItself) {
  const Descriptor file = anonymous_file();
  EXPECT_EQ(colours_of(ColourWish::automatic, file.get()), Colours::off);
  EXPECT_EQ(colours_of(ColourWish::always, file.get()), Colours::on);
  EXPECT_EQ(colours_of(ColourWish::never, slave_.get()), Colours::off);
}

TEST_F(Terminal, TwoDescriptorsOfItAreOnePlace) {
  const Descriptor again{::dup(slave_.get())};
  EXPECT_TRUE(is_one_place(slave_.get(), again.get()));
  EXPECT_FALSE(is_one_place(slave_.get(), anonymous_file().get()));
  EXPECT_FALSE(is_one_place(anonymous_file().get(), anonymous_file().get()));
  EXPECT_FALSE(is_one_place(-1, -1));
}

TEST_F(Terminal, WidthIsTheUsualOneIfItDoesNotSay) {
  EXPECT_EQ(terminal_width(anonymous_file().get()), 80U);
}

TEST(WithHeadings, MarksLinesOfTheFirstColumnThatEndWithAColon) {
  const std::string text = "Usage: x\nNetwork:\n  --a:\n";
  EXPECT_EQ(with_headings(text, Colours::off), text);
  EXPECT_EQ(with_headings(text, Colours::on),
            "Usage: x\n\x1b[1mNetwork:\x1b[0m\n  --a:\n");
}

}  // namespace
}  // namespace semsite::terminal_test
