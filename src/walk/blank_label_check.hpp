#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "walk/sparql_partition.hpp"

namespace semsite {

/// A triple with a blank subject, as an answer of N-Triples wrote it.
struct BlankSample {
  std::string label;      ///< without `_:`
  std::string rest;       ///< predicate and object, legal in a query as they are
  std::size_t place = 0;  ///< other nodes that the answer named before it
};

/// Triples of an answer that can tell whether an endpoint gives its blank nodes the same
/// labels in every answer: none is the first of the answer, which an endpoint that counts
/// in each answer anew would call by the same name again.
[[nodiscard]] std::vector<BlankSample> blank_samples(std::string_view ntriples);

/// The predicates of its triples with a blank subject, in angle brackets.
[[nodiscard]] std::set<std::string> blank_predicates(std::string_view ntriples);

/// Asks for all triples with that predicate and object.
[[nodiscard]] std::string blank_check_query(const Partition& graph,
                                            const BlankSample& sample);

enum class LabelVerdict : std::uint8_t {
  same,   ///< the node has the label that it had before
  other,  ///< it has another one
  open,   ///< the answer does not tell
};
[[nodiscard]] LabelVerdict check_label(const BlankSample& sample,
                                       std::string_view ntriples);

}  // namespace semsite
