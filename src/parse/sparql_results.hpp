#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "reading/parse_job.hpp"
#include "semsite/limits.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// What keeps a solution from being used.
struct ResultProblem {
  std::string_view code{};  ///< "results.bad-iri", …; empty: no problem
  std::string message{};
};

/// Takes what a SPARQL result set says: the variables first, then its solutions, or the
/// one truth value.
class ResultTaker {
 public:
  ResultTaker() = default;
  ResultTaker(const ResultTaker&) = delete;
  ResultTaker& operator=(const ResultTaker&) = delete;
  virtual ~ResultTaker() = default;

  /// Told once; of an ASK there are none.
  virtual void variables(const std::vector<std::string>& names) = 0;
  /// A term for each variable, in the order of `variables`; kind none = not bound. The
  /// views die when the call returns. A problem that comes back is reported at its place.
  [[nodiscard]] virtual ResultProblem solution(std::span<const Term> terms) = 0;
  virtual void boolean(bool truth) = 0;
};

/// Everything a reader of a result set needs.
struct ResultReading {
  ByteSource& bytes;
  ResultTaker& taker;
  Diagnostics& diagnostics;
  const Limits& limits;
};

/// Each reads one result set as a stream; memory does not grow with it.
///
/// A solution with a faulty value is passed over whole, for without that value it would
/// say something else. DocumentError when the document is none of the format, breaks off,
/// or holds neither solutions nor a truth value ("results.incomplete").

/// SPARQL Query Results XML Format (Second Edition).
void read_results_xml(const ResultReading& reading);
/// SPARQL 1.1 Query Results JSON Format. Solutions that stand before their head are held,
/// up to `limits.literal_bytes`.
void read_results_json(const ResultReading& reading);
/// SPARQL 1.1 Query Results CSV and TSV Formats §3. The kind of a term is a guess: a text
/// that is clearly an IRI or a blank node is one, all else is a plain literal.
void read_results_csv(const ResultReading& reading);
/// §4 there.
void read_results_tsv(const ResultReading& reading);

/// Reads a SPARQL result set as RDF (docs/sparql-results.md): ParseFn of its four
/// formats.
///
/// Where the variables are s p o, or subject predicate object, with or without a g or
/// graph, each row is a statement, unless `ParseSettings::solutions` is set; a row that
/// can be none is passed over, "results.no-statement". All else becomes solutions in the
/// result set vocabulary of the Data Access Working Group.
void parse_sparql_xml(const ParseJob& job);
void parse_sparql_json(const ParseJob& job);
void parse_sparql_csv(const ParseJob& job);
void parse_sparql_tsv(const ParseJob& job);

/// Do the first bytes of a document, white space before them taken off, begin a result
/// set of SPARQL in JSON? `{"head":{"vars":…` is nothing else.
[[nodiscard]] bool begins_sparql_json(std::string_view text);

/// The same where its sender calls it one: the members may come in another order.
[[nodiscard]] bool may_be_sparql_json(std::string_view text);

/// Does a table that is separated by tabs name variables, each with its question mark?
[[nodiscard]] bool begins_sparql_tsv(std::string_view text);

}  // namespace semsite
