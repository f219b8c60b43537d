#pragma once

#include <cstdint>

namespace semsite::test {

/// Is this a build with a sanitizer, in which everything takes some ten times as long?
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// `count` of something large; fewer of it where everything takes longer.
constexpr std::uint32_t many(std::uint32_t count) {
  return kSanitized ? count / 8 : count;
}

}  // namespace semsite::test
