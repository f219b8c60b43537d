#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "rdf/quad_batch.hpp"

namespace semsite {

/// What a parser that reads a stream fills: cuts its quads into batches of 1,024, or of
/// 1 MiB of text, and hands each one on, numbered from 0. One thread.
class QuadBuilder {
 public:
  using Taker = std::function<void(QuadBatch)>;

  QuadBuilder(std::shared_ptr<const Document> document, Taker taker)
      : document_(document), taker_(std::move(taker)), batch_(std::move(document)) {}

  [[nodiscard]] const Document& document() const { return *document_; }

  /// Keeps `text` until the quads that are open now have been handed on. Views from an
  /// earlier batch are dead once `add` has returned true.
  [[nodiscard]] std::string_view keep(std::string_view text) {
    kept_bytes_ += text.size();
    return batch_.keep(text);
  }

  /// Holds `owner` for as long as any quad of the document lives, so that terms may point
  /// into it.
  void share(std::shared_ptr<const void> owner);

  /// Adds `quad`, whose views lie in kept text or are static. True when the batch was
  /// handed on by this call, so that every view kept before is gone. Throws PageLimit
  /// when the page makes too many.
  bool add(const Quad& quad);

  /// Hands on what is left.
  void flush();

  /// Quads added so far.
  [[nodiscard]] std::uint64_t added() const { return handed_on_ + batch_.size(); }

 private:
  std::shared_ptr<const Document> document_;
  Taker taker_;
  std::vector<std::shared_ptr<const void>> shared_;
  QuadBatch batch_;
  std::uint64_t next_sequence_ = 1;
  std::uint64_t handed_on_ = 0;
  std::size_t kept_bytes_ = 0;  ///< of the batch at hand; and of its IRIs, in full
};

}  // namespace semsite
