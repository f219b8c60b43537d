#include "commands/habits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands_kit.hpp"

namespace semsite::test::habits_test {
namespace {

using testing::HasSubstr;
using testing::Not;

bool is_option_somewhere(std::string_view name) {
  return std::ranges::any_of(commands(), [&](const Command& command) {
    return find_row(command.options(), name) != nullptr;
  });
}

TEST(Habits, NameOnlyWhatThereIs) {
  for (const Habit& habit : habits()) {
    if (!habit.command.empty()) {
      const OptionTable table = find_command(std::string{habit.command}).options();
      for (const std::string_view option : habit.options)
        EXPECT_TRUE(option.empty() || find_row(table, option) != nullptr)
            << habit.typed << " " << option;
    }
    for (const std::string_view option : habit.options)
      EXPECT_TRUE(option.empty() || is_option_somewhere(option)) << habit.typed;
    EXPECT_FALSE(habit.command.empty() && habit.options[0].empty() &&
                 habit.remark.empty())
        << habit.typed << " says nothing";
  }
}

TEST(Habits, StandOnceAndAreNoneOfOurWords) {
  std::set<std::string_view> seen;
  for (const Habit& habit : habits()) {
    EXPECT_TRUE(seen.insert(habit.typed).second) << habit.typed;
    for (const Command& command : commands()) EXPECT_NE(command.name, habit.typed);
    // Where a command has such an option, nobody asks.
    EXPECT_TRUE(!habit.typed.starts_with("--") ||
                std::ranges::any_of(commands(),
                                    [&](const Command& command) {
                                      return find_row(command.options(),
                                                      habit.typed.substr(2)) == nullptr;
                                    }))
        << habit.typed;
  }
}

TEST(Habits, OfCommandsSayWhichOneIsMeant) {
  EXPECT_THAT(refusal({"get", kSite}),
              HasSubstr("there is no command get; semsite fetch plans, then gets"));
  EXPECT_THAT(refusal({"check", kSite}),
              HasSubstr("semsite validate says what is wrong"));
  EXPECT_THAT(refusal({"list"}), HasSubstr("semsite plan finds out"));
  EXPECT_THAT(refusal({"crawl", kSite}), HasSubstr("there is --only LIST"));
  EXPECT_THAT(refusal({"dowload", kSite}), HasSubstr("semsite fetch plans"));
  EXPECT_THAT(refusal({"resume"}), HasSubstr("the same command again goes on"));
  EXPECT_THAT(refusal({"help", "get"}), HasSubstr("semsite fetch plans"));
}

TEST(Habits, OfOptionsSayWhatToTypeOrWhyThereIsNone) {
  const std::vector<std::pair<Texts, std::string>> cases{
      {{"fetch", kSite, "--dry-run"}, "semsite plan URL tells what fetch would get"},
      {{"fetch", kSite, "--timeout", "5"}, "--request-timeout SECONDS: until the head"},
      {{"fetch", kSite, "--timeout=5"}, "--max-time DURATION: stop"},
      {{"fetch", kSite, "--depth", "2"}, "there is --max-depth N: links"},
      {{"convert", "a.nt", "--depth", "2"}, "plan and fetch have --max-depth N"},
      {{"fetch", kSite, "--insecure"},
       "certificates are always checked; there is --cacert"},
      {{"fetch", kSite, "-k"}, "certificates are always checked"},
      {{"fetch", kSite, "--output-dir", "x"},
       "not a copy of the site; there is --output"},
      {{"fetch", kSite, "--recursive"}, "fetch follows all that a site offers"},
      {{"fetch", kSite, "-r"}, "fetch has no option -r; fetch follows"},
      {{"fetch", kSite, "-O"}, "fetch has no option -O; there is --output FILE"},
      {{"fetch", kSite, "-np"}, "fetch has no option -np; there is --scope"},
      {{"fetch", kSite, "--agent", "x"}, "there is --user-agent TEXT"},
      {{"plan", kSite, "--agent", "x"}, "there is --user-agent TEXT"},
      {{"convert", "-i", "turtle", "a.ttl"}, "there is --syntax NAME"},
      {{"fetch", "-i", "sites.txt"}, "there is --sites FILE"},
      {{"plan", kSite, "--report", "x"},
       "; fetch, convert, slice, load and index have --report FILE;"},
      {{"convert", "a.nt", "--prefer", "dump"}, "plan and fetch have --prefer LIST"},
      {{"fetch", kSite, "--insecur"}, "certificates are always checked"},
      {{"fetch", kSite, "--version"}, "semsite --version tells it"},
      {{"fetch", kSite, "--to", "x.nq"}, "there is --output FILE"},
      {{"convert", "a.nt", "--dedup"}, "sort -u leaves each once"},
      {{"fetch", kSite, "--restart"}, "there is --fresh"},
      {{"load", "a.nq", "--endpoint", "http://a.example/"}, "there is --to URL"}};
  for (const auto& [words, said] : cases)
    EXPECT_THAT(refusal(words), HasSubstr(said)) << words.back();
}

TEST(Habits, ACommandWithDashesIsToldWithoutThem) {
  EXPECT_THAT(refusal({"--fetch", kSite}),
              HasSubstr("did you mean semsite fetch " + kSite));
  EXPECT_THAT(refusal({"semsite", "plan", kSite}),
              HasSubstr("did you mean semsite plan " + kSite));
}

TEST(Habits, AValueThatIsMissingIsAskedForWithWhatItMayBe) {
  EXPECT_THAT(refusal({"fetch", kSite, "--report"}),
              HasSubstr("--report needs a value: --report FILE: write the account"));
  EXPECT_THAT(refusal({"fetch", kSite, "-o"}),
              HasSubstr("--output needs a value: --output FILE"));
}

TEST(Habits, TheNameOfAFormIsNoFile) {  // rapper -o turtle, riot --output=turtle
  EXPECT_THAT(refusal({"convert", "a.nt", "--output", "turtle"}),
              HasSubstr("--format turtle writes that form"));
  EXPECT_THAT(refusal({"fetch", kSite, "-o", "nt"}), HasSubstr("-o ./nt"));
}

TEST(Habits, AStoreWithoutItsOptionIsKnown) {
  EXPECT_THAT(refusal({"load", "a.nt", "http://localhost:3030/ds"}),
              HasSubstr("did you mean --to http://localhost:3030/ds ?"));
}

TEST(Habits, AreSaidWithoutTheValue) {
  EXPECT_THAT(
      refusal({"fetch", kSite, "--password=secret"}),
      testing::AllOf(HasSubstr("--user NAME:PASSWORD"), Not(HasSubstr("secret"))));
  EXPECT_THAT(refusal({"fetch", kSite, "--token", "secret"}), Not(HasSubstr("secret")));
}

TEST(Habits, HelpInAFileOfOptionsToo) {
  EXPECT_THAT(option_advice("", find_command("fetch").options(), "--timeout"),
              HasSubstr("--request-timeout"));
}

}  // namespace
}  // namespace semsite::test::habits_test
