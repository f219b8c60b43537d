#pragma once

#include <string_view>

#include "map/turtle_graph.hpp"

namespace semsite {

inline constexpr std::string_view kRml = "http://w3id.org/rml/";

/// What is wrong with the words of RML in a triple: a term that RML has not, or that this
/// reader has not. Empty: nothing.
[[nodiscard]] std::string rml_word_problem(const GraphFact& fact);

}  // namespace semsite
