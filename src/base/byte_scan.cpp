#include "base/byte_scan.hpp"

#include <algorithm>

namespace semsite {
namespace {

/// How often each of `wanted` stands in `text`.
template <std::size_t N>
std::array<std::uint64_t, N> count_each(std::string_view text,
                                        const std::array<char, N>& wanted) {
  std::array<std::uint64_t, N> counts{};
  const char* at = text.data();
  const char* const end = at + text.size();
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  while (end - at >= 16) {
    // Registers of twice the size change nothing that one can measure: memory is slower.
    // A byte counts to 255 before its lane must be summed.
    const char* const stop = at + 16 * std::min<std::ptrdiff_t>((end - at) / 16, 255);
    __m128i lanes[N];
    std::fill_n(lanes, N, zero);
    for (; at != stop; at += 16) {
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      for (std::size_t i = 0; i < N; ++i)
        lanes[i] = _mm_sub_epi8(lanes[i], _mm_cmpeq_epi8(v, _mm_set1_epi8(wanted[i])));
    }
    for (std::size_t i = 0; i < N; ++i) {
      const __m128i halves = _mm_sad_epu8(lanes[i], zero);
      counts[i] +=
          static_cast<std::uint64_t>(_mm_cvtsi128_si32(halves)) +
          static_cast<std::uint64_t>(_mm_cvtsi128_si32(_mm_srli_si128(halves, 8)));
    }
  }
#endif
  for (; at != end; ++at)
    for (std::size_t i = 0; i < N; ++i)
      if (*at == wanted[i]) ++counts[i];
  return counts;
}

}  // namespace

std::uint64_t count_line_feeds(std::string_view text) {
  return count_each<1>(text, {'\n'})[0];
}

std::uint64_t count_line_ends(std::string_view text) {
  auto [feeds, returns] = count_each<2>(text, {'\n', '\r'});
  if (returns == 0) return feeds;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '\r' && text[i + 1] == '\n') --returns;
  }
  return feeds + returns;
}

}  // namespace semsite
