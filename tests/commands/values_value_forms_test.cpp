#include "commands/values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/commands.hpp"

namespace semsite::values_value_forms_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ValueForms, SmallLettersAreWordsAndCapitalsAreNot) {
  const ValueForms forms = value_forms("auto|own|TEMPLATE");
  EXPECT_THAT(forms.words, ElementsAre("auto", "own"));
  EXPECT_TRUE(forms.free);
  EXPECT_FALSE(forms.files || forms.folders);
}

TEST(ValueForms, NumbersOfVersionsAreWords) {
  const ValueForms forms = value_forms("1.2|1.2-basic|1.1");
  EXPECT_THAT(forms.words, ElementsAre("1.2", "1.2-basic", "1.1"));
  EXPECT_FALSE(forms.free);
}

TEST(ValueForms, FilesAndFoldersAreToldByTheirNames) {
  EXPECT_TRUE(value_forms("FILE.json").files);
  const ValueForms both = value_forms("DIR|FILE");
  EXPECT_TRUE(both.files && both.folders);
  const ValueForms arguments = value_forms("[FILE|URL|-]… --to URL");
  EXPECT_TRUE(arguments.files && arguments.free);
  EXPECT_THAT(arguments.words, IsEmpty());
}

TEST(ValueForms, SomeNamesStandForManyWords) {
  EXPECT_THAT(value_forms("METHOD").words,
              ElementsAre("subject", "subject-object", "cbd", "scbd", "msg"));
  EXPECT_THAT(value_forms("[COMMAND]").words, Contains("fetch"));
  const OptionTable table = find_command("convert").options();
  EXPECT_THAT(value_forms(*find_row(table, "syntax")).words, Contains("turtle"));
}

TEST(ValueForms, NothingIsASwitch) {
  const ValueForms forms = value_forms("");
  EXPECT_THAT(forms.words, IsEmpty());
  EXPECT_FALSE(forms.files || forms.folders || forms.free);
}

}  // namespace
}  // namespace semsite::values_value_forms_test
