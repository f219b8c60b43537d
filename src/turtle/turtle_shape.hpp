#pragma once

#include <cstddef>
#include <string_view>

namespace semsite {

/// How far a text goes as Turtle or TriG. Names need no declared prefix, and IRIs may
/// hold what they should not: faults are the parser's business.
struct TurtleShape {
  bool fits = false;            ///< no contradiction to its end, and enough of it to tell
  bool starts = false;          ///< its first token can begin a document; a name cannot
  std::size_t directives = 0;   ///< @prefix, PREFIX, @base, BASE
  std::size_t statements = 0;   ///< whole ones
  std::size_t faulty_iris = 0;  ///< with a space or a quote inside
  bool graphs = false;          ///< TriG: a block in braces
};
[[nodiscard]] TurtleShape turtle_shape(std::string_view text);

/// How many of a text's lines look like N-Triples or N-Quads; comments and blank lines
/// count nowhere. A last line that is cut counts if two of its terms can be seen and no
/// other line can.
struct LineShape {
  std::size_t triples = 0;   ///< three terms, a full stop
  std::size_t quads = 0;     ///< four
  std::size_t relative = 0;  ///< one or the other, but with an IRI that is not absolute
  std::size_t others = 0;
  /// Of these, with `<< … >>` where a term stands: the triple terms of RDF-star, as the
  /// Community Group had them.
  std::size_t quoted = 0;
};
[[nodiscard]] LineShape line_shape(std::string_view text);

}  // namespace semsite
