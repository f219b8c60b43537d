#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "report/run_report.hpp"

namespace semsite::test {

/// A report of one site with a dataset that has no sources yet.
inline RunReport report_of_a_site() {
  RunReport out;
  out.command = {"semsite", "fetch", "http://a.example/"};
  out.started = std::chrono::sys_days{std::chrono::year{2026} / 1 / 15};
  out.finished = out.started + std::chrono::seconds{10};
  SiteProfile site;
  site.entry = "http://a.example/";
  site.site = "http://a.example";
  out.sites.push_back(site);
  DatasetReport dataset;
  dataset.name = "The data";
  dataset.way = "dump";
  dataset.site_row = 0;
  out.datasets.push_back(dataset);
  return out;
}

/// A source of the first dataset.
inline SourceReport source_of(const std::string& url, Outcome outcome,
                              std::uint64_t quads = 0) {
  SourceReport out;
  out.site = "http://a.example";
  out.way = "dump";
  out.url = url;
  out.outcome = outcome;
  out.quads = quads;
  out.dataset_row = 0;
  return out;
}

}  // namespace semsite::test
