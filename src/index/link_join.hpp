#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "index/index_store.hpp"

namespace semsite {

/// Which documents of the segment `to` documents of `from` link to, which may be the same
/// one: say the URL as an object of a triple; their own does not count. For each such
/// document in order, its distance from the one before and how many link to it (LEB128).
///
/// Takes about as long as the smaller one of the documents of `to` and the IRIs of `from`
/// asks for. `step` is called now and then and may throw to stop. Throws RunError if the
/// index is damaged.
[[nodiscard]] std::string joined_links(IndexStore& store, std::size_t to,
                                       std::size_t from,
                                       const std::function<void()>& step);

}  // namespace semsite
