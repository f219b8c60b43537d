#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "crawl/probe_options.hpp"
#include "crawl/retrieve.hpp"
#include "discover/site_profile.hpp"
#include "plan/access_plan.hpp"
#include "report/console.hpp"

namespace semsite {

/// Learns how a site offers its data: robots.txt, sitemaps, descriptions of datasets, who
/// stands behind off-host locations. Downloads no data.
class Probe {
 public:
  /// `take_entry` is told of every entry of the sitemaps of a profile, with the entry URL
  /// of that; may be empty.
  using EntryTaker = std::function<void(const std::string& entry, const SitemapEntry&)>;
  Probe(Retriever& retriever, Console& console, ProbeOptions options,
        EntryTaker take_entry = {});

  /// `entry` is an absolute URL: of a site, a robots.txt, a sitemap, a description, a
  /// list of dumps, a dump, an endpoint or a page. It is told by its content.
  [[nodiscard]] SiteProfile profile(const std::string& entry);

  /// Asks once (HEAD) for each location that `plan` would fetch first, the first 20 of a
  /// dataset, and fills in what it learns of size and kind.
  void weigh(AccessPlan& plan);

 private:
  Retriever& retriever_;
  Console& console_;
  ProbeOptions options_;
  EntryTaker take_entry_;
};

}  // namespace semsite
