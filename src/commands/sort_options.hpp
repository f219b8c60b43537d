#pragma once

#include <cstdint>
#include <string>

#include "commands/given_options.hpp"
#include "io/output_file.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Room for what is sorted or made as a whole.
struct SortOptions {
  std::string folder;  ///< for temporary files; empty: the default
  std::uint64_t memory_bytes = 256 * kMiB;
};

/// Reads `--tmp` and `--memory`; `least` as people write it: "1Mi". Throws UsageError.
[[nodiscard]] SortOptions read_sort_options(const GivenOptions& given, const char* least);

/// Where temporary files go: as the user says, else beside `output`, whose name is
/// `path`, where there is room for it too, else where the system has them.
[[nodiscard]] std::string temporary_place(const SortOptions& options,
                                          const OutputFile& output,
                                          const std::string& path);

}  // namespace semsite
