#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "crawl/sparql_ask.hpp"
#include "report/statistics.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {

/// Says in `source`, whose partitions have been filled in, how the harvest came out:
/// whole only if every part, and all of them together, are as many triples as were
/// counted. `gave_up`: why it ended early, if it did; `blank_answers`: answers with blank
/// nodes; `failure`: what was wrong with the last answer that could not be used, if any.
void judge_harvest(const SparqlWalk& walk, const std::optional<SparqlFailure>& gave_up,
                   std::uint64_t blank_answers, std::string_view failure,
                   SourceReport& source);

}  // namespace semsite
