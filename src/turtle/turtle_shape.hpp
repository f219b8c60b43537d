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

}  // namespace semsite
