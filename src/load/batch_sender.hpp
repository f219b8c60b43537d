#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/clock.hpp"
#include "base/hash.hpp"
#include "base/mutex.hpp"
#include "fetch/retry.hpp"
#include "load/loaded_store.hpp"
#include "load/send_queue.hpp"

namespace semsite {

/// Brings batches into a store, each statement once, whatever happens on the way.
///
/// What has no blank nodes may be sent again at any time: a graph is a set. Blank nodes
/// that are sent twice are two nodes. So a body with blank nodes holds nothing else, the
/// triples of its graph with blank nodes are counted before it (or reckoned from an
/// earlier count, where counting takes long or would wait for other bodies), and if its
/// answer is not seen they are counted again: none more, it is sent again; as many more
/// as it has, it was taken; something between, and the load stops, because only the user
/// can tell.
///
/// Throws RunError when the load cannot go on. Thread-safe; of batches with blank nodes
/// for one graph only one at a time may be sent.
class BatchSender {
 public:
  struct Sending {
    const Clock& clock;
    RetryPolicy retry;
    std::stop_token stop;
    /// Told of a body that was taken: its size and how long it took.
    std::function<void(std::size_t bytes, std::chrono::milliseconds took)> took;
    /// What a body should not be much longer than now.
    std::function<std::uint64_t()> most_bytes;
  };
  BatchSender(LoadedStore loaded, Sending sending)
      : loaded_(loaded), sending_(std::move(sending)) {}

  /// Sends what the state does not know as taken, and notes it there.
  void send(const LoadBatch& batch);

  /// The graph has no triples yet, so it need not be asked before its first body.
  void note_empty(const std::string& graph);

  [[nodiscard]] std::uint64_t bodies() const { return bodies_; }
  /// Statements that the store refused, of this process.
  [[nodiscard]] std::uint64_t refused() const { return refused_; }

 private:
  struct Part;
  /// What is known of the triples with blank nodes of a graph.
  struct KnownCount {
    std::int64_t triples = 0;
    Clock::Time::duration counting{};  ///< how long that took, with the wait for bodies,
    Clock::Time::duration sending{};   ///< and the last body
    bool exact = true;                 ///< nothing was sent since

    /// Is the number better reckoned than counted anew?
    [[nodiscard]] bool is_slow() const;
  };
  enum class Sent : std::uint8_t { yes, split, refused };

  void send_part(const LoadBatch& batch, Part part);
  [[nodiscard]] Sent deliver(const LoadBatch& batch, const Part& part);
  /// The answer, and how long the store took for it.
  [[nodiscard]] std::pair<StoreAnswer, std::chrono::milliseconds> send_body(
      Request request);
  [[nodiscard]] bool was_taken(const LoadBatch& batch, const Part& part,
                               std::int64_t before, const std::string& problem);
  [[nodiscard]] std::int64_t triples_before(const LoadBatch& batch);
  void reckon(const LoadBatch& batch, const Part& part, Clock::Time::duration sending);
  void remember(const std::string& graph, const KnownCount& count);
  void forget_count(const LoadBatch& batch);
  /// With blank nodes, of the graph by which the batch is counted; -1: nobody counts.
  [[nodiscard]] std::int64_t triples_of(const LoadBatch& batch);
  void refuse(const LoadBatch& batch, const Part& part, const std::string& problem);
  void pause(const StoreAnswer& answer, unsigned attempt, const std::string& what);
  [[nodiscard]] double random();

  LoadedStore loaded_;
  Sending sending_;
  std::atomic<std::uint64_t> refused_ = 0;
  std::atomic<std::uint64_t> bodies_ = 0;
  std::atomic<std::int64_t> slowest_milliseconds_ = 0;
  Mutex mutex_;
  std::unordered_map<std::string, KnownCount, KeyedHash, std::equal_to<>> counts_
      SEMSITE_GUARDED_BY(mutex_);
  std::mt19937 random_ SEMSITE_GUARDED_BY(mutex_){std::random_device{}()};
};

}  // namespace semsite
