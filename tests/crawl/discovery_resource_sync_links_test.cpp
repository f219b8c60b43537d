#include "crawl/discovery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace semsite::test::discovery_resource_sync_links_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kPage = "http://a.example/home/";

ResponseHead head_of(HeaderList headers) {
  ResponseHead head;
  head.status = 200;
  head.headers = std::move(headers);
  return head;
}

TEST(ResourceSyncLinks, AreThoseOfHeaderAndPage) {  // Z39.99 §"Discovery"
  const ResponseHead head =
      head_of({{"content-type", "text/html"},
               {"link", "<caps.xml>; rel=\"resourcesync\", <x>; rel=next"}});
  EXPECT_THAT(
      resource_sync_links(head,
                          "<!DOCTYPE html><base href='/b/'><link rel='ResourceSync' "
                          "href='more.xml'><a rel=resourcesync href=/no>x</a>",
                          kPage),
      ElementsAre("http://a.example/home/caps.xml", "http://a.example/b/more.xml"));
}

TEST(ResourceSyncLinks, APageThatOnlyTalksOfItHasNone) {
  EXPECT_THAT(resource_sync_links(head_of({}), "<p>resourcesync", kPage), IsEmpty());
  EXPECT_THAT(resource_sync_links(head_of({}), "", kPage), IsEmpty());
}

TEST(ResourceSyncLinks, AreBoundedAndEachGivenOnce) {
  std::string page = "<!DOCTYPE html>";
  for (int i = 0; i < 40; ++i)
    page += "<link rel=resourcesync href=/" + std::to_string(i / 2) + ">";
  EXPECT_THAT(resource_sync_links(head_of({}), page, kPage), SizeIs(10));
}

}  // namespace
}  // namespace semsite::test::discovery_resource_sync_links_test
