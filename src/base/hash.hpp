#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace semsite {

/// A short name for `text`, the same in every run and on every machine: 16 characters of
/// `a-z2-7` (80 bits of FNV-1a over 128). Not for security.
[[nodiscard]] std::string short_hash(std::string_view text);

/// Numbers of this process alone, which nobody outside can know.
struct HashSecret {
  std::uint64_t start = 0;
  std::uint64_t times = 0;  ///< odd
};
[[nodiscard]] HashSecret draw_hash_secret();
inline const HashSecret kHashSecret = draw_hash_secret();

/// A quick hash, the same for the same text in this process and another in each: whoever
/// writes the texts cannot choose many of one hash, which would make looking them up in
/// tables take quadratic time. Nothing that is kept or written may depend on it.
[[nodiscard]] inline std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = kHashSecret.start;
  const auto mix = [&hash](std::uint64_t word) {
    // Both halves: how a difference of two words goes on depends on the factor.
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{hash ^ word} * kHashSecret.times;
    hash =
        static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  };
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  // The rest, and how many bytes that is.
  std::uint64_t word = 0;
  if (left > 0) std::memcpy(&word, at, left);
  mix(word ^ std::uint64_t{left + 1} << 56U);
  return hash;
}

/// For tables whose keys come from documents; looks up without making a string.
struct KeyedHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return text_hash(text); }
};

}  // namespace semsite
