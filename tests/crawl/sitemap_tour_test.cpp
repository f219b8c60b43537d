#include "crawl/sitemap_tour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/crawl_kit.hpp"
#include "support/entry_watch.hpp"
#include "support/packing.hpp"

namespace semsite::test::sitemap_tour_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Texts = std::vector<std::string>;

const std::string kHost = "http://a.example";

std::string in_set(const std::string& content) {
  return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
         "xmlns:sc='http://sw.deri.org/2007/07/sitemapextension/scschema.xsd'>" +
         content + "</urlset>";
}
std::string pages(const Texts& urls) {
  std::string out;
  for (const std::string& url : urls) out += "<url><loc>" + url + "</loc></url>";
  return in_set(out);
}
std::string index_of(const Texts& urls) {
  std::string out = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  for (const std::string& url : urls) out += "<sitemap><loc>" + url + "</loc></sitemap>";
  return out + "</sitemapindex>";
}

Texts facts_of(SitemapTour& tour) {
  Texts out;
  for (const SitemapFact& fact : tour.facts()) out.push_back(fact.url);
  return out;
}

/// The sitemaps asked for, robots.txt left out.
Texts asked(const CrawlKit& kit) {
  Texts out;
  for (const std::string& url : kit.web.urls())
    if (!url.ends_with("/robots.txt")) out.push_back(url);
  return out;
}

TEST(SitemapTour, ReadsAnIndexAndItsChildrenInOrder) {  // sitemaps.org: index files
  CrawlKit kit;
  kit.web.on(kHost + "/s.xml", index_of({kHost + "/1.xml", kHost + "/2.xml"}));
  kit.web.on(kHost + "/1.xml", pages({kHost + "/p1", kHost + "/p2"}));
  kit.web.on(kHost + "/2.xml", pages({kHost + "/p3"}));
  Texts seen;
  EntryWatch watch{[&](const SitemapEntry& entry) { seen.push_back(entry.loc); }};
  SitemapTour tour{kit.retriever, 100, &watch};
  tour.visit(kHost + "/s.xml", kHost + "/robots.txt", "http://a.example:80");
  EXPECT_THAT(facts_of(tour),
              ElementsAre(kHost + "/s.xml", kHost + "/1.xml", kHost + "/2.xml"));
  EXPECT_EQ(seen, (Texts{kHost + "/p1", kHost + "/p2", kHost + "/p3"}));
  EXPECT_EQ(tour.pages(), 3U);
  const SitemapFact& child = tour.facts()[1];
  EXPECT_EQ(child.named_by, kHost + "/s.xml");
  EXPECT_EQ(child.announced, "http://a.example:80");
  EXPECT_EQ(child.kind, SitemapKind::urlset);
  EXPECT_EQ(child.entries, 2U);
  EXPECT_EQ(tour.facts()[0].named_by, kHost + "/robots.txt");
  EXPECT_EQ(tour.facts()[0].children, 2U);
  EXPECT_FALSE(tour.cut_short());
}

TEST(SitemapTour, ReadsEachSitemapOnceEvenInACircle) {
  CrawlKit kit;
  kit.web.on(kHost + "/s.xml",
             index_of({kHost + "/s.xml", kHost + "/1.xml", kHost + "/1.xml#again"}));
  kit.web.on(kHost + "/1.xml", index_of({kHost + "/s.xml"}));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", "x", {});
  tour.visit(kHost + "/1.xml", "x", {});
  EXPECT_THAT(asked(kit), ElementsAre(kHost + "/s.xml", kHost + "/1.xml"));
  EXPECT_EQ(tour.facts().size(), 2U);
}

TEST(SitemapTour, TwoNamesOfOneSitemapCountOnce) {
  CrawlKit kit;
  kit.web.on(kHost + "/old.xml", {redirect("/s.xml")});
  kit.web.on(kHost + "/s.xml", pages({kHost + "/p"}));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", "x", {});
  tour.visit(kHost + "/old.xml", "x", {});
  EXPECT_EQ(facts_of(tour), Texts{kHost + "/s.xml"});
  EXPECT_EQ(tour.pages(), 1U);
}

TEST(SitemapTour, GoesAsDeepAsAllowed) {  // --max-index-depth
  Limits limits;
  limits.sitemap_depth = 2;
  CrawlKit kit{limits};
  for (int i = 0; i < 5; ++i)
    kit.web.on(kHost + "/" + std::to_string(i) + ".xml",
               index_of({kHost + "/" + std::to_string(i + 1) + ".xml"}));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/0.xml", "x", {});
  EXPECT_THAT(asked(kit),
              ElementsAre(kHost + "/0.xml", kHost + "/1.xml", kHost + "/2.xml"));
  ASSERT_EQ(tour.facts().size(), 4U);
  EXPECT_EQ(tour.facts()[3].url, kHost + "/3.xml");
  EXPECT_EQ(tour.facts()[3].problem,
            "not read: nested more than 2 deep (--max-index-depth)");
}

