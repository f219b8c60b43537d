#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/dataset_run.hpp"
#include "crawl/entry_targets.hpp"
#include "crawl/graph_claims.hpp"
#include "crawl/sitemap_watch.hpp"
#include "markup/xml_reader.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// What the entries of a site's sitemaps are, as something to have: the plan under which
/// their quads are noted and reported. `entry`: what the user named.
[[nodiscard]] DatasetPlan plan_of_entries(const std::string& entry);

/// Takes the entries of a site's sitemaps while discovery reads them: what they name goes
/// to the list of pages, and the quads that the mappings make of them into the state,
/// each sitemap a page of its own (DESIGN §6). From there run_entries brings them to the
/// output.
class SiteEntries final : public SitemapWatch {
 public:
  /// `site`: what the site's entries are known by. References outlive it.
  SiteEntries(const std::string& site, Fetch& fetch, Destination& to);
  /// What is read from now on is listed by what the user named so.
  void listed_by(const std::string& entry) { entry_ = entry; }

  void entry(const SitemapEntry& entry, NamedBy named_by, ListedBy by) override;
  void page(const std::string& url) override;
  [[nodiscard]] std::unique_ptr<SitemapReading> begin(
      const std::string& url, const std::string& named_by) override;
  /// Has this run, or one before, made quads of them?
  [[nodiscard]] bool has_quads();
  /// The first graphs of other hosts that mappings gave them.
  [[nodiscard]] std::vector<std::string> claimed_graphs() const {
    return claims_.names();
  }
  /// The types of `--ocx-type` that some entry has.
  [[nodiscard]] const std::set<std::string>& types_met() const { return types_met_; }

 private:
  void meet_type(const SitemapEntry& entry);
  void list(const SitemapEntry& entry, NamedBy named_by, EntryWorth worth, ListedBy by);

  std::string entry_;
  Fetch& fetch_;
  Destination& to_;
  PageTable table_;
  const DatasetPlan plan_;
  GraphClaims claims_;
  std::set<std::string> types_met_;
};

/// Brings the quads of `plan_of_entries` to the output and sums up in `source`, one row
/// for all of them, what came of the sitemaps.
void run_entries(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                 SourceReport& source);

/// Elements and text, kept to be told later.
class HeldMarkup {
 public:
  void start(const XmlName& name, std::span<const XmlAttribute> attributes,
             std::span<const XmlNamespace> declared);
  void end(const XmlName& name);
  void characters(std::string_view text);
  void comment(std::string_view text);

  void tell(XmlHandler& handler) const;
  void clear();
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }

 private:
  enum class Kind : std::uint8_t { start, end, characters, comment };
  struct Event {
    Kind kind;
    std::uint32_t attributes = 0, declared = 0;
  };
  void put(std::string_view text);

  std::vector<Event> events_;
  std::vector<std::uint32_t> lengths_;  ///< of the texts, in order
  std::string text_;                    ///< all of them, one behind another
};

}  // namespace semsite
