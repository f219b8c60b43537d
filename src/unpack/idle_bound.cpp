#include "unpack/idle_bound.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "base/counting_source.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {

void IdleBound::took(std::uint64_t bytes) {
  taken_ += bytes;
  if (taken_ > slack_ + 2 * given_)
    throw DocumentError{
        "unpack.idle",
        fmt::format("{}: {} packed bytes gave {} unpacked: what comes is hardly more "
                    "than empty blocks, and its end is not waited for",
                    name_, grouped(taken_), grouped(given_))};
}

std::unique_ptr<ByteSource> IdleBound::input(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<CountingSource>(std::move(packed),
                                          [this](std::size_t bytes) { took(bytes); });
}

std::unique_ptr<ByteSource> count_given(std::unique_ptr<ByteSource> decoder,
                                        std::unique_ptr<IdleBound> bound) {
  return std::make_unique<CountingSource>(
      std::move(decoder), [bound = std::shared_ptr{std::move(bound)}](std::size_t bytes) {
        bound->gave(bytes);
      });
}

}  // namespace semsite
