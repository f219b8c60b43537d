#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "map/mapping_reader.hpp"

namespace semsite {

/// A file of mappings/, compiled in.
struct BuiltinMapping {
  std::string_view name, text;
};

/// All of them; mappings/embed.cmake writes the source of this function.
[[nodiscard]] std::span<const BuiltinMapping> builtin_mapping_files();

/// The mappings that are built in, with `own` ones added to them; a file of the same name
/// takes the place of the one that is built in, and is marked so.
[[nodiscard]] std::vector<MappingSource> mapping_sources(std::vector<MappingSource> own);

/// The mappings that are built in, compiled once.
[[nodiscard]] std::shared_ptr<const Mappings> builtin_mappings();

}  // namespace semsite
