#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"

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

/// The target of `reference` against `base`, where `base` is used once.
[[nodiscard]] std::string resolved(std::string_view base, std::string_view reference);

/// Is `text` neither an IRI nor a relative reference, by a colon in its first segment
/// without a scheme before it (RFC 3986 §4.2): `1:x`, `é:y`, `:z`?
[[nodiscard]] bool has_colon_without_scheme(std::string_view text);

/// `iri` without white space around it, and with every character that no IRI may hold
/// (controls, space, `<>"{}|^` + "`\\", and every `#` but the first) percent-encoded
/// (RFC 3987 §3.1). Nothing when it is not UTF-8: what was meant cannot be told then.
[[nodiscard]] std::optional<std::string> repaired_iri(std::string_view iri);

/// Does `reference`, absolute or relative, hold something that repaired_iri would mend?
[[nodiscard]] bool needs_iri_repair(std::string_view reference);

/// Is there a `#` behind the first one (RFC 3986 §3.5)?
[[nodiscard]] bool has_two_fragments(std::string_view reference);

/// What is said of an IRI that was repaired.
[[nodiscard]] std::string repaired_iri_message(std::string_view iri,
                                               std::string_view repaired);

/// Tells that an IRI was repaired: code "iri.repaired", nothing lost.
void report_repaired_iri(Diagnostics& diagnostics, std::string_view iri,
                         std::string_view repaired, std::uint64_t line = 0);

}  // namespace semsite
