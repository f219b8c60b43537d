#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace semsite {

/// Immutable bytes together with what keeps them alive.
///
/// Knows its place in the document it was cut from, so that a block parsed alone still
/// reports true lines. An empty block means the end of its source.
struct Block {
  std::string_view bytes{};
  std::shared_ptr<const void> owner{};
  std::uint64_t offset = 0;      ///< of the first byte in its source, from 0
  std::uint64_t first_line = 1;  ///< line number of the first byte, from 1

  [[nodiscard]] bool empty() const { return bytes.empty(); }
};

/// Buffers of one size that are used again once their last owner has gone: fresh ones
/// cost a page fault for every 4 KiB. Buffers may outlive the pool. Thread-safe.
class BlockPool {
 public:
  explicit BlockPool(std::size_t block_bytes);

  /// A buffer with any content; goes back to the pool by itself.
  [[nodiscard]] std::shared_ptr<char[]> take();

 private:
  struct Shelf;
  std::shared_ptr<Shelf> shelf_;
};

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

/// Gives a source by reference where an owned one is wanted. The source outlives it.
class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override { return inner_.read(); }

 private:
  ByteSource& inner_;
};

/// Hands on what another source gives, and counts it.
class CountingSource final : public ByteSource {
 public:
  /// Told the length of each block before it is handed on; 0 at the end. What it throws
  /// ends the reading.
  using Note = std::function<void(std::size_t bytes)>;

  /// `inner` outlives it.
  explicit CountingSource(ByteSource& inner)
      : inner_(std::make_unique<BorrowedSource>(inner)) {}
  CountingSource(std::unique_ptr<ByteSource> inner, Note note)
      : note_(std::move(note)), inner_(std::move(inner)) {}

  [[nodiscard]] Block read() override {
    Block block = inner_->read();
    bytes_ += block.bytes.size();
    if (note_) note_(block.bytes.size());
    return block;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  Note note_;  // outlives what is read under it
  std::unique_ptr<ByteSource> inner_;
  std::uint64_t bytes_ = 0;
};

/// Adds what `from` gives to `into`, until that has more than `most` bytes or `from`
/// ends. Throws as `from` does; `into` then has what came before.
inline void read_beginning(ByteSource& from, std::uint64_t most, std::string& into) {
  while (into.size() <= most) {
    const Block block = from.read();
    if (block.empty()) break;
    into += block.bytes;
  }
}

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
