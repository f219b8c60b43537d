#include "commands/help.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "commands/commands_kit.hpp"

namespace semsite::test::help_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::size_t kWidth = 80;
constexpr std::size_t kMostCommon = 18;

std::size_t columns(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(line, [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

bool shows(const std::string& help, std::string_view option) {
  return help.find(fmt::format("--{} ", option)) != std::string::npos ||
         help.find(fmt::format("--{}\n", option)) != std::string::npos;
}

TEST(Help, TheOverviewNamesEveryCommandAndExitStatus) {
  for (const Command& command : commands())
    EXPECT_THAT(overview(kWidth), HasSubstr("\n  " + std::string{command.name} + " "));
  for (const char* word : {"Exit status: 0", "130 interrupted"})
    EXPECT_THAT(overview(1000), HasSubstr(word));
}

TEST(Help, HasAUsageAndThreeExamplesThatCanBeRead) {
  for (const Command& command : commands()) {
    const std::string help = help_of(command, {}, kWidth);
    EXPECT_THAT(help,
                StartsWith(fmt::format("Usage: semsite {} [options]", command.name)));
    for (const std::string_view example : command.examples) {
      EXPECT_THAT(help, HasSubstr(fmt::format("\n  {}\n", example)));
      EXPECT_THAT(std::string{example},
                  HasSubstr(fmt::format("semsite {}", command.name)));
    }
  }
}

TEST(Help, ShowsWhatPeopleUseAndSaysWhereTheRestIs) {
  for (const Command& command : commands()) {
    const std::string help = help_of(command, {}, kWidth);
    std::size_t count = 0;
    std::size_t all = 0;
    for (const OptionGroup& group : command.options())
      for (const OptionRow& row : group.rows) {
        if (row.common) ++count;
        if (!row.idle) ++all;
        EXPECT_EQ(shows(help, row.name), row.common) << command.name << " " << row.name;
      }
    EXPECT_LE(count, kMostCommon) << command.name;
    EXPECT_GE(count, std::size_t{3}) << command.name;
    if (count < all) {
      EXPECT_THAT(help_of(command, {}, 1000),
                  HasSubstr(fmt::format("semsite {} --help all shows all {} options",
                                        command.name, all)));
    }
  }
}

TEST(Help, AllShowsEachOptionButThoseThatTheCommandHasNoUseFor) {
  for (const Command& command : commands()) {
    const std::string help = help_of(command, kAllOptions, kWidth);
    for (const OptionGroup& group : command.options())
      for (const OptionRow& row : group.rows)
        EXPECT_EQ(shows(help, row.name), !row.idle) << command.name << " " << row.name;
  }
  EXPECT_FALSE(shows(help_of(find_command("convert"), "all", kWidth), "ignore-robots"));
  EXPECT_TRUE(shows(help_of(find_command("plan"), "all", kWidth), "ignore-robots"));
  // It is taken all the same: one file of options serves all commands.
  EXPECT_EQ(refusal({"convert", "a.nt", "--ignore-robots"}), "accepted");
}

TEST(Help, OfAGroupShowsThatGroupAlone) {
  const std::string help = read_command({"fetch", "--help", "network"}).help;
  EXPECT_THAT(help, HasSubstr("\nNetwork (network):\n"));
  EXPECT_TRUE(shows(help, "retry-delay"));
  EXPECT_FALSE(shows(help, "prefer"));
  for (const Texts& words :
       std::vector<Texts>{{"help", "fetch", "network"},
                          {"fetch", "--help=network"},
                          {"fetch", "-h", "Network"},
                          {"--help", "fetch", "network"},
                          {"fetch", "http://a.example/", "--nonsense", "-h", "network"}})
    EXPECT_EQ(read_command(words).help, help) << words[1];
}

TEST(Help, OfAGroupThatThereIsNotListsTheGroups) {
  EXPECT_THAT(refusal({"fetch", "--help", "netwrk"}),
              testing::AllOf(HasSubstr("fetch has no group of options called netwrk (did "
                                       "you mean network?)"),
                             HasSubstr("there are: output, tables, rdf"),
                             HasSubstr("and all for everything")));
  EXPECT_THAT(refusal({"help", "status", "network"}), HasSubstr("there are: output"));
  EXPECT_THAT(refusal({"help", "fecth", "network"}), HasSubstr("did you mean fetch?"));
}

TEST(Help, TakesNoArgumentForAGroup) {
  const std::string help = read_command({"fetch", "--help"}).help;
  EXPECT_EQ(read_command({"fetch", "--help", "https://a.example/"}).help, help);
  EXPECT_EQ(read_command({"fetch", "--help", "-q"}).help, help);
  EXPECT_EQ(read_command({"fetch", "-qh"}).help, help);
  EXPECT_EQ(help_wish({"search", "--", "--help"}), std::nullopt);
}

/// Lines that could be broken and are too wide: names, examples and single words stay.
std::vector<std::string> wide_lines(const std::string& text, std::size_t width) {
  std::vector<std::string> out;
  for (const std::string_view line : split(text, '\n')) {
    const bool is_whole = (line.starts_with("  ") && !line.starts_with("          ")) ||
                          line.starts_with("Usage:");
    if (!is_whole && trim(line).find(' ') != std::string_view::npos &&
        columns(line) > width)
      out.emplace_back(line);
  }
  return out;
}

TEST(Help, NoLineOfProseIsWiderThanTheTerminal) {
  for (const std::size_t width : {std::size_t{50}, kWidth, std::size_t{120}}) {
    EXPECT_THAT(wide_lines(overview(width), width), testing::IsEmpty());
    for (const Command& command : commands())
      EXPECT_THAT(wide_lines(help_of(command, kAllOptions, width), width),
                  testing::IsEmpty());
  }
}

TEST(Help, MeaningsBeginInOneColumn) {
  const std::string help = help_of(find_command("man"), {}, kWidth);
  EXPECT_THAT(help, HasSubstr("\n      --dir DIR  write the pages of all commands there\n"
                              "  -h, --help"));
}

TEST(HelpWidth, IsThatOfColumnsElseOfTheTerminalElse80) {
  ::setenv("COLUMNS", "133", 1);
  EXPECT_EQ(help_width(), 133U);
  ::setenv("COLUMNS", "wide", 1);
  EXPECT_GE(help_width(), 1U);
  ::unsetenv("COLUMNS");
}

}  // namespace
}  // namespace semsite::test::help_test
