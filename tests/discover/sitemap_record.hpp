#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "discover/sitemap_reader.hpp"

namespace semsite {

/// All that a sitemap told.
struct SitemapRecord {
  std::vector<SitemapEntry> pages, children;
  std::vector<SitemapHead> heads;
  std::vector<SitemapDataset> datasets;
  std::vector<SitemapNote> notes;
  SitemapSummary summary;

  [[nodiscard]] std::vector<std::string> locs() const {
    std::vector<std::string> out;
    for (const SitemapEntry& page : pages) out.push_back(page.loc);
    for (const SitemapEntry& child : children) out.push_back(child.loc);
    return out;
  }
  /// The codes of the notes, each once, sorted.
  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const SitemapNote& note : notes) out.push_back(note.code);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
};

class SitemapRecorder final : public SitemapHandler {
 public:
  explicit SitemapRecorder(SitemapRecord& record) : record_(record) {}
  void head(const SitemapHead& head) override { record_.heads.push_back(head); }
  void entry(const SitemapEntry& entry) override { record_.pages.push_back(entry); }
  void child(const SitemapEntry& child) override { record_.children.push_back(child); }
  void dataset(const SitemapDataset& dataset) override {
    record_.datasets.push_back(dataset);
  }
  void note(const SitemapNote& note) override { record_.notes.push_back(note); }

 private:
  SitemapRecord& record_;
};

/// Reads `bytes` as the sitemap at http://example.org/s/map.xml.
inline SitemapRecord record_sitemap(ByteSource& bytes, const Limits& limits = {}) {
  SitemapRecord record;
  SitemapRecorder recorder{record};
  record.summary = read_sitemap(bytes, "http://example.org/s/map.xml", recorder, limits);
  return record;
}

inline SitemapRecord record_sitemap(std::string_view text, const Limits& limits = {},
                                    std::size_t step = kBlockBytes) {
  MemorySource bytes{std::string{text}, step};
  return record_sitemap(bytes, limits);
}

}  // namespace semsite
