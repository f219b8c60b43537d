#include "crawl/triple_count.hpp"

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "base/text_hash.hpp"
#include "rdf/triple_term.hpp"

namespace semsite {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29U);
}

std::uint64_t hash_of(const Term& term) {
  // Language tags are the same in any case.
  if (term.kind == TermKind::lang)
    return mix(mix(static_cast<std::uint64_t>(term.kind), text_hash(term.value)),
               text_hash(lower_ascii(term.tag)));
  return mix(mix(static_cast<std::uint64_t>(term.kind), text_hash(term.value)),
             text_hash(term.tag));
}

}  // namespace

void TripleCount::add(const QuadBatch& batch) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(batch.size());
  bool blanks = false;
  for (const Quad& quad : batch.quads()) {
    blanks = blanks || quad.subject.kind == TermKind::blank || holds_blank(quad.object);
    std::uint64_t hash = mix(hash_of(quad.subject), hash_of(quad.predicate));
    visit_terms(quad.object, [&](const Term& term) { hash = mix(hash, hash_of(term)); });
    hashes.push_back(hash);
  }
  const MutexLock lock{mutex_};
  has_blanks_ = has_blanks_ || blanks;
  const std::size_t room = kRemembered - std::min(kRemembered, hashes_.size());
  const std::size_t kept = std::min(room, hashes.size());
  hashes_.insert(hashes_.end(), hashes.begin(),
                 hashes.begin() + static_cast<std::ptrdiff_t>(kept));
  more_ += hashes.size() - kept;
}

std::uint64_t TripleCount::distinct() {
  const MutexLock lock{mutex_};
  std::ranges::sort(hashes_);
  const auto rest = std::unique(hashes_.begin(), hashes_.end());
  hashes_.erase(rest, hashes_.end());
  return hashes_.size() + more_;
}

}  // namespace semsite
