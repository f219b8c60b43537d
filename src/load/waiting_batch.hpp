#pragma once

#include <cstddef>
#include <utility>

#include "base/file_io.hpp"
#include "load/load_batch.hpp"

namespace semsite {

/// A batch that waits, its text in memory or in a temporary file of its own.
class WaitingBatch {
 public:
  explicit WaitingBatch(LoadBatch batch)
      : batch_(std::move(batch)), bytes_(batch_.text.size()) {}

  /// Puts the text into a file. If there is no room for it, it stays in memory.
  void spool();
  [[nodiscard]] bool is_spooled() const { return file_.valid(); }

  /// The batch with its text. Throws RunError if the file cannot be read.
  [[nodiscard]] LoadBatch take();

  [[nodiscard]] const LoadBatch& facts() const { return batch_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  LoadBatch batch_;
  std::size_t bytes_;
  Descriptor file_;
};

}  // namespace semsite
