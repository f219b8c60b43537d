#pragma once

#include <string_view>

namespace semsite {

// The files of vocab/, compiled in; vocab/embed.cmake writes the source of these
// functions.
[[nodiscard]] std::string_view schema_terms_table();
[[nodiscard]] std::string_view contexts_table();
[[nodiscard]] std::string_view rdfa_table();
[[nodiscard]] std::string_view microdata_registry_table();
[[nodiscard]] std::string_view link_relations_table();
[[nodiscard]] std::string_view diwoo_lists_table();
[[nodiscard]] std::string_view shared_addresses_table();

}  // namespace semsite
