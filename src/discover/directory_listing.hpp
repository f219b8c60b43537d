#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_tree.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// What a web server's own page about a folder lists.
struct DirectoryListing {
  std::vector<std::string> files;  ///< URLs of files of RDF, packed or not, right in it
  std::uint64_t others = 0;        ///< other files, folders left out
  std::vector<std::string> folders{};  ///< URLs of the first folders in it
  std::uint64_t folder_count = 0;
  std::uint64_t files_left_out = 0;  ///< of RDF, too many
};

/// Reads a listing as Apache, nginx, lighttpd and Python's server write it; nothing if
/// the page is none. `url`: of the page, after redirects. Only what stands right in the
/// folder counts: nothing in its folders, nothing above it, nothing of another site.
[[nodiscard]] std::optional<DirectoryListing> read_directory_listing(
    const HtmlPage& page, std::string_view url);

/// What of it the dumps of a listing are not, in words.
[[nodiscard]] std::vector<std::string> missing_of(const DirectoryListing& listing);

/// The dumps of a listing: each file is a part; the same file packed and unpacked is one
/// part, the packed one first.
[[nodiscard]] SitemapDataset dataset_of(const DirectoryListing& listing,
                                        std::string_view url);

}  // namespace semsite
