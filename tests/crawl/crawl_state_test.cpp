#include "crawl/crawl_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

const std::string kUrl = "http://a.example/c";
const CrawlState::Time kNow{std::chrono::sys_days{std::chrono::year{2026} / 11 / 21}};

class CrawlStateTest : public testing::Test {
 protected:
  TemporaryFolder home;
  std::string path = home.file("out.nq.state");
};

TEST_F(CrawlStateTest, AContextOutlivesTheRun) {
  {
    CrawlState state{path};
    EXPECT_EQ(state.context(kUrl, kNow), nullptr);
    state.keep_context(
        kUrl, {.url = "http://a.example/moved", .text = "{\"a\":\"\xC3\xA9\"}"}, kNow);
  }
  CrawlState state{path};
  const auto context = state.context(kUrl, kNow + 24h);
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(context->url, "http://a.example/moved");
  EXPECT_EQ(context->text, "{\"a\":\"\xC3\xA9\"}");
  EXPECT_EQ(state.context("http://a.example/other", kNow), nullptr);
}

TEST_F(CrawlStateTest, AnOldContextIsAskedForAgain) {
  CrawlState state{path};
  state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  EXPECT_NE(state.context(kUrl, kNow + CrawlState::kContextAge), nullptr);
  EXPECT_EQ(state.context(kUrl, kNow + CrawlState::kContextAge + 1s), nullptr);
  state.keep_context(kUrl, {.url = kUrl, .text = "[]"}, kNow + 240h);
  EXPECT_EQ(state.context(kUrl, kNow + 241h)->text, "[]");
}

TEST_F(CrawlStateTest, BegunAnewItKnowsNothing) {  // --fresh
  CrawlState{path}.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  CrawlState fresh{path, CrawlState::Use::begin_anew};
  EXPECT_EQ(fresh.context(kUrl, kNow), nullptr);
}

TEST_F(CrawlStateTest, NoFileIsMadeForNothing) {
  CrawlState state{path};
  (void)state.context(kUrl, kNow);
  EXPECT_FALSE(std::filesystem::exists(path));
  CrawlState none{""};
  none.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  EXPECT_EQ(none.context(kUrl, kNow), nullptr);
}

TEST_F(CrawlStateTest, AFileThatIsNoStateIsLeftAlone) {
  write_file(path, "<urn:a> <urn:b> <urn:c> .\n");
  CrawlState state{path};
  try {
    (void)state.context(kUrl, kNow);
    FAIL() << "accepted";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--state"));
  }
  EXPECT_EQ(std::filesystem::file_size(path), 26U);
}

// Each with a connection of its own, as other processes have.
TEST_F(CrawlStateTest, RunsThatBeginAtOnceShareIt) {
  for (int round = 0; round < 10; ++round) {
    const std::string file = path + std::to_string(round);
    std::vector<std::jthread> runs;
    for (int i = 0; i < 6; ++i)
      runs.emplace_back([&file, i] {
        CrawlState state{file};
        const std::string url = kUrl + std::to_string(i);
        state.keep_context(url, {.url = url, .text = url}, kNow);
      });
    runs.clear();
    CrawlState state{file};
    for (int i = 0; i < 6; ++i)
      EXPECT_NE(state.context(kUrl + std::to_string(i), kNow), nullptr) << round << i;
  }
}

TEST_F(CrawlStateTest, ADatabaseOfSomebodyElsesIsLeftAsItIs) {
  {
    // SQLite's own file form, with a table and no mark of ours.
    CrawlState state{path};
    state.keep_context(kUrl, {.url = kUrl, .text = "{}"}, kNow);
  }
  {
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(68);  // SQLite file format §1.3: application id
    file.write("abcd", 4);
  }
  const std::string before = read_file(path);
  CrawlState state{path};
  EXPECT_THROW((void)state.context(kUrl, kNow), RunError);
  EXPECT_TRUE(read_file(path) == before);
}

TEST_F(CrawlStateTest, ThreadsShareIt) {
  CrawlState state{path};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 20; ++k) {
        const std::string url = kUrl + std::to_string(i * 100 + k);
        state.keep_context(url, {.url = url, .text = url}, kNow);
        EXPECT_EQ(state.context(url, kNow)->text, url);
      }
    });
  }
  threads.clear();
  CrawlState other{path};
  EXPECT_EQ(other.context(kUrl + "319", kNow)->text, kUrl + "319");
}

}  // namespace
}  // namespace semsite::test
