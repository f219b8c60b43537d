#include "crawl/answer_links.hpp"

#include <gtest/gtest.h>

namespace semsite::test::answer_links_test {
namespace {

Retrieved answer(int status) {
  Retrieved out;
  out.url = "http://a.example/page";
  out.outcome = status >= 200 && status < 300 ? Retrieval::got : Retrieval::http_error;
  out.head.status = status;
  out.head.headers = {{"link", "</a>; rel=item"}, {"link", "</b>; rel=item"}};
  return out;
}

// RFC 8288 §3.2; RFC 9110 §6.4.2; signposting.md §5.10
TEST(AnswerLinks, CountOnEveryAnswerThatHasARepresentation) {
  for (const int status : {200, 201, 203, 204, 205, 206, 299, 410}) {
    const auto links = links_of(answer(status));
    ASSERT_EQ(links.size(), 1U) << status;
    EXPECT_EQ(links[0].url, "http://a.example/page");
    EXPECT_EQ(links[0].fields.size(), 2U);
  }
  for (const int status : {300, 400, 401, 403, 404, 409, 429, 500, 503})
    EXPECT_TRUE(links_of(answer(status)).empty()) << status;
}

TEST(AnswerLinks, OfAWallAgainstRobotsAreNotThoseOfThePage) {
  Retrieved wall = answer(410);
  wall.blocked = true;
  EXPECT_TRUE(links_of(wall).empty());
  EXPECT_FALSE(is_tombstone(wall));
}

TEST(AnswerLinks, OfARedirectAreAboutWhatRedirects) {
  Retrieved got = answer(404);
  got.hops = {"http://id.example/7", "http://a.example/old"};
  got.redirects = {{302, {"</x>; rel=describedby"}}, {302, {}}};
  const auto links = links_of(got);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].url, "http://id.example/7");
}

}  // namespace
}  // namespace semsite::test::answer_links_test
