#include "semsite/sitemap.hpp"

namespace semsite {

std::string_view kind_name(SitemapKind kind) {
  switch (kind) {
    case SitemapKind::urlset:
      return "urlset";
    case SitemapKind::sitemapindex:
      return "sitemapindex";
    case SitemapKind::text:
      return "text";
    case SitemapKind::rss:
      return "rss";
    case SitemapKind::atom:
      return "atom";
    case SitemapKind::unknown:
      break;
  }
  return "unknown";
}

}  // namespace semsite
