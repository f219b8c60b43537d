#include "crawl/description_tour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace semsite::test::description_tour_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kStart = "http://a.example/c";

CataloguePages::Lead lead(const std::string& from, const std::string& to,
                          const std::string& subject = {}) {
  return {.document = from, .subject = subject, .url = to, .by = "hydra:next"};
}

std::string page(int number) { return kStart + "?page=" + std::to_string(number); }

/// Reads the page behind `one`, if it is wanted.
bool step(CataloguePages& pages, const CataloguePages::Lead& one) {
  if (!pages.wants(one)) return false;
  pages.came(one, one.url, "digest of " + one.url);
  return true;
}

CataloguePages begun() {
  CataloguePages pages;
  pages.read(kStart, kStart, "digest of the first");
  return pages;
}

TEST(CataloguePages, AChainThatEndsIsWhole) {
  CataloguePages pages = begun();
  EXPECT_TRUE(step(pages, lead(kStart, page(2), page(1))));
  EXPECT_FALSE(step(pages, lead(kStart, page(2), page(1))));  // hydra:nextPage, too
  EXPECT_TRUE(step(pages, lead(page(2), page(3), page(2))));
  EXPECT_EQ(pages.count(), 3U);
  EXPECT_THAT(pages.problems(), IsEmpty());
}

TEST(CataloguePages, ACircleIsNone) {
  CataloguePages pages = begun();
  EXPECT_TRUE(step(pages, lead(kStart, page(2))));
  EXPECT_FALSE(step(pages, lead(page(2), kStart)));
  EXPECT_THAT(pages.problems(), ElementsAre(HasSubstr("in a circle")));
  CataloguePages itself = begun();
  EXPECT_FALSE(step(itself, lead(kStart, kStart)));
  EXPECT_THAT(itself.problems(), ElementsAre(HasSubstr("in a circle")));
  CataloguePages later = begun();  // page 3 goes back to page 2; one subject for all
  EXPECT_TRUE(step(later, lead(kStart, page(2), kStart)));
  EXPECT_TRUE(step(later, lead(page(2), page(3), kStart)));
  EXPECT_FALSE(step(later, lead(page(3), page(2), kStart)));
  EXPECT_THAT(later.problems(), ElementsAre(HasSubstr("in a circle")));
}

TEST(CataloguePages, APageMayRepeatWhatAnotherSays) {
  CataloguePages pages = begun();
  EXPECT_TRUE(step(pages, lead(kStart, page(2), kStart)));
  EXPECT_FALSE(step(pages, lead(page(2), page(2), kStart)));
  EXPECT_THAT(pages.problems(), IsEmpty());
}

TEST(CataloguePages, ATreeMayLeadBack) {
  CataloguePages pages = begun();
  CataloguePages::Lead down = lead(kStart, page(2));
  CataloguePages::Lead up = lead(page(2), kStart);
  down.in_order = up.in_order = false;
  EXPECT_TRUE(step(pages, down));
  EXPECT_FALSE(step(pages, up));
  EXPECT_THAT(pages.problems(), IsEmpty());
}

TEST(CataloguePages, ThePageThatCameBefore) {
  CataloguePages same = begun();
  ASSERT_TRUE(same.wants(lead(kStart, page(2))));
  same.came(lead(kStart, page(2)), page(2), "digest of the first");
  EXPECT_THAT(same.problems(), ElementsAre(HasSubstr("byte for byte")));
  CataloguePages redirected = begun();
  ASSERT_TRUE(redirected.wants(lead(kStart, page(2))));
  redirected.came(lead(kStart, page(2)), kStart, "");
  EXPECT_THAT(redirected.problems(), ElementsAre(HasSubstr("redirects back")));
}

TEST(CataloguePages, WhatDoesNotComeIsMissing) {
  CataloguePages pages = begun();
  ASSERT_TRUE(pages.wants(lead(kStart, page(2))));
  pages.failed(lead(kStart, page(2)), page(2) + ": status 500");
  EXPECT_FALSE(pages.wants(lead(kStart, page(2))));
  EXPECT_FALSE(pages.wants(lead(kStart, "")));
  ASSERT_TRUE(pages.wants(lead(kStart, "http://b.example/3")));
  pages.left(lead(kStart, "http://b.example/3"), "it is on another site");
  EXPECT_THAT(pages.problems(), ElementsAre(HasSubstr("status 500"), HasSubstr("no URL"),
                                            HasSubstr("another site")));
}

}  // namespace
}  // namespace semsite::test::description_tour_test
