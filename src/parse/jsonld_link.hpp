#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace semsite {

/// The context that `Link` headers give to a document of type `media_type`: the target as
/// written of the one link with the relation http://www.w3.org/ns/json-ld#context
/// (JSON-LD 1.1 §6.1). Nothing for application/ld+json, which has its own. Throws
/// DocumentError("jsonld.multiple-context-link-headers").
[[nodiscard]] std::optional<std::string> linked_context(
    std::span<const std::string> links, std::string_view media_type);

/// Is `media_type` that of JSON: application/json, or any with the suffix +json?
[[nodiscard]] bool is_json_type(std::string_view media_type);

/// The JSON-LD document that the sender of something else than JSON offers instead: the
/// target as written of the first link with the relation alternate and the type
/// application/ld+json (JSON-LD API §9.4, LoadDocumentCallback).
[[nodiscard]] std::optional<std::string> linked_alternate(
    std::span<const std::string> links, std::string_view media_type);

}  // namespace semsite
