#pragma once

#include "reading/parse_job.hpp"

namespace semsite {

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

}  // namespace semsite
