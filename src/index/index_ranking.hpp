#pragma once

#include <cstddef>
#include <functional>

#include "index/index_store.hpp"

namespace semsite {

/// Computes what is known of documents beforehand (StaticRank), from what each segment
/// says of its own links: the ranks of the datasets, and for each document how many link
/// to it. Nothing happens if the segments are those of the last time; links between
/// segments that were there then are not looked for again. Documents that are gone count
/// until their segment is merged.
///
/// All at once or, if `step` throws, not at all. `memory_bytes` bounds the room for links
/// between datasets: if there are more, those with the fewest triples are left out.
/// Throws RunError.
void rank_index(IndexStore& store, std::size_t memory_bytes,
                const std::function<void()>& step);

}  // namespace semsite
