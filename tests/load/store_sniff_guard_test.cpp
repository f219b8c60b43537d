#include "load/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace semsite::store_sniff_guard_test {
namespace {
// What Virtuoso 7.2.5 does with the beginning of a body: docs/load.md.

constexpr std::size_t kSniffed = 65'535;
const std::string kPlain = "<http://a.example/s> <http://a.example/p> \"<b>x</b>\" .\n";

TEST(SniffGuard, OpensAnHtmlCommentBeforeTheFirstTag) {
  const std::string body = guarded_from_sniffing(kPlain);
  EXPECT_TRUE(body.ends_with(kPlain));
  EXPECT_LT(body.find("<!--"), body.find("<http:"));
  EXPECT_GE(std::count(body.begin(), body.end() - static_cast<long>(kPlain.size()), '\n'),
            3);
}

TEST(SniffGuard, ShowsNothingWhereACommentWouldEndOrHtmlIsFound) {
  for (const std::string text : {"<html>", "<xhtml>", "a --> b"}) {
    const std::string line =
        "<http://a.example/s> <http://a.example/p> \"" + text + "\" .\n";
    const std::string body = guarded_from_sniffing(line);
    EXPECT_EQ(body.find('<'), kSniffed + 1) << text;
    EXPECT_EQ(body.substr(kSniffed + 1), line);
    // What is far from the beginning is not seen.
    const std::string far = kPlain + std::string(kSniffed, '\n') + line;
    EXPECT_LT(guarded_from_sniffing(far).find('<'), 100U) << text;
  }
}

// N-Triples §2: a comment ends with its line.
TEST(SniffGuard, OnlyAddsComments) {
  for (const std::string& body : {std::string{"\n"}, std::string{"<html>\n"}}) {
    const std::string guarded = guarded_from_sniffing(body);
    std::size_t begin = 0;
    while (begin + body.size() < guarded.size()) {
      EXPECT_EQ(guarded[begin], '#');
      begin = guarded.find('\n', begin) + 1;
    }
    EXPECT_EQ(guarded.substr(begin), body);
  }
}

}  // namespace
}  // namespace semsite::store_sniff_guard_test
