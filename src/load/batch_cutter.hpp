#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "load/send_queue.hpp"
#include "load/store.hpp"
#include "rdf/quad_batch.hpp"
#include "state/load_table.hpp"

namespace semsite {

/// Numbers for 64-bit hashes: a hash that is shown again keeps its number. 12 bytes an
/// entry, at most three times that while it grows.
class HashIndex {
 public:
  /// The number of `hash` (`size()` before the call if it is new).
  [[nodiscard]] std::uint32_t number(std::uint64_t hash) {
    if (hash == 0) hash = 1;  // 0 marks a free place
    if (2 * (count_ + 1) > places_.size()) grow();
    Place& place = find(hash);
    if (place.hash == 0) place = {hash, count_++};
    return place.number;
  }
  [[nodiscard]] std::uint32_t size() const { return count_; }

 private:
  struct Place {
    std::uint64_t hash = 0;
    std::uint32_t number = 0;
  };

  [[nodiscard]] Place& find(std::uint64_t hash) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = (hash * 0x9E3779B97F4A7C15ULL >> 20U) & mask;
    while (places_[at].hash != 0 && places_[at].hash != hash) at = (at + 1) & mask;
    return places_[at];
  }
  void grow() {
    std::vector<Place> old = std::exchange(places_, {});
    places_.resize(old.empty() ? 1024 : 2 * old.size());
    for (const Place& place : old)
      if (place.hash != 0) find(place.hash) = place;
  }

  std::vector<Place> places_;
  std::uint32_t count_ = 0;
};

/// Statements with blank nodes, until it is known which of them hang together.
///
/// A store gives the blank nodes of each body names of its own, so all statements that
/// are connected by blank nodes must go in one body. Nodes are told apart by a 64-bit
/// hash; two with the same one would only be kept together needlessly. The statements
/// wait in a temporary file; some 40 bytes of memory are needed for a node, and the text
/// of groups that are not complete yet.
class BlankSpool {
 public:
  /// `nodes`: hashes of the blank nodes in `line`, at least one. What is added before
  /// the first `take` comes out in groups.
  void add(std::uint32_t graph, std::string_view line,
           const std::vector<std::uint64_t>& nodes);

  /// Gives all groups, each when its last statement is read, in an order that only
  /// depends on what was added. A group may hold lines of several graphs, if its nodes
  /// were the same in them; then they come graph by graph.
  using TakeGroup = std::function<void(std::uint32_t graph, std::string_view lines)>;
  void take(const TakeGroup& take);

  [[nodiscard]] bool empty() const { return lines_ == 0; }

 private:
  struct Head {
    std::uint32_t node, graph, bytes;
  };

  [[nodiscard]] std::uint32_t root_of(std::uint32_t node);
  void flush();

  HashIndex index_;
  std::vector<std::uint32_t> parents_, counts_;
  std::uint64_t lines_ = 0;
  std::string pending_;
  Descriptor file_;
};

/// Counts different statements for each graph, by 64-bit hashes: with 10^9 statements the
/// chance that two are taken for one is 3 %. Needs 64 MiB; what is beyond goes to
/// temporary files.
class DistinctCount {
 public:
  void add(std::uint32_t graph, std::uint64_t hash) {
    seen_.emplace_back(graph, hash);
    if (seen_.size() == kMostSeen) spill();
  }

  /// Different ones for each graph, by its number; forgets them.
  [[nodiscard]] std::vector<std::uint64_t> take(std::uint32_t graphs);

 private:
  using Entry = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr std::size_t kMostSeen = std::size_t{4} << 20U;

  void settle();
  void spill();

  std::vector<Entry> seen_;
  struct Run {
    Descriptor file;
    std::uint64_t entries = 0;
  };
  std::vector<Run> runs_;
};

/// Lines of N-Triples that wait for a body, those of one predicate side by side.
///
/// Bodies that are taken one after another then have few predicates in common, so that a
/// store that takes several at once, and locks its indexes by predicate, does not let one
/// wait for the other (docs/load.md has figures of Virtuoso).
class LinesByPredicate {
 public:
  /// Lines of one predicate keep their order. `line` ends with its only line break.
  void add(std::string_view predicate, std::string_view line);

  /// Takes the next lines, until they have `bytes` or more. The predicates come in the
  /// same order each time.
  [[nodiscard]] std::string take(std::uint64_t bytes);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return bytes_ == 0; }

 private:
  std::map<std::uint64_t, std::string> texts_;  ///< by the hash of the predicate
  std::uint64_t bytes_ = 0;
};

