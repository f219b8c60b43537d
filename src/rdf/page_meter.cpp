#include "rdf/page_meter.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/text.hpp"

namespace semsite {

void fail_page_quads(std::uint64_t most) {
  throw PageLimit{
      "limit.page-quads",
      fmt::format("it makes more than {} quads (--max-page-quads)", grouped(most))};
}

void fail_page_iris(std::uint64_t most) {
  throw PageLimit{"limit.page-iris",
                  fmt::format("its IRIs and language tags come to more than {} when "
                              "they are written in full (--max-page-iris)",
                              human_bytes(most))};
}

void fail_page_texts(std::uint64_t most) {
  throw PageLimit{
      "limit.page-texts",
      fmt::format("the texts of its RDFa come to more than {}, for one element stands in "
                  "another, or has many properties (four times --max-page)",
                  human_bytes(most))};
}

void fail_page_memory(std::uint64_t most) {
  throw PageLimit{"limit.page-memory",
                  fmt::format("it takes more than {} of memory while it is read, and no "
                              "option changes that",
                              human_bytes(most))};
}

namespace {

constexpr std::uint64_t kLargeBytes = kMiB;
/// A page of the greatest length takes a few seconds.
constexpr std::chrono::seconds kLongestWait{120};

/// Memory is the process's, and so is the turn.
struct Turn {
  std::mutex mutex;
  std::condition_variable free;
  bool taken = false;
};
Turn& large_page() {
  static Turn one;
  return one;
}

}  // namespace

LargePageTurn::LargePageTurn(std::uint64_t bytes) {
  if (bytes <= kLargeBytes) return;
  Turn& turn = large_page();
  std::unique_lock lock{turn.mutex};
  has_it_ = turn.free.wait_for(lock, kLongestWait, [&] { return !turn.taken; });
  if (has_it_) turn.taken = true;
}

LargePageTurn::~LargePageTurn() {
  if (!has_it_) return;
  // The next one is read by another thread, whose memory comes from elsewhere.
  malloc_trim(0);
  Turn& turn = large_page();
  {
    const std::scoped_lock lock{turn.mutex};
    turn.taken = false;
  }
  turn.free.notify_one();
}

}  // namespace semsite
