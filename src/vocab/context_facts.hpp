#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vocab/term_lines.hpp"

namespace semsite {

/// How a context writes a definition: that decides whether the term may be a prefix
/// (JSON-LD 1.1 §4.2.2, create term definition).
enum class TermForm : std::uint8_t {
  null,    ///< "term": null
  string,  ///< "term": "IRI"
  full,    ///< "term": {"@id": "IRI", …}
};

/// One term of a context, or a keyword of the context itself such as `@vocab`.
struct TermFact {
  std::string_view term{};
  TermForm form = TermForm::string;
  std::string_view iri_start{};  ///< the IRI is `iri_start` + `iri_end`
  std::string_view iri_end{};
  std::string_view coercion{};   ///< value of `@type`; empty = none
  std::string_view container{};  ///< value of `@container`; empty = none

  [[nodiscard]] std::string iri() const;
};

/// What the tables say about some contexts (docs/vocabularies.md has the format).
/// The texts must outlive the object; its views point into them.
class ContextFacts {
 public:
  struct Context {
    std::string_view name;
    std::vector<std::string_view> urls;  ///< without scheme
    std::vector<TableLine> lines;        ///< set, string and full
  };

  explicit ContextFacts(std::span<const std::string_view> texts);

  [[nodiscard]] std::span<const Context> contexts() const { return contexts_; }
  /// Null if there is none of that name.
  [[nodiscard]] const Context* find(std::string_view name) const;
  /// The terms by name, each once: of two lines about one term the later holds.
  [[nodiscard]] std::vector<TermFact> terms(const Context& context) const;

 private:
  std::unordered_map<std::string_view, TableLine> lists_;
  std::vector<Context> contexts_;
};

/// The JSON-LD context that is asked for under `url`, as JSON text with one member
/// `@context`; nothing when it is not built in. A fragment of `url` does not count.
///
/// Made at first use from the tables in vocab/, then kept until the program ends: the
/// view stays good. Thread-safe.
[[nodiscard]] std::optional<std::string_view> builtin_context(std::string_view url);

}  // namespace semsite
