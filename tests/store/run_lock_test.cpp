#include "store/run_lock.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>

#include "state/run_state.hpp"
#include "store/database.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::run_lock_test {
namespace {

TEST(RunLock, IsForOneAtATimeAndGoesWithItsHolder) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  EXPECT_FALSE(RunLock::is_held(path));
  std::optional<RunLock> first{path};
  EXPECT_TRUE(RunLock::is_held(path));
  EXPECT_TRUE(RunLock::is_held(path)) << "to ask lets nothing go";
  EXPECT_THROW(RunLock{path}, StateInUse);
  first.reset();
  EXPECT_FALSE(RunLock::is_held(path));
  EXPECT_NO_THROW(RunLock{path});
}

std::filesystem::perms rights_of(const std::string& path) {
  return std::filesystem::status(path).permissions() & std::filesystem::perms::mask;
}

TEST(RunLock, NobodyElseMayReadWhatItLocks) {
  const TemporaryFolder folder;
  const auto mine =
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  const std::string fresh = folder.file("fresh");
  { const RunLock lock{fresh}; }
  EXPECT_EQ(rights_of(fresh), mine);
  const std::string old = folder.file("old");
  for (const char* suffix : {"", "-wal", "-shm"}) {
    write_file(old + suffix, "");
    std::filesystem::permissions(old + suffix, std::filesystem::perms{0644});
  }
  { const RunLock lock{old}; }
  for (const char* suffix : {"", "-wal", "-shm"})
    EXPECT_EQ(rights_of(old + suffix), mine) << suffix;
}

TEST(RunLock, WhatIsNotOursKeepsItsRights) {
  const TemporaryFolder folder;
  const std::string text = folder.file("notes.txt");
  write_file(text, std::string(200, 'n'));
  const std::string other = folder.file("other.db");
  {
    Database database{other, {.sharing = DatabaseUse::Sharing::written}};
    database.run("CREATE TABLE t (number INTEGER); PRAGMA application_id = 7");
  }
  write_file(other + "-journal", "");
  for (const std::string& path : {text, other, other + "-journal"}) {
    std::filesystem::permissions(path, std::filesystem::perms{0644});
    if (path != other + "-journal") {
      const RunLock lock{path};
    }
  }
  for (const std::string& path : {text, other, other + "-journal"})
    EXPECT_EQ(rights_of(path), std::filesystem::perms{0644}) << path;
  const std::string ours = folder.file("ours");
  {
    Database database{ours, {.sharing = DatabaseUse::Sharing::written}};
    database.run(
        fmt::format("CREATE TABLE t (number INTEGER); PRAGMA application_id = {}",
                    RunState::kApplication));
  }
  std::filesystem::permissions(ours, std::filesystem::perms{0644});
  { const RunLock lock{ours}; }
  EXPECT_EQ(rights_of(ours), std::filesystem::perms{0600});
}

TEST(RunLock, LeavesWhatCannotBeWrittenToOthersToRefuse) {
  EXPECT_NO_THROW(RunLock{"/no/such/folder/state"});
  EXPECT_NO_THROW(RunLock{""});
  EXPECT_FALSE(RunLock::is_held("/no/such/folder/state"));
}

}  // namespace
}  // namespace semsite::test::run_lock_test
