#include "commands/sort_options.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {

SortOptions read_sort_options(const GivenOptions& given, const char* least) {
  SortOptions out{.folder = given.text("tmp")};
  given.size("memory", out.memory_bytes);
  if (out.memory_bytes < parse_size(least, "--memory"))
    throw UsageError{
        fmt::format("--memory {}: at least {} is needed", given.text("memory"), least)};
  return out;
}

std::string temporary_place(const SortOptions& options, const OutputFile& output,
                            const std::string& path) {
  if (!options.folder.empty()) return options.folder;
  if (output.is_file()) return std::filesystem::absolute(path).parent_path().string();
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace semsite
