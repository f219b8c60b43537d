#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"

namespace semsite {

/// Writes a run: records in rising order, each as the number of bytes that it shares with
/// the record before it, the number of the other bytes (both as LEB128), and these bytes.
/// A repetition is left out. One thread.
class RunWriter {
 public:
  /// Throws RunError, as does every other function.
  explicit RunWriter(std::string path);

  void add(std::string_view record);
  /// What was added is on the disk when this returns: for a run that is noted as whole.
  void sync();
  /// Nothing may follow. Returns the size of the file in bytes.
  std::uint64_t finish();

 private:
  void put(std::size_t number);
  void send();

  std::string path_;
  Descriptor file_;
  std::string last_, held_;
  bool any_ = false;
  std::uint64_t written_ = 0;
};

/// Reads a run from its first record to its last. One thread.
class RunReader {
 public:
  /// `buffer_bytes` are read at once. Throws RunError, as does `next`.
  RunReader(std::string path, std::size_t buffer_bytes);

  /// Goes to the next record. False at the end.
  bool next();
  [[nodiscard]] std::string_view record() const { return record_; }
  /// Bytes that it shares with the record before it.
  [[nodiscard]] std::size_t shared() const { return shared_; }

 private:
  [[nodiscard]] bool fill();
  [[nodiscard]] std::size_t number();
  [[noreturn]] void damaged() const;

  std::string path_;
  Descriptor file_;
  std::unique_ptr<char[]> buffer_;
  std::size_t buffer_bytes_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::string record_;
  std::size_t shared_ = 0;
};

/// Bytes at the start of `a` and `b` that are equal, `from` of which are known to be.
[[nodiscard]] std::size_t common_prefix(std::string_view a, std::string_view b,
                                        std::size_t from = 0);

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
