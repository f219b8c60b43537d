#include "crawl/place_sum.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstring>

namespace semsite {
namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;

/// Not for security: whoever makes two documents of the same bytes knows their quads.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size() * kFactor;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 32U;
  };
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    mix(word);
  }
  for (; at < text.size(); ++at) mix(static_cast<unsigned char>(text[at]));
  return hash;
}

std::uint64_t hash_of(const Term& term) {
  return hash_of(term.value) + std::rotl(hash_of(term.tag), 20) +
         kFactor * (static_cast<std::uint64_t>(term.kind) + 1);
}

}  // namespace

void PlaceSum::add(const QuadBatch& batch) {
  const Document& document = batch.document();
  const std::uint64_t graph = document.graph.empty() ? 0 : hash_of(document.graph);
  std::uint64_t sum = graph * batch.size();
  // Lines have no relative references.
  if (document.syntax != "ntriples" && document.syntax != "nquads")
    for (const Quad& quad : batch.quads())
      sum += hash_of(quad.subject) ^ std::rotl(hash_of(quad.predicate), 13) ^
             std::rotl(hash_of(quad.object), 29) ^ std::rotl(hash_of(quad.graph), 47);
  sum_.fetch_add(sum, std::memory_order_relaxed);
}

std::string PlaceSum::text() const {
  const std::uint64_t sum = sum_.load(std::memory_order_relaxed);
  return sum == 0 ? std::string{} : fmt::format(" {:016x}", sum);
}

}  // namespace semsite
