#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/request.hpp"

namespace semsite {

/// How statements get into a store.
enum class LoadProtocol : std::uint8_t {
  graph_store,  ///< SPARQL 1.1 Graph Store HTTP Protocol: N-Triples, graph by graph
  update,       ///< SPARQL 1.1 Update: INSERT DATA, graph by graph
  nquads,       ///< POST of N-Quads to the whole dataset, as many stores take them
};
/// As `--protocol` has it: "gsp", "update", "nquads".
[[nodiscard]] std::string_view protocol_name(LoadProtocol protocol);

/// A SPARQL store, and where it is asked for what.
struct Store {
  LoadProtocol protocol = LoadProtocol::graph_store;
  std::string load_url;
  std::string query_url;     ///< of the SPARQL Protocol; empty: none is known
  std::string update_url{};  ///< of SPARQL Update, where that was looked for
  bool has_nameless = true;  ///< has it a graph without a name?
  /// It guesses what a body is, and is done sooner with one that has
  /// prefixes.
  bool is_virtuoso = false;
  bool has_triple_terms = false;  ///< it was asked, and has those of RDF 1.2
  [[nodiscard]] bool by_graph() const { return protocol != LoadProtocol::nquads; }
};

/// Adds the lines of `body` (N-Triples; N-Quads for LoadProtocol::nquads) to the graph;
/// empty: the nameless one.
[[nodiscard]] Request add_request(const Store& store, std::string_view graph,
                                  std::string_view body);

/// The same, after everything that was in the graph is gone. Not for
/// LoadProtocol::nquads.
[[nodiscard]] Request replace_request(const Store& store, std::string_view graph,
                                      std::string_view body);

/// Takes the lines of `nquads`, which have no blank nodes, out of their graphs: at the
/// store's `update_url`.
[[nodiscard]] Request remove_request(const Store& store, std::string_view nquads);

/// Takes the graphs away whose names, in brackets, are the lines of `names`. The same.
[[nodiscard]] Request drop_request(const Store& store, std::string_view names);

/// Asks the Graph Store for a graph (Graph Store Protocol §4.1, §5.2).
[[nodiscard]] Request graph_request(const std::string& url, std::string_view graph);

/// An update that changes nothing, and a body of no statement: do they pass?
[[nodiscard]] Request empty_update_request(const std::string& url);
[[nodiscard]] Request empty_nquads_request(const std::string& url);

/// What RDF 1.2 adds, of which a store may know one and not the other.
enum class Rdf12Feature : std::uint8_t { triple_terms, directions };
/// A query whose answer is yes where the store knows it, and an error elsewhere.
[[nodiscard]] Request feature_request(const std::string& url, Rdf12Feature feature);
/// Is it the answer yes, in any form that results of SPARQL have?
[[nodiscard]] bool is_yes(std::string_view answer);

/// With blank nodes: at any place, of the graph's name too. With nodes or triples: also
/// those whose object is a triple term, in which blank nodes may be.
enum class CountedTriples : std::uint8_t { all, with_blank_nodes, with_nodes_or_triples };
/// How many triples the graph has (empty: the nameless one; `_:…`: all named ones).
[[nodiscard]] std::string store_count_query(std::string_view graph, CountedTriples which);
[[nodiscard]] Request store_count_request(const std::string& url, std::string_view graph,
                                          CountedTriples which);
/// The number in the answer; nothing if it is something else.
[[nodiscard]] std::optional<std::uint64_t> read_store_count(std::string_view answer);

/// `body` (N-Triples, Turtle) behind comments, for a store that does not believe
/// Content-Type but looks into the first 65,535 bytes.
///
/// Virtuoso 7.2.5 reads them as HTML, refuses the body if they hold `<html>`, and tells
/// Turtle by the three last line breaks in them: so statements with literals of HTML, and
/// ones that are longer, would not arrive. Behind `<!--` it sees no tag.
[[nodiscard]] std::string guarded_from_sniffing(std::string body);

/// The triples of `lines` (canonical N-Triples, whole lines) as Turtle with prefixes, one
/// line for each, in their order (Turtle §2.4).
///
/// A prefix stands for what ends with the last `/` or `#` of an IRI and came three times
/// in the lines before; only where the rest are letters of ASCII, digits, `_` and `-`, so
/// that nothing has to be escaped and no parser sees something else in it.
[[nodiscard]] std::string turtle_of(std::string_view lines);

}  // namespace semsite
