#include "queue/part_place.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::part_place_test {
namespace {

using testing::UnorderedElementsAre;

TEST(FolderPlace, WhatIsPutOnceIsNeverChanged) {
  const TemporaryFolder folder;
  const auto place = folder_place(folder.file("out/"));
  place->put_once("runs/a/1/manifest.json", "one");
  place->put_once("runs/a/1/manifest.json", "one");
  EXPECT_THROW(place->put_once("runs/a/1/manifest.json", "two"), RunError);
  EXPECT_EQ(place->text("runs/a/1/manifest.json"), "one");
  place->replace("a/latest.json", "one");
  place->replace("a/latest.json", "two");
  EXPECT_EQ(place->text("a/latest.json"), "two");
  EXPECT_EQ(place->text("a/other.json"), std::nullopt);
}

TEST(FolderPlace, FilesAreThereWholeAndListed) {
  const TemporaryFolder folder;
  const auto place = folder_place(folder.file("out/"));
  EXPECT_TRUE(place->list("runs/").empty());
  write_file(folder.file("a"), "bytes");
  place->put_file("runs/a/1/2/3-4-000001.nq.zst", folder.file("a"), 5, "");
  place->put_file("state/a/x/4-1.db.zst", folder.file("a"), 5, "");
  EXPECT_THAT(place->list("runs/"), UnorderedElementsAre("runs/a/1/2/3-4-000001.nq.zst"));
  EXPECT_TRUE(place->get_file("state/a/x/4-1.db.zst", folder.file("b")));
  EXPECT_EQ(read_file(folder.file("b")), "bytes");
  place->remove("state/a/x/4-1.db.zst");
  place->remove("state/a/x/4-1.db.zst");
  EXPECT_FALSE(place->get_file("state/a/x/4-1.db.zst", folder.file("b")));
}

TEST(FolderPlace, TidiesAwayFoldersThatHaveNothingInThem) {
  const TemporaryFolder folder;
  const auto place = folder_place(folder.file("out/"));
  for (const char* const name : {"runs/a/1/2/x", "runs/a/1/3/4/x", "runs/a/2/x"})
    place->replace(name, "x");
  place->remove("runs/a/1/3/4/x");
  place->tidy("runs/a/1/");
  EXPECT_THAT(place->list("runs/"), UnorderedElementsAre("runs/a/1/2/x", "runs/a/2/x"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("out/runs/a/1/3")));
  place->remove("runs/a/1/2/x");
  place->tidy("runs/a/1/");
  place->tidy("runs/a/1/");
  EXPECT_FALSE(std::filesystem::exists(folder.file("out/runs/a/1")));
  EXPECT_TRUE(std::filesystem::exists(folder.file("out/runs/a/2/x")));
}

}  // namespace
}  // namespace semsite::test::part_place_test