TEST(SitemapTour, ReadsNoMoreThanItsBound) {  // --max-sitemaps
  CrawlKit kit;
  Texts children;
  for (int i = 0; i < 5; ++i) {
    children.push_back(kHost + "/" + std::to_string(i) + ".xml");
    kit.web.on(children.back(), pages({kHost + "/p"}));
  }
  kit.web.on(kHost + "/s.xml", index_of(children));
  SitemapTour exact{kit.retriever, 6, {}};
  exact.visit(kHost + "/s.xml", "x", {});
  EXPECT_EQ(exact.facts().size(), 6U);
  EXPECT_FALSE(exact.cut_short());
  SitemapTour short_one{kit.retriever, 3, {}};
  short_one.visit(kHost + "/s.xml", "x", {});
  EXPECT_EQ(short_one.facts().size(), 3U);
  EXPECT_TRUE(short_one.cut_short());
}

TEST(SitemapTour, AMissingSitemapDoesNotStopTheOthers) {
  CrawlKit kit;
  kit.web.on(kHost + "/s.xml", index_of({kHost + "/gone.xml", kHost + "/1.xml"}));
  kit.web.on(kHost + "/1.xml", pages({kHost + "/p"}));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", "x", {});
  ASSERT_EQ(tour.facts().size(), 3U);
  EXPECT_THAT(tour.facts()[1].problem, HasSubstr("status 404"));
  EXPECT_EQ(tour.facts()[2].problem, "");
}

TEST(SitemapTour, ReadsPackedSitemaps) {  // sitemaps.org: gzip
  CrawlKit kit;
  kit.web.on(kHost + "/s.xml.gz",
             pack_stream(ARCHIVE_FILTER_GZIP, pages({kHost + "/p"})));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml.gz", "x", {});
  EXPECT_EQ(tour.pages(), 1U);
  EXPECT_EQ(tour.facts().at(0).bytes, pages({kHost + "/p"}).size());
}

TEST(SitemapTour, ASitemapThatIsNoneIsAProblem) {
  CrawlKit kit;
  kit.web.on(kHost + "/s.xml", "<!DOCTYPE html><html><body>no</body></html>");
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", "x", {});
  ASSERT_EQ(tour.facts().size(), 1U);
  EXPECT_NE(tour.facts()[0].problem, "");
}

TEST(SitemapTour, ABodyAtHandThatIsNoSitemapLeavesNothing) {
  CrawlKit kit;
  kit.web.on(kHost + "/page", "<!DOCTYPE html><html><body>no</body></html>");
  kit.web.on(kHost + "/s.xml", index_of({kHost + "/1.xml"}));
  kit.web.on(kHost + "/1.xml", pages({kHost + "/p"}));
  SitemapTour tour{kit.retriever, 100, nullptr};
  EXPECT_EQ(tour.visit_body(kit.get(kHost + "/page"), {}, {}).kind, SitemapKind::unknown);
  EXPECT_TRUE(tour.facts().empty());
  EXPECT_EQ(tour.visit_body(kit.get(kHost + "/s.xml"), {}, {}).kind,
            SitemapKind::sitemapindex);
  EXPECT_EQ(facts_of(tour), (Texts{kHost + "/s.xml", kHost + "/1.xml"}));
}

TEST(SitemapTour, TheWebCannotNameALocalSitemap) {
  CrawlKit kit;
  kit.web.on(kHost + "/s.xml", index_of({"file:///etc/s.xml"}));
  kit.web.on("file:///etc/s.xml", pages({kHost + "/p"}));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", {}, {});
  EXPECT_EQ(kit.web.times("file:///etc/s.xml"), 0U);
}

TEST(SitemapTour, FindsDatasetsAndThePagesUnderTheirPrefixes) {  // semantic-sitemap §2
  CrawlKit kit;
  kit.web.on(kHost + "/s.xml",
             in_set("<url><loc>" + kHost + "/id/1</loc></url><url><loc>" + kHost +
                    "/about</loc></url>"
                    "<sc:dataset><sc:datasetURI>" +
                    kHost + "/data</sc:datasetURI><sc:linkedDataPrefix>" + kHost +
                    "/id/</sc:linkedDataPrefix></sc:dataset>"
                    "<url><loc>" +
                    kHost + "/id/2</loc></url>"));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", "x", {});
  ASSERT_EQ(tour.datasets().size(), 1U);
  const DatasetFact& dataset = tour.datasets()[0];
  EXPECT_EQ(dataset.said.uri, kHost + "/data");
  EXPECT_EQ(dataset.sitemap, kHost + "/s.xml");
  EXPECT_EQ(dataset.site, kHost);
  EXPECT_EQ(dataset.pages, 2U);  // one before the dataset, one after
  EXPECT_EQ(dataset.seed_pages, (Texts{kHost + "/id/1", kHost + "/id/2"}));
}

