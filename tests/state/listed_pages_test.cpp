#include "state/listed_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "semsite/errors.hpp"
#include "state/run_state.hpp"

namespace semsite::listed_pages_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kSite = "http://a.example/";

std::vector<std::string> urls(const std::vector<ListedPages::Entry>& entries) {
  std::vector<std::string> out;
  for (const ListedPages::Entry& one : entries) out.push_back(one.url);
  return out;
}

TEST(ListedPages, GivesTheEntriesOfOneSiteInTheirOrder) {
  RunState state{""};
  ListedPages listed{state.database()};
  EXPECT_THAT(listed.next(kSite, EntryWorth::plain, 0, 10), IsEmpty());
  listed.add(kSite, EntryWorth::plain, "one", "2026-01-01");
  listed.add("http://b.example/", EntryWorth::plain, "elsewhere", "");
  listed.add(kSite, EntryWorth::plain, "two", "");
  listed.add(kSite, EntryWorth::plain, "three", "");
  const auto first = listed.next(kSite, EntryWorth::plain, 0, 2);
  EXPECT_THAT(urls(first), ElementsAre("one", "two"));
  EXPECT_EQ(first[0].lastmod, "2026-01-01");
  EXPECT_EQ(first[1].lastmod, "");
  EXPECT_THAT(urls(listed.next(kSite, EntryWorth::plain, first[1].id, 2)),
              ElementsAre("three"));
  EXPECT_THAT(urls(listed.next("http://b.example/", EntryWorth::plain, 0, 2)),
              ElementsAre("elsewhere"));
}

TEST(ListedPages, WhatIsAddedMeanwhileComesToo) {
  RunState state{""};
  ListedPages listed{state.database()};
  listed.add(kSite, EntryWorth::plain, "one", "");
  const auto first = listed.next(kSite, EntryWorth::plain, 0, 10);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_THAT(listed.next(kSite, EntryWorth::plain, first[0].id, 10), IsEmpty());
  listed.add(kSite, EntryWorth::plain, "two", "");
  EXPECT_THAT(urls(listed.next(kSite, EntryWorth::plain, first[0].id, 10)),
              ElementsAre("two"));
}

TEST(ListedPages, ManyEntriesGoIntoTheTableByThemselves) {
  RunState state{""};
  ListedPages listed{state.database()};
  for (int i = 0; i < 5'000; ++i)
    listed.add(kSite, EntryWorth::plain, std::to_string(i), "");
  EXPECT_GE(state.database().number("SELECT count(*) FROM listed"), 4'000)
      << "memory is bounded";
  listed.flush();
  EXPECT_EQ(state.database().number("SELECT count(*) FROM listed"), 5'000);
  EXPECT_EQ(listed.next(kSite, EntryWorth::plain, 0, 10'000).size(), 5'000U);
}

TEST(ListedPages, SeveralSitesAreReadAtOnce) {
  RunState state{""};
  ListedPages listed{state.database()};
  std::vector<std::jthread> threads;
  for (int site = 0; site < 4; ++site)
    threads.emplace_back([&listed, site] {
      const std::string name = "http://" + std::to_string(site) + ".example/";
      for (int i = 0; i < 2'000; ++i) {
        listed.add(name, EntryWorth::plain, std::to_string(i), "");
        if (i % 500 == 0) static_cast<void>(listed.next(name, EntryWorth::plain, 0, 3));
      }
    });
  threads.clear();
  for (int site = 0; site < 4; ++site) {
    const auto entries = listed.next("http://" + std::to_string(site) + ".example/",
                                     EntryWorth::plain, 0, 9'999);
    ASSERT_EQ(entries.size(), 2'000U);
    for (int i = 0; i < 2'000; ++i)
      EXPECT_EQ(entries[static_cast<std::size_t>(i)].url, std::to_string(i));
  }
}

TEST(ListedPages, ARunThatGoesOnListsAnew) {
  RunState state{""};
  const RunState::Time now{};
  static_cast<void>(state.begin("fetch", 1, now));
  {
    ListedPages listed{state.database()};
    listed.add(kSite, EntryWorth::plain, "one", "");
    listed.flush();
  }
  static_cast<void>(state.begin("fetch", 1, now));
  ListedPages listed{state.database()};
  EXPECT_THAT(listed.next(kSite, EntryWorth::plain, 0, 10), IsEmpty());
}

TEST(ListedPages, AFullDiskIsSaid) {
  RunState state{""};
  Database& database = state.database();
  ListedPages listed{database};
  database.run("PRAGMA max_page_count = " +
               std::to_string(database.number("PRAGMA page_count")));
  for (int i = 0; i < 2'000; ++i)
    listed.add(kSite, EntryWorth::plain, std::string(200, 'u'), "");
  EXPECT_THROW(listed.flush(), RunError);
}

}  // namespace
}  // namespace semsite::listed_pages_test
