#pragma once

#include <cstdint>
#include <vector>

namespace semsite {

/// The triples of one dataset that point into another by one property. Datasets are
/// numbered from 0; any number stands for a property.
struct Linkset {
  std::uint32_t from = 0, to = 0;
  std::uint64_t predicate = 0;
  double triples = 0;
};

/// How much a linkset's property says: much if few datasets link by it. `linking`: how
/// many of the `datasets` do.
[[nodiscard]] double link_rarity(double datasets, double linking);

/// The rank of each dataset by the links between them (DING, layer 1; docs/index.md has
/// the formula), as a multiple of the mean: they sum up to `datasets`. Links within a
/// dataset do not count. The same in whatever order and parts the linksets come.
[[nodiscard]] std::vector<double> dataset_ranks(std::uint32_t datasets,
                                                std::vector<Linkset> linksets);

}  // namespace semsite
