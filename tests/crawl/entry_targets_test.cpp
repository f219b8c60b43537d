#include "crawl/entry_targets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::test::entry_targets_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SitemapEntry page() {
  SitemapEntry out;
  out.loc = "https://repo.example/obj/7";
  return out;
}

std::vector<std::string> urls(const SitemapEntry& entry, const EntryPolicy& policy = {}) {
  std::vector<std::string> out;
  for (const EntryTarget& one : targets_of(entry, policy)) out.push_back(one.url);
  return out;
}

EntryLink link(std::string rel, std::string href, std::string type = {}) {
  EntryLink out;
  out.rel = std::move(rel);
  out.href = std::move(href);
  out.type = std::move(type);
  return out;
}

TEST(EntryTargets, OfAPlainEntryIsItsPage) {
  const auto targets = targets_of(page(), {});
  ASSERT_EQ(targets.size(), 1);
  EXPECT_EQ(targets[0].url, "https://repo.example/obj/7");
  EXPECT_EQ(write_task(targets[0].task), "");
}

// signposting.md §10: complete enough: only the metadata is asked for.
TEST(EntryTargets, OfASignmapEntryIsTheMetadataThatItNames) {
  SitemapEntry entry = page();
  entry.signposts = {
      link("cite-as", "https://doi.example/7"),
      link("describedby", "https://repo.example/obj/7.jsonld", "application/ld+json"),
      link("item", "https://files.example/7/data.csv", "text/csv")};
  EXPECT_THAT(urls(entry), ElementsAre("https://repo.example/obj/7.jsonld"));
}

TEST(EntryTargets, OfASignmapEntryWithoutMetadataIsItsPageByHeadFirst) {
  SitemapEntry entry = page();
  entry.signposts = {link("item", "https://files.example/8/a.pdf", "application/pdf")};
  const auto targets = targets_of(entry, {});
  ASSERT_EQ(targets.size(), 1);
  EXPECT_EQ(targets[0].url, entry.loc);
  EXPECT_EQ(targets[0].task.kind, PageTask::Kind::signposts);
}

TEST(EntryTargets, ResourceSyncLinksLeaveAnOrdinaryPage) {
  SitemapEntry entry = page();
  entry.signposts = {link("duplicate", "https://mirror.example/obj/7")};
  const auto targets = targets_of(entry, {});
  ASSERT_EQ(targets.size(), 1);
  EXPECT_EQ(write_task(targets[0].task), "");
}

// Z39.99 §12: what was deleted is not there any more.
TEST(EntryTargets, ADeletedResourceIsNotAskedFor) {
  SitemapEntry entry = page();
  entry.facts.emplace();
  entry.facts->change = "deleted";
  EXPECT_THAT(urls(entry), IsEmpty());
  entry.facts->change = "updated";
  EXPECT_THAT(urls(entry), ElementsAre(entry.loc));
  entry.facts->type = "application/pdf";
  EXPECT_THAT(urls(entry), IsEmpty());
  entry.facts->type = "text/html; charset=utf-8";
  EXPECT_THAT(urls(entry), ElementsAre(entry.loc));
}

// diwoo.md §3: `loc` is the document itself.
TEST(EntryTargets, ADocumentIsKeptOnlyIfThatIsWanted) {
  SitemapEntry entry = page();
  entry.diwoo.emplace();
  EXPECT_THAT(urls(entry), IsEmpty());
  EntryPolicy policy;
  policy.documents = true;
  const auto targets = targets_of(entry, policy);
  ASSERT_EQ(targets.size(), 1);
  EXPECT_EQ(targets[0].task.kind, PageTask::Kind::keep);
}

class OcxTargets : public testing::Test {
 protected:
  OcxTargets() {
    entry_.ocx.emplace();
    entry_.ocx->type = "http://oerschema.org/Lesson/";
    entry_.ocx->format = "JSON-LD";
    entry_.ocx->xpath = "//script";
  }
  SitemapEntry entry_ = page();
  EntryPolicy policy_;
};

TEST_F(OcxTargets, AreReadByTheirPath) {
  const auto targets = targets_of(entry_, policy_);
  ASSERT_EQ(targets.size(), 1);
  EXPECT_EQ(targets[0].url, entry_.loc);
  EXPECT_EQ(targets[0].task.xpath, "//script");
  entry_.ocx->loc = "https://repo.example/meta/7";
  EXPECT_THAT(urls(entry_), ElementsAre("https://repo.example/meta/7"));
}

TEST_F(OcxTargets, AreChosenByTypeInAnySpelling) {
  for (const char* wanted : {"Lesson", "oer:Lesson", "http://oerschema.org/Lesson",
                             "https://oerschema.org/Lesson/"}) {
    policy_.ocx_types = {"Course", wanted};
    EXPECT_THAT(urls(entry_, policy_), ElementsAre(entry_.loc)) << wanted;
  }
  for (const char* other : {"Course", "http://schema.org/Lesson", "Less"}) {
    policy_.ocx_types = {other};
    EXPECT_THAT(urls(entry_, policy_), IsEmpty()) << other;
  }
  EXPECT_THAT(urls(page(), policy_), IsEmpty()) << "a plain entry has no type";
}

TEST_F(OcxTargets, AreChosenByFormatInAnySpelling) {
  for (const char* wanted : {"json-ld", "JSONLD", "Json LD"}) {
    policy_.ocx_formats = {wanted};
    EXPECT_THAT(urls(entry_, policy_), ElementsAre(entry_.loc)) << wanted;
  }
  policy_.ocx_formats = {"rdfa"};
  EXPECT_THAT(urls(entry_, policy_), IsEmpty());
  entry_.ocx->format = "RDFa 1.1";
  EXPECT_THAT(urls(entry_, policy_), ElementsAre(entry_.loc));
}

}  // namespace
}  // namespace semsite::test::entry_targets_test
