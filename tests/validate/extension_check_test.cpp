#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "validate/found.hpp"

namespace semsite::test::extension_check_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

struct Case {
  const char* content;
  const char* found;
};

std::string in_dataset(const std::string& content) {
  return urlset(
      "<sc:dataset><sc:datasetLabel>L</sc:datasetLabel>"
      "<sc:datasetURI>http://a.example/d</sc:datasetURI>\n" +
      content + "\n</sc:dataset>");
}

const char* const kDump =
    "<sc:dataDumpLocation>http://a.example/d.nt</sc:dataDumpLocation>";

TEST(DatasetCheck, EachFaultOfASemanticSitemapIsFoundInItsPlace) {
  const std::string dump = kDump;
  const Case cases[] = {
      {"", "sc.no-access 2:1"},
      {"<sc:dataDump>http://a.example/d.nt</sc:dataDump>", "sc.spelling 3:1"},
      {"<sc:dump>x</sc:dump><sc:linkedDataPrefix>http://a.example/</sc:linkedDataPrefix>",
       "sc.unknown-element 3:1"},
      {"<sc:linkedDataPrefix>http://a.example/</sc:linkedDataPrefix>"
       "<sc:sampleURI></sc:sampleURI>",
       "sc.empty 3:61"},
      {"<sc:dataDumpLocation>d.nt</sc:dataDumpLocation>", "sc.bad-url 3:1"},
      {"<sc:linkedDataPrefix>http://a.example/x/</sc:linkedDataPrefix>\n"
       "<sc:sampleURI>http://a.example/y</sc:sampleURI>",
       "sc.sample-outside 4:1"},
      {"<sc:dataFragmentDump>http://a.example/1.nt</sc:dataFragmentDump>",
       "sc.single-fragment 3:1"},
      {"<sc:dataDumpLocation priority=\"-1\">http://a.example/d.nt</sc:dataDumpLocation>",
       "sc.priority 3:1"},
      {"<sc:dataDumpLocation priority=\"0\">http://a.example/d.nt</sc:dataDumpLocation>",
       "sc.all-backup 3:1"},
      {"<sc:linkedDataPrefix slicing=\"slices\">http://a.example/</sc:linkedDataPrefix>",
       "sc.slicing 3:1"},
      {"<sc:linkedDataPrefix>http://a.example/</sc:linkedDataPrefix>"
       "<sc:sparqlGraphName>http://a.example/g</sc:sparqlGraphName>",
       "sc.graph-alone 3:61"},
      {"<sc:sparqlEndpointLocation>http://a.example/s</sc:sparqlEndpointLocation>\n"
       "<sc:sparqlEndpointLocation>http://a.example/t</sc:sparqlEndpointLocation>",
       "sc.several-endpoints 4:1"},
      {"<sc:linkedDataPrefix>http://a.example/</sc:linkedDataPrefix>\n"
       "<lastmod>2025</lastmod><lastmod>2024</lastmod>",
       "sc.repeated 4:24"},
      {"<sc:linkedDataPrefix>http://a.example/</sc:linkedDataPrefix>\n"
       "<lastmod>now</lastmod>",
       "sc.lastmod 4:1"},
      {"<sc:linkedDataPrefix>http://a.example/</sc:linkedDataPrefix>\n"
       "<changefreq>MONTHLY</changefreq>",
       "sc.changefreq 4:1"},
      {"<sc:dataDumpLocation>http://a.example/d.nt</sc:dataDumpLocation>\n"
       "<sc:dataDumpLocation>http://a.example/d.nt</sc:dataDumpLocation>",
       "sc.same-location 4:1"},
      {"<sc:dataDumpLocation>http://a.example/d.nt</sc:dataDumpLocation>\n"
       "<sc:dataDumpLocation>http://b.example/d.nt</sc:dataDumpLocation>",
       "sc.mirror-or-part 4:1"},
      {"<sc:dataDumpLocation priority=\"2\">http://a.example/d.nt</sc:dataDumpLocation>"
       "<lastmod>2025</lastmod>",
       "sc.mixed 2:1"},
      {"<sc:dataFragmentDump priority=\"2\">http://a.example/1.nt</sc:dataFragmentDump>"
       "<sc:dataFragmentDump>http://a.example/2.nt</sc:dataFragmentDump>",
       "sc.fragment-priority 3:1"},
  };
  for (const Case& one : cases)
    EXPECT_THAT(found_in_sitemap(in_dataset(one.content)), ElementsAre(one.found))
        << one.content;
}

