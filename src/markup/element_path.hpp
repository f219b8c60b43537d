#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_tree.hpp"

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

/// A path to elements of a page: a small part of XPath 1.0 whose cost is bounded, as the
/// text may come from a site.
///
/// Names match as they do in the tree of an HTML page: elements of HTML, or of no
/// namespace, by local name, whatever the case of ASCII letters; `*` is any element.
/// Attribute values match exactly.
class ElementPath {
 public:
  /// Throws DocumentError("xpath.syntax"), which names the place and what can be read.
  [[nodiscard]] static ElementPath parse(std::string_view text);

  /// The elements in document order, each once. Throws DocumentError("xpath.cost") when
  /// more elements would have to be looked at than any plain path needs.
  [[nodiscard]] std::vector<const ::_xmlNode*> select(const HtmlPage& page) const;

  /// As it was written.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  ElementPath(std::string_view text, std::vector<PathSteps> paths)
      : text_(text), paths_(std::move(paths)) {}

  std::string text_;
  std::vector<PathSteps> paths_;
};

}  // namespace semsite
