#include "state/run_lock.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "state/database.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
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

TEST(RunLock, LeavesWhatCannotBeWrittenToOthersToRefuse) {
  EXPECT_NO_THROW(RunLock{"/no/such/folder/state"});
  EXPECT_NO_THROW(RunLock{""});
  EXPECT_FALSE(RunLock::is_held("/no/such/folder/state"));
}

}  // namespace
}  // namespace semsite::test
