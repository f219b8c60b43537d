#include "discover/sitemap_dataset.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "discover/sitemap_record.hpp"

namespace semsite::sitemap_dataset_test {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kScNamespace =
    "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd";

std::string document(std::string_view content, std::string_view space = kScNamespace) {
  return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:sc='" +
         std::string{space} + "'>" + std::string{content} + "</urlset>";
}

SitemapRecord read_dataset(std::string_view content) {
  return record_sitemap(
      document("<sc:dataset>" + std::string{content} + "</sc:dataset>"));
}

Texts urls(const std::vector<DatasetLocation>& locations) {
  Texts out;
  for (const DatasetLocation& location : locations) out.push_back(location.url);
  return out;
}

TEST(SitemapDataset, ReadsThePapersForm) {  // semantic-sitemap §2
  const SitemapRecord got = read_dataset(
      "\n<sc:datasetLabel>Product Catalog\n</sc:datasetLabel>"
      "<sc:datasetURI>http://example.org/cat#c</sc:datasetURI>"
      "<sc:linkedDataPrefix>http://example.org/products/</sc:linkedDataPrefix>"
      "<sc:sampleURI>http://example.org/products/X42</sc:sampleURI>"
      "<sc:sparqlEndPoint priority='10'>http://a.example.org/sparql</sc:sparqlEndPoint>"
      "<sc:sparqlEndPoint>http://b.example.org/sparql</sc:sparqlEndPoint>"
      "\n<sc:dataDumpLocation priority='0'>http://example.org/d.rdf</sc:dataDumpLocation>"
      "<sc:dataFragmentDump>http://example.org/p1.rdf</sc:dataFragmentDump>"
      "<sc:dataFragmentDumpLocation>http://other.org/p2.rdf</sc:dataFragmentDumpLocation>"
      "<changefreq>Weekly</changefreq>");
  ASSERT_EQ(got.datasets.size(), 1U);
  const SitemapDataset& dataset = got.datasets[0];
  EXPECT_EQ(dataset.label, "Product Catalog");
  EXPECT_EQ(dataset.uri, "http://example.org/cat#c");
  ASSERT_EQ(dataset.prefixes.size(), 1U);
  EXPECT_EQ(dataset.prefixes[0].prefix, "http://example.org/products/");
  EXPECT_EQ(dataset.samples, Texts{"http://example.org/products/X42"});
  ASSERT_EQ(dataset.endpoints.size(), 2U);
  EXPECT_EQ(dataset.endpoints[0].weight, 10U);
  EXPECT_TRUE(dataset.endpoints[0].weight_given);
  EXPECT_EQ(dataset.endpoints[1].weight, 1U);
  EXPECT_FALSE(dataset.endpoints[1].weight_given);
  ASSERT_EQ(dataset.dumps.size(), 1U);
  EXPECT_EQ(dataset.dumps[0].weight, 0U);
  EXPECT_EQ(dataset.dumps[0].line, 4U);
  EXPECT_EQ(urls(dataset.fragments),
            (Texts{"http://example.org/p1.rdf", "http://other.org/p2.rdf"}));
  EXPECT_EQ(dataset.changefreq, "weekly");
  EXPECT_TRUE(dataset.paper_form);
  EXPECT_EQ(dataset.line, 1U);
  EXPECT_EQ(got.codes(), Texts{});
}

TEST(SitemapDataset, ReadsTheFinalForm) {  // semantic-sitemap §3
  const SitemapRecord got = read_dataset(
      "<sc:linkedDataPrefix slicing='subject-object'>http://example.org/#"
      "</sc:linkedDataPrefix>"
      "<sc:sparqlEndpointLocation slicing=' CBD '>http://example.org/sparql"
      "</sc:sparqlEndpointLocation><sc:sparqlGraphName>*</sc:sparqlGraphName>"
      "<sc:dataDumpLocation>http://example.org/1.rdf.gz</sc:dataDumpLocation>"
      "<sc:dataDumpLocation>ftp://other.org/2.rdf.gz</sc:dataDumpLocation>"
      "<lastmod>2007-11-21</lastmod>");
  ASSERT_EQ(got.datasets.size(), 1U);
  const SitemapDataset& dataset = got.datasets[0];
  EXPECT_EQ(dataset.prefixes.at(0).prefix, "http://example.org/#");
  EXPECT_EQ(dataset.prefixes.at(0).slicing, "subject-object");
  EXPECT_EQ(dataset.endpoints.at(0).slicing, "cbd");
  EXPECT_EQ(dataset.graph_name, "*");
  EXPECT_EQ(dataset.dumps.size(), 2U);
  EXPECT_EQ(dataset.lastmod, "2007-11-21");
  EXPECT_FALSE(dataset.paper_form);
  EXPECT_EQ(got.codes(), Texts{});
}

TEST(SitemapDataset, SignsOfThePapersFormAreRuleOneOfSection3) {
  const auto paper = [](std::string_view content) {
    return read_dataset(content).datasets.at(0).paper_form;
  };
  EXPECT_TRUE(
      paper("<sc:dataDumpLocation priority='1'>http://h/a</sc:dataDumpLocation>"));
  EXPECT_TRUE(paper("<sc:dataFragmentDump>http://h/a</sc:dataFragmentDump>"));
  EXPECT_TRUE(paper("<sc:sparqlEndPoint>http://h/a</sc:sparqlEndPoint>"));
  EXPECT_FALSE(paper("<sc:sparqlEndpoint>http://h/a</sc:sparqlEndpoint>"));
  EXPECT_FALSE(paper("<sc:dataDumpLocation>http://h/a</sc:dataDumpLocation>"));
  EXPECT_FALSE(paper("<sc:dataDumpLocation priority='2'/>"));
}

TEST(SitemapDataset, KnowsEverySpellingOfTheNamespaceSection1) {
  for (const std::string_view space :
       {"http://sw.deriv.org/2007/07/sitemapextension/scschema.xsd",
        "http://sw.deri.org/2007/07/sitemapextension",
        "http://sw.deri.org/2007/07/sitemapextension/",
        "https://sw.deri.org/2007/07/sitemapextension/scschema.xsd",
        "https://sw.deriv.org/2007/07/sitemapextension"}) {
    const SitemapRecord got = record_sitemap(
        document("<sc:dataset><sc:datasetLabel>x</sc:datasetLabel></sc:dataset>", space));
    ASSERT_EQ(got.datasets.size(), 1U) << space;
    EXPECT_EQ(got.datasets[0].label, "x") << space;
    EXPECT_EQ(got.codes(), Texts{"sitemap.namespace"}) << space;
  }
  const SitemapRecord other = record_sitemap(
      document("<sc:dataset><sc:datasetLabel>x</sc:datasetLabel></sc:dataset>",
               "http://sw.deri.org/2007/07/sitemapextensions"));
  EXPECT_TRUE(other.datasets.empty());
}

TEST(SitemapDataset, ThePrefixDoesNotMatterSection23) {
  const SitemapRecord got = record_sitemap(
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><d:dataset xmlns:d='" +
      std::string{kScNamespace} +
      "'><d:datasetLabel>x</d:datasetLabel></d:dataset></urlset>");
  EXPECT_EQ(got.datasets.at(0).label, "x");
  EXPECT_EQ(got.codes(), Texts{});
}

TEST(SitemapDataset, ToleratesAPrefixThatIsNotDeclaredOrNoneSection1) {
  for (const std::string prefix : {"sc:", "cs:", ""}) {
    const SitemapRecord got = record_sitemap(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><" + prefix +
        "dataset><" + prefix + "dataDumpLocation priority='2'>http://h/a</" + prefix +
        "dataDumpLocation></" + prefix + "dataset></urlset>");
    ASSERT_EQ(got.datasets.size(), 1U) << prefix;
    EXPECT_EQ(urls(got.datasets[0].dumps), Texts{"http://h/a"}) << prefix;
    EXPECT_EQ(got.datasets[0].dumps[0].weight, 2U) << prefix;
    EXPECT_TRUE(got.summary.complete) << prefix;
  }
}

TEST(SitemapDataset, KnowsEverySpellingOfTheElementsSection7) {
  for (const std::string name :
       {"sparqlEndpointLocation", "sparqlEndPoint", "sparqlEndpoint",
        "sparqlEndPointLocation", "sparqlEndoPoint", "SPARQLENDPOINT"}) {
    const SitemapRecord got =
        read_dataset("<sc:" + name + ">http://h/a</sc:" + name + ">");
    EXPECT_EQ(urls(got.datasets.at(0).endpoints), Texts{"http://h/a"}) << name;
  }
  for (const std::string name : {"dataDumpLocation", "dataDump", "datadumplocation"}) {
    const SitemapRecord got =
        read_dataset("<sc:" + name + ">http://h/a</sc:" + name + ">");
    EXPECT_EQ(urls(got.datasets.at(0).dumps), Texts{"http://h/a"}) << name;
  }
  EXPECT_EQ(read_dataset("<sc:datasetUri>http://h/a</sc:datasetUri>").datasets.at(0).uri,
            "http://h/a");
}

TEST(SitemapDataset, EmptyValuesAreAsIfAbsentSection7) {
  const SitemapRecord got = read_dataset(
      "<sc:sparqlEndpointLocation/><sc:dataDumpLocation> \n </sc:dataDumpLocation>"
      "<sc:datasetURI></sc:datasetURI><lastmod></lastmod>"
      "<sc:linkedDataPrefix slicing=''>http://h/</sc:linkedDataPrefix>");
  const SitemapDataset& dataset = got.datasets.at(0);
  EXPECT_TRUE(dataset.endpoints.empty());
  EXPECT_TRUE(dataset.dumps.empty());
  EXPECT_EQ(dataset.uri, "");
  EXPECT_EQ(dataset.prefixes.at(0).slicing, "");
  EXPECT_EQ(got.codes(), Texts{});
}

TEST(SitemapDataset, PrioritiesThatAreNoneCountAsOneSection21) {
  for (const std::string priority : {"-1", "1.5", "high", "", "99999999999999999999"}) {
    const SitemapRecord got = read_dataset("<sc:dataDumpLocation priority='" + priority +
                                           "'>http://h/a</sc:dataDumpLocation>");
    EXPECT_EQ(got.datasets.at(0).dumps.at(0).weight, 1U) << priority;
    EXPECT_EQ(got.codes(), Texts{"sitemap.priority"}) << priority;
  }
  const SitemapRecord huge = read_dataset(
      "<sc:dataDumpLocation priority='9999999999'>http://h/a</sc:dataDumpLocation>");
  EXPECT_EQ(huge.datasets.at(0).dumps.at(0).weight, 1'000'000'000U);
}

TEST(SitemapDataset, APriorityOnAFragmentMeansNothingSection21) {
  const SitemapRecord got = read_dataset(
      "<sc:dataFragmentDump priority='5'>http://h/a</sc:dataFragmentDump>"
      "<sc:dataFragmentDump>http://h/b</sc:dataFragmentDump>");
  EXPECT_EQ(got.datasets.at(0).fragments.at(0).weight, 1U);
  EXPECT_FALSE(got.datasets.at(0).fragments.at(0).weight_given);
  EXPECT_EQ(got.codes(), Texts{"sitemap.priority"});
}

TEST(SitemapDataset, SlicingHasOneSpellingSection4) {
  for (const std::string written : {"msg", "MSGS", "mscg", " mscgs "}) {
    const SitemapRecord got = read_dataset("<sc:linkedDataPrefix slicing='" + written +
                                           "'>http://h/</sc:linkedDataPrefix>");
    EXPECT_EQ(got.datasets.at(0).prefixes.at(0).slicing, "msg") << written;
    EXPECT_EQ(got.codes(), Texts{}) << written;
  }
  const SitemapRecord got = read_dataset(
      "<sc:linkedDataPrefix slicing='Sliced'>http://h/</sc:linkedDataPrefix>");
  EXPECT_EQ(got.datasets.at(0).prefixes.at(0).slicing, "Sliced");
  EXPECT_EQ(got.codes(), Texts{"sitemap.slicing"});
}

TEST(SitemapDataset, ResolvesRelativeUrlsSection6) {
  const SitemapRecord got = read_dataset(
      "<sc:dataDumpLocation>/dump.nt</sc:dataDumpLocation>"
      "<sc:linkedDataPrefix>id/</sc:linkedDataPrefix>"
      "<sc:datasetURI>#d</sc:datasetURI><sc:sparqlGraphName>../g</sc:sparqlGraphName>"
      "<sc:dataDumpLocation>urn:x</sc:dataDumpLocation>");
  const SitemapDataset& dataset = got.datasets.at(0);
  EXPECT_EQ(urls(dataset.dumps), Texts{"http://example.org/dump.nt"});
  EXPECT_EQ(dataset.prefixes.at(0).prefix, "http://example.org/s/id/");
  EXPECT_EQ(dataset.uri, "http://example.org/s/map.xml#d");
  EXPECT_EQ(dataset.graph_name, "http://example.org/g");
  EXPECT_EQ(got.codes(), (Texts{"sitemap.loc", "sitemap.relative"}));
}

TEST(SitemapDataset, StandsBesideUrlsAndOnlyThereSection1) {
  const SitemapRecord got = record_sitemap(
      document("<sc:dataset><sc:datasetLabel>1</sc:datasetLabel></sc:dataset>"
               "<url><loc>http://example.org/</loc>"
               "<sc:dataset><sc:datasetLabel>no</sc:datasetLabel></sc:dataset></url>"
               "<sc:dataset><sc:datasetLabel>2</sc:datasetLabel></sc:dataset>"));
  ASSERT_EQ(got.datasets.size(), 2U);
  EXPECT_EQ(got.datasets[0].label, "1");
  EXPECT_EQ(got.datasets[1].label, "2");
  EXPECT_EQ(got.pages.size(), 1U);
  EXPECT_EQ(got.codes(), Texts{"sitemap.structure"});
  EXPECT_EQ(record_sitemap("<sc:dataset xmlns:sc='" + std::string{kScNamespace} + "'/>")
                .summary.kind,
            SitemapKind::unknown);
}

TEST(SitemapDataset, TheFirstOfTwoNamesCounts) {
  const SitemapRecord got = read_dataset(
      "<sc:datasetURI>http://h/1</sc:datasetURI><sc:datasetURI>http://h/2</sc:datasetURI>"
      "<sc:namespace>x</sc:namespace>");
  EXPECT_EQ(got.datasets.at(0).uri, "http://h/1");
  EXPECT_EQ(got.codes(), Texts{"sitemap.structure"});
}

TEST(SitemapDataset, AnEndpointWrittenUnderTwoNamesIsOneSection7) {
  const SitemapRecord got = read_dataset(
      "<sc:sparqlEndpoint>http://h/s</sc:sparqlEndpoint>"
      "<sc:sparqlEndpointLocation>http://h/s</sc:sparqlEndpointLocation>");
  EXPECT_EQ(urls(got.datasets.at(0).endpoints), Texts{"http://h/s"});
}

TEST(SitemapDataset, MayHaveThousandsOfDumps) {
  std::string content;
  for (int i = 0; i < 5000; ++i)
    content += "<sc:dataDumpLocation>http://h/?uuid=" + std::to_string(i) +
               "\n</sc:dataDumpLocation>";
  const SitemapRecord got = read_dataset(content);
  ASSERT_EQ(got.datasets.size(), 1U);
  EXPECT_EQ(got.datasets[0].dumps.size(), 5000U);
  EXPECT_EQ(got.datasets[0].dumps[4999].url, "http://h/?uuid=4999");
  EXPECT_TRUE(got.summary.complete);

  Limits limits;
  limits.sitemap_entries = 100;
  const SitemapRecord bounded =
      record_sitemap(document("<sc:dataset>" + content + "</sc:dataset>"), limits);
  ASSERT_EQ(bounded.datasets.size(), 1U) << "what came before the limit is handed over";
  EXPECT_EQ(bounded.datasets[0].dumps.size(), 99U);
  EXPECT_FALSE(bounded.summary.complete);
}

TEST(SitemapDataset, OneThatBreaksOffIsHandedOverWithoutTheHalfValue) {
  std::string text = document(
      "<sc:dataset><sc:dataDumpLocation>http://h/a</sc:dataDumpLocation>"
      "<sc:dataDumpLocation>http://h/bcd");
  text.resize(text.size() - std::string_view{"</urlset>"}.size());
  const SitemapRecord got = record_sitemap(text);
  ASSERT_EQ(got.datasets.size(), 1U);
  EXPECT_EQ(urls(got.datasets[0].dumps), Texts{"http://h/a"});
  EXPECT_FALSE(got.summary.complete);
}

}  // namespace
}  // namespace semsite::sitemap_dataset_test
