#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "table/separated_text.hpp"

namespace semsite {

/// What becomes of several values in one column of a row.
enum class ManyValues : std::uint8_t {
  join,  ///< one text, `|` between them; in each value `|` and `\` behind a `\`
  rows,  ///< one in each row: the row k has the k-th value of each column
};

struct PredicateColumn {
  std::string name;
  std::string iri;  ///< of the predicate
};

/// What a table of entities has: a row a subject, a column a predicate.
struct TableRules {
  std::string subject_class{};  ///< IRI; empty: whatever has a value in a column
  std::vector<PredicateColumn> columns{};  ///< empty: all predicates of the rows, by IRI
  ManyValues many = ManyValues::join;
};

/// How the rows are written.
enum class RowForm : std::uint8_t { csv, tsv, ndjson };

/// The text of one value in a row whose values are joined.
void append_joined(std::string& out, std::string_view value);

}  // namespace semsite
