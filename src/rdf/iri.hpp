#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What keeps a text from being an IRI in RDF (RFC 3987; RDF 1.1 Concepts §3.2).
enum class IriProblem {
  none,
  relative,   ///< no scheme
  character,  ///< one of `<>"{}|^` + "`\\", a space or a control character
  not_utf8,
  bad_escape,  ///< `%` without two hex digits
};

/// Checks an absolute IRI. `bad_escape` is given only when nothing worse is found; the
/// line formats' grammars allow it.
[[nodiscard]] IriProblem check_iri(std::string_view iri);

/// One phrase for a message: "has no scheme", "holds a space", …
[[nodiscard]] std::string describe(IriProblem problem, std::string_view iri);

/// True if `text` starts with a scheme (RFC 3986 §3.1).
[[nodiscard]] bool has_scheme(std::string_view text);

/// An absolute IRI that relative references are resolved against (RFC 3986 §5.2, strict).
class BaseIri {
 public:
  explicit BaseIri(std::string iri);

  [[nodiscard]] const std::string& text() const { return text_; }

  /// The target of `reference`. A reference with a scheme keeps its text but for dot
  /// segments; an empty base leaves the reference as it is.
  [[nodiscard]] std::string resolve(std::string_view reference) const;

  /// Appends the target to `out`, saving the allocation.
  void resolve_to(std::string_view reference, std::string& out) const;

 private:
  std::string text_;
};

}  // namespace semsite
