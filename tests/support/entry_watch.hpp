#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "crawl/sitemap_watch.hpp"

namespace semsite::test {

/// Passes on the entries of sitemaps and wants no markup.
class EntryWatch final : public SitemapWatch {
 public:
  explicit EntryWatch(std::function<void(const SitemapEntry&)> take)
      : take_(std::move(take)) {}

  void entry(const SitemapEntry& entry, NamedBy, ListedBy) override { take_(entry); }
  void page(const std::string& url) override {
    SitemapEntry entry;
    entry.loc = url;
    take_(entry);
  }
  [[nodiscard]] std::unique_ptr<SitemapReading> begin(const std::string&,
                                                      const std::string&) override {
    return nullptr;
  }

 private:
  std::function<void(const SitemapEntry&)> take_;
};

}  // namespace semsite::test
