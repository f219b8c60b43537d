#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "base/byte_source.hpp"
#include "crawl/parse_slots.hpp"

namespace semsite {

/// A body, or its beginning, in memory: up to 16 MiB, as far as `room` lets it. So a slow
/// server does not keep others from being parsed. What went wrong comes when reading gets
/// there.
class GatheredBody final : public ByteSource {
 public:
  GatheredBody(std::unique_ptr<ByteSource> inner, ParseSlots& room);
  ~GatheredBody() override { room_.give_back(held_); }
  GatheredBody(const GatheredBody&) = delete;
  GatheredBody& operator=(const GatheredBody&) = delete;

  [[nodiscard]] Block read() override;
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Its first block; before anything is read.
  [[nodiscard]] Block first() const { return blocks_.empty() ? Block{} : blocks_[0]; }

 private:
  ParseSlots& room_;
  std::size_t held_ = 0;  ///< bytes that count against the room
  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> blocks_;
  std::size_t next_ = 0;
  std::uint64_t bytes_ = 0;
  std::exception_ptr error_;
};

}  // namespace semsite
