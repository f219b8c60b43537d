#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/block.hpp"
#include "base/block_pool.hpp"

namespace semsite {

/// Bytes to pull: a file, a body still arriving, an archive entry. One thread at a time.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// The next bytes, or an empty block at the end (and at every later call).
  /// `offset` counts from this source's start; `first_line` is left at 1.
  /// Throws DocumentError when the bytes cannot be had whole.
  [[nodiscard]] virtual Block read() = 0;
};

/// Size of the blocks that sources aim for.
inline constexpr std::size_t kBlockBytes = 256 * 1024;

/// Bytes already in memory, given in blocks of at most `step` bytes.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string text, std::size_t step = kBlockBytes);
  [[nodiscard]] Block read() override;

 private:
  std::shared_ptr<const std::string> text_;
  std::size_t step_;
  std::size_t at_ = 0;
};

/// A file or pipe by descriptor.
class FileSource final : public ByteSource {
 public:
  /// Opens `path`. Throws DocumentError("file.open") naming the path and the reason.
  explicit FileSource(const std::string& path);
  /// Reads `descriptor`; closes it at the end of life only if `owned`.
  FileSource(int descriptor, std::string name, bool owned);
  ~FileSource() override;
  [[nodiscard]] Block read() override;

 private:
  int descriptor_;
  bool owned_;
  std::string name_;
  BlockPool pool_{kBlockBytes};
  std::uint64_t offset_ = 0;
};

/// Lets its owner look at the first bytes of a source before they are read.
class PeekSource final : public ByteSource {
 public:
  explicit PeekSource(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  /// The first bytes, at least `wanted` of them unless the source is shorter or fails
  /// behind them (then read() throws in its turn). Throws if it fails at its first byte.
  /// Valid until the next call. Only before the first read().
  [[nodiscard]] std::string_view peek(std::size_t wanted);
  [[nodiscard]] Block read() override;

 private:
  std::unique_ptr<ByteSource> inner_;
  Block head_;
  std::exception_ptr error_;
  bool ended_ = false;
  std::uint64_t offset_ = 0;
};

}  // namespace semsite
