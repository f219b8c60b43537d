#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/json_writer.hpp"
#include "index/search.hpp"

namespace semsite {

/// Writes one document with the names of Sindice's API v3 (docs/search.md), as an object.
void write_record(JsonWriter& json, const DocumentRecord& record);

/// A member "title": an array of objects with `value` and, if it has one, `language`.
void write_titles(JsonWriter& json, const DocumentRecord& record);

/// A page of results in the form of that API: `entries`, `totalResults`, and where other
/// pages are. `page_link` gives the link of a page; without it pages are numbers.
[[nodiscard]] std::string search_json(
    const SearchResult& result,
    const std::function<std::string(std::uint64_t page)>& page_link = {});

}  // namespace semsite
