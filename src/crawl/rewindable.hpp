#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"

namespace semsite {

/// Bytes that can be read again from the start, until `last` is called.
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
    return std::make_unique<Last>(std::move(kept_), std::move(inner_));
  }

 private:
  class View final : public ByteSource {
   public:
    explicit View(Rewindable& all) : all_(all) {}
    [[nodiscard]] Block read() override {
      if (at_ < all_.kept_.size()) return all_.kept_[at_++];
      Block block = all_.inner_->read();
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
    Last(std::vector<Block> kept, std::unique_ptr<ByteSource> inner)
        : kept_(std::move(kept)), inner_(std::move(inner)) {}
    [[nodiscard]] Block read() override {
      return at_ < kept_.size() ? std::move(kept_[at_++]) : inner_->read();
    }

   private:
    std::vector<Block> kept_;
    std::unique_ptr<ByteSource> inner_;
    std::size_t at_ = 0;
  };

  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> kept_;
};

}  // namespace semsite
