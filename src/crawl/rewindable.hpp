#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"

namespace semsite {

/// Bytes that can be read again from the start, as long as they have not been released.
class Rewindable {
 public:
  explicit Rewindable(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  /// A source that reads from the start; what it reads is kept for the next one.
  [[nodiscard]] std::unique_ptr<ByteSource> from_start() {
    return std::make_unique<View>(*this, View::Keeping::yes);
  }
  /// The last such source; keeps nothing more. Uses this object until its end.
  [[nodiscard]] std::unique_ptr<ByteSource> last() {
    return std::make_unique<View>(*this, View::Keeping::no);
  }

 private:
  class View final : public ByteSource {
   public:
    enum class Keeping { yes, no };
    View(Rewindable& all, Keeping keeping) : all_(all), keeping_(keeping) {}
    [[nodiscard]] Block read() override {
      if (at_ < all_.kept_.size()) return all_.kept_[at_++];
      Block block = all_.inner_->read();
      if (keeping_ == Keeping::yes && !block.empty()) {
        all_.kept_.push_back(block);
        ++at_;
      }
      return block;
    }

   private:
    Rewindable& all_;
    Keeping keeping_;
    std::size_t at_ = 0;
  };

  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> kept_;
};

}  // namespace semsite
