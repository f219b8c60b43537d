#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// What stands between [ and ].
struct PathTest {
  enum class Kind : std::uint8_t {
    has_attribute,  ///< @name
    equals,         ///< @name = "text"
    differs,        ///< @name != "text": the attribute is there and is another text
    position,       ///< number, or position() = number
    last,           ///< last(), or position() = last()
    all_of,         ///< parts joined by `and`
    any_of,         ///< parts joined by `or`
    none_of,        ///< not(…)
  };
  Kind kind = Kind::has_attribute;
  std::string name{};  ///< as written; `xml:lang` keeps its prefix
  std::string text{};
  std::uint64_t number = 0;
  std::vector<PathTest> parts{};
};

/// One step of a path: which elements, seen from those the step before gave.
struct PathStep {
  bool is_descendant = false;  ///< `//` before it, not `/`
  std::string name{};          ///< empty = any (`*`)
  std::vector<PathTest> tests{};
};

using PathSteps = std::vector<PathStep>;

/// The alternatives that `|` joins. Throws DocumentError("xpath.syntax") with the place
/// in the text and what can be read.
[[nodiscard]] std::vector<PathSteps> parse_path(std::string_view text);

}  // namespace semsite
