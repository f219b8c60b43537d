#pragma once

#include <string>
#include <string_view>

#include "rdf/quad_batch.hpp"
#include "reading/parse_settings.hpp"
#include "sink/term_parts.hpp"

namespace semsite {

/// What says the direction of the text of a compound literal.
inline constexpr std::string_view kRdfDirection =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#direction";

/// How RDF becomes JSON-LD (JSON-LD 1.1 API §9.3, options of `fromRdf`).
struct JsonLdRules {
  bool native_types = false;  ///< xsd:boolean, integer and double as JSON has them
  bool use_rdf_type = false;  ///< rdf:type is a property like any other, not `@type`
  RdfDirection direction = RdfDirection::none;
  /// An rdf:JSON literal that is no JSON throws DocumentError
  /// ("jsonld.invalid-json-literal"); else it stays a text with its datatype.
  bool refuses_bad_json = false;
};

/// What `--context` names.
struct ContextChoice {
  std::string text{};  ///< JSON behind "@context" in the output; empty: none
  std::string base{};  ///< what relative references in it are relative to
};

/// Appends what stands in an expanded document for `object`, which is no list: a node
/// reference or a value object (§8.5, RDF to Object Conversion).
void append_object(std::string& out, const TermParts& object, const JsonLdRules& rules);

/// Appends the node object of quads of `batch`, from `begin` to `end` (not included),
/// which have one subject and one graph; of a named graph, inside an object of that
/// graph. Lists stay chains of nodes.
void append_node(std::string& out, const QuadBatch& batch, std::size_t begin,
                 std::size_t end, const JsonLdRules& rules);

/// The end of the quads from `begin` on that have its subject and graph.
[[nodiscard]] std::size_t same_node_end(const QuadBatch& batch, std::size_t begin);

}  // namespace semsite
