#include "plan/gather_plans.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace semsite::gather_plans_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

DatasetPlan dataset(std::string uri, std::vector<std::string> dumps) {
  DatasetPlan out;
  out.dataset.uri = std::move(uri);
  out.sitemap = "http://a.example/sitemap.xml";
  out.site = "http://a.example";
  for (std::string& dump : dumps) out.dataset.dumps.push_back({.url = std::move(dump)});
  out.options.push_back({Way::dump, {}, {}, true, {}});
  out.chosen = 0;
  return out;
}

DatasetPlan pages(std::string listing) {
  DatasetPlan out;
  out.loose_pages = 3;
  out.site = "http://a.example";
  out.listing = std::move(listing);
  out.listing_complete = true;
  out.options.push_back({Way::crawl, {}, {}, true, {}});
  out.chosen = 0;
  return out;
}

AccessPlan plan_of(std::vector<DatasetPlan> datasets) {
  AccessPlan out;
  out.datasets = std::move(datasets);
  return out;
}

TEST(GatherPlans, ADatasetThatIsDescribedTwiceStaysOnce) {
  const std::string d = "http://a.example/d";
  std::vector<AccessPlan> plans;
  plans.push_back(plan_of({dataset(d, {"http://a.example/1.nt"}),
                           dataset(d, {"http://A.example:80/./1.nt"})}));
  plans.push_back(
      plan_of({dataset(d, {"http://a.example/1.nt", "http://a.example/2.nt"})}));
  gather_plans(plans);
  EXPECT_THAT(plans[0].datasets, IsEmpty()) << "the other one has more";
  EXPECT_THAT(plans[0].left_out, SizeIs(2));
  ASSERT_THAT(plans[1].datasets, SizeIs(1));
}

TEST(GatherPlans, OtherFilesOrAnotherGraphAreAnotherDataset) {
  std::vector<AccessPlan> plans;
  plans.push_back(plan_of({dataset("http://a.example/d", {"http://a.example/1.nt"}),
                           dataset("http://a.example/d", {"http://a.example/2.nt"}),
                           dataset("http://a.example/e", {"http://a.example/1.nt"})}));
  gather_plans(plans);
  EXPECT_THAT(plans[0].datasets, SizeIs(3));
}

TEST(GatherPlans, ADumpThatTheUserNamedIsThatOfItsDataset) {
  DatasetPlan named = dataset({}, {"http://a.example/1.nt"});
  named.sitemap.clear();
  DatasetPlan other = dataset({}, {"http://a.example/3.nt"});
  other.sitemap.clear();
  std::vector<AccessPlan> plans;
  plans.push_back(plan_of({named, other}));
  plans.push_back(plan_of({dataset("http://a.example/d", {"http://a.example/1.nt"})}));
  gather_plans(plans);
  ASSERT_THAT(plans[0].datasets, SizeIs(1));
  EXPECT_EQ(plans[0].datasets[0].dataset.dumps[0].url, "http://a.example/3.nt");
  EXPECT_THAT(plans[1].datasets, SizeIs(1));
}

TEST(GatherPlans, PagesOfASiteAreOneCrawlOfAllListings) {
  std::vector<AccessPlan> plans;
  plans.push_back(plan_of({pages("http://a.example/")}));
  plans.push_back(plan_of({pages("http://a.example/more.xml")}));
  plans[1].datasets[0].listing_complete = false;
  gather_plans(plans);
  ASSERT_THAT(plans[0].datasets, SizeIs(1));
  EXPECT_THAT(plans[0].datasets[0].more_listings,
              ElementsAre("http://a.example/more.xml"));
  EXPECT_FALSE(plans[0].datasets[0].listing_complete);
  EXPECT_THAT(plans[1].datasets, IsEmpty());
}

TEST(GatherPlans, WhatNobodyAsksForTakesNothingIn) {
  DatasetPlan beside = pages("http://a.example/");
  beside.chosen.reset();
  std::vector<AccessPlan> plans;
  plans.push_back(plan_of({beside}));
  plans.push_back(plan_of({pages("http://a.example/more.xml")}));
  gather_plans(plans);
  ASSERT_THAT(plans[1].datasets, SizeIs(1));
  EXPECT_THAT(plans[1].datasets[0].more_listings, IsEmpty());
}

}  // namespace
}  // namespace semsite::gather_plans_test
