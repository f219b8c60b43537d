#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text_buffer.hpp"
#include "rdf/term_text.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

// A record is a node, one of these bytes, and what is told of the node. A node is an IRI
// without its brackets or a blank node with `_:`; other terms are as in canonical
// N-Quads, which has no control characters, so records sort by node, then by kind.
namespace record_mark {
inline constexpr char outgoing = '\x01';   ///< `<p> o`: the node is the subject
inline constexpr char incoming = '\x02';   ///< `s <p>`: the node is the object
inline constexpr char statement = '\x03';  ///< `s <p> o`: it is neither
}  // namespace record_mark

/// A triple of terms in canonical N-Quads.
struct TripleText {
  std::string_view subject, predicate, object;
};

/// One record, taken apart. `mark` is 0 if there is none.
struct SliceRecord {
  std::string_view node;
  char mark;
  std::string_view rest;
};

[[nodiscard]] SliceRecord split_record(std::string_view record);

/// Cuts `s <p> o`, as statement records have it.
[[nodiscard]] TripleText split_triple(std::string_view text);

[[nodiscard]] inline bool is_blank(std::string_view node) {
  return node.starts_with("_:");
}
[[nodiscard]] inline bool is_iri(std::string_view term) {
  return term.starts_with('<') && !is_triple_text(term);
}

/// The node of a term that is an IRI or blank.
[[nodiscard]] std::string_view node_of(std::string_view term);
/// Appends the term of a node.
void append_node(std::string& out, std::string_view node);

/// Appends `s <p> o` of a record about a node.
void append_triple(std::string& out, const SliceRecord& record);

/// Makes N-Quads of the sorted records of entities: each entity's document is a graph
/// with its IRI as name.
class SliceText {
 public:
  /// `take` gets whole lines, some hundred kilobytes at once. References outlive it.
  SliceText(const SliceRules& rules, std::function<void(std::string_view)> take)
      : rules_(rules), take_(std::move(take)) {}

  /// `shared`: bytes that the record shares with the one before it.
  void add(std::string_view record, std::size_t shared);
  /// Gives what is left.
  void finish();

  [[nodiscard]] std::uint64_t documents() const { return documents_; }
  [[nodiscard]] std::uint64_t quads() const { return quads_; }

 private:
  const SliceRules& rules_;
  std::function<void(std::string_view)> take_;
  TextBuffer lines_;
  SortedRepeats repeats_;
  std::size_t node_bytes_ = 0;  ///< of the record before
  bool wanted_ = false;         ///< has its node a document?
  std::uint64_t documents_ = 0;
  std::uint64_t quads_ = 0;
};

}  // namespace semsite
