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

/// Where JSON-LD stands instead of what was answered: the target as written of the first
/// `alternate` link of that type (JSON-LD API §9.4.2, step 4 of LoadDocumentCallback).
[[nodiscard]] std::optional<std::string> linked_jsonld(
    std::span<const std::string> links);

}  // namespace semsite
