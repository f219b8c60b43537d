#include "commands/fetch_options.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "commands/commands.hpp"
#include "commands/option_table.hpp"
#include "commands/values.hpp"

namespace semsite::fetch_options_test {
namespace {

TEST(OptionRoles, EveryOptionOfFetchSaysWhetherItShapesTheOutput) {
  for (const OptionGroup& group : find_command("fetch").options())
    for (const OptionRow& option : group.rows)
      EXPECT_NE(role_of(option.name), nullptr)
          << "--" << option.name << " has no row in commands/fetch_options.cpp";
}

TEST(OptionRoles, EveryOptionThatNamesAFileSaysWhatBecomesOfIt) {
  for (const Command& command : commands())
    for (const OptionGroup& group : command.options())
      for (const OptionRow& option : group.rows) {
        const ValueForms forms = value_forms(option);
        EXPECT_EQ(option.file != FileUse::none, forms.files || forms.folders)
            << command.name << " --" << option.name;
      }
}

TEST(OptionRoles, AnOptionWithoutARowShapesTheOutput) {
  const auto found = shaping_options(GivenOptions{{{"quite-new", {"x"}}}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "quite-new");
}

std::vector<std::string> texts_of(const std::string& name,
                                  const std::vector<std::string>& texts) {
  const auto found = shaping_options(GivenOptions{{{name, texts}}});
  return found.empty() ? std::vector<std::string>{"left out"} : found[0].texts;
}

TEST(OptionRoles, WhatHoldsAnywayIsLeftOut) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts_of("graph", {"auto"}), Texts{"left out"});
  EXPECT_EQ(texts_of("graph", {"none"}), Texts{"none"});
  EXPECT_EQ(texts_of("prefer", {"dump"}), Texts{"left out"});
  EXPECT_EQ(texts_of("prefer", {"crawl, dump"}), Texts{"crawl,dump,fragments,sparql"});
  EXPECT_EQ(texts_of("max-pages", {"7"}), Texts{"left out"});
  EXPECT_EQ(texts_of("include", {"b", "a", "b"}), (Texts{"a", "b"}));
  EXPECT_EQ(texts_of("mappings", {"b/", "./a"}), (Texts{"b", "a"}));
  EXPECT_EQ(texts_of("sample", {}), Texts{});
}

TEST(OptionRoles, FilesThatAreReadAreKnown) {
  using Texts = std::vector<std::string>;
  const GivenOptions given{{{"changes", {"c"}}, {"mappings", {"m"}}, {"output", {"o"}}}};
  EXPECT_EQ(files_read(find_command("fetch").options(), given), Texts{"m"});
  EXPECT_EQ(files_read(find_command("index").options(), given), (Texts{"c", "m"}));
}

}  // namespace
}  // namespace semsite::fetch_options_test
