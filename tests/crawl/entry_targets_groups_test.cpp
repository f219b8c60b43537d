#include "crawl/entry_targets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace semsite::test::entry_targets_groups_test {
namespace {

SitemapEntry page(const std::string& loc = "https://repo.example/7") {
  SitemapEntry out;
  out.loc = loc;
  return out;
}

EntryLink link(const std::string& rel, const std::string& href, const std::string& type) {
  EntryLink out;
  out.rel = rel;
  out.href = href;
  out.type = type;
  return out;
}

std::vector<std::string> said(const EntryCount& count) {
  std::vector<std::string> out;
  for (const EntryGroup& group : count.groups()) {
    std::string line{group.kind};
    for (const std::uint64_t one : {group.entries, group.descriptions, group.headers,
                                    group.pages, group.documents, group.nothing})
      line += " " + std::to_string(one);
    out.push_back(line);
  }
  return out;
}

TEST(EntryGroups, CountEntriesByTheirMetadataAndByWhatTheyLeadTo) {
  EntryCount count;
  count.add(page());
  SitemapEntry signmap = page();
  signmap.signposts = {link("describedby", "https://repo.example/7.ttl", "text/turtle")};
  count.add(signmap);
  signmap.signposts = {link("cite-as", "https://doi.example/7", "")};
  count.add(signmap);
  SitemapEntry ocx = page();
  ocx.ocx.emplace();
  count.add(ocx);
  ocx.ocx->loc = "https://repo.example/meta/7";
  count.add(ocx);
  SitemapEntry document = page("https://repo.example/7.pdf");
  document.diwoo.emplace();
  count.add(document);
  SitemapEntry resource = page("https://repo.example/7.csv");
  resource.facts.emplace();
  resource.facts->type = "text/csv";
  count.add(resource);
  resource.facts->type = "text/turtle";
  resource.signposts = {link("duplicate", "https://mirror.example/7", "")};
  count.add(resource);
  EXPECT_THAT(said(count),
              testing::ElementsAre("DiWoo 1 0 0 0 1 0", "OCX 2 1 0 1 0 0",
                                   "Signmap 2 1 1 0 0 0", "RDF 1 0 0 1 0 0",
                                   "ResourceSync 1 0 0 0 0 1", "plain 1 0 0 1 0 0"));
  EntryCount sum;
  sum.add(count);
  sum.add(count);
  EXPECT_THAT(said(sum).at(1), "OCX 4 2 0 2 0 0");
}

// A type decides; without one the suffix does.
TEST(EntryGroups, AnEntryThatIsRdfByTypeOrSuffixIsData) {
  for (const char* url : {"https://repo.example/7.ttl", "https://repo.example/7.nt.gz",
                          "https://repo.example/7.jsonld", "https://repo.example/7.rdf"})
    EXPECT_EQ(kEntryKinds.at(kind_of_entry(page(url))), "RDF") << url;
  for (const char* url : {"https://repo.example/7.html", "https://repo.example/7",
                          "https://repo.example/7.pdf", "https://repo.example/"})
    EXPECT_EQ(kind_of_entry(page(url)), kPlainKind) << url;
  SitemapEntry typed = page("https://repo.example/7.ttl");
  typed.facts.emplace();
  typed.facts->type = "text/html";
  EXPECT_FALSE(has_own_data(kEntryKinds.at(kind_of_entry(typed))));
  typed.facts->type = "application/ld+json; charset=utf-8";
  EXPECT_TRUE(has_own_data(kEntryKinds.at(kind_of_entry(typed))));
}

TEST(EntryGroups, AreLeftOutIfTheyHaveNoEntry) {
  EntryCount count;
  EXPECT_TRUE(count.groups().empty());
  count.add(page());
  EXPECT_THAT(said(count), testing::ElementsAre("plain 1 0 0 1 0 0"));
}

}  // namespace
}  // namespace semsite::test::entry_targets_groups_test
