#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "semsite/sitemap.hpp"
#include "validate/dataset_check.hpp"
#include "validate/diwoo_check.hpp"
#include "validate/findings.hpp"
#include "validate/listed_url.hpp"
#include "validate/markup_tree.hpp"
#include "validate/resource_sync_check.hpp"

namespace semsite {

/// Checks the elements below the root of an XML sitemap, in their order.
class EntryCheck {
 public:
  /// All outlive it.
  EntryCheck(DocumentFindings& findings, const SitemapTerms& terms, ListedUrls& seen,
             std::string category);

  void root(const MarkupNode& root);
  void child(const MarkupNode& node);
  /// The sitemap has been read.
  void finish();

  /// Of the root element.
  [[nodiscard]] SitemapKind kind() const { return kind_; }
  [[nodiscard]] bool is_feed() const {
    return kind_ == SitemapKind::rss || kind_ == SitemapKind::atom;
  }
  /// Right or not.
  [[nodiscard]] bool has_entries() const { return entries_ > 0; }
  [[nodiscard]] bool has_diwoo() const { return has_diwoo_; }
  /// A `lastmod` as written; of feeds by the rules of feeds.
  void check_lastmod(std::string_view value, ValuePlace place);

 private:
  [[nodiscard]] bool is_plain(const MarkupNode& node) const;
  void entry(const MarkupNode& node);
  void plain_part(const MarkupNode& part, const MarkupNode& entry);
  void foreign_part(const MarkupNode& part, const MarkupNode& entry);
  void near_miss(const MarkupNode& part);
  void loc(const MarkupNode& part, const MarkupNode& entry);
  void priority(const MarkupNode& part);
  void order(const MarkupNode& entry);
  void alternate(const MarkupNode& part);
  [[nodiscard]] ListedUrlCheck::Rules rules_of(const MarkupNode& entry) const;
  void add(std::string_view code, std::string message, const MarkupNode& node) {
    findings_.add(code, std::move(message), node.line, node.column);
  }

  DocumentFindings& findings_;
  const SitemapTerms& terms_;
  ListedUrlCheck urls_;
  DatasetCheck datasets_;
  ResourceSyncCheck sync_;
  DiwooCheck diwoo_;
  SitemapKind kind_ = SitemapKind::unknown;
  std::string namespace_;  ///< of the root
  bool has_diwoo_ = false;
  bool entry_met_ = false;
  bool near_miss_told_ = false;
  std::uint64_t entries_ = 0, dated_ = 0, same_dates_ = 0;
  std::string first_date_;
};

/// Checks the block `ocx:ocx` of one entry, whose URL is `loc`.
void check_ocx(const MarkupNode& block, std::string_view loc, DocumentFindings& findings,
               ListedUrlCheck& urls);

}  // namespace semsite
