#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"

namespace semsite {

/// Bytes that can be read again from the start, until `last` is called. What they failed
/// with comes again, too.
class Rewindable {
 public:
  explicit Rewindable(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  /// A source that reads from the start; what it reads is kept for the next one. Uses
  /// this object until its end.
  [[nodiscard]] std::unique_ptr<ByteSource> from_start() {
    return std::make_unique<View>(*this);
  }
  /// The last such source. It takes everything with it, so that the connection that the
  /// bytes come by is free at its end.
  [[nodiscard]] std::unique_ptr<ByteSource> last() {
    return std::make_unique<Last>(std::move(kept_), std::move(inner_), error_);
  }

 private:
  class View final : public ByteSource {
   public:
    explicit View(Rewindable& all) : all_(all) {}
    [[nodiscard]] Block read() override {
      if (at_ < all_.kept_.size()) return all_.kept_[at_++];
      if (all_.error_) std::rethrow_exception(all_.error_);
      Block block;
      try {
        block = all_.inner_->read();
      } catch (...) {
        all_.error_ = std::current_exception();
        throw;
      }
      if (!block.empty()) {
        all_.kept_.push_back(block);
        ++at_;
      }
      return block;
    }

   private:
    Rewindable& all_;
    std::size_t at_ = 0;
  };

  class Last final : public ByteSource {
   public:
    Last(std::vector<Block> kept, std::unique_ptr<ByteSource> inner,
         std::exception_ptr error)
        : kept_(std::move(kept)), inner_(std::move(inner)), error_(std::move(error)) {}
    [[nodiscard]] Block read() override {
      if (at_ < kept_.size()) return std::move(kept_[at_++]);
      if (error_) std::rethrow_exception(error_);
      return inner_->read();
    }

   private:
    std::vector<Block> kept_;
    std::unique_ptr<ByteSource> inner_;
    std::exception_ptr error_;
    std::size_t at_ = 0;
  };

  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> kept_;
  std::exception_ptr error_;
};

}  // namespace semsite
