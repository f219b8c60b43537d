#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Does `url` match one of `include` (or is that empty) and none of `exclude`? Globs with
/// `*` and `?` over the whole URL.
[[nodiscard]] bool in_scope(std::string_view url, const std::vector<std::string>& include,
                            const std::vector<std::string>& exclude);

/// How far links are followed from a page that was named (`--scope`).
enum class LinkScope : std::uint8_t {
  page,    ///< not at all
  folder,  ///< on its host, below its folder
  host,
  domain,  ///< hosts of its registrable domain (Public Suffix List)
};
/// Is `url` so near to the page at `start`? Both over HTTP, whichever of its schemes.
[[nodiscard]] bool in_link_scope(LinkScope scope, std::string_view start,
                                 std::string_view url);

/// The document that a prefix itself is, which can be asked for: `http://…/x.rdf#` and
/// what is called RDF by its name. Nothing if it is only what IRIs begin with.
[[nodiscard]] std::optional<std::string> prefix_document(std::string_view prefix);

/// Does `lastmod` say that nothing was changed since that Unix time? What says nothing
/// may be new.
[[nodiscard]] bool is_older(std::string_view lastmod, std::optional<std::int64_t> since);

}  // namespace semsite
