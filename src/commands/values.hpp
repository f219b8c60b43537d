#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "commands/option_table.hpp"

namespace semsite {

/// "64MiB", "1.5G", "200k", "1000": k M G T are powers of 1000, Ki Mi Gi Ti of 1024; a
/// trailing B is allowed. Throws UsageError naming `option`.
[[nodiscard]] std::uint64_t parse_size(std::string_view text, std::string_view option);

/// The same with "/s" after it or not: bytes a second.
[[nodiscard]] std::uint64_t parse_rate(std::string_view text, std::string_view option);

/// "90", "1.5", "30s", "10m", "2h", "1d", in seconds. Throws UsageError naming `option`.
[[nodiscard]] double parse_duration(std::string_view text, std::string_view option);

/// The same in milliseconds, at least one.
[[nodiscard]] std::chrono::milliseconds at_least_a_millisecond(double seconds);

/// Throws UsageError: `text` is none of `words`; names the one that may be meant.
[[noreturn]] void refuse_word(std::string_view option, std::string_view text,
                              const std::vector<std::string>& words);

[[nodiscard]] std::uint64_t parse_count(std::string_view text, std::string_view option);

/// What may stand behind an option or as an argument, as its name in the help says it:
/// small letters are words to choose from, FILE and DIR are paths, other capitals are
/// free.
struct ValueForms {
  std::vector<std::string> words;
  bool files = false;
  bool folders = false;
  bool free = false;  ///< anything else, too
};

/// The forms that `shape` names, such as "auto|own|TEMPLATE" or "[FILE|URL|-]…".
[[nodiscard]] ValueForms value_forms(std::string shape);

/// The same of an option, with the words that its name stands for.
[[nodiscard]] ValueForms value_forms(const OptionRow& option);

}  // namespace semsite
