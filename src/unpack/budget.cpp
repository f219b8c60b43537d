#include "unpack/budget.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {

Budget::Budget(const Limits& limits, std::string name)
    : limits_(limits), name_(std::move(name)) {}

void Budget::gave(std::uint32_t depth, std::size_t bytes) {
  if (given_.size() < depth) given_.resize(depth);
  std::uint64_t& given = given_[depth - 1];
  given += bytes;
  if (given <= limits_.archive_ratio_from_bytes ||
      given / limits_.archive_ratio < packed_ || limits_.archive_ratio == 0)
    return;
  exhausted_ = true;
  throw DocumentError{
      "unpack.bomb",
      fmt::format("{}: {} bytes unpacked to {}, more than {} times as much: taken for a "
                  "decompression bomb and stopped; if it is in order, allow more with "
                  "--max-ratio",
                  name_, grouped(packed_), grouped(given), limits_.archive_ratio)};
}

void Budget::count_entry() {
  if (++entries_ <= limits_.archive_entries) return;
  exhausted_ = true;
  throw DocumentError{
      "unpack.entries",
      fmt::format(
          "{}: more than {} entries, stopped there; allow more with --max-entries", name_,
          grouped(limits_.archive_entries))};
}

void Budget::check_depth(std::uint32_t depth, const std::string& where) const {
  if (depth <= limits_.archive_depth) return;
  throw DocumentError{
      "unpack.depth",
      fmt::format("{}: packed more than {} times over, left out; allow more with "
                  "--max-archive-depth",
                  where, limits_.archive_depth)};
}

std::unique_ptr<ByteSource> counted(std::unique_ptr<ByteSource> source, Budget& budget,
                                    std::uint32_t depth) {
  return std::make_unique<CountingSource>(std::move(source),
                                          [&budget, depth](std::size_t bytes) {
                                            if (depth == 0) {
                                              budget.took(bytes);
                                            } else {
                                              budget.gave(depth, bytes);
                                            }
                                          });
}

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