TEST(DatasetCheck, NamesAndIdentityAreAdvised) {
  EXPECT_THAT(
      found_in_sitemap(urlset("<sc:dataset>" + std::string{kDump} + "</sc:dataset>")),
      ElementsAre("sc.no-label 2:1", "sc.no-uri 2:1"));
}

TEST(DatasetCheck, EachDatasetHasItsOwnIri) {
  const std::string one =
      "<sc:dataset><sc:datasetLabel>L</sc:datasetLabel>"
      "<sc:datasetURI>http://a.example/d</sc:datasetURI>" +
      std::string{kDump} + "</sc:dataset>\n";
  EXPECT_THAT(found_in_sitemap(urlset(one + one)), ElementsAre("sc.same-uri 3:49"));
}

TEST(DatasetCheck, OtherSpellingsOfTheNamespaceAreToldOnce) {
  const std::string typo =
      "<x:dataset xmlns:x=\"http://sw.deriv.org/2007/07/sitemapextension/scschema.xsd\">"
      "<x:datasetLabel>L</x:datasetLabel><x:datasetURI>http://a.example/1</x:datasetURI>"
      "<x:dataDumpLocation>http://a.example/d.nt</x:dataDumpLocation></x:dataset>\n";
  EXPECT_THAT(found_in_sitemap(urlset(typo)), ElementsAre("sc.namespace 2:1"));
}

TEST(DatasetCheck, ADatasetBelongsRightIntoTheUrlset) {
  EXPECT_THAT(
      found_in_sitemap(urlset("<url><loc>http://a.example/</loc>\n<sc:dataset/></url>")),
      ElementsAre("sc.place 3:1"));
}

TEST(DatasetCheck, AThousandDumpsAreNoDump) {
  std::string dumps;
  for (int i = 0; i < 1001; ++i)
    dumps += "<sc:dataDumpLocation>http://a.example/" + std::to_string(i) +
             "</sc:dataDumpLocation>";
  EXPECT_THAT(found_in_sitemap(in_dataset(dumps)), ElementsAre("sc.too-many-dumps 2:1"));
}

std::string in_ocx(const std::string& content) {
  return urlset("<url><loc>http://a.example/1</loc>\n<ocx:ocx>\n" + content +
                "\n</ocx:ocx></url>");
}

TEST(OcxCheck, EachFaultIsFoundInItsPlace) {
  const std::string type = "<ocx:type>http://oerschema.org/Lesson</ocx:type>\n";
  const Case cases[] = {
      {"<ocx:name>N</ocx:name>", "ocx.no-type 3:1"},
      {"<ocx:type>http://oerschema.org/Lesson/</ocx:type>",
       "ocx.type-trailing-slash 4:1"},
      {"<ocx:type>canvasURI</ocx:type>", "ocx.unknown-type 4:1"},
  };
  for (const Case& one : cases)
    EXPECT_THAT(found_in_sitemap(in_ocx(one.content)), ElementsAre(one.found));
  const Case more[] = {
      {"<ocx:format>PDF</ocx:format>", "ocx.unknown-format 5:1"},
      {"<ocx:source-loc>x</ocx:source-loc>", "ocx.unknown-element 5:1"},
      {"<ocx:name>a</ocx:name><ocx:name>b</ocx:name>", "ocx.repeated 5:23"},
      {"<ocx:teaser></ocx:teaser>", "ocx.empty 5:1"},
      {"<ocx:loc>meta.html</ocx:loc>", "ocx.bad-url 5:1"},
      {"<ocx:loc>http://a.example/1</ocx:loc>", "ocx.same-loc 5:1"},
      {"<ocx:parent>http://a.example/1</ocx:parent>", "ocx.own-parent 5:1"},
      {"<ocx:xpath>count(//x)</ocx:xpath>", "ocx.xpath 5:1"},
  };
  for (const Case& one : more)
    EXPECT_THAT(found_in_sitemap(in_ocx(type + one.content)), ElementsAre(one.found));
  EXPECT_THAT(found_in_sitemap(in_ocx(type)), IsEmpty());
  EXPECT_THAT(found_in_sitemap(urlset("<url><loc>http://a.example/1</loc>\n"
                                      "<ocx:type>x</ocx:type></url>")),
              ElementsAre("ocx.place 3:1"));
}

