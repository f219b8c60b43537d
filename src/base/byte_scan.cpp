#include "base/byte_scan.hpp"

#include <algorithm>

namespace semsite {

std::uint64_t count_line_ends(std::string_view text) {
  std::uint64_t feeds = 0;
  std::uint64_t returns = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
#if defined(__SSE2__)
  const __m128i feed = _mm_set1_epi8('\n');
  const __m128i carriage = _mm_set1_epi8('\r');
  const __m128i zero = _mm_setzero_si128();
  while (end - at >= 16) {
    // Registers of twice the size change nothing that one can measure: memory is slower.
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
