#include "load/send_queue.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "support/temporary_folder.hpp"

namespace semsite::send_queue_waiting_batch_test {
namespace {

using test::TemporaryFolder;

LoadBatch batch_of(std::string text) {
  LoadBatch out;
  out.number = 7;
  out.text = std::move(text);
  return out;
}

TEST(WaitingBatch, KeepsItsTextInMemoryOrInAFile) {
  for (const bool spooled : {false, true}) {
    const std::string text(300'000, 'z');
    WaitingBatch waiting{batch_of(text)};
    if (spooled) waiting.spool();
    EXPECT_EQ(waiting.is_spooled(), spooled);
    EXPECT_EQ(waiting.facts().text.empty(), spooled);
    EXPECT_EQ(waiting.bytes(), text.size());
    WaitingBatch moved = std::move(waiting);
    const LoadBatch out = moved.take();
    EXPECT_EQ(out.number, 7U);
    EXPECT_EQ(out.text, text);
  }
}

TEST(WaitingBatch, StaysInMemoryWhereNoFileCanBeMade) {
  const TemporaryFolder folder;
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", folder.file("gone").c_str(), 1);
  WaitingBatch waiting{batch_of("a b c .\n")};
  waiting.spool();
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
  EXPECT_FALSE(waiting.is_spooled());
  EXPECT_EQ(waiting.take().text, "a b c .\n");
}

}  // namespace
}  // namespace semsite::send_queue_waiting_batch_test
