// Reads a robots.txt and sitemaps that are files: discover URL ROBOTS.TXT [SITEMAP...]
//
// URL is that of the site; it says for which agent and where from the files are.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "semsite/robots.hpp"
#include "semsite/sitemap.hpp"

namespace {

std::string text_of(const char* path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// Prints each thing as it comes: a sitemap of any size takes no more memory.
class Printer final : public semsite::SitemapHandler {
 public:
  void entry(const semsite::SitemapEntry& entry) override {
    std::cout << "page " << entry.loc << ' ' << entry.lastmod << '\n';
    for (const semsite::EntryLink& link : entry.signposts)
      std::cout << "  " << link.rel << ' ' << link.href << '\n';
  }
  void child(const semsite::SitemapEntry& entry) override {
    std::cout << "sitemap " << entry.loc << '\n';
  }
  void dataset(const semsite::SitemapDataset& dataset) override {
    std::cout << "dataset " << dataset.label << ' ' << dataset.uri << '\n';
    for (const semsite::DatasetLocation& dump : dataset.dumps)
      std::cout << "  dump " << dump.url << '\n';
    for (const semsite::DatasetLocation& endpoint : dataset.endpoints)
      std::cout << "  endpoint " << endpoint.url << '\n';
  }
};

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::cerr << "usage: discover URL ROBOTS.TXT [SITEMAP...]\n";
    return 2;
  }
  const std::string site = words[1];
  const semsite::Robots robots =
      semsite::read_robots(text_of(words[2]), site + "robots.txt");
  const semsite::RobotsVerdict verdict = semsite::robots_verdict(robots, "semsite", site);
  std::cout << (verdict.allowed ? "allowed" : "not allowed: " + verdict.rule) << '\n';
  for (const semsite::RobotsSitemap& sitemap : robots.sitemaps)
    std::cout << "named " << sitemap.url << '\n';
  bool is_whole = true;
  Printer printer;
  for (int i = 3; i < count; ++i) {
    const semsite::SitemapSummary summary =
        semsite::read_sitemap(text_of(words[i]), site + "sitemap.xml", printer);
    if (!summary.complete) std::cerr << words[i] << ": " << summary.problem << '\n';
    is_whole = is_whole && summary.complete;
  }
  return is_whole ? 0 : 1;
}
