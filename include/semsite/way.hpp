#pragma once

#include <optional>
#include <string_view>

#include "semsite/export.hpp"

namespace semsite {

/// A way to get a whole dataset, cheapest first.
/// `entries` is none of these: what the entries of sitemaps say is had with discovery.
enum class Way { dump, fragments, sparql, crawl, entries };
/// "dump", "fragments", …
[[nodiscard]] SEMSITE_API std::string_view way_name(Way way);
/// Nothing if `name` is no way that a user can choose.
[[nodiscard]] SEMSITE_API std::optional<Way> way_of(std::string_view name);

}  // namespace semsite
