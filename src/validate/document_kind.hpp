#pragma once

#include <cstdint>
#include <string_view>

#include "parse/syntax.hpp"

namespace semsite {

/// What a document is to the validator.
struct DocumentKind {
  enum class Kind : std::uint8_t {
    robots,
    sitemap,
    page,
    linkset,
    standard_sitemap,
    data,  ///< RDF; `syntax` says which
    unknown,
  } kind = Kind::unknown;
  const Syntax* syntax = nullptr;
};

/// Told by the first bytes, unpacked; `content_type` and `path` only decide between what
/// these allow.
[[nodiscard]] DocumentKind document_kind(std::string_view head,
                                         std::string_view content_type,
                                         std::string_view path);

}  // namespace semsite
