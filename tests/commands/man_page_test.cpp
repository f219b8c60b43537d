#include "commands/man_page.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file_io.hpp"
#include "commands/commands.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::man_page_test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ManPage, OfEveryCommandHasEachOptionAndTheConventionalSections) {
  for (const Command& command : commands()) {
    const std::string page = man_page(std::string{command.name});
    for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS",
                                "EXIT STATUS", "EXAMPLES", "SEE ALSO"})
      EXPECT_THAT(page, HasSubstr(std::string{".SH \""} + section + "\"\n"))
          << command.name;
    for (const OptionGroup& group : command.options())
      for (const OptionRow& option : group.rows)
        EXPECT_THAT(page, HasSubstr(roff_text(fmt::format("--{}", option.name)) + "\\fR"))
            << command.name;
    for (const std::string_view example : command.examples)
      EXPECT_THAT(page, HasSubstr(roff_text(example)));
  }
}

TEST(ManPage, OfSemsiteNamesEveryCommandAndPage) {
  const std::string page = man_page({});
  for (const Command& command : commands())
    EXPECT_THAT(page, HasSubstr(".BR " + roff_text(man_name(command.name)) + " (1)"));
}

TEST(ManPage, OfNoCommandIsRefusedWithASuggestion) {
  try {
    static_cast<void>(man_page("fecth"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean fetch?"));
  }
}

TEST(ManPage, SaysWhatTheNotesOfItsCommandSay) {
  const std::string page = man_page("fetch");
  EXPECT_THAT(page, HasSubstr("OUTPUT.state"));
  EXPECT_THAT(page, HasSubstr("Every dataset is complete."));
  EXPECT_THAT(man_page("plan"), Not(HasSubstr("OUTPUT.state")));
}

TEST(WriteManPages, WritesOneForEachCommand) {
  const test::TemporaryFolder folder;
  write_man_pages(folder.file("man/man1"));
  EXPECT_EQ(read_file(folder.file("man/man1/semsite.1")), man_page({}));
  for (const Command& command : commands())
    EXPECT_EQ(read_file(folder.file("man/man1/" + man_name(command.name) + ".1")),
              man_page(std::string{command.name}));
  EXPECT_THROW(write_man_pages("/proc/none"), RunError);
}

}  // namespace
}  // namespace semsite::man_page_test
