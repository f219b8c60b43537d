#include "commands/after_fetch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/url.hpp"
#include "commands/commands.hpp"
#include "commands/fetch_options.hpp"
#include "semsite/errors.hpp"

namespace semsite::after_fetch_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FetchCommandOptions fetch(std::vector<std::string> words) {
  std::vector<std::string> all{"fetch", "http://site.example/", "-o", "out.nq"};
  all.insert(all.end(), words.begin(), words.end());
  return read_fetch(command_line(all));
}

TEST(AfterFetch, NothingFollowsUnlessItIsAskedFor) {
  const FetchCommandOptions options = fetch({});
  EXPECT_FALSE(options.slice || options.convert || options.load);
  EXPECT_EQ(options.output.path, "out.nq");
}

TEST(AfterFetch, SlicesReadTheQuadsThatAreKeptBesideThem) {
  const FetchCommandOptions options =
      fetch({"--slice", "cbd", "--prefix", "http://site.example/id/", "--tmp", "/scratch",
             "--memory", "64Mi"});
  EXPECT_EQ(options.output.path, "out.nq.quads");
  EXPECT_EQ(options.state, "out.nq.state") << "the state is that of the run";
  ASSERT_TRUE(options.slice);
  EXPECT_FALSE(options.convert || options.load);
  const SliceOptions& slice = *options.slice;
  EXPECT_THAT(slice.reading.urls, ElementsAre(file_url("out.nq.quads")));
  EXPECT_EQ(slice.output.path, "out.nq");
  EXPECT_EQ(slice.rules.method, SliceMethod::cbd);
  EXPECT_THAT(slice.rules.prefixes, ElementsAre("http://site.example/id/"));
  EXPECT_EQ(slice.output.sort.folder, "/scratch");
  EXPECT_EQ(slice.output.sort.memory_bytes, 64 * kMiB);
  EXPECT_FALSE(slice.as_told);
}

TEST(AfterFetch, ALoadReadsTheOutputAndHasALoginOfItsOwn) {
  const FetchCommandOptions options =
      fetch({"--slice", "auto", "--load", "http://store.example/", "--user", "a:site",
             "--load-user", "b:store", "--header", "X-Key: 1", "--replace", "--verify"});
  ASSERT_TRUE(options.slice && options.load);
  EXPECT_TRUE(options.slice->as_told);
  const LoadOptions& load = *options.load;
  EXPECT_THAT(load.reading.urls, ElementsAre(file_url("out.nq")));
  EXPECT_EQ(load.state, "out.nq.load");
  EXPECT_EQ(load.store.url, "http://store.example/");
  EXPECT_EQ(load.network.transport.user, "b:store");
  EXPECT_THAT(load.network.transport.headers, IsEmpty());
  EXPECT_TRUE(load.store.replaces);
  EXPECT_TRUE(load.verify);
  EXPECT_EQ(options.network.transport.user, "a:site");
}

TEST(AfterFetch, TheLoginOfTheStoreIsNotInTheReport) {
  const FetchCommandOptions options =
      fetch({"--load", "http://store.example/", "--load-user=b:store"});
  for (const std::string& word : options.words)
    EXPECT_EQ(word.find("store:"), std::string::npos) << word;
  EXPECT_THAT(options.words, ::testing::Contains("--load-user=b:***"));
}

TEST(AfterFetch, RefusesWhatCannotBe) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--slice", "all"},
                                             {"--slice", "cbd", "--closure"},
                                             {"--slice", "cbd", "--changes", "c.nq"},
                                             {"--slice", "cbd", "--format", "trig"},
                                             {"--closure"},
                                             {"--memory", "1Gi"},
                                             {"--replace"},
                                             {"--load-user", "a:b"},
                                             {"--load", "no-url"}})
    EXPECT_THROW(static_cast<void>(fetch(words)), UsageError) << words[0];
  EXPECT_THROW(static_cast<void>(
                   read_command({"fetch", "http://site.example/", "--slice", "cbd"})),
               UsageError);
}

}  // namespace
}  // namespace semsite::after_fetch_test
