#include "parts/part_folder.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "parts/manifest.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::part_folder_test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPartBytes = 4096;

/// Numbers are no text that packs well.
std::string lines(int first, int last) {
  std::string out;
  for (int i = first; i < last; ++i)
    out += "<http://a.example/" + std::to_string(1'000'003LL * i * i) +
           "> <http://a.example/p> \"" + std::to_string(7'919LL * i) + "\" .\n";
  return out;
}

std::string written(const std::string& folder, const std::string& text) {
  std::string path = PartFolder::output_of(folder);
  OutputFile file{path};
  file.append(text);
  file.finish();
  return path;
}

TEST(PartFolder, GoesOnAtTheNextPartOnceItWasStopped) {
  const TemporaryFolder place;
  const std::string folder = place.file("out");
  PartFolder parts{folder};
  const std::string output = written(folder, lines(0, 3000));
  int steps = 0;
  EXPECT_FALSE(parts.publish(output, {}, kPartBytes, [&] { return ++steps > 3; }));
  EXPECT_FALSE(fs::exists(parts.manifest_path()));
  EXPECT_FALSE(parts.is_of(output));
  const auto done = parts.publish(output, {}, kPartBytes, [] { return false; });
  ASSERT_TRUE(done);
  EXPECT_GE(done->kept, 2U);
  EXPECT_EQ(done->manifest.quads(), 3000U);
  EXPECT_EQ(read_manifest(read_file(parts.manifest_path())).parts, done->manifest.parts);
  EXPECT_TRUE(parts.is_of(output));
  // Whoever opens the folder later knows it, too.
  const auto again = parts.publish(output, {}, kPartBytes, [] { return false; });
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kept, done->manifest.parts.size());
}

TEST(PartFolder, IsNotOfAnOutputThatWasWrittenAnew) {
  const TemporaryFolder place;
  const std::string folder = place.file("out");
  PartFolder parts{folder};
  const std::string output = written(folder, lines(0, 10));
  ASSERT_TRUE(parts.publish(output, {}, kPartBytes, [] { return false; }));
  ASSERT_TRUE(parts.is_of(output));
  static_cast<void>(written(folder, lines(0, 20)));
  EXPECT_FALSE(parts.is_of(output));
}

TEST(PartFolder, APartThatWasSpoiltIsMadeAnewUnderAnotherName) {
  const TemporaryFolder place;
  const std::string folder = place.file("out");
  PartFolder parts{folder};
  const std::string output = written(folder, lines(0, 3000));
  const auto first = parts.publish(output, {}, kPartBytes, [] { return false; });
  ASSERT_TRUE(first);
  ASSERT_GT(first->manifest.parts.size(), 2U);
  const ManifestPart& spoilt = first->manifest.parts[1];
  std::ofstream{folder + "/" + spoilt.name, std::ios::app} << "x";
  const auto second = parts.publish(output, {}, kPartBytes, [] { return false; });
  ASSERT_TRUE(second);
  EXPECT_EQ(second->kept, 1U);
  EXPECT_EQ(second->manifest.quads(), 3000U);
  EXPECT_NE(second->manifest.parts[1].name, spoilt.name);
}

TEST(PartFolder, AManifestOfSomebodyElseIsRefused) {
  const TemporaryFolder place;
  const std::string folder = place.file("out");
  fs::create_directory(folder);
  std::ofstream{folder + "/manifest.json"} << "{}";
  EXPECT_THROW(PartFolder{folder}, UsageError);
}

TEST(PartFolder, HasOneWriterAtATime) {
  const TemporaryFolder place;
  const std::string folder = place.file("out");
  const PartFolder first{folder};
  EXPECT_THROW(PartFolder{folder}, RunError);
}

}  // namespace
}  // namespace semsite::test::part_folder_test
