#include "commands/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/help.hpp"
#include "commands/option_table.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using testing::HasSubstr;

// What the scripts do, real shells show: tests/e2e/test_shells.py.
TEST(CompletionScript, OfEveryShellKnowsEveryCommandAndOption) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = completion_script(shell);
    for (const Command& command : commands()) {
      EXPECT_THAT(script, HasSubstr(std::string{command.name})) << shell;
      for (const ListedOption& option : listed_options(std::string{command.name}))
        EXPECT_THAT(script, HasSubstr(option.name)) << shell << " " << command.name;
    }
  }
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
}  // namespace semsite
