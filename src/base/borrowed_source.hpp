#pragma once

#include "base/byte_source.hpp"

namespace semsite {

/// Gives a source by reference where an owned one is wanted. The source outlives it.
class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override { return inner_.read(); }

 private:
  ByteSource& inner_;
};

}  // namespace semsite
