#pragma once

#include <memory>
#include <string>
#include <vector>

#include "map/mapping_reader.hpp"

namespace semsite {

/// The mappings at `places`: files, and folders, of which the files `*.ttl` count, by
/// name. Of two of the same name the later one wins. Throws UsageError when a place
/// cannot be read or holds none.
[[nodiscard]] std::vector<MappingSource> read_mapping_files(
    const std::vector<std::string>& places);

/// The built-in mappings with those at `places`, compiled; null without places. Throws
/// UsageError also for a mapping with an error.
[[nodiscard]] std::shared_ptr<const Mappings> mappings_at(
    const std::vector<std::string>& places);

}  // namespace semsite
