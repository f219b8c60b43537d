#pragma once

#include <exception>
#include <memory>
#include <utility>

#include "base/byte_source.hpp"

namespace semsite {

/// Notes what a source breaks off with, for those who tell a document by its first bytes:
/// a PeekSource gives what came before, and keeps the error for whoever reads on.
class BreakNote final : public ByteSource {
 public:
  explicit BreakNote(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] Block read() override {
    try {
      return inner_->read();
    } catch (...) {
      error_ = std::current_exception();
      throw;
    }
  }

  /// Throws what it broke off with, if it has.
  void check() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::unique_ptr<ByteSource> inner_;
  std::exception_ptr error_;
};

}  // namespace semsite
