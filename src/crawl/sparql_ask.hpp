#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "crawl/retrieve.hpp"
#include "report/run_report.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {

/// Sends a query to an endpoint.
[[nodiscard]] Retrieved send_query(Retriever& retriever, const SparqlRequest& request);

/// How many statements the graph of the endpoint `source.url` holds, as it says itself;
/// nothing if it does not say, or if what went wrong stands in `source` now.
[[nodiscard]] std::optional<std::uint64_t> count_statements(Retriever& retriever,
                                                            const std::string& graph,
                                                            SourceReport& source);

}  // namespace semsite
