#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "crawl/catalogue_pages.hpp"
#include "crawl/retrieve.hpp"
#include "discover/description_graph.hpp"
#include "discover/site_profile.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

/// What some documents say of datasets.
struct DescriptionFindings {
  std::vector<DatasetFact> datasets;
  std::string dataset_of_page;         ///< what the first document says it belongs to
  std::vector<std::string> missing{};  ///< why the descriptions are not all there is
  bool is_catalogue = false;  ///< the first document calls itself one, or holds one
  /// Why nobody knows what the first document says: no answer, or one that broke off.
  std::string unread{};

  [[nodiscard]] static DescriptionFindings nothing(std::string unread) {
    DescriptionFindings out;
    out.unread = std::move(unread);
    return out;
  }

  /// Is there any that could be got?
  [[nodiscard]] bool offers_way() const;
  /// That the description at `url` tells of datasets, but of no way to any of them;
  /// empty: it tells of a way, or of none.
  [[nodiscard]] std::string without_way(const std::string& url) const;
};

/// Reads descriptions of datasets, and the documents that they lead to: further pages of
/// a catalogue, datasets that it only names (on the same site, up to a bound).
class DescriptionTour {
 public:
  /// Further documents that one description may lead to.
  static constexpr std::size_t kMostPages = 100;

  DescriptionTour(Retriever& retriever, const ParseSettings& settings,
                  std::size_t most_pages = kMostPages);

  /// Reads the document at `url`. `named_by`: URL of what names it, or a few words.
  [[nodiscard]] DescriptionFindings visit(const std::string& url,
                                          const std::string& named_by);
  /// The same for one that is at hand; `asked`: URL that led to it.
  [[nodiscard]] DescriptionFindings read(Retrieved got, const std::string& asked,
                                         const std::string& named_by);

  /// A row for each document asked for.
  [[nodiscard]] std::vector<DescriptionFact>& facts() { return facts_; }

 private:
  struct Start {
    std::string asked, final_url;
  };
  /// All that one description leads to.
  struct Reading;
  [[nodiscard]] bool read_one(Retrieved got, const std::string& asked,
                              const std::string& named_by, Reading& reading);
  [[nodiscard]] bool ask(const std::string& url, const std::string& named_by,
                         Reading& reading);
  /// Goes from page to page; true if anything new was read.
  [[nodiscard]] bool follow_pages(const Start& start, Reading& reading);
  void look_for_the_last(const Start& start, Reading& reading);
  [[nodiscard]] bool page(const CataloguePages::Lead& lead, const Start& start,
                          Reading& reading);
  [[nodiscard]] DescriptionFindings conclude(Reading& reading, const Start& start,
                                             std::size_t first_fact);

  Retriever& retriever_;
  const ParseSettings& settings_;
  std::size_t most_pages_;
  std::vector<DescriptionFact> facts_;
};

}  // namespace semsite
