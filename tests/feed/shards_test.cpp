#include "feed/shards.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::shards_test {
namespace {

using test::TemporaryFolder;

TEST(Shards, NoRecordIsTornApartAndNoFileIsLongerThanItMustBe) {
  const TemporaryFolder folder;
  Shards shards{{.folder = folder.file(""), .name = "bulk-", .suffix = ".x"}, 10};
  for (const char* record : {"aaaa", "bbbb", "cccc", "a very long record", "d"}) {
    const std::string_view text{record};
    shards.file_for(text.size()).append(text);
  }
  shards.finish();
  EXPECT_EQ(shards.files(), 4U);
  EXPECT_EQ(shards.bytes(), 31U);
  EXPECT_EQ(read_file(folder.file("bulk-00001.x")), "aaaabbbb");
  EXPECT_EQ(read_file(folder.file("bulk-00002.x")), "cccc");
  EXPECT_EQ(read_file(folder.file("bulk-00003.x")), "a very long record");
  EXPECT_EQ(read_file(folder.file("bulk-00004.x")), "d");
}

TEST(Shards, AFolderWithAnEarlierFeedIsNotWrittenInto) {
  const TemporaryFolder folder;
  const std::string place = folder.file("feed");
  std::filesystem::create_directory(place);
  std::ofstream{place + "/notes-of-mine.txt"} << "x";
  std::ofstream{place + "/DE-notes.tar.gz"} << "x";
  EXPECT_NO_THROW(FeedFolder{place});
  for (const char* name :
       {"bulk-00001.ndjson", "DE-00012.tar.gz", "ED-100000.tar.gz.part"}) {
    std::ofstream{place + "/" + name} << "x";
    EXPECT_THROW(FeedFolder{place}, UsageError) << name;
    std::filesystem::remove(place + "/" + name);
  }
  std::ofstream{folder.file("file")} << "x";
  EXPECT_THROW(FeedFolder{folder.file("file")}, RunError);
}

TEST(Shards, AFolderThatWasMadeInVainGoesAgain) {
  const TemporaryFolder folder;
  const std::string place = folder.file("of/this/feed/");
  {
    const FeedFolder made{place};
    EXPECT_TRUE(std::filesystem::is_directory(place));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("of")));
  std::filesystem::create_directory(folder.file("of"));
  {
    const FeedFolder made{place};
    std::ofstream{place + "bulk-00001.ndjson"} << "x";
  }
  EXPECT_TRUE(std::filesystem::exists(place + "bulk-00001.ndjson"));
  std::filesystem::remove(place + "bulk-00001.ndjson");
  { const FeedFolder there{place}; }
  EXPECT_TRUE(std::filesystem::is_directory(place)) << "it was there before";
}

}  // namespace
}  // namespace semsite::shards_test
