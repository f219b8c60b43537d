#pragma once

#include <memory>
#include <span>
#include <string>

#include "map/mapping.hpp"

namespace semsite {

/// A mapping as text: RML in Turtle.
struct MappingSource {
  std::string name;    ///< "ocx.ttl"
  std::string origin;  ///< its path; empty: built in
  std::string text;
  bool replaces = false;  ///< a built-in one of the same name
};

/// Compiles mappings into one set of rules. Throws UsageError, "FILE:LINE: reason", for
/// the first thing in the first file that is not RML, not of the subset here
/// (docs/mappings.md), or leads nowhere.
[[nodiscard]] std::shared_ptr<const Mappings> read_mappings(
    std::span<const MappingSource> sources);

}  // namespace semsite