std::string in_entry(const std::string& content) {
  return urlset("<url><loc>http://a.example/1</loc>\n" + content + "</url>");
}

TEST(ResourceSyncCheck, EachFaultOfALinkIsFoundInItsPlace) {  // Signmap, Z39.99
  const Case cases[] = {
      {"<rs:ln rel=\"item\"/>", "rs.link 3:1"},
      {"<rs:ln rel=\"item\" href=\"x.csv\"/>", "rs.relative-link 3:1"},
      {"<rs:ln rel=\"file\" href=\"http://a.example/x\"/>", "rs.unknown-relation 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" type=\"csv\"/>",
       "rs.media-type 3:1"},
      {"<rs:ln rel=\"describedby\" href=\"http://a.example/x\"/>", "rs.no-type 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" profile=\"p\"/>",
       "rs.profile 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" pri=\"0\"/>", "rs.pri 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" hash=\"md5:xyz\"/>",
       "rs.hash 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" length=\"1 kB\"/>",
       "rs.length 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" path=\"x\"/>", "rs.path 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" modified=\"today\"/>",
       "rs.time 3:1"},
      {"<rs:ln rel=\"item\" href=\"http://a.example/x\" size=\"1\"/>",
       "rs.unknown-attribute 3:1"},
      {"<rs:size>1</rs:size>", "rs.unknown-element 3:1"},
      {"<rs:md/><rs:md/>", "rs.structure 3:9"},
      {"<rs:md capability=\"list\"/>", "rs.capability 3:1"},
  };
  for (const Case& one : cases)
    EXPECT_THAT(found_in_sitemap(in_entry(one.content)), ElementsAre(one.found))
        << one.content;
  EXPECT_THAT(
      found_in_sitemap(in_entry("<rs:ln rel=\"describedby cite-as\" "
                                "href=\"http://b.example/x\" type=\"text/turtle\"/>")),
      IsEmpty());
}

TEST(ResourceSyncCheck, TheHeadOfADocumentSaysWhatItIs) {
  const std::string entry = "\n<url><loc>http://a.example/1</loc>";
  EXPECT_THAT(
      found_in_sitemap(urlset("<rs:md capability=\"resourcelist\"/>" + entry + "</url>")),
      ElementsAre("rs.no-at 2:1"));
  EXPECT_THAT(found_in_sitemap(urlset("<rs:md capability=\"changelist\"/>" + entry +
                                      "<rs:md change=\"updated\"/></url>")),
              ElementsAre("rs.no-from 2:1"));
  EXPECT_THAT(
      found_in_sitemap(urlset("<url><loc>http://a.example/1</loc></url>\n"
                              "<rs:ln rel=\"up\" href=\"http://a.example/c.xml\"/>")),
      ElementsAre("rs.head-late 3:1"));
}

TEST(ResourceSyncCheck, AChangeListTellsEventsInTheirOrder) {
  const auto list = [](const std::string& entries) {
    return urlset("<rs:md capability=\"changelist\" from=\"2025-01-01T00:00:00Z\"/>\n" +
                  entries);
  };
  const std::string first =
      "<url><loc>http://a.example/1</loc><rs:md change=\"created\" "
      "datetime=\"2025-01-03T00:00:00Z\"/></url>\n";
  EXPECT_THAT(found_in_sitemap(list(first + first)), IsEmpty());  // a URL may come again
  EXPECT_THAT(found_in_sitemap(list("<url><loc>http://a.example/1</loc></url>")),
              ElementsAre("rs.no-change 3:1"));
  EXPECT_THAT(found_in_sitemap(list("<url><loc>http://a.example/1</loc>"
                                    "<rs:md change=\"moved\"/></url>")),
              ElementsAre("rs.change 3:35"));
  EXPECT_THAT(found_in_sitemap(list(first + "<url><loc>http://a.example/1</loc>"
                                            "<rs:md change=\"deleted\" "
                                            "datetime=\"2025-01-02T00:00:00Z\"/></url>")),
              ElementsAre("rs.order 4:35"));
}

}  // namespace
}  // namespace semsite::test::extension_check_test
