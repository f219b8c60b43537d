#include "commands/after_fetch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/options.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Options fetch(std::vector<std::string> words) {
  std::vector<std::string> all{"fetch", "http://site.example/", "-o", "out.nq"};
  all.insert(all.end(), words.begin(), words.end());
  return parse_options(all);
}

TEST(AfterFetch, NothingFollowsUnlessItIsAskedFor) {
  const Options options = fetch({});
  EXPECT_THAT(options.then, IsEmpty());
  EXPECT_EQ(options.output, "out.nq");
}

TEST(AfterFetch, SlicesReadTheQuadsThatAreKeptBesideThem) {
  const Options options = fetch({"--slice", "cbd", "--prefix", "http://site.example/id/",
                                 "--tmp", "/scratch", "--memory", "64Mi"});
  EXPECT_EQ(options.output, "out.nq.quads");
  EXPECT_EQ(options.state, "out.nq.state") << "the state is that of the run";
  ASSERT_EQ(options.then.size(), 1U);
  const Options& slice = options.then[0];
  EXPECT_EQ(slice.command, "slice");
  EXPECT_THAT(slice.arguments, ElementsAre("out.nq.quads"));
  EXPECT_EQ(slice.output, "out.nq");
  EXPECT_EQ(slice.slice.method, SliceMethod::cbd);
  EXPECT_THAT(slice.slice.prefixes, ElementsAre("http://site.example/id/"));
  EXPECT_EQ(slice.temporary, "/scratch");
  EXPECT_EQ(slice.slice_memory, 64 * kMiB);
  EXPECT_FALSE(slice.slice_as_told);
}

TEST(AfterFetch, ALoadReadsTheOutputAndHasALoginOfItsOwn) {
  const Options options =
      fetch({"--slice", "auto", "--load", "http://store.example/", "--user", "a:site",
             "--load-user", "b:store", "--header", "X-Key: 1", "--replace", "--verify"});
  ASSERT_EQ(options.then.size(), 2U);
  EXPECT_TRUE(options.then[0].slice_as_told);
  const Options& load = options.then[1];
  EXPECT_EQ(load.command, "load");
  EXPECT_THAT(load.arguments, ElementsAre("out.nq"));
  EXPECT_EQ(load.state, "out.nq.load");
  EXPECT_EQ(load.load.store.url, "http://store.example/");
  EXPECT_EQ(load.transport.user, "b:store");
  EXPECT_THAT(load.transport.headers, IsEmpty());
  EXPECT_TRUE(load.load.store.replaces);
  EXPECT_TRUE(load.load.verify);
  EXPECT_EQ(options.transport.user, "a:site");
}

TEST(AfterFetch, TheLoginOfTheStoreIsNotInTheReport) {
  const Options options =
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
                   parse_options({"fetch", "http://site.example/", "--slice", "cbd"})),
               UsageError);
}

}  // namespace
}  // namespace semsite
