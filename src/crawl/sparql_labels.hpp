#pragma once

#include "crawl/sparql_ask.hpp"
#include "walk/sparql_partition.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {

/// Does the endpoint call a blank node of `graph` the same in another answer?
[[nodiscard]] SparqlWalk::Labels compare_labels(SparqlAsk& endpoint,
                                                const Partition& graph);

}  // namespace semsite
