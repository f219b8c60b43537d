#include "commands/option_roles.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "commands/help.hpp"
#include "commands/option_table.hpp"
#include "commands/value_forms.hpp"

namespace semsite {
namespace {

TEST(OptionRoles, EveryOptionOfFetchSaysWhetherItShapesTheOutput) {
  for (const ListedOption& option : listed_options("fetch"))
    EXPECT_NE(role_of(option.name), nullptr)
        << "--" << option.name << " has no row in commands/option_roles.cpp";
}

TEST(OptionRoles, EveryOptionThatNamesAFileSaysWhatBecomesOfIt) {
  for (const Command& command : commands())
    for (const ListedOption& option : listed_options(std::string{command.name})) {
      const ValueForms forms = value_forms(option);
      if (!forms.files && !forms.folders) continue;
      const OptionRole* const role = role_of(option.name);
      ASSERT_NE(role, nullptr) << command.name << " --" << option.name;
      EXPECT_NE(role->file, FileUse::none) << command.name << " --" << option.name;
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
  const GivenOptions given{{{"sites", {"s.txt"}}, {"changes", {"c"}}, {"output", {"o"}}}};
  EXPECT_EQ(files_read("fetch", given), Texts{"s.txt"});
  EXPECT_EQ(files_read("index", given), (Texts{"c", "s.txt"}));
}

}  // namespace
}  // namespace semsite
