#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "base/byte_source.hpp"
#include "rdf/document.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// Some quads of one document, together with all that their views point into.
///
/// The unit that moves from parser to sink. Move-only; one thread at a time. Batches of a
/// document are numbered without gaps from 0 (an empty batch still takes its number), and
/// ordered sinks go by that number.
class QuadBatch {
 public:
  explicit QuadBatch(std::shared_ptr<const Document> document, std::uint64_t sequence = 0)
      : document_(std::move(document)), sequence_(sequence) {}
  QuadBatch(QuadBatch&&) noexcept = default;
  QuadBatch& operator=(QuadBatch&&) noexcept = default;
  QuadBatch(const QuadBatch&) = delete;
  QuadBatch& operator=(const QuadBatch&) = delete;
  ~QuadBatch() = default;

  /// Appends `quad`. Its views must lie in a shared block, in kept text, or be static.
  void add(const Quad& quad) { quads_.push_back(quad); }

  void add(const Term& subject, const Term& predicate, const Term& object,
           const Term& graph) {
    quads_.push_back(
        {.subject = subject, .predicate = predicate, .object = object, .graph = graph});
  }

  /// Appends an empty quad to be filled in place, before the next is added.
  [[nodiscard]] Quad& add() { return quads_.emplace_back(); }

  /// Room for `count` quads at once.
  void reserve(std::size_t count) { quads_.reserve(count); }

  /// Takes back all but the first `count` quads: those of a statement that went wrong.
  void truncate(std::size_t count) {
    if (count < quads_.size()) quads_.resize(count);
  }

  /// Holds `block` until the batch dies.
  void share(Block block) { blocks_.push_back(std::move(block)); }

  /// Copies text that would die too early, such as a decoded text, and returns the copy.
  [[nodiscard]] std::string_view keep(std::string_view text) { return arena_.keep(text); }

  /// Room for `size` bytes that live as long as the batch.
  [[nodiscard]] char* allocate(std::size_t size) { return arena_.allocate(size); }

  [[nodiscard]] std::span<Quad> quads() { return quads_; }
  [[nodiscard]] std::span<const Quad> quads() const { return quads_; }
  [[nodiscard]] std::size_t size() const { return quads_.size(); }
  [[nodiscard]] const Document& document() const { return *document_; }
  [[nodiscard]] const std::shared_ptr<const Document>& shared_document() const {
    return document_;
  }
  [[nodiscard]] std::uint64_t sequence() const { return sequence_; }

  /// Says that the document was given up inside this batch: later batches, which another
  /// thread may have parsed already, do not count.
  void give_up() { given_up_ = true; }
  [[nodiscard]] bool given_up() const { return given_up_; }

 private:
  std::shared_ptr<const Document> document_;
  std::uint64_t sequence_;
  std::vector<Block> blocks_;
  Arena arena_;
  std::vector<Quad> quads_;
  bool given_up_ = false;
};

/// Takes batches of quads to somewhere.
///
/// `write` may be called from several threads at once, also for one document; batches of
/// a document may come out of order (see QuadBatch::sequence).
class QuadSink {
 public:
  QuadSink() = default;
  QuadSink(const QuadSink&) = delete;
  QuadSink& operator=(const QuadSink&) = delete;
  virtual ~QuadSink() = default;

  /// Throws RunError when the target cannot take more.
  virtual void write(const QuadBatch& batch) = 0;

  /// The same, for a caller that needs the batch no more: a sink may write it later.
  virtual void take(QuadBatch batch) { write(batch); }

  /// Returns when a batch could be written at once: a sink that lets one input write
  /// after another waits here, too.
  virtual void wait_until_ready() {}

  /// No more batches of `document` will come (after a failure too, with gaps then).
  virtual void end_document(const Document& document) = 0;

  /// Everything has been written. Throws RunError.
  virtual void finish() = 0;
};

}  // namespace semsite