std::string atom(const std::string& links, const std::string& page) {
  return "<feed xmlns='http://www.w3.org/2005/Atom'>" + links + "<entry><link href='" +
         page + "'/></entry></feed>";
}
std::string rss(const std::string& links, const std::string& page) {
  return "<rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom'><channel>"
         "<link>http://a.example/</link>" +
         links + "<item><link>" + page + "</link></item></channel></rss>";
}
std::string link(const std::string& rel, const std::string& href,
                 const std::string& name = "link") {
  return "<" + name + " rel='" + rel + "' href='" + href + "'/>";
}

/// Pages that a tour from kHost + "/s" told of, and after them what is wrong.
Texts told(CrawlKit& kit, std::uint64_t most = 100) {
  Texts out;
  EntryWatch watch{[&](const SitemapEntry& entry) { out.push_back(entry.loc); }};
  SitemapTour tour{kit.retriever, most, &watch};
  tour.visit(kHost + "/s", kHost + "/robots.txt", "http://a.example:80");
  for (const SitemapFact& fact : tour.facts())
    if (!fact.problem.empty()) out.push_back("! " + fact.problem);
  if (tour.cut_short()) out.emplace_back("! cut short");
  return out;
}

TEST(SitemapTour, AFeedGoesOnAtItsNextPage) {  // RFC 5005 §3, §4
  const std::string iana = "http://www.iana.org/assignments/relation/next";
  for (const std::string rel : {"next", "NEXT", "prev-archive", "previous", iana.c_str()})
    for (const bool is_rss : {false, true}) {
      CrawlKit kit;
      const std::string two = kHost + "/s?page=2";
      kit.web.on(kHost + "/s", is_rss ? rss(link(rel, two, "a:link"), kHost + "/1")
                                      : atom(link(rel, "?page=2"), kHost + "/1"));
      kit.web.on(two, is_rss ? rss("", kHost + "/2") : atom("", kHost + "/2"));
      EXPECT_THAT(told(kit), ElementsAre(kHost + "/1", kHost + "/2")) << rel << is_rss;
    }
}

TEST(SitemapTour, OtherLinksOfAFeedAreNoPagesOfIt) {
  CrawlKit kit;
  kit.web.on(kHost + "/s",
             atom(link("self", "/s") + link("alternate", "/") + link("hub", "/hub"),
                  kHost + "/1"));
  EXPECT_THAT(told(kit), ElementsAre(kHost + "/1"));
  EXPECT_THAT(asked(kit), ElementsAre(kHost + "/s"));
}

TEST(SitemapTour, TheHeaderOfAnySitemapMayNameItsNextPage) {  // RFC 8288
  for (const std::string& body :
       {pages({kHost + "/1"}), kHost + "/1\n", atom("", kHost + "/1")}) {
    CrawlKit kit;
    kit.web.on(kHost + "/s",
               {{.headers = {{"link", "<?page=2>; rel=next"}}, .body = body}});
    kit.web.on(kHost + "/s?page=2", pages({kHost + "/2"}));
    EXPECT_THAT(told(kit), ElementsAre(kHost + "/1", kHost + "/2")) << body;
  }
  CrawlKit other;
  other.web.on(kHost + "/s",
               {{.headers = {{"link", "<?page=2>; rel=next; anchor=\"/other\""}},
                 .body = pages({kHost + "/1"})}});
  EXPECT_THAT(told(other), ElementsAre(kHost + "/1"));
}

TEST(SitemapTour, ANextPageThatCannotBeHadIsMissing) {
  CrawlKit kit;
  kit.web.on(kHost + "/s", atom(link("next", "/none"), kHost + "/1"));
  EXPECT_THAT(told(kit), ElementsAre(kHost + "/1", HasSubstr("/none does not exist")));
}

TEST(SitemapTour, PagesInACircleAreNamed) {
  CrawlKit kit;
  kit.web.on(kHost + "/s", atom(link("next", "/2"), kHost + "/p1"));
  kit.web.on(kHost + "/2", atom(link("next", "/s"), kHost + "/p2"));
  EXPECT_THAT(told(kit), ElementsAre(kHost + "/p1", kHost + "/p2", HasSubstr("circle")));
  CrawlKit itself;
  itself.web.on(kHost + "/s", atom(link("next", "/s"), kHost + "/p1"));
  EXPECT_THAT(told(itself), ElementsAre(kHost + "/p1", HasSubstr("circle")));
  CrawlKit by_redirect;
  by_redirect.web.on(kHost + "/s", atom(link("next", "/2"), kHost + "/p1"));
  by_redirect.web.on(kHost + "/2", {redirect("/s")});
  EXPECT_THAT(told(by_redirect), ElementsAre(kHost + "/p1", HasSubstr("circle")));
}

