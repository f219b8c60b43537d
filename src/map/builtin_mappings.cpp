#include "map/builtin_mappings.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace semsite {

std::vector<MappingSource> mapping_sources(std::vector<MappingSource> own) {
  std::vector<MappingSource> out;
  for (const BuiltinMapping& file : builtin_mapping_files()) {
    const auto replaced = std::ranges::find(own, file.name, &MappingSource::name);
    if (replaced == own.end()) {
      out.push_back(
          {.name = std::string{file.name}, .origin = {}, .text = std::string{file.text}});
      continue;
    }
    replaced->replaces = true;
    out.push_back(std::move(*replaced));
    own.erase(replaced);
  }
  for (MappingSource& one : own) out.push_back(std::move(one));
  return out;
}

std::shared_ptr<const Mappings> builtin_mappings() {
  static const std::shared_ptr<const Mappings> kMappings =
      read_mappings(mapping_sources({}));
  return kMappings;
}

}  // namespace semsite
