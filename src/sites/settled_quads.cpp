#include "sites/settled_quads.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "semsite/errors.hpp"
#include "semsite/read.hpp"

namespace semsite {

SettledQuads::SettledQuads(TakeQuads take, std::uint64_t longest_literal,
                           std::function<void()> failed)
    : take_(std::move(take)),
      longest_literal_(longest_literal),
      failed_(std::move(failed)) {
  if (!take_) throw UsageError{"there is no function that takes the quads"};
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw RunError{fmt::format("no pipe for the quads: {}", std::strerror(errno))};
  from_ = Descriptor{ends[0]};
  to_ = Descriptor{ends[1]};
  output_ = std::make_unique<OutputFile>(to_.get(), "the quads");
  reader_ = std::jthread{[this] { read_all(); }};
}

SettledQuads::~SettledQuads() { close(); }

void SettledQuads::close() {
  output_.reset();
  to_ = Descriptor{};
  if (reader_.joinable()) reader_.join();
}

void SettledQuads::finish() {
  output_->finish();
  close();
  if (error_) std::rethrow_exception(error_);
}

/// To the very end, whatever happens: a pipe that nobody reads would end the process.
void SettledQuads::read_all() {
  std::array<char, std::size_t{64} * 1024> buffer{};
  const std::function<std::string_view()> next = [&]() -> std::string_view {
    for (;;) {
      const ssize_t got = ::read(from_.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      return {buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
    }
  };
  ReadOptions ours;
  ours.syntax = "nquads";
  ours.name = "urn:semsite:run";
  // It was held against the user's bounds when it was read; a line holds more than one
  // literal, and escapes make those longer.
  ours.limits.literal_bytes = 8 * longest_literal_;
  ours.limits.archive_ratio = std::numeric_limits<std::uint64_t>::max();
  try {
    const ReadResult result = read(
        next,
        [this](const Quads& some) {
          take_({.quads = some.quads, .document = {}, .scope = some.scope});
          quads_ += some.quads.size();
        },
        ours);
    // What we wrote ourselves is whole, or this program is wrong: that is not hidden.
    if (!result.is_whole && result.code != "document.empty")
      throw RunError{fmt::format("quads were lost on their way: {} {}", result.code,
                                 result.problem)};
  } catch (...) {
    error_ = std::current_exception();
    failed_();
    while (!next().empty()) continue;
  }
}

}  // namespace semsite
