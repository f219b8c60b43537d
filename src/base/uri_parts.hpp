#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace semsite {

/// Five components of a URI or IRI, or of a reference to one, as RFC 3986 Appendix B cuts
/// them: views into the text. `has_…` tells empty from absent.
struct IriParts {
  std::string_view scheme, authority, path, query, fragment;
  bool has_scheme = false, has_authority = false, has_query = false, has_fragment = false;
};
[[nodiscard]] IriParts split_iri(std::string_view iri);

/// Length of the scheme at the start of `text`, 0 if there is none (RFC 3986 §3.1).
[[nodiscard]] std::size_t scheme_length(std::string_view text);

/// Could the path have a segment `.` or `..`? False only if it has none.
[[nodiscard]] bool has_dot_segment(std::string_view path);

/// Appends `path` to `out` without its dot segments (RFC 3986 §5.2.4).
void append_without_dots(std::string_view path, std::string& out);

}  // namespace semsite
