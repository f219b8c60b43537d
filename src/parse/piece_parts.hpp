#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/term_mover.hpp"
#include "rdf/quad_batch.hpp"
#include "reading/parse_job.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Hands on what the batch of a piece holds so far, before the piece is read to its end:
/// what comes of it would be too much at once. One thread.
class PieceParts {
 public:
  /// Both outlive it.
  PieceParts(QuadBatch& batch, const HandOnFn& hand_on)
      : batch_(batch), hand_on_(hand_on) {}

  /// Empties the batch, and gives it the number behind those that were handed on. Its
  /// texts stay while this lives, for those to come may point to them.
  void hand_on() {
    std::uint64_t number = batch_.sequence();
    std::span<const Quad> quads = std::as_const(batch_).quads();
    while (!quads.empty()) {
      PartKeeper part{QuadBatch{batch_.shared_document(), number++}};
      TermMover mover{part};
      std::size_t taken = 0;
      while (taken < quads.size() && taken < kPartQuads && part.kept < kPartBytes)
        mover.move(quads[taken++]);
      quads = quads.subspan(taken);
      hand_on_(std::move(part.batch));
    }
    batch_.truncate(0);
    former_.push_back(std::exchange(batch_, QuadBatch{batch_.shared_document(), number}));
  }

  /// The same of the last ones, which stay in the batch if it has all their texts.
  void finish() {
    if (!former_.empty()) hand_on();
  }

 private:
  static constexpr std::size_t kPartQuads = 1024;
  static constexpr std::uint64_t kPartBytes = kMiB;

  /// What a TermMover fills.
  struct PartKeeper {
    QuadBatch batch;
    std::uint64_t kept = 0;

    std::string_view keep(std::string_view text) {
      kept += text.size();
      return batch.keep(text);
    }
    bool add(const Quad& quad) {
      batch.add(quad);
      return false;
    }
  };

  QuadBatch& batch_;
  const HandOnFn& hand_on_;
  std::vector<QuadBatch> former_;  ///< without quads
};

}  // namespace semsite
