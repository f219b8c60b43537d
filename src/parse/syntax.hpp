#pragma once

#include <span>
#include <string_view>

#include "reading/parse_job.hpp"

namespace semsite {

/// One RDF syntax: a row of a constant table.
///
/// Either `parse` is set (read as one stream), or `split` and `parse_piece` are (pieces
/// in parallel).
struct Syntax {
  std::string_view name;  ///< as in `--syntax`: "ntriples", "turtle", …
  std::span<const std::string_view> media_types;  ///< the registered one first
  std::span<const std::string_view> suffixes;     ///< with the dot
  ParseFn parse = nullptr;
  SplitFn split = nullptr;
  ParsePieceFn parse_piece = nullptr;
};

/// All syntaxes that can be read.
[[nodiscard]] std::span<const Syntax> syntaxes();

/// By name as in `--syntax` (also common aliases: nt, nq, ttl, rdf, xml); null if
/// unknown.
[[nodiscard]] const Syntax* find_syntax(std::string_view name);

/// One of the formats of SPARQL results, which say what a query found, not what a
/// document is about.
[[nodiscard]] bool is_result_set(const Syntax& syntax);

/// By media type (parameters ignored) or by the suffix of a path; null if unknown.
[[nodiscard]] const Syntax* syntax_of_media_type(std::string_view media_type);
[[nodiscard]] const Syntax* syntax_of_path(std::string_view path);

}  // namespace semsite
