#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "index/index_store.hpp"

namespace semsite {

/// Calls `take` for each document in which words stand behind one another in the order of
/// their lists (of a single list: for each of its documents), with the sum of
/// `half_weight` over all places.
void each_phrase(const std::vector<PostingList>& words,
                 const std::function<void(std::uint32_t, std::uint32_t)>& take);

}  // namespace semsite
