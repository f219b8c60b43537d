#include "commands/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::commands_help_test {
namespace {

using testing::HasSubstr;

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
  EXPECT_EQ(
      message("https://a.example/x"),
      "https://a.example/x is no command; put one before it: semsite fetch "
      "https://a.example/x gets its data, semsite plan https://a.example/x tells how "
      "that would be done, semsite validate https://a.example/x tells what is wrong "
      "with it");
  EXPECT_THAT(message("www.a.example"), HasSubstr("semsite plan https://www.a.example/"));
  EXPECT_THAT(message("/"),
              HasSubstr("semsite convert / makes N-Quads of the files in it"));
  EXPECT_THAT(message("/etc/passwd"), HasSubstr("semsite convert /etc/passwd makes"));
  EXPECT_EQ(
      message("-q"),
      "-q stands before the command: semsite COMMAND -q …; semsite --help lists them "
      "all");
  EXPECT_THAT(message("--hlep"), HasSubstr("did you mean --help?"));
}

/// What `words` come to: the help that is printed, or what is said against them.
std::string outcome(const std::vector<std::string>& words) {
  try {
    return read_command(words).help;
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(ReadCommand, TakesOptionsThatStandBeforeTheCommand) {
  const std::string site = "http://a.example/";
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"-q", "fetch", site},
                                             {"-qv", "plan", site},
                                             {"--delay", "2", "fetch", site},
                                             {"--delay=2", "-o", "fetch", "fetch", site},
                                             {"-ox", "-H", "A: b", "convert", "a.nt"}})
    EXPECT_EQ(outcome(words), "") << words[0];
  EXPECT_EQ(outcome({"-q", "help"}).substr(0, 2), "-q");
  EXPECT_EQ(outcome({"-q", "fetch", "--help"}), outcome({"fetch", "--help"}));
  EXPECT_EQ(outcome({"--help", "fetch"}), outcome({"fetch", "--help"}));
}

TEST(ReadCommand, SaysWhatToTypeIfTheyCannotStandThere) {
  const std::string site = "http://a.example/";
  EXPECT_THAT(outcome({"--dry-run", "fetch", site}),
              HasSubstr("fetch has no option --dry-run; semsite plan URL"));
  EXPECT_THAT(outcome({"-q", site}),
              HasSubstr("semsite fetch -q http://a.example/ gets"));
  EXPECT_THAT(outcome({"-u", "me:secret", site}), testing::Not(HasSubstr("secret")));
  // Nothing is taken for the command that is the value of an option.
  EXPECT_THAT(outcome({"-o", "fetch", site}), HasSubstr("is no command"));
  EXPECT_THAT(outcome({"-q"}), HasSubstr("semsite COMMAND -q"));
}

}  // namespace
}  // namespace semsite::commands_help_test
