#include "map/builtin_mappings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/byte_source.hpp"
#include "map/mapping_run.hpp"
#include "markup/xml_reader.hpp"
#include "parse/parse_text.hpp"

// What the mappings that are built in say where it takes more than a sitemap: the index
// that named it. The rest of them is tested by tests/e2e/test_entries.py.
namespace semsite::builtin_mappings_test {
namespace {

using Lines = std::vector<std::string>;

Lines mapped(const std::string& sitemap, const std::string& index_url) {
  const test::Parsed parsed =
      test::collected("https://open.example/sitemaps/adviezen-1.xml",
                      [&](QuadBuilder& quads, test::CollectingDiagnostics& diagnostics) {
                        MappingRun run{MappingJob{.mappings = builtin_mappings(),
                                                  .quads = quads,
                                                  .diagnostics = diagnostics,
                                                  .index_url = index_url}};
                        MemorySource bytes{sitemap};
                        read_xml(bytes, run, Limits{});
                        run.finish();
                      });
  EXPECT_EQ(parsed.error, "");
  EXPECT_EQ(parsed.codes(), Lines{});
  Lines lines = parsed.quads;
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string urlset(const std::string& inside) {
  return "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" "
         "xmlns:d=\"https://standaarden.overheid.nl/diwoo/metadata/\">" +
         inside + "</urlset>";
}

const std::string kDiwoo = "https://standaarden.overheid.nl/diwoo/metadata/";
const std::string kKern = "https://identifier.overheid.nl/tooi/def/thes/kern/";
const std::string kIndex =
    "https://open.example/sitemaps/sitemapindex-diwoo-infocat010.xml";

/// What an index of DiWoo lists is a document.
std::string typed(const std::string& document) {
  return "<" + document +
         "> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
         "<http://xmlns.com/foaf/0.1/Document>";
}

std::string category(const std::string& document, const std::string& code) {
  return "<" + document + "> <" + kDiwoo + "informatiecategorie> <" + kKern + code + ">";
}

// DiWoo sheet §7, §9.3: the index asserts the category of its name, for documents without
// any metadata too.
TEST(BuiltinMappings, PutTheCategoryOfTheIndexIntoItsGraph) {
  EXPECT_EQ(
      mapped(urlset("<url><loc>https://open.example/a.pdf</loc></url>"
                    "<url><loc>/b.pdf</loc></url>"),
             kIndex),
      (Lines{
          typed("https://open.example/a.pdf"),
          category("https://open.example/a.pdf", "c_99a836c7") + " <" + kIndex + ">",
          typed("https://open.example/b.pdf"),
          category("https://open.example/b.pdf", "c_99a836c7") + " <" + kIndex + ">"}));
}

// §8.8: the document's own category stands beside it, in the graph of the sitemap.
TEST(BuiltinMappings, KeepBothOfTwoCategories) {
  const Lines lines =
      mapped(urlset("<url><loc>https://open.example/a.pdf</loc><d:Document><d:DiWoo>"
                    "<d:classificatiecollectie><d:informatiecategorieen>"
                    "<d:informatiecategorie resource=\"" +
                    kKern +
                    "c_8fc2335c\"/></d:informatiecategorieen></d:classificatiecollectie>"
                    "</d:DiWoo></d:Document></url>"),
             kIndex);
  EXPECT_EQ(lines, (Lines{typed("https://open.example/a.pdf"),
                          category("https://open.example/a.pdf", "c_8fc2335c"),
                          category("https://open.example/a.pdf", "c_99a836c7") + " <" +
                              kIndex + ">"}));
}

// §2: what cannot be determined is "onbekend".
TEST(BuiltinMappings, TakeNoCategoryFromAnotherName) {
  const std::string document = "https://open.example/a.pdf";
  const std::string entry = urlset("<url><loc>" + document + "</loc></url>");
  for (const char* index : {"", "https://open.example/sitemapindex.xml"})
    EXPECT_EQ(mapped(entry, index), Lines{}) << index;
  for (const std::string index :
       {"https://open.example/sitemapindex-diwoo.xml",
        "https://open.example/sitemapindex-diwoo-infocat018.xml"})
    EXPECT_EQ(mapped(entry, index),
              (Lines{typed(document), "<" + document + "> <" + kDiwoo +
                                          "informatiecategorie> \"onbekend\" <" + index +
                                          ">"}));
}

}  // namespace
}  // namespace semsite::builtin_mappings_test
