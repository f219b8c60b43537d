#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "load/batch_sender.hpp"
#include "load/loaded_store.hpp"

namespace semsite {

/// Takes quads without blank nodes, and whole graphs, out of a store: in batches that are
/// the same for the same lines also in a run that goes on, one after another. Each may be
/// sent twice: what is gone is gone. The references outlive it; one thread.
class RemovalSender {
 public:
  /// `bytes`: of one body.
  RemovalSender(LoadedStore loaded, BatchSender& sender, std::uint64_t bytes)
      : loaded_(loaded), sender_(sender), bytes_(bytes) {}

  /// A line of N-Quads, without its end.
  void remove(std::string_view quad);
  /// The name of a graph in brackets.
  void drop(std::string_view graph);
  /// Sends what is left.
  void finish();

  [[nodiscard]] std::uint64_t removed() const { return removed_; }

 private:
  void add(std::string& lines, std::string_view line, LoadEffect effect);
  void send(std::string& lines, LoadEffect effect);
  [[nodiscard]] std::uint64_t limit() const;

  LoadedStore loaded_;
  BatchSender& sender_;
  std::uint64_t bytes_;
  std::string quads_, graphs_;
  std::uint64_t removed_ = 0, batches_ = 0;
};

}  // namespace semsite
