#include "parts/manifest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "semsite/errors.hpp"

namespace semsite::test::manifest_test {
namespace {

constexpr std::string_view kDigest =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

Manifest sample() {
  return {.complete = true,
          .finished = "2026-01-02T03:04:05Z",
          .parts = {{.name = "part-0f-000001.nq.zst",
                     .quads = 3,
                     .bytes = 40,
                     .sha256 = std::string{kDigest}},
                    {.name = "group/part-0f-000002.nq.zst",
                     .quads = 4,
                     .bytes = 50,
                     .sha256 = std::string{kDigest}}},
          .rows = {{.name = "http://a.example/\"x\"",
                    .way = "dump",
                    .complete = false,
                    .quads = 7,
                    .problem = "a line\nbreak"}}};
}

/// The code with which a text is refused; empty: it is not.
std::string refusal(const std::string& text) {
  try {
    static_cast<void>(read_manifest(text));
  } catch (const DocumentError& error) {
    return error.code();
  }
  return {};
}

std::string replaced(std::string_view what, std::string_view by) {
  std::string out = manifest_text(sample());
  const std::size_t at = out.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return out.replace(at, what.size(), by);
}

TEST(Manifest, ReadsWhatItWrites) {
  const Manifest read = read_manifest(manifest_text(sample()));
  EXPECT_EQ(read.parts, sample().parts);
  EXPECT_EQ(read.rows, sample().rows);
  EXPECT_TRUE(read.complete);
  EXPECT_EQ(read.finished, "2026-01-02T03:04:05Z");
  EXPECT_EQ(read.quads(), 7U);
  EXPECT_EQ(read.bytes(), 90U);
}

TEST(Manifest, CutAnywhereItIsRefused) {
  const std::string text = manifest_text(sample());
  for (std::size_t length = 0; length + 2 < text.size(); ++length)
    EXPECT_EQ(refusal(text.substr(0, length)), "manifest.syntax") << length;
}

TEST(Manifest, OfAnotherVersionIsRefused) {
  for (const char* const version : {"0", "2", "4000000000"})
    EXPECT_EQ(refusal(replaced("\"semsite_manifest\": 1",
                               std::string{"\"semsite_manifest\": "} + version)),
              "manifest.version");
  EXPECT_EQ(refusal(replaced("\"semsite_manifest\": 1", "\"semsite_manifest\": \"1\"")),
            "manifest.syntax");
}

TEST(Manifest, NamesMayNotLeaveItsFolder) {
  for (const char* const name :
       {"", "/etc/passwd", "../x.nq", "a/../../x.nq", "a//b.nq", "./a.nq", "a/.hidden",
        "a/", "file:///x.nq", "http://b.example/x.nq", "//b.example/x.nq", "a?b", "a#b",
        "a%2e%2e/b", "a\\\\b", "a b", "a\\u0000b", "\\u00fc.nq", "c:x"})
    EXPECT_EQ(refusal(replaced("part-0f-000001.nq.zst", name)), "manifest.name") << name;
  EXPECT_EQ(refusal(replaced("part-0f-000001.nq.zst", std::string(1025, 'a'))),
            "manifest.name");
  EXPECT_EQ(refusal(replaced("part-0f-000001.nq.zst", "a/b..c=1/d~+@.nq")), "");
}

TEST(Manifest, APartStandsThereOnce) {
  EXPECT_EQ(refusal(replaced("part-0f-000001.nq.zst", "group/part-0f-000002.nq.zst")),
            "manifest.name");
}

TEST(Manifest, NumbersAreWholeAndNotTooLarge) {
  for (const char* const number : {"-1", "0.5", "1e300", "18446744073709551616",
                                   "9223372036854775808", "\"40\"", "null"})
    EXPECT_EQ(refusal(replaced("\"bytes\": 40", std::string{"\"bytes\": "} + number)),
              "manifest.syntax")
        << number;
  // Each may be so large, but not all of them together.
  EXPECT_EQ(refusal(replaced("\"bytes\": 40", "\"bytes\": 9223372036854775807")),
            "manifest.sum");
}

TEST(Manifest, SumsAreThoseOfTheParts) {
  EXPECT_EQ(refusal(replaced("\"quads\": 7", "\"quads\": 8")), "manifest.sum");
  EXPECT_EQ(refusal(replaced("\"bytes\": 90", "\"bytes\": 91")), "manifest.sum");
}

TEST(Manifest, DigestsAreThoseOfSha256) {
  EXPECT_EQ(refusal(replaced(kDigest, kDigest.substr(1))), "manifest.syntax");
  std::string upper{kDigest};
  upper[0] = 'E';
  EXPECT_EQ(refusal(replaced(kDigest, upper)), "manifest.syntax");
}

TEST(Manifest, AMemberStandsThereOnceAndOthersArePassedOver) {
  EXPECT_EQ(refusal(replaced("\"complete\": true,", "\"complete\": true, \"x\": [1],")),
            "");
  EXPECT_EQ(
      refusal(replaced("\"complete\": true,", "\"complete\": true, \"complete\": true,")),
      "manifest.syntax");
  for (const char* const member : {"complete", "finished", "parts", "report", "sha256"})
    EXPECT_EQ(refusal(replaced(std::string{"\""} + member + "\"", "\"other\"")),
              "manifest.syntax")
        << member;
}

TEST(Manifest, IsToldFromOtherFilesOfItsName) {
  EXPECT_TRUE(is_called_manifest("out/manifest.json"));
  EXPECT_TRUE(is_called_manifest("manifest.json"));
  EXPECT_TRUE(is_called_manifest("https://a.example/x/manifest.json?a=b/c"));
  EXPECT_FALSE(is_called_manifest("out/other-manifest.json"));
  EXPECT_FALSE(is_called_manifest("https://a.example/?x=/manifest.json"));
  EXPECT_TRUE(is_manifest(manifest_text(sample())));
  EXPECT_TRUE(is_manifest(manifest_text(sample()).substr(0, 40)));
  EXPECT_FALSE(is_manifest(R"({"name": "an app", "start_url": "/"})"));
}

}  // namespace
}  // namespace semsite::test::manifest_test
