#include "crawl/second_try.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fetch/body.hpp"
#include "unpack/byte_sum.hpp"

namespace semsite {

bool asks_for_second_try(std::string_view code) {
  constexpr std::array<std::string_view, 6> kCodes{
      "fetch.broken",  "fetch.stalled",   "fetch.wrong-length",
      "fetch.changed", "fetch.bad-range", "fetch.bad-coding"};
  return std::ranges::find(kCodes, code) != kCodes.end();
}

SecondTry::SecondTry(std::unique_ptr<ByteSource> first, std::string url, Again again,
                     Console& console)
    : body_(std::move(first)),
      url_(std::move(url)),
      again_(std::move(again)),
      console_(console) {}

Block SecondTry::read() {
  if (error_) std::rethrow_exception(error_);
  if (!rest_.empty()) return std::exchange(rest_, {});
  Block block;
  try {
    block = body_->read();
  } catch (const DocumentError& error) {
    if (!again_ || !asks_for_second_try(error.code())) throw;
    try {
      begin_again(error);
    } catch (...) {
      error_ = std::current_exception();
    }
    return read();
  }
  if (again_) {
    had_ = byte_sum(had_, block.bytes);
    bytes_ += block.bytes.size();
  }
  return block;
}

/// Throws `why`, which is being handled, if nothing better comes.
void SecondTry::begin_again(const DocumentError& why) {
  const Again again = std::exchange(again_, nullptr);
  console_.info(fmt::format("{}; beginning it again", why.what()), {.source = url_});
  std::unique_ptr<ByteSource> second = again();
  if (!second) throw;
  body_ = std::move(second);
  pass_over();
}

void SecondTry::pass_over() {
  std::uint64_t now = 0;
  for (std::uint64_t left = bytes_; left > 0;) {
    Block block = body_->read();
    if (block.empty())
      throw BodyError{BodyFault::changed,
                      fmt::format("{}: begun again, it ended before byte {}, which "
                                  "had come already",
                                  url_, bytes_)};
    const auto known = std::min<std::uint64_t>(left, block.bytes.size());
    now = byte_sum(now, block.bytes.substr(0, static_cast<std::size_t>(known)));
    block.bytes.remove_prefix(static_cast<std::size_t>(known));
    block.offset += known;
    left -= known;
    if (left == 0) rest_ = std::move(block);
  }
  if (now != had_)
    throw BodyError{BodyFault::changed,
                    fmt::format("{}: begun again, its first {} bytes are others than "
                                "those that had come: it changed meanwhile",
                                url_, bytes_)};
}

}  // namespace semsite
