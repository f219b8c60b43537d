#pragma once

#include <string>

#include "queue/part_place.hpp"
#include "queue/work_queue.hpp"

namespace semsite {

/// "run 3 of nightly"
[[nodiscard]] std::string run_words(const QueueRun& run);

/// Ends a run in which nothing waits: its manifest, once, the same by whoever writes it,
/// and the `latest.json` of its series (docs/cluster.md, What is written). False: another
/// process does. Throws RunError if a part is gone, and S3Error if the place is away;
/// then anybody may try again.
[[nodiscard]] bool end_run(WorkQueue& queue, const QueueRun& run, PartPlace& place);

}  // namespace semsite
