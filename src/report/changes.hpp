#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rdf/change_list.hpp"
#include "rdf/term_text.hpp"

namespace semsite {

/// One line of canonical N-Quads, cut into its terms: views into the line.
struct ChangedQuad {
  std::string_view line;  ///< without its newline
  std::string_view subject, predicate, object;
  std::string_view graph;    ///< empty: the default graph
  bool in_both = false;      ///< stands in the old and in the new text
  bool expressible = false;  ///< SPARQL Update can name its terms

  [[nodiscard]] bool has_blank() const {
    return subject.starts_with("_:") || has_label_text(object) || graph.starts_with("_:");
  }
};

/// Cuts `line`. What is no statement, or has an IRI with escapes or a blank label that
/// SPARQL has not, is not expressible.
[[nodiscard]] ChangedQuad cut_quad(std::string_view line);

/// Writes the operations of SPARQL 1.1 Update that bring a store from the old quads of a
/// document to its new ones. `ChangeWriter` says what they are made of.
class SparqlChanges {
 public:
  using Out = std::function<void(std::string_view)>;
  /// Do other documents have quads in the graph with this IRI?
  using SharesGraph = std::function<bool(std::string_view graph)>;

  SparqlChanges(Out out, SharesGraph shares_graph);

  /// Quads of both texts with `in_both` set. Returns how many of the changed ones could
  /// not be expressed.
  [[nodiscard]] std::uint64_t document(const std::vector<ChangedQuad>& old_quads,
                                       const std::vector<ChangedQuad>& new_quads);

 private:
  using Quads = std::vector<const ChangedQuad*>;
  enum class Graphs : std::uint8_t { together, apart };
  /// One operation for every 1,000 quads or 1 MiB, and for each graph if they are apart.
  void operations(std::string_view verb, Quads quads, Graphs graphs);
  void operation(std::string_view verb, const Quads& quads, std::size_t begin,
                 std::size_t end);

  Out out_;
  SharesGraph shares_graph_;
};

enum class ChangeForm : std::uint8_t {
  patch,          ///< lines `D quad` and `A quad`
  sparql_update,  ///< operations of SPARQL 1.1 Update, each followed by a line `;`
};

/// Writes what changed between two runs, document by document, so that a store can follow
/// (docs/changes.md). Memory is that of one document. One thread.
///
/// The patch form is exact: the quads that are gone, then those that are new, as sets of
/// lines (by their `compared_text`). So is the other form without blank nodes: DELETE
/// DATA and INSERT DATA. Blank nodes have no name that a store keeps, so, graph by graph:
/// - unchanged: nothing is said of them;
/// - only more of them, without a tie to old ones: INSERT DATA;
/// - otherwise the graph is dropped and its whole new content inserted;
/// - unless it may not be dropped, since it is the default graph, has a blank node as its
///   name, or `shares_graph` says that other documents have quads in it: then only
///   quads without blank nodes follow, the others stay as they were, and a comment and
///   `unexpressed()` say how many. Adding the new ones without the old ones gone would
///   say things twice, more often with every run.
/// Graphs that have a blank node in common are treated alike. All blank nodes of a
/// document are inserted in one operation, since their labels mean nothing outside it.
class ChangeWriter {
 public:
  using Out = SparqlChanges::Out;
  using SharesGraph = SparqlChanges::SharesGraph;

  /// `out` gets text in pieces that end at line ends; it may throw. `shares_graph` is
  /// asked only for the SPARQL form; without it every graph belongs to one document.
  /// `ends`: between which contents the list leads, if that is known.
  ChangeWriter(ChangeForm form, Out out, SharesGraph shares_graph = {},
               std::optional<ChangeEnds> ends = {});

  /// Both are N-Quads in canonical form, whole lines in any order; an empty text is a
  /// document that is new, or gone. A quad that is gone here while another document still
  /// has it in the same graph must be left out of `old_nquads` by the caller, who alone
  /// can know. A document comes once in a list.
  void document(std::string_view old_nquads, std::string_view new_nquads);

  /// So many quads of a document that is too big to be told are gone, and are new: a
  /// comment says so, and they count as those that could not be expressed.
  void leave_out(std::uint64_t removed, std::uint64_t added);

  /// Writes a last comment line with the counts, which tells a whole file from a cut one.
  void finish();

  [[nodiscard]] std::uint64_t removed() const { return removed_; }
  [[nodiscard]] std::uint64_t added() const { return added_; }
  /// Changed quads that the SPARQL form could not express.
  [[nodiscard]] std::uint64_t unexpressed() const { return unexpressed_; }

 private:
  void head();

  ChangeForm form_;
  Out out_;
  SparqlChanges sparql_;
  std::optional<ChangeEnds> ends_;
  bool begun_ = false;
  std::uint64_t removed_ = 0;
  std::uint64_t added_ = 0;
  std::uint64_t unexpressed_ = 0;
};

/// What a SPARQL store must be told about the blank nodes of a graph.
enum class BlankChange : std::uint8_t {
  none,     ///< they are as they were, or there are none
  insert,   ///< there are only more of them, apart from the old ones
  rewrite,  ///< drop the graph, insert it as it is now
  leave,  ///< cannot be told: DELETE DATA names no blank nodes, and the graph may not be
          ///< dropped
};

/// Decides graph by graph for one document. Graphs that have a blank node in common go
/// together, since a rewritten graph has fresh ones.
class BlankGroups {
 public:
  using MayDrop = std::function<bool(std::string_view graph)>;

  /// The quads must outlive this. `may_drop` is asked for graphs named by an IRI.
  BlankGroups(const std::vector<ChangedQuad>& old_quads,
              const std::vector<ChangedQuad>& new_quads, const MayDrop& may_drop);

  [[nodiscard]] BlankChange of(std::string_view graph) const;

 private:
  struct Node {
    std::size_t parent;
    bool may_drop = false;    ///< all graphs of the group
    bool may_insert = false;  ///< all of them have an expressible name
    bool changed = false;     ///< blank nodes appeared or went
    bool only_apart = true;   ///< those that appeared have no tie to old ones; none went
  };
  std::size_t root_of(std::size_t node) const;
  void note(const ChangedQuad& quad, const MayDrop& may_drop);
  void join(std::size_t a, std::size_t b);

  std::vector<Node> nodes_;
  std::map<std::string_view, std::size_t> graphs_;  ///< by name
  std::map<std::string_view, std::size_t> labels_;  ///< a graph that each stands in
};

}  // namespace semsite
