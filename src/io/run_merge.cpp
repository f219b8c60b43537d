#include "io/run_merge.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace semsite {
namespace {

/// Behind the last record of a run: greater than every text, for no UTF-8 has this byte.
constexpr std::string_view kEnd = "\xFF";
constexpr std::size_t kLeastBuffer = std::size_t{16} << 10;
constexpr std::size_t kBestBuffer = std::size_t{1} << 20;

}  // namespace

RunMerge::RunMerge(const std::vector<std::string>& paths, std::size_t memory_bytes)
    : ended_(paths.size(), false),
      leaves_(std::bit_ceil(std::max<std::size_t>(1, paths.size()))) {
  assert(paths.size() <= 3 * kMostRuns);
  const std::size_t buffer = std::clamp(
      memory_bytes / std::max<std::size_t>(1, paths.size()), kLeastBuffer, kBestBuffer);
  readers_.reserve(paths.size());
  for (const std::string& path : paths) readers_.emplace_back(path, buffer);
  losers_.resize(leaves_);
}

std::string_view RunMerge::record_of(std::size_t run) const {
  return run >= readers_.size() || ended_[run] ? kEnd : readers_[run].record();
}

void RunMerge::advance(Player& player) {
  if (player.run >= readers_.size() || ended_[player.run]) return;
  if (readers_[player.run].next()) {
    player.shared = readers_[player.run].shared();
  } else {
    ended_[player.run] = true;
    player.shared = 0;
  }
}

/// Leaves the smaller record in `candidate`. Both numbers are of bytes shared with the
/// same smaller record: who shares more of it is the smaller one.
void RunMerge::play(Player& candidate, Player& waiting) {
  if (candidate.shared > waiting.shared) return;
  if (candidate.shared < waiting.shared) {
    std::swap(candidate, waiting);
    return;
  }
  const std::string_view left = record_of(candidate.run);
  const std::string_view right = record_of(waiting.run);
  const std::size_t shared = common_prefix(left, right, candidate.shared);
  const bool right_is_less =
      shared < left.size() &&
      (shared == right.size() || static_cast<unsigned char>(right[shared]) <
                                     static_cast<unsigned char>(left[shared]));
  if (right_is_less) std::swap(candidate, waiting);
  waiting.shared = shared;
}

/// From the leaves up: the winners of each level play on the next.
RunMerge::Player RunMerge::first() {
  std::vector<Player> level(leaves_);
  for (std::size_t run = 0; run < leaves_; ++run) {
    level[run].run = run;
    advance(level[run]);
    level[run].shared = 0;
  }
  for (std::size_t node = leaves_ / 2; node > 0; node /= 2)
    for (std::size_t i = 0; i < node; ++i) {
      Player player = level[2 * i];
      losers_[node + i] = level[2 * i + 1];
      play(player, losers_[node + i]);
      level[i] = player;
    }
  return level[0];
}

RunMerge::Player RunMerge::following() {
  Player player{winner_, winner_shared_};
  for (;;) {
    const std::size_t size = record_of(player.run).size();
    advance(player);
    for (std::size_t node = (leaves_ + player.run) / 2; node > 0; node /= 2)
      play(player, losers_[node]);
    // A repetition shares everything with the record before it.
    const std::string_view record = record_of(player.run);
    if (record == kEnd || player.shared < record.size() || record.size() != size)
      return player;
  }
}

bool RunMerge::next() {
  const Player player = started_ ? following() : first();
  started_ = true;
  winner_ = player.run;
  winner_shared_ = player.shared;
  return record_of(winner_) != kEnd;
}

}  // namespace semsite
