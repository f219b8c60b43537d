#include "discover/metalink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::metalink_test {
namespace {

using testing::ElementsAre;

const std::string kUrl = "http://a.example/d/all.meta4";

Metalink read(const std::string& inside) {
  MemorySource bytes{
      "<?xml version=\"1.0\"?><metalink "
      "xmlns=\"urn:ietf:params:xml:ns:metalink\">" +
      inside + "</metalink>"};
  return read_metalink(bytes, kUrl, {});
}

TEST(Metalink, ReadsFilesUrlsSizesAndHashes) {  // RFC 5854 §4
  const std::string sha(64, 'a');
  const Metalink metalink = read(
      "<published>2024-01-01T00:00:00Z</published><file name='a.nt.gz'><size>17</size>"
      "<hash type='sha-256'>" +
      sha +
      "</hash><pieces length='5' type='sha-256'><hash>bb</hash></pieces>"
      "<url location='de' priority='2'> http://m.example/a.nt.gz\n</url>"
      "<url priority='1'>a.nt.gz</url><url>ftp://f.example/a.nt.gz</url>"
      "<metaurl mediatype='torrent'>x.torrent</metaurl></file>");
  ASSERT_EQ(metalink.files.size(), 1U);
  const MetalinkFile& file = metalink.files[0];
  EXPECT_EQ(file.name, "a.nt.gz");
  EXPECT_EQ(file.size, 17U);
  EXPECT_THAT(file.checksums, ElementsAre(Checksum{"sha-256", sha}));
  ASSERT_EQ(file.urls.size(), 3U);
  EXPECT_EQ(file.urls[1].url, "http://a.example/d/a.nt.gz");
  EXPECT_EQ(file.urls[1].priority, 1U);
  EXPECT_EQ(file.urls[2].priority, 999'999U);
}

TEST(Metalink, FilesArePartsAndTheirUrlsMirrorsBestFirst) {  // §4.2.16.1: 1 is the best
  const SitemapDataset said = dataset_of(
      read("<file name='a.nt'><url priority='7'>7</url><url>none</url><url priority='1'>1"
           "</url><url priority='7'>7b</url></file><file "
           "name='b.ttl.gz'><url>b</url></file>"
           "<file name='README'><url>r</url></file>"),
      kUrl);
  std::vector<std::string> told;
  for (const DatasetLocation& one : said.dumps)
    told.push_back(one.url.substr(std::string{"http://a.example/d/"}.size()) + " " +
                   std::to_string(one.group) + " " + std::to_string(one.rank));
  EXPECT_THAT(told, ElementsAre("1 1 0", "7 1 1", "7b 1 1", "none 1 2", "b 2 0"));
}

TEST(Metalink, ImpossiblePrioritiesCountAsNone) {
  const Metalink metalink = read(
      "<file name='a.nt'><url priority='0'>a</url><url priority='x'>b</url>"
      "<url priority='1000000'>c</url></file>");
  for (const MetalinkFile::Url& url : metalink.files.at(0).urls)
    EXPECT_EQ(url.priority, 999'999U);
}

TEST(Metalink, AFileWithoutAUrlIsMissing) {  // RFC 5854 §4.1.2
  const Metalink metalink = read(
      "<file name='1.nt'><url>1.nt</url></file><file name='2.nt'><size>7</size></file>"
      "<file name='3.ttl.gz'><url> </url></file>"
      "<file name='4.nq'><metaurl mediatype='torrent'>x.torrent</metaurl></file>"
      "<file name='README'/>");
  EXPECT_EQ(dataset_of(metalink, kUrl).dumps.size(), 1U);
  EXPECT_THAT(missing_of(metalink),
              ElementsAre(testing::HasSubstr("2.nt"), testing::HasSubstr("3.ttl.gz"),
                          testing::HasSubstr("4.nq")));
  EXPECT_THAT(missing_of(read("<file name='1.nt'><url>1.nt</url></file>")),
              testing::IsEmpty());
}

TEST(Metalink, OtherDocumentsAreNone) {
  MemorySource three{"<metalink xmlns='http://www.metalinker.org/' version='3.0'/>"};
  try {
    (void)read_metalink(three, kUrl, {});
    FAIL();
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "metalink.syntax");
  }
  EXPECT_FALSE(is_metalink("<metalink xmlns='http://www.metalinker.org/'>"));
  EXPECT_TRUE(
      is_metalink("<?xml version='1.0'?>\n<metalink "
                  "xmlns='urn:ietf:params:xml:ns:metalink'>"));
  EXPECT_FALSE(is_metalink("<urlset/>"));
}

TEST(Metalink, EntitiesAndDepthAreBounded) {
  MemorySource bomb{
      "<!DOCTYPE metalink [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"
      "<metalink xmlns='urn:ietf:params:xml:ns:metalink'>&b;</metalink>"};
  EXPECT_THROW((void)read_metalink(bomb, kUrl, {}), DocumentError);
}

}  // namespace
}  // namespace semsite::metalink_test
