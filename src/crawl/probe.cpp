#include "crawl/probe.hpp"

#include <utility>

#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/discovery.hpp"

namespace semsite {
namespace {

constexpr std::size_t kHeadsPerDataset = 20;

}  // namespace

Probe::Probe(Retriever& retriever, Console& console, ProbeOptions options,
             SitemapWatch* watch)
    : retriever_(retriever),
      console_(console),
      options_(std::move(options)),
      watch_(watch) {}

SiteProfile Probe::profile(const std::string& entry) {
  return Discovery{retriever_, console_, options_, watch_}.run(entry);
}

void Probe::weigh(AccessPlan& plan) {
  for (DatasetPlan& dataset : plan.datasets) {
    if (!dataset.chosen) continue;
    AccessOption& option = dataset.options[*dataset.chosen];
    if (option.way != Way::dump && option.way != Way::fragments) continue;
    std::uint64_t bytes = 0;
    bool all_known = true;
    for (std::size_t i = 0; i < option.pools.size(); ++i) {
      if (i == kHeadsPerDataset) {
        all_known = false;
        break;
      }
      Location& location = option.pools[i].mirrors[0];
      const Retrieved got = retriever_.get(
          {.url = location.url,
           .named_by = namer_of(location.source, dataset.sitemap, dataset.listing),
           .method = "HEAD",
           .accept = std::string{kDumpAccept},
           .content_coding = false});
      if (got.head.status > 0) location.status = got.head.status;
      if (got.outcome == Retrieval::got) {
        location.bytes = got.head.length();
        location.media_type = got.head.media_type();
        location.last_modified = got.head.header("last-modified");
      } else {
        location.head_problem = got.problem;
      }
      all_known = all_known && location.bytes.has_value();
      bytes += location.bytes.value_or(0);
    }
    if (all_known) option.cost.bytes = bytes;
  }
}

}  // namespace semsite
