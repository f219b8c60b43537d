#include "commands/mapping_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/file_io.hpp"
#include "map/builtin_mappings.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_at(const std::string& place) {
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  if (!fs::exists(status))
    throw UsageError{fmt::format("{}: no such file or folder of mappings", place)};
  if (!fs::is_directory(status)) return {place};
  std::vector<fs::path> out;
  for (fs::directory_iterator at{place, error}, end; !error && at != end;
       at.increment(error))
    if (at->path().extension() == ".ttl") out.push_back(at->path());
  if (error) throw UsageError{fmt::format("{}: {}", place, error.message())};
  if (out.empty())
    throw UsageError{fmt::format("{}: no mapping (*.ttl) in this folder", place)};
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::vector<MappingSource> read_mapping_files(const std::vector<std::string>& places) {
  std::vector<MappingSource> out;
  for (const std::string& place : places)
    for (const fs::path& path : files_at(place)) {
      MappingSource source{
          .name = path.filename().string(), .origin = path.string(), .text = {}};
      try {
        source.text = read_file(source.origin);
      } catch (const DocumentError& error) {
        throw UsageError{error.what()};
      }
      std::erase_if(out,
                    [&](const MappingSource& one) { return one.name == source.name; });
      out.push_back(std::move(source));
    }
  return out;
}

std::shared_ptr<const Mappings> mappings_at(const std::vector<std::string>& places) {
  if (places.empty()) return nullptr;
  return read_mappings(mapping_sources(read_mapping_files(places)));
}

}  // namespace semsite
