#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/statement_text.hpp"
#include "index/text_tokens.hpp"

namespace semsite {

struct QueryNode;
struct TriplePattern;

/// What may stand at one place of a triple.
struct TriplePlace {
  enum class Kind : std::uint8_t {
    any,     ///< anything, `*`
    iri,     ///< one of `iris`
    like,    ///< an IRI like one of `iris`, in which `*` stands for any text
    text,    ///< a literal that `words` hold in
    triple,  ///< a triple term whose triple is like `inner`
  };
  Kind kind = Kind::any;
  std::vector<std::string> iris{};
  /// A tree of words and phrases (parse_query); never null for a text.
  std::shared_ptr<const QueryNode> words{};
  std::shared_ptr<const TriplePattern> inner{};  ///< never null for a triple
};

/// What a triple must be like: subject, predicate, object.
struct TriplePattern {
  std::array<TriplePlace, 3> places{};
};

/// Is `text` like `pattern`, in which `*` stands for any text, also none?
[[nodiscard]] bool is_like(std::string_view text, std::string_view pattern);

/// Tells which triples are like a pattern. One thread.
class TripleCheck {
 public:
  /// `pattern` outlives it.
  explicit TripleCheck(const TriplePattern& pattern) : pattern_(pattern) {}

  /// Is one of the statements (a line each, canonical N-Triples) like the pattern?
  [[nodiscard]] bool any_of(std::string_view statements);

 private:
  [[nodiscard]] bool holds(const TriplePattern& pattern, const StatementText& triple);
  [[nodiscard]] bool holds(const TriplePlace& place, std::string_view term);

  const TriplePattern& pattern_;
  Tokenizer tokenizer_;
  std::string decoded_;
};

}  // namespace semsite
