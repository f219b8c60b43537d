#include "base/read_ahead.hpp"

namespace semsite {

ReadAhead::ReadAhead(std::unique_ptr<ByteSource> inner, std::size_t blocks_ahead)
    : inner_(std::move(inner)), queue_(blocks_ahead), reader_([this] {
        try {
          for (Block block = inner_->read(); !block.empty(); block = inner_->read()) {
            if (!queue_.push(std::move(block))) return;
          }
          queue_.finish();
        } catch (...) {
          queue_.fail(std::current_exception());
        }
      }) {}

ReadAhead::~ReadAhead() { queue_.close(); }

Block ReadAhead::read() { return queue_.pop().value_or(Block{}); }

}  // namespace semsite
