#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/database.hpp"
#include "store/run_lock.hpp"

namespace semsite {

/// What a batch was when it was cut, and how far a store has it.
struct BatchRow {
  std::uint64_t limit = 0;  ///< bytes at which it was cut
  std::string digest{};     ///< SHA-256 of its text
  bool taken = false;       ///< the store said that it has all of it
  // Of a batch with blank nodes: the part that was sent last, as places in its text.
  std::uint64_t part_begin = 0, part_end = 0;
  std::int64_t before = -1;  ///< triples that the store counted before it; -1: not asked
};

/// Files or documents that are loaded, as they were when the load began.
struct LoadInput {
  std::string url;
  std::int64_t bytes = -1;     ///< -1: no file
  std::int64_t modified = -1;  ///< nanoseconds since 1970
  friend bool operator==(const LoadInput&, const LoadInput&) = default;
};

/// Where a store stands that follows lists of changes (docs/changes.md).
struct StoreStand {
  std::string content;          ///< the name of what it holds
  std::string towards{};        ///< where the list that is under way leads; empty: none
  std::string list{};           ///< SHA-256 of that list
  std::uint64_t not_there = 0;  ///< changed quads that it could not be told of, so far
};

/// How far a load has come, in an SQLite file: so the same command goes on after a kill,
/// and knows which answers it has not seen. Thread-safe. Throws RunError.
class LoadTable {
 public:
  /// The mark of a state of a load, and the form of its tables.
  static constexpr int kApplication = kLoadStateMark;
  static constexpr int kVersion = 7;
  static constexpr int kVersionWithNames = 6;
  static constexpr int kVersionWithTimes = 3;
  static constexpr int kOldest = 2;

  using Time = std::chrono::system_clock::time_point;

  /// `path` empty: nothing outlives the process. `fresh`: forgets what is there.
  enum class Use : std::uint8_t { go_on, begin_anew };
  LoadTable(const std::string& path, Use use);

  /// What an earlier run of the same command left.
  struct Found {
    bool other_command = false;  ///< something of another command; forgotten now
    bool resumed = false;        ///< broken off, with something sent; go on
    bool ended = false;          ///< everything was loaded, and that was something
    bool left_out = false;       ///< … but for graphs that may not be replaced
    std::vector<LoadInput> inputs{};
  };
  [[nodiscard]] Found begin(std::string_view command,
                            const std::vector<LoadInput>& inputs, Time now);

  [[nodiscard]] std::optional<BatchRow> find(std::uint64_t number);
  void put(std::uint64_t number, const BatchRow& row);
  /// What is sent next; on the disk when it returns.
  void note_part(std::uint64_t number, std::uint64_t begin, std::uint64_t end,
                 std::int64_t before);
  void note_taken(std::uint64_t number, Time now);
  /// Statements of a batch that the store does not want.
  void note_refused(std::uint64_t number, std::uint64_t statements);
  /// All of the batch is sent again: what was refused of it is forgotten.
  void begin_batch_anew(std::uint64_t number);
  /// Refused statements of all batches.
  [[nodiscard]] std::uint64_t refused();

  /// Triples that a graph had before the load; the first word stays.
  void note_graph(std::string_view graph, std::int64_t before);
  [[nodiscard]] std::optional<std::int64_t> graph_before(std::string_view graph);

  /// `graph` of the store at `store` was empty before a load of this state first filled
  /// it. Outlives `begin_anew`: it is about the store, not about how far a load is.
  void note_made(std::string_view store, std::string_view graph);
  [[nodiscard]] bool has_made(std::string_view store, std::string_view graph);

  /// A load that lists lead on from, or a list, has put quads into the graph; `content`:
  /// what it leads to. Outlives `begin_anew`.
  void note_filled(std::string_view store, std::string_view graph,
                   std::string_view content);
  /// Graphs that were filled on the way to other contents, and not to this one.
  [[nodiscard]] std::vector<std::string> filled_before(std::string_view store,
                                                       std::string_view content);
  void forget_filled_before(std::string_view store, std::string_view content);

  /// Of the store at `store`. Goes with `begin_anew`.
  [[nodiscard]] std::optional<StoreStand> stand(std::string_view store);
  /// Both are on the disk when they return.
  void note_stand(std::string_view store, const StoreStand& stand);
  void forget_stand(std::string_view store);
  /// Notes a stand that has a list under way, of which nothing was sent yet: what is
  /// known of the batches of other loads goes.
  void begin_list(std::string_view store, const StoreStand& stand);

  /// What the store answered when it was asked once for this load; the first word stays.
  void note_answer(std::string_view question, bool yes);
  [[nodiscard]] std::optional<bool> answer(std::string_view question);

  enum class End : std::uint8_t {
    whole,     ///< everything was loaded
    left_out,  ///< … but for graphs that may not be replaced
  };
  void note_end(Time now, End end = End::whole);
  [[nodiscard]] const std::string& path() const { return database_.path(); }

 private:
  void make_tables(Use use);
  void put_stand(std::string_view store, const StoreStand& stand)
      SEMSITE_REQUIRES(database_.mutex());

  Database database_;
};

}  // namespace semsite
