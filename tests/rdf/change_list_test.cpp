#include "rdf/change_list.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace semsite::test::change_list_test {
namespace {

std::string name_of(const std::vector<std::string_view>& lines) {
  ContentName content;
  for (const std::string_view line : lines) content.add(line);
  return content.name();
}

// docs/changes.md: LC_ALL=C sort -u FILE | sha256sum
TEST(ContentName, IsTheSumOfTheLinesWithTheirEnds) {
  EXPECT_EQ(name_of({"<a> .", "<b> ."}),
            "sha256:7d2db5cd2ef9e689a62dcbf0dbab2e8ca93c99bf6df895e1cba89aa004bfc618");
  EXPECT_NE(name_of({"<a> .<b> ."}), name_of({"<a> .", "<b> ."}));
}

TEST(ContentName, OfNoQuadsIsNothing) { EXPECT_EQ(name_of({}), "nothing"); }

TEST(ChangeEnds, AreReadAsTheyAreWritten) {
  const ChangeEnds ends{.from = "nothing", .to = "sha256:ab"};
  EXPECT_EQ(change_ends_line(ends), "# from nothing to sha256:ab");
  EXPECT_EQ(read_change_ends(change_ends_line(ends)), ends);
}

TEST(ChangeEnds, AnotherLineNamesNone) {
  for (const std::string_view line :
       {"", "# from", "# from a", "# from a to ", "# from  to b", "# from a to b c",
        "# from a b to c", "D <a> <b> <c> .", "# end: 0 removed, 0 added"})
    EXPECT_FALSE(read_change_ends(line)) << line;
}

}  // namespace
}  // namespace semsite::test::change_list_test
