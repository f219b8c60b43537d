#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/named_by.hpp"
#include "discover/sitemap_reader.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// Is told the markup of one sitemap while it is read.
class SitemapReading {
 public:
  SitemapReading() = default;
  SitemapReading(const SitemapReading&) = delete;
  SitemapReading& operator=(const SitemapReading&) = delete;
  virtual ~SitemapReading() = default;

  [[nodiscard]] virtual XmlHandler& events() = 0;
  /// An entry of it, before the event comes that ends it.
  virtual void entry(const SitemapEntry& entry) = 0;
  /// It has been read, to its end or as far as could be.
  virtual void end(const SitemapSummary& summary) = 0;
};

/// What names a page.
enum class ListedBy : std::uint8_t {
  sitemap,  ///< one of the site: what it lists no more is gone
  feed,     ///< of a page that the user named: it lists what is new
};

/// Is told of the sitemaps of a site while discovery reads them. One thread.
class SitemapWatch {
 public:
  SitemapWatch() = default;
  SitemapWatch(const SitemapWatch&) = delete;
  SitemapWatch& operator=(const SitemapWatch&) = delete;
  virtual ~SitemapWatch() = default;

  virtual void entry(const SitemapEntry& entry, NamedBy named_by, ListedBy by) = 0;
  /// A page that the user named.
  virtual void page(const std::string& url) = 0;
  /// The sitemap at `url` (after redirects), named by the document at `named_by`, is
  /// about to be read. Null: its markup is not wanted.
  [[nodiscard]] virtual std::unique_ptr<SitemapReading> begin(
      const std::string& url, const std::string& named_by) = 0;
};

}  // namespace semsite
