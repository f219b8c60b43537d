#include "queue/host_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::test::host_places_test {
namespace {

using testing::ElementsAre;

TEST(GatherGroups, SitesWithAnAddressInCommonAreOneGroup) {
  const auto groups = gather_groups(
      {"u1", "u2", "u3", "u4"},
      {{"a", "192.0.2.1"}, {"b", "192.0.2.2"}, {"c", "192.0.2.1"}, {"a", "192.0.2.1"}});
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_THAT(groups[0].urls, ElementsAre("u1", "u3", "u4"));
  EXPECT_THAT(groups[0].places, ElementsAre("a", "c", "192.0.2.1"));
  EXPECT_THAT(groups[1].urls, ElementsAre("u2"));
}

TEST(GatherGroups, OneThatJoinsTwoMakesOneOfThem) {
  const auto groups = gather_groups(
      {"u1", "u2", "u3"}, {{"192.0.2.1"}, {"192.0.2.2"}, {"192.0.2.1", "192.0.2.2"}});
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_THAT(groups[0].urls, ElementsAre("u1", "u2", "u3"));
}

TEST(HostPlaces, OnAPlatformOfManyTheHostAloneCounts) {
  TransportOptions options;
  options.shared_addresses = {*parse_range("192.0.2.0/24")};
  options.resolve = {"a.example:80:192.0.2.9", "b.example:80:198.51.100.1"};
  const HostPlaces places{options};
  EXPECT_THAT(places.place_of("http://a.example/").names, ElementsAre("a.example"));
  EXPECT_THAT(places.place_of("http://b.example/").names,
              ElementsAre("b.example", "198.51.100.1"));
  EXPECT_THAT(places.place_of("http://127.1/").names, ElementsAre("127.0.0.1"));
  EXPECT_TRUE(places.place_of("http://127.1/").is_loopback);
}

}  // namespace
}  // namespace semsite::test::host_places_test
