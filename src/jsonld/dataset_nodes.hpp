#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "jsonld/node_text.hpp"
#include "parse/json_value.hpp"
#include "rdf/document.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// A whole dataset as expanded JSON-LD (JSON-LD 1.1 API §8.4.2, Serialize RDF as JSON-LD
/// Algorithm), with the lists that the dataset has. It differs from that text where what
/// comes out would not be the dataset any more: a list or a compound literal stays nodes
/// if its blank nodes stand in several graphs, name a graph, are a type of something, say
/// more than a list or a compound literal does, or contain each other in a circle. Lists
/// in lists deeper than kDeepestLists stay nodes, too.
///
/// All is in memory. One thread. The result does not depend on the order of the quads.
class DatasetNodes {
 public:
  static constexpr std::uint32_t kDeepestLists = 60;

  explicit DatasetNodes(const JsonLdRules& rules);

  /// Throws DocumentError for a term that cannot be written.
  void add(const Quad& quad, const Document& document);
  /// Of memory, about.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// Gives the text of the dataset's node objects in pieces; the last piece of each says
  /// so. Nothing may be added after it. Throws DocumentError ("jsonld…").
  using Take = std::function<void(std::string_view piece, bool ends_node)>;
  /// `whole`: each node object is one piece, however large.
  void finish(bool whole, const Take& take);

 private:
  using Id = std::uint32_t;
  struct Triple {
    Id graph, subject, predicate, object;
    friend auto operator<=>(const Triple&, const Triple&) = default;
  };
  /// Where the triples of something begin and end.
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  struct List {
    std::size_t head;        ///< the triple whose object is the list
    std::size_t begin, end;  ///< of its cells, last first
    bool folded = true;
  };

  Id intern(const TermParts& parts);
  Id find(std::string_view iri) const;
  [[nodiscard]] TermParts term(Id id) const;
  [[nodiscard]] bool is_blank(Id id) const;
  void sort_all();
  void join_by_tags(const std::vector<Id>& order, std::vector<Id>& place) const;
  void count_uses();
  [[nodiscard]] Range node(Id graph, Id subject) const;
  [[nodiscard]] bool stands_alone(Id blank, Id graph) const;
  [[nodiscard]] bool is_cell(Id blank, Id graph) const;
  void find_lists();
  void unfold_circles();
  void find_compounds();
  [[nodiscard]] bool is_compound(Id blank, Id graph) const;
  [[nodiscard]] bool is_plain_text(Id id) const;
  [[nodiscard]] bool is_folded(Id blank) const;

  void write_all(bool whole, const Take& take);
  void write_graph(Range graph);
  bool write_node(Range node);
  void write_object(std::size_t triple);
  void write_list(const List& list);
  void write_compound(Id blank, Id graph);
  void send_if_long();

  JsonLdRules rules_;
  JsonArena arena_;
  std::vector<std::string_view> terms_;  ///< by id; each with all its parts
  std::unordered_map<std::string_view, Id, KeyedHash, std::equal_to<>> ids_;
  std::vector<Triple> triples_;
  std::uint64_t bytes_ = 0;
  std::string key_, label_;

  Id type_ = 0, first_ = 0, rest_ = 0, nil_ = 0, list_ = 0;
  Id value_ = 0, language_ = 0, direction_ = 0;
  /// Of each term: the one triple that has it as object, or one of the next two.
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  static constexpr std::uint32_t kOften = kNowhere - 1;
  std::vector<std::uint32_t> used_;
  std::vector<std::uint32_t> subject_in_;  ///< the one graph, or one of these
  std::vector<std::uint32_t> list_of_;     ///< of a cell: its list
  std::vector<bool> compound_;
  std::vector<List> lists_;
  std::vector<Id> cells_;
  std::unordered_map<Id, Range> graphs_;

  std::string out_;
  const Take* take_ = nullptr;
  bool whole_ = false;
};

}  // namespace semsite
