#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_hash.hpp"
#include "slice/reified.hpp"
#include "slice/slice_record.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

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

}  // namespace semsite