TEST(SitemapTour, AWayBackToThePageBeforeIsNoCircle) {
  CrawlKit kit;
  kit.web.on(kHost + "/s", atom(link("next", "/2") + link("last", "/2"), kHost + "/p1"));
  kit.web.on(kHost + "/2",
             atom(link("previous", "/s") + link("first", "/s"), kHost + "/p2"));
  EXPECT_THAT(told(kit), ElementsAre(kHost + "/p1", kHost + "/p2"));
}

TEST(SitemapTour, APageThatRepeatsTheOneBeforeEndsThem) {
  CrawlKit kit;  // the query is passed over
  for (int page = 0; page < 20; ++page)
    kit.web.on(kHost + (page == 0 ? "/s" : "/s?page=" + std::to_string(page)),
               atom(link("next", "?page=" + std::to_string(page + 1)), kHost + "/p"));
  EXPECT_THAT(told(kit),
              ElementsAre(kHost + "/p", kHost + "/p", HasSubstr("the same as")));
  CrawlKit endless;
  for (int page = 0; page < 20; ++page)
    endless.web.on(kHost + (page == 0 ? "/s" : "/s?page=" + std::to_string(page)),
                   atom(link("next", "?page=" + std::to_string(page + 1)),
                        kHost + "/p" + std::to_string(page)));
  EXPECT_EQ(told(endless, 10).back(), "! cut short");
}

std::string dataset_of(const std::string& name, const std::string& more = {}) {
  return "<sc:dataset><sc:datasetURI>" + kHost + "/" + name + "</sc:datasetURI>" + more +
         "<sc:dataDumpLocation>" + kHost + "/" + name +
         ".nt</sc:dataDumpLocation>"
         "</sc:dataset>";
}

TEST(SitemapTour, KeepsNoMoreDatasetsThanItMay) {
  Limits limits;
  limits.site_datasets = 3;
  CrawlKit kit{limits};
  std::string many;
  for (int i = 0; i < 10; ++i) many += dataset_of(std::to_string(i));
  kit.web.on(kHost + "/s.xml", in_set(many));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", "", "");
  EXPECT_EQ(tour.datasets().size(), 3U);
  EXPECT_TRUE(tour.datasets_cut());
  EXPECT_EQ(tour.facts().at(0).datasets, 10U);
}

TEST(SitemapTour, OfOneDatasetOnlySoManyPlacesAreKept) {
  for (const std::string name :
       {"dataDumpLocation", "sampleURI", "linkedDataPrefix", "sparqlEndpointLocation"}) {
    CrawlKit kit;
    std::string many;
    for (int i = 0; i < 50'010; ++i)
      many +=
          "<sc:" + name + ">" + kHost + "/" + std::to_string(i) + "/</sc:" + name + ">";
    kit.web.on(kHost + "/s.xml", in_set(dataset_of("d", many)));
    SitemapTour tour{kit.retriever, 100, nullptr};
    tour.visit(kHost + "/s.xml", "", "");
    ASSERT_EQ(tour.datasets().size(), 1U) << name;
    const SitemapDataset& said = tour.datasets()[0].said;
    EXPECT_EQ(said.dumps.size() + said.samples.size() + said.prefixes.size() +
                  said.endpoints.size(),
              name == "dataDumpLocation" ? 50'000U : 50'001U);
    EXPECT_THAT(tour.facts().at(0).problem,
                HasSubstr("more than 50,000 of a kind (locations, prefixes or samples)"))
        << name;
  }
}

TEST(SitemapTour, OfAllDatasetsOfASiteOnlySoMuchIsKept) {
  CrawlKit kit;
  std::string one;
  for (int i = 0; i < 20'000; ++i)
    one += "<sc:sampleURI>" + kHost + "/" + std::string(900, 'x') + std::to_string(i) +
           "</sc:sampleURI>";
  for (int i = 0; i < 2; ++i)
    kit.web.on(kHost + "/" + std::to_string(i) + ".xml",
               in_set(dataset_of("a", one) + dataset_of("b", one) + dataset_of("small")));
  kit.web.on(kHost + "/s.xml", index_of({kHost + "/0.xml", kHost + "/1.xml"}));
  SitemapTour tour{kit.retriever, 100, nullptr};
  tour.visit(kHost + "/s.xml", "", "");
  EXPECT_EQ(tour.datasets().size(), 5U) << "three large ones, two small ones";
  EXPECT_EQ(tour.facts().at(1).problem, "");
  EXPECT_THAT(
      tour.facts().at(2).problem,
      HasSubstr("1 dataset was left out: what is kept of the datasets of one site "
                "comes to 67 MB"));
}

}  // namespace
}  // namespace semsite::test::sitemap_tour_test
