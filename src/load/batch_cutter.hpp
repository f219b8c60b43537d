#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_hash.hpp"
#include "load/blank_spool.hpp"
#include "load/distinct_count.hpp"
#include "load/lines_by_predicate.hpp"
#include "load/load_batch.hpp"
#include "load/store.hpp"
#include "rdf/quad_sink.hpp"
#include "state/load_table.hpp"

namespace semsite {

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
