#include "markup/html_tree.hpp"

#include <gtest/gtest.h>

#include "support/page_tree.hpp"

namespace semsite::test::html_tree_links_test {
namespace {

TEST(HtmlLinks, LinksAndAnchorsComeInOrder) {
  const HtmlPage page = read_tree(
      "<link rel='Describedby  META' type='application/ld+json ' href=' /a.jsonld '>\n"
      "<p><a href='b' rel=nofollow>b</a><a name=c>c</a><map><area href=d></map>");
  const std::vector<PageLink> links = page_links(page);
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0].place, PageLink::Place::link);
  EXPECT_EQ(links[0].rel, "describedby meta");
  EXPECT_EQ(links[0].type, "application/ld+json");
  EXPECT_EQ(links[0].href, "/a.jsonld");
  EXPECT_EQ(links[0].line, 1U);
  EXPECT_EQ(links[1].place, PageLink::Place::anchor);
  EXPECT_EQ(links[1].rel, "nofollow");
  EXPECT_EQ(links[1].href, "b");
  EXPECT_EQ(links[1].line, 2U);
  EXPECT_EQ(links[2].href, "d");
  EXPECT_EQ(links[2].rel, "");
}

TEST(HtmlLinks, LinksOfSvgAreNoLinksOfThePage) {
  EXPECT_TRUE(page_links(read_tree("<svg><a href='x'></a></svg>")).empty());
}

}  // namespace
}  // namespace semsite::test::html_tree_links_test
