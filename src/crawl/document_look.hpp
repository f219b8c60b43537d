#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/byte_source.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What a document is, by its first bytes, unpacked.
enum class DocumentLook {
  data,         ///< RDF, or something packed that cannot be read
  description,  ///< RDF that begins with words for datasets: it may describe some
  page,         ///< HTML
  metalink,
  empty,  ///< not a byte of content, unpacked
  other,  ///< a sitemap, a robots.txt, anything else
};

/// Reads as little of `source` as tells. `links`: `Link` fields of its answer.
[[nodiscard]] DocumentLook look_at_document(std::unique_ptr<ByteSource> source,
                                            const std::string& url,
                                            const std::string& media_type,
                                            std::span<const std::string> links,
                                            const Limits& limits);

}  // namespace semsite
