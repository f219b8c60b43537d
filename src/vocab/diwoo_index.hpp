#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What the name of a sitemap index says by DiWoo's convention
/// (`sitemapindex-diwoo.xml`, `sitemapindex-diwoo-infocat010.xml`).
struct DiwooIndexName {
  bool follows = false;  ///< it is a name that DiWoo wants
  /// It begins as they do: who named it so lists documents, whatever comes behind.
  bool of_documents = false;
  std::string category{};  ///< IRI of the information category; empty: none
};

/// Of the index at `url`: the last segment of its path counts, case included, and neither
/// query nor fragment.
[[nodiscard]] DiwooIndexName diwoo_index_name(std::string_view url);

}  // namespace semsite
