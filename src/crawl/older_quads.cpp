#include "crawl/older_quads.hpp"

#include <string>
#include <utility>

namespace semsite {

void OlderQuads::take(QuadBatch& batch) {
  if (older_ == nullptr) return;
  const auto before = static_cast<std::int64_t>(batch.size());
  const OlderRdf::Counts counts = older_->apply(batch);
  const MutexLock lock{mutex_};
  counts_ += counts;
  more_ += static_cast<std::int64_t>(batch.size()) - before;
}

void OlderQuads::add_to(FaultCounts& faults) const {
  const MutexLock lock{mutex_};
  for (const auto& [code, count] : {std::pair{kTripleTermLeftOut, counts_.left_out},
                                    std::pair{kTripleTermEncoded, counts_.encoded},
                                    std::pair{kTripleTermReified, counts_.reified},
                                    std::pair{kDirectionChanged, counts_.directions},
                                    std::pair{kAmbiguousReifier, counts_.ambiguous},
                                    std::pair{kPropositionForm, counts_.propositions}})
    if (count > 0) faults[std::string{code}] += count;
}

}  // namespace semsite
