#include "crawl/authority.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/crawl_kit.hpp"

namespace semsite::test {
namespace {

using testing::HasSubstr;

const std::string kDump = "http://b.example/dump.nt";

/// A dataset of a.example whose dump is `dump`.
DatasetFact claimed(const std::string& dump, const std::string& uri = {}) {
  DatasetFact out;
  out.said.uri = uri;
  out.said.dumps.push_back({.url = dump, .slicing = {}});
  out.sitemap = "http://a.example/sitemap.xml";
  return out;
}

std::string describing(const std::string& dump, const std::string& uri = {}) {
  return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
         "xmlns:sc='http://sw.deri.org/2007/07/sitemapextension/scschema.xsd'>"
         "<sc:dataset>" +
         (uri.empty() ? "" : "<sc:datasetURI>" + uri + "</sc:datasetURI>") +
         "<sc:dataDumpLocation>" + dump + "</sc:dataDumpLocation></sc:dataset></urlset>";
}

void other_host_says(CrawlKit& kit, const std::string& sitemap) {
  kit.web.on("http://b.example/robots.txt", "Sitemap: http://b.example/s.xml\n");
  kit.web.on("http://b.example/s.xml", sitemap);
}

TEST(AuthorityCheck, ALocationOnTheSitemapsOwnHostIsItsOwn) {  // semantic-sitemap §5
  CrawlKit kit;
  AuthorityCheck check{kit.retriever, 20};
  const std::string own = "http://A.example:8080/dump.nt";
  EXPECT_EQ(check.of(own, claimed(own)).authority, Authority::own);
  DatasetFact by_user = claimed(kDump);
  by_user.sitemap.clear();
  EXPECT_EQ(check.of(kDump, by_user).authority, Authority::own);
  EXPECT_TRUE(kit.web.log().empty());
}

TEST(AuthorityCheck, AnotherHostThatSaysTheSameConfirmsIt) {
  CrawlKit kit;
  other_host_says(kit, describing(kDump));
  AuthorityCheck check{kit.retriever, 20};
  const auto verdict = check.of(kDump, claimed(kDump));
  EXPECT_EQ(verdict.authority, Authority::confirmed);
  EXPECT_EQ(verdict.reason, "http://b.example/s.xml says the same");
}

TEST(AuthorityCheck, TheSameDumpOfAnotherDatasetConfirmsNothing) {
  CrawlKit kit;
  other_host_says(kit, describing(kDump, "http://b.example/data"));
  AuthorityCheck check{kit.retriever, 20};
  EXPECT_EQ(check.of(kDump, claimed(kDump, "http://a.example/data")).authority,
            Authority::claim);
  EXPECT_EQ(check.of(kDump, claimed(kDump, "http://b.example/data")).authority,
            Authority::confirmed);
}

TEST(AuthorityCheck, AHostThatSaysNothingLeavesAClaim) {
  CrawlKit silent;
  EXPECT_EQ(AuthorityCheck(silent.retriever, 20).of(kDump, claimed(kDump)).reason,
            "b.example does not confirm it: its robots.txt names no sitemap");
  CrawlKit down;
  down.web.on("http://b.example/robots.txt", {{.status = 500}});
  const auto verdict = AuthorityCheck(down.retriever, 20).of(kDump, claimed(kDump));
  EXPECT_EQ(verdict.authority, Authority::claim);
  EXPECT_THAT(verdict.reason, HasSubstr("its robots.txt could not be had"));
  CrawlKit other;
  other_host_says(other, describing("http://b.example/other.nt"));
  EXPECT_EQ(AuthorityCheck(other.retriever, 20).of(kDump, claimed(kDump)).reason,
            "no sitemap of b.example says the same");
  CrawlKit no_dataset;
  other_host_says(no_dataset,
                  "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>");
  EXPECT_THAT(AuthorityCheck(no_dataset.retriever, 20).of(kDump, claimed(kDump)).reason,
              HasSubstr("its sitemaps describe no dataset"));
}

TEST(AuthorityCheck, AsksEachHostOnce) {
  CrawlKit kit;
  other_host_says(kit, describing(kDump));
  AuthorityCheck check{kit.retriever, 20};
  for (int i = 0; i < 3; ++i) (void)check.of(kDump, claimed(kDump));
  (void)check.of("http://b.example/other.nt", claimed("http://b.example/other.nt"));
  EXPECT_EQ(kit.web.times("http://b.example/s.xml"), 1U);
}

}  // namespace
}  // namespace semsite::test
