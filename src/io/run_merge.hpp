#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/run_file.hpp"

namespace semsite {

/// Runs of one kind that are left for a merge; up to three kinds are merged together.
/// Each run takes a descriptor and a buffer.
inline constexpr std::size_t kMostRuns = 160;

/// The records of several runs in rising order, each once. One thread.
///
/// A tree of losers that remembers how many bytes each waiting record shares with the
/// last one given: most decisions need no look at the records (LCP-merge).
class RunMerge {
 public:
  /// At most three times kMostRuns files, read through `memory_bytes` of buffers. Throws
  /// RunError, as does `next`.
  RunMerge(const std::vector<std::string>& paths, std::size_t memory_bytes);

  /// Goes to the next record. False at the end.
  bool next();
  /// Valid until the next call of `next`.
  [[nodiscard]] std::string_view record() const { return readers_[winner_].record(); }
  /// Bytes that it shares with the record given before it.
  [[nodiscard]] std::size_t shared() const { return winner_shared_; }

 private:
  struct Player {
    std::size_t run;
    std::size_t shared;  ///< bytes equal to those of the record that went by last
  };
  [[nodiscard]] std::string_view record_of(std::size_t run) const;
  void advance(Player& player);
  void play(Player& candidate, Player& waiting);
  [[nodiscard]] Player first();
  [[nodiscard]] Player following();

  std::vector<RunReader> readers_;
  std::vector<bool> ended_;
  std::vector<Player> losers_;  ///< inner nodes of the tree, from 1
  std::size_t leaves_ = 1;      ///< a power of two
  std::size_t winner_ = 0;
  std::size_t winner_shared_ = 0;
  bool started_ = false;
};

}  // namespace semsite
