#include "crawl/authority.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/url.hpp"
#include "support/crawl_kit.hpp"

namespace semsite::test::authority_test {
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
  for (const char* own : {"http://A.example/dump.nt", "https://a.example:443/dump.nt"})
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

TEST(AuthorityCheck, AnotherPortIsSomebodyElse) {
  CrawlKit kit;
  const std::string other = "http://a.example:8080/dump.nt";
  EXPECT_EQ(AuthorityCheck(kit.retriever, 20).of(other, claimed(other)).authority,
            Authority::claim);
}

/// A check that asks what names lead to.
AuthorityCheck looking(CrawlKit& kit, std::vector<std::string> trusted = {}) {
  return AuthorityCheck{
      kit.retriever,
      AuthorityCheck::Settings{
          .trusted = std::move(trusted), .looks = true, .parse = &kDefaultParseSettings}};
}

constexpr const char* kOwnDump = "http://a.example/dump.nt";

Authority of_iri(AuthorityCheck check, const std::string& iri) {
  return standing_of(check.names_of(claimed(kOwnDump, iri)), iri).authority;
}

TEST(AuthorityCheckOfNames, TheSitesOwnNamesNeedNoRequest) {
  CrawlKit kit;
  for (const char* iri : {"http://a.example/d", "https://A.EXAMPLE/d", ""})
    EXPECT_TRUE(looking(kit).names_of(claimed(kOwnDump, iri)).empty()) << iri;
  EXPECT_TRUE(kit.web.log().empty());
}

TEST(AuthorityCheckOfNames, AnnouncedByARobotsTxtASitemapSpeaksForThatHost) {
  CrawlKit kit;
  DatasetFact dataset = claimed(kOwnDump, "http://c.example/d");
  dataset.announced = "http://c.example:80";
  EXPECT_TRUE(looking(kit).names_of(dataset).empty());
}

TEST(AuthorityCheckOfNames, OfADatasetEveryLocationMustBeConfirmed) {
  const std::string iri = "http://b.example/d";
  CrawlKit kit;
  other_host_says(kit, describing(kOwnDump, iri));
  EXPECT_EQ(of_iri(looking(kit), iri), Authority::confirmed);
  DatasetFact more = claimed(kOwnDump, iri);
  more.said.dumps.push_back({.url = "http://a.example/evil.nt", .slicing = {}});
  EXPECT_TRUE(standing_of(looking(kit).names_of(more), iri).is_claim());
  EXPECT_EQ(of_iri(looking(kit), "http://b.example/other"), Authority::claim);
}

TEST(AuthorityCheckOfNames, ARedirectCountsByItsEnd) {
  const std::string iri = "http://b.example/d";
  CrawlKit kit;
  kit.web.on(iri, {redirect("http://a.example/x")});
  kit.web.on("http://a.example/x", "here");
  EXPECT_EQ(of_iri(looking(kit), iri), Authority::redirects);
  CrawlKit through;
  through.web.on(iri, {redirect("http://a.example/x")});
  through.web.on("http://a.example/x", {redirect("http://c.example/")});
  through.web.on("http://c.example/", "there");
  EXPECT_EQ(of_iri(looking(through), iri), Authority::claim);
  CrawlKit open;
  const std::string anywhere = "http://b.example/go?to=http%3A%2F%2Fa.example/x";
  open.web.on(anywhere, {redirect("http://a.example/x")});
  open.web.on("http://a.example/x", "here");
  EXPECT_EQ(of_iri(looking(open), anywhere), Authority::claim);
  // Nothing is asked where looking is off.
  EXPECT_EQ(of_iri(AuthorityCheck{kit.retriever, 20}, iri), Authority::claim);
}

TEST(AuthorityCheckOfNames, ANameThatSaysWhereToLeadConfirmsNothing) {
  const std::string b = "http://b.example";
  for (const std::string& name : {b + "/go?to=http%253A%252F%252Fa.example",
                                  b + "/go?to=%2561.example",
                                  b + "/go?to=aHR0cDovL2EuZXhhbXBsZS94",
                                  b + "/go?host=a&zone=example&port=80",
                                  b + "/go?to=a%E3%80%82example",
                                  b + "/go?to=%EF%BD%81.example",
                                  b + "/go?1",
                                  b + "/go/http://a.example/x",
                                  b + "/go/A.EXAMPLE/x",
                                  b + "/go/a%2Eexample",
                                  b + "/go/%61.example",
                                  b + "/go/aHR0cDovL2EuZXhhbXBsZS94",
                                  b + "/go/xaHR0cDovL2EuZXhhbXBsZS94",
                                  b + "/go/YUhSMGNEb3ZMMkV1WlhoaGJYQnNaUzk0",
                                  b + "/go/612e6578616d706c65",
                                  b + "/go/a/example",
                                  b + "/go/a,example",
                                  b + "/go/\xE3\x80\x82",
                                  std::string{"http://a.example@b.example/x"},
                                  std::string{"http://a.example.b.example/x"}}) {
    CrawlKit kit;
    kit.web.on(name, {redirect("http://a.example/x")});
    kit.web.on(request_url(name), {redirect("http://a.example/x")});
    kit.web.on("http://a.example/x", "here");
    EXPECT_EQ(of_iri(looking(kit), name), Authority::claim) << name;
  }
}

TEST(AuthorityCheckOfNames, ANameThatLeadsHereByItselfConfirms) {
  for (const std::string name :
       {"http://w3id.example/set/a", "http://doi.example/10.5281/zenodo.1234567",
        "http://purl.example/net/data-examples", "http://b.example/set#this",
        "http://b.example/id/550e8400-e29b-41d4-a716-446655440000",
        "http://data.a.example/set", "http://b.example/(x)/a+b;c=1,2~d"}) {
    CrawlKit kit;
    kit.web.on(name.substr(0, name.find('#')), {redirect("http://a.example/x")});
    kit.web.on("http://a.example/x", "here");
    EXPECT_EQ(of_iri(looking(kit), name), Authority::redirects) << name;
  }
}

TEST(AuthorityCheckOfNames, AnotherProtocolOrWhatIsNoPortIsNotTheSitesOwn) {
  CrawlKit kit;
  for (const char* iri : {"ftp://a.example/d", "http://a.example:80.b.example/d",
                          "http://a.example:80x/d", "ws://a.example/"})
    EXPECT_EQ(of_iri(looking(kit), iri), Authority::claim) << iri;
}

TEST(AuthorityCheckOfNames, TrustIsOfOneHostOrPortOrScheme) {
  CrawlKit kit;
  EXPECT_EQ(of_iri(looking(kit, {"b.example"}), "http://b.example:8080/d"),
            Authority::trusted);
  EXPECT_EQ(of_iri(looking(kit, {"b.example:8080"}), "http://b.example/d"),
            Authority::claim);
  EXPECT_EQ(of_iri(looking(kit, {"example"}), "http://b.example/d"), Authority::claim);
  EXPECT_EQ(of_iri(looking(kit, {"urn:"}), "urn:x:y"), Authority::trusted);
  EXPECT_EQ(of_iri(looking(kit), "urn:x:y"), Authority::claim);
}

TEST(AuthorityCheckOfNames, FewRequestsGoToOneHost) {
  CrawlKit kit;
  AuthorityCheck check = looking(kit);
  for (int i = 0; i < 20; ++i)
    (void)check.names_of(claimed(kOwnDump, fmt::format("http://b.example/{}", i)));
  std::size_t asked = 0;
  for (int i = 0; i < 20; ++i)
    asked += kit.web.times(fmt::format("http://b.example/{}", i));
  EXPECT_EQ(asked, 4U);
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
}  // namespace semsite::test::authority_test
