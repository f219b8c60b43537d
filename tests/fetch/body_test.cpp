#include "fetch/body.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "base/byte_source.hpp"

namespace semsite::body_test {
namespace {

struct Counted {
  int room = 0;
  int gone = 0;
  std::shared_ptr<BodyPipe> pipe =
      std::make_shared<BodyPipe>([this] { ++room; }, [this] { ++gone; });
};

TEST(BodyPipe, GivesWhatWasPutInOrderWithOffsets) {
  Counted counted;
  BodyPipe& pipe = *counted.pipe;
  pipe.put_head({.status = 200});
  EXPECT_EQ(pipe.put("abc"), BodyPipe::Put::taken);
  EXPECT_EQ(pipe.head().status, 200);
  const Block first = pipe.read();
  EXPECT_EQ(pipe.put("defg"), BodyPipe::Put::taken);
  pipe.finish();
  const Block second = pipe.read();
  EXPECT_EQ(first.bytes, "abc");  // still there: the slab is shared, not reused
  EXPECT_EQ(first.offset, 0U);
  EXPECT_EQ(second.bytes, "defg");
  EXPECT_EQ(second.offset, 3U);
  EXPECT_TRUE(pipe.read().empty());
  EXPECT_TRUE(pipe.read().empty());
}

TEST(BodyPipe, GathersSmallChunksIntoBlocks) {
  Counted counted;
  BodyPipe& pipe = *counted.pipe;
  pipe.put_head({.status = 200, .headers = {{"content-length", "1000000"}}});
  const std::string chunk(16 * 1024, 'x');
  for (int i = 0; i < 20; ++i) EXPECT_EQ(pipe.put(chunk), BodyPipe::Put::taken);
  EXPECT_EQ(pipe.read().bytes.size(), kBlockBytes);
  EXPECT_EQ(pipe.read().bytes.size(), 4 * chunk.size());
}

TEST(BodyPipe, IsFullAtItsCapacityAndCallsWhenHalfIsRead) {
  Counted counted;
  BodyPipe& pipe = *counted.pipe;
  const std::string chunk(kBlockBytes, 'x');
  std::size_t held = 0;
  while (pipe.put(chunk) == BodyPipe::Put::taken) held += chunk.size();
  EXPECT_EQ(held, BodyPipe::kCapacityBytes);
  EXPECT_TRUE(pipe.is_full());
  while (counted.room == 0) {
    EXPECT_TRUE(pipe.is_full());
    EXPECT_GE(held, BodyPipe::kCapacityBytes / 2);
    held -= pipe.read().bytes.size();
  }
  EXPECT_LT(held, BodyPipe::kCapacityBytes / 2);
  EXPECT_FALSE(pipe.is_full());
  (void)pipe.read();
  EXPECT_EQ(counted.room, 1);  // once for each pause
}

TEST(BodyPipe, TheRestWaitsUntilTheBeginningIsReadAndMoreIsWanted) {
  int room = 0;
  BodyPipe pipe{[&] { ++room; }, [] {}, BodyPipe::Begin::by_look};
  pipe.put_head({.status = 200});
  const std::string chunk(8 * 1024, 'x');
  std::size_t put = 0;
  while (pipe.put(chunk) == BodyPipe::Put::taken) put += chunk.size();
  EXPECT_EQ(put, BodyPipe::kLookBytes);
  EXPECT_TRUE(pipe.is_full());
  std::size_t read = 0;
  while (read < put) read += pipe.read().bytes.size();
  EXPECT_EQ(room, 0) << "the reader may have seen enough";
  EXPECT_EQ(pipe.put(chunk), BodyPipe::Put::full);
  std::jthread reader{[&] { read += pipe.read().bytes.size(); }};
  while (pipe.put(chunk) == BodyPipe::Put::full) std::this_thread::yield();
  pipe.finish();
  reader.join();
  EXPECT_EQ(room, 1);
  EXPECT_EQ(read, put + chunk.size());
}

TEST(BodyPipe, AShortOneIsReadToItsEndWithoutAWait) {
  int room = 0;
  BodyPipe pipe{[&] { ++room; }, [] {}, BodyPipe::Begin::by_look};
  pipe.put_head({.status = 200});
  EXPECT_EQ(pipe.put("abc"), BodyPipe::Put::taken);
  EXPECT_EQ(pipe.read().bytes, "abc");
  EXPECT_EQ(pipe.put("def"), BodyPipe::Put::taken);
  pipe.finish();
  EXPECT_EQ(pipe.read().bytes, "def");
  EXPECT_TRUE(pipe.read().empty());
  EXPECT_EQ(room, 0);
}

TEST(BodyPipe, AFailureComesAfterTheBytesAndStays) {
  Counted counted;
  BodyPipe& pipe = *counted.pipe;
  pipe.put_head({.status = 200});
  EXPECT_EQ(pipe.put("abc"), BodyPipe::Put::taken);
  pipe.fail(FetchFailure::broken, "cut");
  pipe.fail(FetchFailure::cancelled, "too late to count");
  EXPECT_EQ(pipe.read().bytes, "abc");
  for (int i = 0; i < 2; ++i) {
    try {
      (void)pipe.read();
      FAIL() << "no error";
    } catch (const FetchError& error) {
      EXPECT_EQ(error.failure(), FetchFailure::broken);
      EXPECT_STREQ(error.what(), "cut");
    }
  }
  EXPECT_EQ(pipe.head().status, 200);
}

TEST(BodyPipe, AFailureWithoutHeadIsThrownByBoth) {
  Counted counted;
  counted.pipe->fail(FetchFailure::dns, "no such name");
  EXPECT_THROW((void)counted.pipe->head(), FetchError);
  EXPECT_THROW((void)counted.pipe->read(), FetchError);
}

TEST(BodyPipe, TakesNothingOnceItsReaderHasGone) {
  Counted counted;
  {
    const auto body = read_end(counted.pipe);
    EXPECT_EQ(counted.pipe->put("abc"), BodyPipe::Put::taken);
  }
  EXPECT_EQ(counted.gone, 1);
  EXPECT_EQ(counted.pipe->put("abc"), BodyPipe::Put::abandoned);
}

TEST(BodyPipe, CarriesEveryByteBetweenTwoThreads) {
  Counted counted;
  BodyPipe& pipe = *counted.pipe;
  constexpr std::size_t kTotal = 3'000'000;
  std::jthread writer{[&] {
    pipe.put_head({.status = 200});
    std::string chunk;
    for (std::size_t at = 0; at < kTotal; at += chunk.size()) {
      chunk.assign(std::min<std::size_t>(1 + at % 9'973, kTotal - at), '\0');
      for (std::size_t i = 0; i < chunk.size(); ++i)
        chunk[i] = static_cast<char>((at + i) % 251);
      while (pipe.put(chunk) == BodyPipe::Put::full) std::this_thread::yield();
      pipe.flush();
    }
    pipe.finish();
  }};
  std::size_t at = 0;
  for (Block block = pipe.read(); !block.empty(); block = pipe.read()) {
    ASSERT_EQ(block.offset, at);
    for (const char c : block.bytes) ASSERT_EQ(c, static_cast<char>(at++ % 251));
  }
  EXPECT_EQ(at, kTotal);
}

}  // namespace
}  // namespace semsite::body_test
