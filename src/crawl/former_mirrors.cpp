#include "crawl/former_mirrors.hpp"

#include <algorithm>

namespace semsite {

void put_former_mirrors_first(AccessPlan& plan, OutputNotes& notes) {
  for (DatasetPlan& dataset : plan.datasets)
    for (AccessOption& option : dataset.options)
      for (MirrorPool& pool : option.pools) {
        auto& mirrors = pool.mirrors;
        if (mirrors.size() < 2) continue;
        const auto had = std::ranges::find_if(mirrors, [&](const Location& one) {
          // Without a chance of being drawn first it is a backup.
          return one.probability > 0 &&
                 notes.was_had(dataset, way_name(option.way), one.url);
        });
        if (had != mirrors.end()) std::rotate(mirrors.begin(), had, had + 1);
      }
}

}  // namespace semsite
