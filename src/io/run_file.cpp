#include "io/run_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;

RunError system_failure(const std::string& path, const char* what) {
  return RunError{path + ": " + what + ": " + std::strerror(errno) +
                  " (temporary files; --tmp DIR puts them elsewhere)"};
}

}  // namespace

std::size_t common_prefix(std::string_view a, std::string_view b, std::size_t from) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t at = from;
  while (at + sizeof(std::uint64_t) <= most) {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::memcpy(&left, a.data() + at, sizeof left);
    std::memcpy(&right, b.data() + at, sizeof right);
    if (left != right)
      return at + static_cast<std::size_t>(std::countr_zero(left ^ right)) / 8;
    at += sizeof left;
  }
  while (at < most && a[at] == b[at]) ++at;
  return at;
}

RunWriter::RunWriter(std::string path)
    : path_(std::move(path)),
      file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
  if (!file_.valid()) throw system_failure(path_, "cannot write");
}

void RunWriter::put(std::size_t number) {
  for (; number >= 0x80; number >>= 7) held_ += static_cast<char>(number | 0x80);
  held_ += static_cast<char>(number);
}

void RunWriter::add(std::string_view record) {
  const std::size_t shared = common_prefix(last_, record);
  if (any_ && shared == record.size() && shared == last_.size()) return;
  put(shared);
  put(record.size() - shared);
  held_ += record.substr(shared);
  last_.resize(shared);
  last_ += record.substr(shared);
  any_ = true;
  if (held_.size() >= kWriteBytes) send();
}

void RunWriter::send() {
  std::string_view left = held_;
  while (!left.empty()) {
    const ssize_t done = ::write(file_.get(), left.data(), left.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) throw system_failure(path_, "cannot write");
    left.remove_prefix(static_cast<std::size_t>(done));
  }
  written_ += held_.size();
  held_.clear();
}

void RunWriter::sync() {
  send();
  sync_file(file_.get(), path_);
}

std::uint64_t RunWriter::finish() {
  send();
  if (::close(file_.release()) != 0) throw system_failure(path_, "cannot write");
  return written_;
}

RunReader::RunReader(std::string path, std::size_t buffer_bytes)
    : path_(std::move(path)),
      file_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes)),
      buffer_bytes_(buffer_bytes) {
  if (!file_.valid()) throw system_failure(path_, "cannot read");
}

void RunReader::damaged() const {
  throw RunError{path_ +
                 ": this temporary file is damaged: remove its folder and begin anew"};
}

bool RunReader::fill() {
  for (;;) {
    const ssize_t got = ::read(file_.get(), buffer_.get(), buffer_bytes_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_failure(path_, "cannot read");
    at_ = buffer_.get();
    end_ = at_ + got;
    return got > 0;
  }
}

std::size_t RunReader::number() {
  std::size_t out = 0;
  for (unsigned shift = 0;; shift += 7) {
    if ((at_ == end_ && !fill()) || shift > 35) damaged();
    const auto byte = static_cast<unsigned char>(*at_++);
    out |= std::size_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return out;
  }
}

bool RunReader::next() {
  if (at_ == end_ && !fill()) return false;
  shared_ = number();
  std::size_t rest = number();
  if (shared_ > record_.size()) damaged();
  record_.resize(shared_);
  while (rest > 0) {
    if (at_ == end_ && !fill()) damaged();
    const std::size_t here = std::min(rest, static_cast<std::size_t>(end_ - at_));
    record_.append(at_, here);
    at_ += here;
    rest -= here;
  }
  return true;
}

namespace {

/// Behind the last record of a run: greater than every text, for no UTF-8 has this byte.
constexpr std::string_view kEnd = "\xFF";
constexpr std::size_t kLeastReadBuffer = std::size_t{16} << 10;
constexpr std::size_t kBestReadBuffer = std::size_t{1} << 20;

}  // namespace

RunMerge::RunMerge(const std::vector<std::string>& paths, std::size_t memory_bytes)
    : ended_(paths.size(), false),
      leaves_(std::bit_ceil(std::max<std::size_t>(1, paths.size()))) {
  assert(paths.size() <= 3 * kMostRuns);
  const std::size_t buffer =
      std::clamp(memory_bytes / std::max<std::size_t>(1, paths.size()), kLeastReadBuffer,
                 kBestReadBuffer);
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
