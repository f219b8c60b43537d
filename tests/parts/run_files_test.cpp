#include "parts/run_files.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::test::run_files_test {
namespace {

constexpr const char* kLatest =
    R"({"semsite_latest": 1, "name": "nightly", "number": 7,
        "manifest": "runs/nightly/7/manifest.json", "complete": true, "more": []})";

/// The code with which a text is refused; empty: it is not.
std::string refusal(const std::string& text) {
  try {
    static_cast<void>(read_latest(text));
  } catch (const DocumentError& error) {
    return error.code();
  }
  return {};
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(Latest, SaysWhichManifestIsTheLast) {
  const LatestRun out = read_latest(kLatest);
  EXPECT_EQ(out.name, "nightly");
  EXPECT_EQ(out.number, 7U);
  EXPECT_EQ(out.manifest, "runs/nightly/7/manifest.json");
}

TEST(Latest, IsRefusedWhenItIsCutOffOrOfAnotherVersionOrLeavesTheFolder) {
  const std::string text = kLatest;
  for (std::size_t cut = 0; cut < text.size(); ++cut)
    EXPECT_EQ(refusal(text.substr(0, cut)), "latest.syntax") << cut;
  EXPECT_EQ(refusal(with(text, "_latest\": 1", "_latest\": 2")), "latest.version");
  EXPECT_EQ(refusal(with(text, "_latest\": 1", "_latest\": \"1\"")), "latest.syntax");
  EXPECT_EQ(refusal(with(text, "runs/nightly", "../nightly")), "latest.syntax");
  EXPECT_EQ(refusal(with(text, "runs/nightly", "/runs/nightly")), "latest.syntax");
  EXPECT_EQ(refusal(with(text, "\"number\": 7", "\"number\": -7")), "latest.syntax");
  EXPECT_EQ(refusal(with(text, "\"name\"", "\"nom\"")), "latest.syntax");
}

TEST(Latest, IsKnownByItsNameAndItsMark) {
  EXPECT_TRUE(is_called_latest("a/latest.json"));
  EXPECT_TRUE(is_called_latest("http://a.example/latest.json?x#y"));
  EXPECT_FALSE(is_called_latest("a/notlatest.json"));
  EXPECT_TRUE(is_latest(R"( {"semsite_latest")"));
  EXPECT_FALSE(is_latest(R"({"latest": 1})"));
}

TEST(RunMark, SaysWhoseARunIs) {
  const auto mark = read_run_mark(
      R"({"semsite_run": 1, "name": "a", "number": 3, "key": "k", "queue": "q"})");
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->name + mark->key + mark->queue, "akq");
  EXPECT_EQ(mark->number, 3);
  EXPECT_FALSE(read_run_mark(R"({"name": "a"})"));
  EXPECT_FALSE(read_run_mark(R"({"semsite_run": 1,)"));
  EXPECT_FALSE(read_run_mark("[]"));
}

}  // namespace
}  // namespace semsite::test::run_files_test
