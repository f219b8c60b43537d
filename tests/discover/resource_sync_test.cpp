#include "discover/resource_sync.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::resource_sync_test {
namespace {

using Texts = std::vector<std::string>;

SitemapEntry event(const std::string& loc, const std::string& change,
                   const std::string& time = {}) {
  SitemapEntry out;
  out.loc = loc;
  out.facts.emplace();
  out.facts->change = change;
  out.facts->datetime = time;
  return out;
}

EntryLink link_to(const std::string& href) {
  EntryLink out;
  out.rel = "describedby";
  out.href = href;
  return out;
}

SitemapEntry listed(const std::string& loc) {
  SitemapEntry out;
  out.loc = loc;
  return out;
}

TEST(ResourceSync, TellsDocumentsByTheirCapability) {  // Z39.99 §"capability"
  EXPECT_EQ(sync_kind(""), SyncKind::none);
  EXPECT_EQ(sync_kind("description"), SyncKind::description);
  EXPECT_EQ(sync_kind("capabilitylist"), SyncKind::capability_list);
  EXPECT_EQ(sync_kind("resourcelist"), SyncKind::resource_list);
  EXPECT_EQ(sync_kind("changelist"), SyncKind::change_list);
  EXPECT_EQ(sync_kind("resourcedump"), SyncKind::resource_dump);
  EXPECT_EQ(sync_kind("changedump"), SyncKind::change_dump);
  EXPECT_EQ(sync_kind("resourcedump-manifest"), SyncKind::manifest);
  EXPECT_EQ(sync_kind("changedump-manifest"), SyncKind::manifest);
  EXPECT_EQ(sync_kind("resourcelist-archive"), SyncKind::archive);
  EXPECT_EQ(sync_kind("coffee"), SyncKind::unknown);
}

// Another sitemap in a package is a resource, whatever it mentions.
TEST(ResourceSync, AManifestIsToldByItsCapabilityAlone) {
  EXPECT_TRUE(begins_manifest("<urlset><rs:md capability=\"resourcedump-manifest\""));
  EXPECT_TRUE(begins_manifest("<rs:md\n capability = 'changedump-manifest' at='x'/>"));
  EXPECT_FALSE(begins_manifest("<urlset><loc>http://a/dump-manifest.xml</loc>"));
  EXPECT_FALSE(begins_manifest("<rs:md capability=\"resourcelist\"/>dump-manifest"));
  EXPECT_FALSE(begins_manifest("<rs:md capability=\"resourcedump-manifest"));
  EXPECT_FALSE(begins_manifest("capability=capability"));
}

TEST(ResourceSync, KnowsWhatEntriesAre) {
  EXPECT_EQ(entries_of(SyncKind::none), SyncEntries::pages);
  EXPECT_EQ(entries_of(SyncKind::resource_list), SyncEntries::pages);
  EXPECT_EQ(entries_of(SyncKind::capability_list), SyncEntries::documents);
  EXPECT_EQ(entries_of(SyncKind::description), SyncEntries::documents);
  EXPECT_EQ(entries_of(SyncKind::change_list), SyncEntries::changes);
  EXPECT_EQ(entries_of(SyncKind::resource_dump), SyncEntries::packages);
  for (const SyncKind kind :
       {SyncKind::change_dump, SyncKind::manifest, SyncKind::archive}) {
    EXPECT_EQ(entries_of(kind), SyncEntries::nothing);
    EXPECT_FALSE(why_passed_over(kind).empty());
  }
  EXPECT_LT(sync_rank("changelist"), sync_rank("resourcedump"));
  EXPECT_LT(sync_rank("resourcedump"), sync_rank("resourcelist"));
}

TEST(ResourceSync, MakesAPackageAPartOfADump) {
  SitemapEntry entry = listed("http://a.example/part1.zip");
  entry.facts.emplace();
  entry.facts->length = "4765";
  entry.facts->hash = "md5:0123456789ABCDEF0123456789abcdef sha-256:f4OxZX_x_";
  std::vector<SitemapNote> notes;
  const DatasetLocation got = package_of(entry, notes);
  EXPECT_EQ(got.url, "http://a.example/part1.zip");
  EXPECT_EQ(got.byte_size, 4765U);
  EXPECT_EQ(got.packaging, "application/zip");
  ASSERT_EQ(got.checksums.size(), 1U);
  EXPECT_EQ(got.checksums[0], (Checksum{"md5", "0123456789abcdef0123456789abcdef"}));
  ASSERT_EQ(notes.size(), 1U);  // a hash of the standard's own examples
  EXPECT_EQ(notes[0].code, "rs.hash");
}

TEST(SyncChanges, TheLastEventOfAResourceCounts) {  // Z39.99: forward chronological order
  SyncChanges changes{100};
  EXPECT_TRUE(
      changes.take(event("http://a.example/1", "created", "2013-01-02T12:00:00Z")));
  EXPECT_TRUE(
      changes.take(event("http://a.example/2", "updated", "2013-01-02T13:00:00Z")));
  EXPECT_TRUE(
      changes.take(event("http://a.example/1", "deleted", "2013-01-02T14:00:00Z")));
  EXPECT_TRUE(
      changes.take(event("http://a.example/3", "deleted", "2013-01-02T15:00:00Z")));
  EXPECT_TRUE(
      changes.take(event("http://a.example/3", "created", "2013-01-02T16:00:00Z")));
  const SyncChanges::Outcome got = changes.outcome();
  EXPECT_EQ(got.deleted, Texts{"http://a.example/1"});
  ASSERT_EQ(got.changed.size(), 2U);
  EXPECT_EQ(got.changed[0].loc, "http://a.example/2");
  EXPECT_EQ(got.changed[1].loc, "http://a.example/3");
  EXPECT_TRUE(changes.outcome().changed.empty());  // told once
}

TEST(SyncChanges, AnOlderEventOfAnotherListDoesNotUndoALaterOne) {
  SyncChanges changes{100};
  EXPECT_TRUE(
      changes.take(event("http://a.example/1", "deleted", "2013-01-05T00:00:00Z")));
  EXPECT_TRUE(
      changes.take(event("http://a.example/1", "updated", "2013-01-04T00:00:00Z")));
  EXPECT_EQ(changes.outcome().deleted, Texts{"http://a.example/1"});
}

TEST(SyncChanges, AListMadeAfterTheDeletionHasTheResourceAgain) {
  SyncChanges changes{100};
  EXPECT_TRUE(
      changes.take(event("http://a.example/1", "deleted", "2013-01-05T00:00:00Z")));
  EXPECT_TRUE(
      changes.take(event("http://a.example/2", "deleted", "2013-01-07T00:00:00Z")));
  EXPECT_TRUE(changes.take(event("http://a.example/3", "deleted")));
  EXPECT_FALSE(changes.is_deleted(listed("http://a.example/1"), "2013-01-06T00:00:00Z"));
  EXPECT_TRUE(changes.is_deleted(listed("http://a.example/2"), "2013-01-06T00:00:00Z"));
  EXPECT_TRUE(changes.is_deleted(listed("http://a.example/3"), "2013-01-06T00:00:00Z"));
  EXPECT_FALSE(changes.is_deleted(listed("http://a.example/4"), "2013-01-06T00:00:00Z"));
  EXPECT_EQ(changes.outcome().deleted,
            (Texts{"http://a.example/2", "http://a.example/3"}));
}

TEST(SyncChanges, WhatAListNamesIsNotToldAgain) {
  SyncChanges changes{100};
  EXPECT_TRUE(
      changes.take(event("http://a.example/1", "updated", "2013-01-05T00:00:00Z")));
  EXPECT_FALSE(changes.is_deleted(listed("http://a.example/1"), ""));
  EXPECT_TRUE(changes.outcome().changed.empty());
}

TEST(SyncChanges, KeepsTheTypeAndTheLinksOfTheLastEvent) {
  SyncChanges changes{100};
  SitemapEntry created = event("http://a.example/1", "created");
  created.signposts.push_back(link_to("http://a.example/old"));
  EXPECT_TRUE(changes.take(created));
  SitemapEntry updated = event("http://a.example/1", "updated");
  updated.facts->type = "text/html";
  updated.signposts = {link_to("http://a.example/1.ttl"),
                       link_to("http://a.example/1.nt")};
  updated.signposts[0].type = "text/turtle";
  updated.signposts[0].profile = "http://a.example/profile";
  updated.signposts[0].pri = "2";
  EXPECT_TRUE(changes.take(updated));
  EXPECT_TRUE(changes.take(event("http://a.example/2", "updated")));
  const SyncChanges::Outcome got = changes.outcome();
  ASSERT_EQ(got.changed.size(), 2U);
  ASSERT_TRUE(got.changed[0].facts);
  EXPECT_EQ(got.changed[0].facts->type, "text/html");
  ASSERT_EQ(got.changed[0].signposts.size(), 2U);
  const EntryLink& link = got.changed[0].signposts[0];
  EXPECT_EQ(link.rel, "describedby");
  EXPECT_EQ(link.href, "http://a.example/1.ttl");
  EXPECT_EQ(link.type, "text/turtle");
  EXPECT_EQ(link.profile, "http://a.example/profile");
  EXPECT_EQ(link.pri, "2");
  EXPECT_EQ(got.changed[0].signposts[1].href, "http://a.example/1.nt");
  EXPECT_TRUE(got.changed[0].signposts[1].type.empty());
  EXPECT_FALSE(got.changed[1].facts);
  EXPECT_TRUE(got.changed[1].signposts.empty());
}

TEST(SyncChanges, HasRoomForSoManyResources) {
  SyncChanges changes{1};
  EXPECT_TRUE(changes.take(event("http://a.example/1", "updated")));
  EXPECT_FALSE(changes.take(event("http://a.example/2", "updated")));
  EXPECT_TRUE(changes.take(event("http://a.example/1", "deleted")));
}

}  // namespace
}  // namespace semsite::resource_sync_test
