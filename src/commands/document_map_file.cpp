#include "commands/document_map_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/file_io.hpp"
#include "parse/json_reader.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

UsageError no_map(const std::string& path, std::string_view why) {
  return UsageError{fmt::format("--document-map {}: {}", path, why)};
}

std::map<std::string, std::string> paths_of(JsonValue map, std::string_view name,
                                            const std::string& path) {
  std::map<std::string, std::string> out;
  const JsonValue* const member = map.find(name);
  if (member == nullptr) return out;
  if (!member->is_object()) throw no_map(path, fmt::format("{} is no object", name));
  const std::filesystem::path folder = std::filesystem::path{path}.parent_path();
  for (const JsonMember& entry : member->members()) {
    if (!entry.value.is_string())
      throw no_map(path, fmt::format("{}: {} is given no path", name, entry.name()));
    out.emplace(entry.name(), (folder / entry.value.text()).string());
  }
  return out;
}

}  // namespace

DocumentMap read_document_map(const std::string& path) {
  JsonText text{read_file(path)};
  JsonArena arena;
  const JsonReader::Result json = read_json(text, arena, Limits{}.json_depth);
  if (!json.problem.code.empty()) throw no_map(path, json.problem.message);
  if (!json.value.is_object()) throw no_map(path, "is no JSON object");
  return {.documents = paths_of(json.value, "documents", path),
          .prefixes = paths_of(json.value, "prefixes", path)};
}

}  // namespace semsite
