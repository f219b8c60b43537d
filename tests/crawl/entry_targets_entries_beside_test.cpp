#include "crawl/entry_targets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::test::entry_targets_entries_beside_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SitemapEntry page(const std::string& loc) {
  SitemapEntry out;
  out.loc = loc;
  return out;
}

SitemapEntry lesson(const std::string& loc, const std::string& metadata) {
  SitemapEntry out = page(loc);
  out.ocx.emplace();
  out.ocx->loc = metadata;
  return out;
}

EntryPlace none(std::string_view) { return EntryPlace::beside; }
EntryPlace ids(std::string_view url) {
  return url.starts_with("http://a.example/id/") ? EntryPlace::in_dataset
                                                 : EntryPlace::beside;
}

std::vector<std::string> left(const EntriesBeside& beside, const PlaceOfEntry& covered) {
  std::vector<std::string> out;
  for (const EntriesOfKind& one : beside.outside(covered))
    out.push_back(std::string{one.kind} + " " + std::to_string(one.count));
  return out;
}

TEST(EntriesBeside, CountWhatNoDatasetCovers) {
  EntriesBeside beside;
  beside.add(page("http://a.example/id/1"), none);
  beside.add(page("http://a.example/about"), none);
  beside.add(lesson("http://a.example/l", "http://a.example/l.json"), none);
  EXPECT_THAT(left(beside, ids), ElementsAre("OCX 1", "plain 1"));
  EXPECT_THAT(left(beside, [](std::string_view) { return EntryPlace::in_dataset; }),
              IsEmpty());
}

TEST(EntriesBeside, WhatAnEntryNamesCountsNotItsPage) {
  EntriesBeside beside;
  beside.add(lesson("http://a.example/id/1", "http://a.example/metadata/1"), none);
  beside.add(lesson("http://a.example/l", "http://a.example/id/l"), none);
  EXPECT_THAT(left(beside, ids), ElementsAre("OCX 1"));
}

TEST(EntriesBeside, ADocumentIsInNoDump) {  // DiWoo
  EntriesBeside beside;
  SitemapEntry entry = page("http://a.example/id/1.pdf");
  entry.diwoo.emplace();
  beside.add(entry, none);
  EXPECT_THAT(left(beside, ids), ElementsAre("DiWoo 1"));
  // But --exclude holds for it as for all others.
  EXPECT_THAT(left(beside, [](std::string_view) { return EntryPlace::unwanted; }),
              IsEmpty());
}

TEST(EntriesBeside, BehindTheFirstOnesTheDatasetsKnownByThenDecide) {
  EntriesBeside beside;
  for (std::size_t i = 0; i < EntriesBeside::kKept; ++i)
    beside.add(page("http://a.example/p"), none);
  for (int i = 0; i < 5; ++i) beside.add(page("http://a.example/id/1"), ids);
  for (int i = 0; i < 3; ++i) beside.add(page("http://a.example/q"), ids);
  EXPECT_THAT(left(beside, ids), ElementsAre("plain 10003"));
}

TEST(EntriesBeside, SitemapsAddUp) {
  EntriesBeside one;
  one.add(page("http://a.example/p"), none);
  EntriesBeside other;
  other.add(page("http://a.example/id/1"), none);
  other.add_page("http://a.example/q");
  one.add(std::move(other), none);
  EXPECT_THAT(left(one, ids), ElementsAre("named 1", "plain 1"));
}

}  // namespace
}  // namespace semsite::test::entry_targets_entries_beside_test
