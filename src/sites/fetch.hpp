#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "semsite/quads.hpp"

namespace semsite {

/// An output whose N-Quads end in a function. It is the end of a pipe, so that, as for
/// any pipe, a section that may still be taken back waits in a temporary file, and never
/// reaches the function.
class SettledQuads {
 public:
  /// `take` is called on a thread of its own; no literal has more bytes than the next.
  /// What it throws is kept, and told to `failed`; what follows is then read and dropped.
  SettledQuads(TakeQuads take, std::uint64_t longest_literal,
               std::function<void()> failed);
  SettledQuads(const SettledQuads&) = delete;
  SettledQuads& operator=(const SettledQuads&) = delete;
  ~SettledQuads();

  /// Where the N-Quads go.
  [[nodiscard]] OutputFile& output() { return *output_; }
  /// Returns when all of them have been taken. Throws what `take` threw, and RunError.
  void finish();
  /// Quads that were taken.
  [[nodiscard]] std::uint64_t quads() const { return quads_; }

 private:
  void read_all();
  void close();

  TakeQuads take_;
  std::uint64_t longest_literal_;
  std::function<void()> failed_;
  Descriptor from_, to_;
  std::unique_ptr<OutputFile> output_;
  std::uint64_t quads_ = 0;  ///< of the thread, until it has ended
  std::exception_ptr error_;
  std::jthread reader_;
};

}  // namespace semsite