/// Cuts quads into batches for a store: the same quads in the same order give the same
/// batches, also in a run that goes on, because the state knows at which size each was
/// cut.
///
/// Statements without blank nodes go out as they come, each graph with a text of its own
/// if the store wants it, and then a few bodies at a time by predicate (see
/// LinesByPredicate); the last bodies get smaller. The others follow at the end, in
/// groups (see BlankSpool). For one thread.
class BatchCutter final : public QuadSink {
 public:
  struct Settings {
    std::uint64_t batch_bytes = 0;  ///< of one body, at first
    bool replace = false;           ///< the first batch of a graph replaces it
    bool count = false;             ///< count different statements
  };
  /// What the cutter tells; references outlive it.
  struct Takers {
    std::function<void(LoadBatch)> batch;
    /// A graph gets its first statement.
    std::function<void(const std::string& graph)> graph;
    /// May the graph, which gets its first statement of an input, be replaced? Otherwise
    /// that input's statements are left out. Only with Settings::replace; empty: each
    /// may.
    std::function<bool(const std::string& graph)> may_replace{};
    /// A statement cannot be sent. `code` as in docs/faults.md.
    std::function<void(std::string_view code, const std::string& problem)> left_out;
  };
  BatchCutter(const Store& store, LoadTable& table, Settings settings, Takers takers);

  /// What comes now is of another input: whether it may replace is asked anew.
  void begin_input() { ++input_; }
  void write(const QuadBatch& batch) override;
  void end_document(const Document&) override {}
  /// Cuts what is left; the batches with blank nodes come only now.
  void finish() override;

  /// Bodies took too long, or could be larger. From any thread.
  void suggest_bytes(std::uint64_t bytes) { suggested_ = bytes; }
  [[nodiscard]] std::uint64_t suggested_bytes() const { return suggested_; }

  struct GraphCount {
    std::string graph;
    std::uint64_t triples = 0;  ///< different ones
  };
  /// With Settings::count, after `finish`.
  [[nodiscard]] std::vector<GraphCount> counts();
  [[nodiscard]] std::uint64_t statements() const { return statements_; }
  /// Left out, of graphs that may not be replaced.
  [[nodiscard]] std::uint64_t barred_statements() const { return barred_statements_; }
  /// Of statements with blank nodes, so far.
  [[nodiscard]] std::uint64_t bytes_with_nodes() const { return bytes_with_nodes_; }
  [[nodiscard]] std::size_t graphs() const { return names_.size(); }
  [[nodiscard]] std::uint64_t batches() const { return number_; }
  /// Blank nodes that several graphs share, which a store that is loaded by graph cannot
  /// keep.
  [[nodiscard]] std::uint64_t shared_nodes() const { return shared_nodes_; }

 private:
  /// Lines that wait until there are enough of them.
  struct Lines {
    LinesByPredicate plain;
    std::string groups;  ///< those with blank nodes
    std::vector<std::size_t> ends;
    std::string graph;
    std::uint32_t lane = 0;
    [[nodiscard]] bool empty() const { return plain.empty() && groups.empty(); }
  };

  void add(const Quad& quad, const Document& document);
  void add_nodes(const Quad& quad, const Document& document, std::uint32_t graph);
  void ask_right(std::uint32_t graph);
  [[nodiscard]] std::uint32_t graph_number(const Term& graph, const Document& document);
  [[nodiscard]] Lines& lines_for(std::uint32_t graph);
  void put(Lines& lines, std::string_view predicate);
  void put_group(std::uint32_t graph, std::string_view text);
  void cut_full(Lines& lines);
  void cut_plain(Lines& lines, std::uint64_t bytes);
  void cut_groups(Lines& lines);
  void cut_all();
  void make_room();
  [[nodiscard]] std::vector<std::uint32_t> lanes() const;
  void hand_over(LoadBatch batch);

  const Store& store_;
  LoadTable& table_;
  Settings settings_;
  Takers takers_;
  std::vector<std::string> names_;  ///< of graphs, by number; empty: the nameless one
  std::vector<bool> begun_;         ///< has a batch of it been cut?
  std::vector<bool> barred_;        ///< may the present input not replace it?
  std::vector<bool> opened_;        ///< has any input been let in?
  std::vector<std::uint32_t> asked_by_;  ///< the last input for which that was asked
  std::uint32_t input_ = 0;
  std::unordered_map<std::string, std::uint32_t, KeyedHash, std::equal_to<>> numbers_;
  std::uint32_t last_graph_ = 0;
  std::unordered_map<std::uint32_t, Lines> waiting_;
  std::uint64_t waiting_bytes_ = 0;
  std::string line_, compared_, graph_text_;
  std::vector<std::uint64_t> nodes_;
  BlankSpool spool_;
  HashIndex labels_;
  std::vector<std::uint32_t> label_graphs_;
  std::uint64_t shared_nodes_ = 0;
  DistinctCount distinct_;
  std::uint64_t number_ = 0;
  std::uint64_t limit_ = 0;  ///< of the batch that is cut next
  std::uint64_t statements_ = 0;
  std::uint64_t barred_statements_ = 0;
  std::uint64_t bytes_with_nodes_ = 0;
  std::atomic<std::uint64_t> suggested_;
};

}  // namespace semsite
