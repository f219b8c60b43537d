#include "commands/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/commands.hpp"
#include "semsite/errors.hpp"

namespace semsite::completion_test {
namespace {

using testing::HasSubstr;

// What the scripts do, real shells show: tests/e2e/test_shells.py.
TEST(CompletionScript, OfEveryShellKnowsEveryCommandAndOption) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = completion_script(shell);
    for (const Command& command : commands()) {
      EXPECT_THAT(script, HasSubstr(std::string{command.name})) << shell;
      for (const OptionGroup& group : command.options())
        for (const OptionRow& option : group.rows)
          EXPECT_THAT(script, HasSubstr(std::string{option.name}))
              << shell << " " << command.name;
    }
  }
}

// A name of two letters was once taken for a letter with its dash.
TEST(CompletionScript, HasLettersOnlyOfOptionsThatHaveOne) {
  const std::string script = completion_script("bash");
  EXPECT_THAT(script, HasSubstr(" --by) kind="));
  EXPECT_THAT(script, HasSubstr(" --to) kind="));
  EXPECT_THAT(script, HasSubstr(" --output|-o) kind="));
}

// Ways are words of `fetch --only`, not of `validate --only`, which takes codes.
TEST(CompletionScript, GivesTheWordsOfTheCommandsOwnOption) {
  const std::string script = completion_script("bash");
  EXPECT_THAT(script,
              HasSubstr("--only) kind=nothing words='dump fragments sparql crawl'"));
  EXPECT_THAT(script, HasSubstr("--only) kind=nothing words=''"));
}

TEST(CompletionScript, OfAnotherShellIsRefused) {
  try {
    static_cast<void>(completion_script("fsh"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "completion fsh: choose one of bash, zsh, fish (did you mean fish?)");
  }
}

}  // namespace
}  // namespace semsite::completion_test
