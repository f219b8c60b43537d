#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "report/sparql_changes.hpp"

namespace semsite {

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
  ChangeWriter(ChangeForm form, Out out, SharesGraph shares_graph = {});

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
  bool begun_ = false;
  std::uint64_t removed_ = 0;
  std::uint64_t added_ = 0;
  std::uint64_t unexpressed_ = 0;
};

}  // namespace semsite
