#include "feed/archive_feed.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::archive_feed_test {
namespace {

TEST(EntityTriples, AnEntityIsAnIriThatIsASubject) {
  const std::string statements =
      "<a:1> <a:p> <a:2> .\n"
      "<a:1> <a:p> \"x\" .\n"
      "<a:2> <a:p> <a:3> .\n"
      "_:b <a:p> <a:1> .\n"
      "_:b <a:p> \"y\" .\n";
  std::vector<std::string> seen;
  const std::uint64_t homeless =
      each_entity(statements, [&](const EntityTriples& triples) {
        seen.push_back(std::string{triples.entity} + "|" + triples.outgoing + "|" +
                       triples.incoming);
      });
  EXPECT_EQ(seen,
            (std::vector<std::string>{
                "a:1|<a:1> <a:p> <a:2> .\n<a:1> <a:p> \"x\" .\n|_:b <a:p> <a:1> .\n",
                "a:2|<a:2> <a:p> <a:3> .\n|<a:1> <a:p> <a:2> .\n"}));
  EXPECT_EQ(homeless, 1U) << "_:b <a:p> \"y\"";
}

// N-Triples §7: UCHAR.
TEST(EntityTriples, LinesAreAscii) {
  std::string out;
  append_as_ascii(out, "<a:é> <a:p> \"naïve 東京 🚲 \\n\" .");
  EXPECT_EQ(out, "<a:\\u00E9> <a:p> \"na\\u00EFve \\u6771\\u4EAC \\U0001F6B2 \\n\" .");
}

TEST(EntityTriples, NothingMakesNoEntity) {
  EXPECT_EQ(each_entity("", [](const EntityTriples&) { FAIL(); }), 0U);
}

}  // namespace
}  // namespace semsite::archive_feed_test
