#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_key.hpp"
#include "index/statement_text.hpp"
#include "index/text_tokens.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// Of parentheses.
inline constexpr std::size_t kDeepestQuery = 50;

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

/// What a part of a query asks for.
enum class QueryKind : std::uint8_t {
  all_of,      ///< every child; excluded ones not
  any_of,      ///< a child at least
  words,       ///< `texts` behind one another: one word, or a phrase
  uri,         ///< mentions the IRI `text` at one of `places`
  space,       ///< mentions an IRI that begins with `text`
  host,        ///< mentions an IRI of the host `text`
  pair,        ///< the property `text` has the value `value`
  identified,  ///< an inverse-functional property has the value `value`
  fact,        ///< `text` is a key of a fact (fact_kind and a value)
  dates,       ///< indexed from `from` on, and before `to`
  like,        ///< mentions an IRI like `text` (is_like) at one of `places`
  triple,      ///< has a triple like `pattern`; that is so only where all children match
};

/// A query is a tree of these.
struct QueryNode {
  QueryKind kind = QueryKind::all_of;
  bool excluded = false;  ///< of a child of `all_of`: documents must not match it
  std::vector<QueryNode> children{};
  std::string text{}, value{};
  std::vector<std::string> texts{};
  std::uint8_t places = 0xFF;                ///< sum of uri_place
  std::optional<std::int64_t> from{}, to{};  ///< seconds since 1970
  /// Null: where the children match there is such a triple.
  std::shared_ptr<const TriplePattern> pattern{};
};

/// What is wrong with a query, where, and what to do. `what()` shows the place.
class QueryError : public UsageError {
 public:
  QueryError(const std::string& problem, std::string_view query, std::size_t position);
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::size_t position() const { return position_; }  ///< in bytes, from 0

 private:
  std::string problem_;
  std::size_t position_;
};

/// Reads words, "phrases in quotes", AND, OR, NOT (in capitals) and parentheses; words
/// side by side must all be there; AND binds stronger than OR. Throws QueryError.
[[nodiscard]] QueryNode parse_query(std::string_view text);

// Parts that are not written in that language. They throw UsageError if a text is empty.
[[nodiscard]] QueryNode uri_query(std::string_view iri, std::uint8_t places = 0xFF);
[[nodiscard]] QueryNode namespace_query(std::string_view prefix);
[[nodiscard]] QueryNode host_query(std::string_view host);
/// `value`: an IRI (also in `<>`), or the text of a literal of any language or datatype.
[[nodiscard]] QueryNode pair_query(std::string_view property, std::string_view value);
[[nodiscard]] QueryNode property_query(std::string_view property);
[[nodiscard]] QueryNode class_query(std::string_view iri);
[[nodiscard]] QueryNode identified_query(std::string_view value);
/// One of `values` of a kind of fact (fact_kind).
[[nodiscard]] QueryNode fact_query(char kind, const std::vector<std::string>& values);
/// Dates of `--since` and `--until` as texts, at `now`; empty: no bound.
[[nodiscard]] QueryNode date_query(const std::string& since, const std::string& until,
                                   std::int64_t now);

/// One question to an index.
struct SearchRequest {
  QueryNode query{};  ///< its children are what was asked for
  std::uint32_t page = 1;
  std::uint32_t limit = 10;
  bool newest_first = false;
  double seconds = 10;  ///< then it is given up
};

/// The most results that can be paged through, and on one page.
inline constexpr std::uint32_t kMostResults = 10'000;
inline constexpr std::uint32_t kLargestPage = 1'000;

/// Throws UsageError if nothing is asked for, or a page beyond the bounds.
void check_request(const SearchRequest& request);

}  // namespace semsite
