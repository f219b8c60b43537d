#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "semsite/limits.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// One `file` of a Metalink (RFC 5854 §4.1.2).
struct MetalinkFile {
  struct Url {
    std::string url;
    std::uint64_t priority = 999'999;  ///< 1 = best; 999999: none given (§4.2.16.1)
  };
  std::string name;
  std::vector<Url> urls;  ///< in the document's order
  std::optional<std::uint64_t> size;
  std::vector<Checksum> checksums;  ///< of the whole file; those of pieces do not count
};

struct Metalink {
  std::vector<MetalinkFile> files;
  std::uint64_t files_left_out = 0;  ///< beyond 10,000
};

/// Do the first bytes look like one?
[[nodiscard]] bool is_metalink(std::string_view head);
/// Is it the media type of one, of version 4 (RFC 5854 §7.1) or 3?
[[nodiscard]] bool is_metalink_type(std::string_view media_type);

/// Reads a Metalink 4 document. `url`: where it came from. Throws DocumentError:
/// "metalink.syntax" (no Metalink 4), and the codes of read_xml.
[[nodiscard]] Metalink read_metalink(ByteSource& bytes, std::string_view url,
                                     const Limits& limits);

/// Files of it that are RDF by their names, and that it gives no URL of, and those that
/// were left out: what it is a list of and nobody can ask for.
[[nodiscard]] std::vector<std::string> missing_of(const Metalink& metalink);

/// The dumps of a Metalink: files whose names end like RDF, packed or not, are parts of
/// the dataset; the URLs of a file are mirrors, those of the best priority first.
[[nodiscard]] SitemapDataset dataset_of(const Metalink& metalink, std::string_view url);

}  // namespace semsite
