#include "base/byte_scan.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace semsite {
namespace {

struct LineEnds {
  std::uint64_t feeds = 0;
  std::uint64_t returns = 0;
};

#if defined(__x86_64__)
/// The same as the loop below, with registers of twice the size. Moves `at` on.
__attribute__((target("avx2"))) LineEnds count_wide(const char*& at, const char* end) {
  LineEnds out;
  const __m256i feed = _mm256_set1_epi8('\n');
  const __m256i carriage = _mm256_set1_epi8('\r');
  const __m256i zero = _mm256_setzero_si256();
  while (end - at >= 32) {
    const char* const stop = at + 32 * std::min<std::ptrdiff_t>((end - at) / 32, 255);
    __m256i feed_lanes = zero;
    __m256i return_lanes = zero;
    for (; at != stop; at += 32) {
      const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
      feed_lanes = _mm256_sub_epi8(feed_lanes, _mm256_cmpeq_epi8(v, feed));
      return_lanes = _mm256_sub_epi8(return_lanes, _mm256_cmpeq_epi8(v, carriage));
    }
    alignas(32) std::array<std::uint64_t, 4> sums{};
    auto* const place = reinterpret_cast<__m256i*>(sums.data());
    _mm256_store_si256(place, _mm256_sad_epu8(feed_lanes, zero));
    for (const std::uint64_t sum : sums) out.feeds += sum;
    _mm256_store_si256(place, _mm256_sad_epu8(return_lanes, zero));
    for (const std::uint64_t sum : sums) out.returns += sum;
  }
  return out;
}
#endif

}  // namespace

std::uint64_t count_line_ends(std::string_view text) {
  std::uint64_t feeds = 0;
  std::uint64_t returns = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    const LineEnds wide = count_wide(at, end);
    feeds = wide.feeds;
    returns = wide.returns;
  }
#endif
#if defined(__SSE2__)
  const __m128i feed = _mm_set1_epi8('\n');
  const __m128i carriage = _mm_set1_epi8('\r');
  const __m128i zero = _mm_setzero_si128();
  while (end - at >= 16) {
    // A byte counts to 255 before its lane must be summed.
    const char* const stop = at + 16 * std::min<std::ptrdiff_t>((end - at) / 16, 255);
    __m128i feed_lanes = zero;
    __m128i return_lanes = zero;
    for (; at != stop; at += 16) {
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      feed_lanes = _mm_sub_epi8(feed_lanes, _mm_cmpeq_epi8(v, feed));
      return_lanes = _mm_sub_epi8(return_lanes, _mm_cmpeq_epi8(v, carriage));
    }
    const auto sum = [&](__m128i lanes) {
      const __m128i halves = _mm_sad_epu8(lanes, zero);
      return static_cast<std::uint64_t>(_mm_cvtsi128_si32(halves)) +
             static_cast<std::uint64_t>(_mm_cvtsi128_si32(_mm_srli_si128(halves, 8)));
    };
    feeds += sum(feed_lanes);
    returns += sum(return_lanes);
  }
#endif
  for (; at != end; ++at) {
    if (*at == '\n') ++feeds;
    if (*at == '\r') ++returns;
  }
  if (returns == 0) return feeds;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '\r' && text[i + 1] == '\n') --returns;
  }
  return feeds + returns;
}

}  // namespace semsite
