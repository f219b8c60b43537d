#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"
#include "slice/slice_record.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

/// Finds which nodes are connected, by way of others or not, however many there are:
/// nothing but sorted runs grows with their number.
///
/// In each round every node joins the neighbour that comes first in an order drawn anew,
/// unless it comes first itself. The links between those that are left are the next
/// round's; about half as many nodes have any.
class Components {
 public:
  /// `files` outlives it. Uses about `memory_bytes`.
  Components(const TemporaryFiles& files, std::size_t memory_bytes);

  /// Says that two nodes are connected. Throws RunError, as does `resolve`.
  void link(std::string_view a, std::string_view b);

  /// Gives, sorted by node, `node \x01 name` for each node with a link: nodes are
  /// connected if their names, which are nodes among them, are equal. Nothing may be
  /// linked any more. `step` is called often and may throw to stop.
  [[nodiscard]] std::unique_ptr<Sorter> resolve(const std::function<void()>& step);

 private:
  struct Round;

  const TemporaryFiles& files_;
  std::size_t memory_bytes_;  ///< of one sorter
  std::unique_ptr<Sorter> links_;
};

/// Triples that one statement node may stand for. With one subject, predicate and object
/// it stands for one; several values stand for all combinations.
inline constexpr std::size_t kMostReified = 1'000'000;

/// Does a statement node with so many values of each kind, at least one, stand for more?
[[nodiscard]] inline bool is_excessive(std::size_t subjects, std::size_t predicates,
                                       std::size_t objects) {
  return subjects > kMostReified / predicates / objects;
}

/// Triples that hang together by blank nodes and by statements about triples, in memory:
/// what a document has beyond the triples of its entity comes from such graphs.
class ComponentGraph {
 public:
  explicit ComponentGraph(const SliceRules& rules) : rules_(rules) {}

  /// Adds `s <p> o`; a triple is added once.
  void add(std::string_view triple);
  /// Memory in use, about.
  [[nodiscard]] std::size_t bytes() const;
  void clear();

  /// Gives, for each entity, the triples of its document that are in this graph, as
  /// records of the entity. Those that are in every document by themselves, with the
  /// entity as subject or, where objects count, as object, are left out.
  void slice(const std::function<void(std::string_view record)>& take);

 private:
  using Node = std::uint32_t;
  using Index = std::uint32_t;  ///< of a triple
  struct Triple {
    Node subject, object;
    std::string_view text;
  };
  /// What a search does at a node.
  enum Role : std::uint8_t {
    describe,         ///< CBD: its triples, on to blank objects
    describe_widely,  ///< the same, but statements about them in the form of SCBD
    point_to,         ///< SCBD: triples with it as object, back to blank subjects
    kRoles,
  };
  struct Step {
    Node node;
    Role role;
  };

  /// What a node says of the triple that it is about.
  struct Values {
    std::vector<std::string_view> subjects, predicates, objects;
    /// Of one that stands for too many, none counts (see `is_excessive`).
    [[nodiscard]] bool is_statement() const {
      return !subjects.empty() && !predicates.empty() && !objects.empty() &&
             !is_excessive(subjects.size(), predicates.size(), objects.size());
    }
  };

  Node node(std::string_view term);
  [[nodiscard]] Values values_of(Node statement) const;
  void index_statements();
  void search(Node start);
  void visit(Step step);
  void include(Index index, Role role);
  void go(Node node, Role role);
  void give(Node entity, const std::function<void(std::string_view)>& take);

  const SliceRules& rules_;
  std::deque<std::string> texts_;
  std::size_t text_bytes_ = 0;
  std::vector<Triple> triples_;
  std::unordered_map<std::string_view, Node, KeyedHash, std::equal_to<>> nodes_;
  std::vector<std::string_view> names_;        ///< of the nodes
  std::vector<std::vector<Index>> from_, to_;  ///< triples by subject, by object
  std::vector<std::vector<Node>> statements_;  ///< about a triple

  // Of the search under way
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> seen_;      ///< stamp by node and role
  std::vector<std::uint32_t> included_;  ///< stamp by triple
  std::vector<Index> found_;
  std::vector<Step> waiting_;
  std::string record_;
};

/// Runs of the intake.
struct TripleRuns {
  std::vector<std::string> direct, linked, reifications;
};

/// Finds the triples that statement nodes (of reifications) have, and the triples that
/// they are about, by joining sorted runs.
///
/// Adds to `linked` what the component of each statement node must hold beside what its
/// blank nodes bring, under the statement node: its own triples, and the triples that it
/// is about. Links it in `components` with the blank and statement nodes of these.
/// Returns how many statement nodes were left out because they stand for more triples
/// than anybody means.
std::size_t join_reifications(const TripleRuns& runs, const TemporaryFiles& files,
                              std::size_t memory_bytes, Sorter& linked,
                              Components& components, const std::function<void()>& step);

}  // namespace semsite
