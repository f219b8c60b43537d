#include "crawl/gathered_body.hpp"

#include <utility>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kGatheredBytes = 16 * 1024 * 1024;

}  // namespace

GatheredBody::GatheredBody(std::unique_ptr<ByteSource> inner, ParseSlots& room)
    : room_(room), inner_(std::move(inner)) {
  try {
    while (bytes_ < kGatheredBytes && held_ == bytes_) {
      Block block = inner_->read();
      if (block.empty()) {
        inner_.reset();
        return;
      }
      bytes_ += block.bytes.size();
      if (room_.hold(block.bytes.size())) held_ += block.bytes.size();
      blocks_.push_back(std::move(block));
    }
  } catch (const DocumentError&) {
    error_ = std::current_exception();
  }
}

Block GatheredBody::read() {
  if (next_ < blocks_.size()) return std::exchange(blocks_[next_++], {});
  if (error_) std::rethrow_exception(error_);
  if (!inner_) return {};
  Block block = inner_->read();
  bytes_ += block.bytes.size();
  return block;
}

}  // namespace semsite
