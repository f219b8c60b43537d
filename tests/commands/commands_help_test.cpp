#include "commands/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Help, TheOverviewNamesEveryCommandAndExitStatus) {
  for (const Command& command : commands())
    EXPECT_THAT(overview(), HasSubstr("\n  " + std::string{command.name} + " "));
  for (const char* word :
       {"\n  plan ", "\n  fetch ", "\n  convert ", "\n  inspect ", "\n  mappings ",
        "\n  slice ", "\n  status ", "Exit status: 0", "130 interrupted"})
    EXPECT_THAT(overview(), HasSubstr(word));
}

TEST(Help, EachCommandHasAUsageWithAnExample) {
  ASSERT_FALSE(commands().empty());
  for (const Command& command : commands()) {
    const std::string name{command.name};
    EXPECT_THAT(help_of(command), StartsWith("Usage: semsite " + name + " [options]"));
    EXPECT_THAT(help_of(command), HasSubstr("Example: semsite " + name + " "));
  }
}

TEST(FindCommand, SuggestsTheOneThatIsMeant) {
  EXPECT_EQ(find_command("fetch").name, "fetch");
  const auto message = [](const char* command) -> std::string {
    try {
      (void)find_command(command);
    } catch (const UsageError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message("fecth"),
            "there is no command fecth (did you mean fetch?); semsite --help lists them "
            "all");
  EXPECT_EQ(message("qqqqqqqqqq"),
            "there is no command qqqqqqqqqq; semsite --help lists them all");
  // What people type first: the site, or the options.
  EXPECT_EQ(message("https://a.example/x"),
            "https://a.example/x is no command; put one before it: semsite plan "
            "https://a.example/x, or semsite fetch https://a.example/x");
  EXPECT_THAT(message("www.a.example"), HasSubstr("semsite plan http://www.a.example/"));
  EXPECT_EQ(
      message("-q"),
      "-q stands before the command: semsite COMMAND -q …; semsite --help lists them "
      "all");
  EXPECT_THAT(message("--hlep"), HasSubstr("did you mean --help?"));
}

}  // namespace
}  // namespace semsite
