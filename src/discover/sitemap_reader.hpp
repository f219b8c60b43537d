#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "markup/xml_reader.hpp"
#include "semsite/limits.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// Reads a sitemap of any kind from bytes that are already unpacked; told by content.
/// Never throws for what the document says: what cannot be read ends in `problem` after
/// everything before it has been handed over; `kind` stays unknown when it is no sitemap
/// at all. DocumentError from `bytes` ends up in `problem` too. Memory does not grow with
/// it.
///
/// Of one in XML, `also` is given every event as it comes, errors included, which it
/// cannot decide about; a DocumentError of its own ends the reading.
[[nodiscard]] SitemapSummary read_sitemap(ByteSource& bytes, std::string_view url,
                                          SitemapHandler& handler, const Limits& limits,
                                          XmlHandler* also = nullptr);

}  // namespace semsite
