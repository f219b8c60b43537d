#include "commands/mappings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "map/builtin_mappings.hpp"
#include "map/functions.hpp"
#include "map/mapping_text.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::mappings_test {
namespace {

using testing::HasSubstr;

struct Listed {
  int status = 0;
  std::string text, complaints;
};

Listed list(const std::vector<std::string>& arguments, bool functions = false) {
  const MappingsOptions options{
      .messages = {}, .places = arguments, .functions = functions};
  Listed out;
  out.status = list_mappings(
      options, [&](std::string_view text) { out.text += text; },
      [&](std::string_view text) { (out.complaints += text) += '\n'; });
  return out;
}

const std::string kMap = mapping_text(url_map("[ rml:predicate ex:p ; rml:object 1 ]"));

TEST(MappingsCommand, ListsTheBuiltInOnesWhichAreAllGood) {
  const Listed listed = list({});
  EXPECT_EQ(listed.status, 0);
  EXPECT_EQ(listed.complaints, "");
  for (const BuiltinMapping& file : builtin_mapping_files())
    EXPECT_THAT(listed.text, HasSubstr(std::string{file.name} + "  built in, "));
  EXPECT_THAT(listed.text, HasSubstr("    ocx:     http://sitemap.ocx.org/v/1.0\n"));
}

TEST(MappingsCommand, TellsWhatTakesThePlaceOfABuiltInOne) {
  const TemporaryFolder folder;
  std::ofstream{folder.file("ocx.ttl")} << kMap;
  std::ofstream{folder.file("new.ttl")} << kMap;
  const Listed listed = list({folder.file("ocx.ttl"), folder.file("new.ttl")});
  EXPECT_EQ(listed.status, 0);
  EXPECT_THAT(listed.text, HasSubstr("ocx.ttl  " + folder.file("ocx.ttl") +
                                     ", instead of the built-in one, 1 map\n"));
  EXPECT_THAT(listed.text, HasSubstr("new.ttl  " + folder.file("new.ttl") + ", 1 map\n"));
}

TEST(MappingsCommand, NamesEveryBadOneAndEndsWithTwo) {
  const TemporaryFolder folder;
  std::ofstream{folder.file("a.ttl")} << "<a> <b> .";
  std::ofstream{folder.file("b.ttl")} << "<a> <b> <c> .";
  const Listed listed = list({folder.file("a.ttl"), folder.file("b.ttl")});
  EXPECT_EQ(listed.status, 2);
  EXPECT_THAT(listed.complaints, HasSubstr(folder.file("a.ttl") + ":1: not Turtle"));
  EXPECT_THAT(listed.complaints, HasSubstr(folder.file("b.ttl") + ":1: no triples map"));
  EXPECT_THAT(listed.text, HasSubstr("built in"))
      << "the good ones are listed all the same";
}

TEST(MappingsCommand, ListsEveryFunctionWithItsParameters) {
  const Listed listed = list({}, true);
  EXPECT_EQ(listed.status, 0);
  for (const MappingFunction& function : mapping_functions())
    EXPECT_THAT(listed.text, HasSubstr("fn:" + std::string{function.name} + "("));
  EXPECT_THAT(listed.text,
              HasSubstr("fn:first([fn:value], [fn:otherwise], [fn:finally])"));
}

}  // namespace
}  // namespace semsite::test::mappings_test
