#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Namespace IRIs by prefix, as a logical source declares them.
using PathPrefixes = std::map<std::string, std::string, std::less<>>;

/// The name of an element or attribute; no namespace where the path writes no prefix
/// (XPath 1.0 §2.3).
struct PathName {
  std::string namespace_;
  std::string local;

  friend bool operator==(const PathName&, const PathName&) = default;
};

/// What a path gives at its end.
enum class PathEnd : std::uint8_t {
  element,    ///< all the text in the element
  text,       ///< `text()`: each run of text directly in it
  attribute,  ///< `@name`
};

/// A path of the subset that can run on a stream: `/a/b`, `../../c/@d`, `.`, `text()`.
///
///     path  ::= '/' steps | relative
///     relative ::= '.' | ups ( '/' last )? | last
///     ups   ::= '..' ( '/' '..' )*
///     last  ::= steps | ( steps '/' )? ( '@' name | 'text()' )
///     steps ::= name ( '/' name )*
struct Path {
  bool absolute = false;
  std::uint32_t up = 0;  ///< how many `..` it begins with
  std::vector<PathName> steps;
  PathEnd end = PathEnd::element;
  PathName attribute;

  friend bool operator==(const Path&, const Path&) = default;
};

/// Why a text is no path of the subset: what() is one sentence without its end.
class PathError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a path. `xml` is always declared (Namespaces in XML §3). Throws PathError.
[[nodiscard]] Path parse_path(std::string_view text, const PathPrefixes& prefixes);

}  // namespace semsite
