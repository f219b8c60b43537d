#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "discover/sitemap_reader.hpp"
#include "rdf/iri.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Thrown by SitemapTeller and the readers that use it, to end one document early; caught
/// in read_sitemap.
struct StopSitemap {
  std::string problem;
};

/// What the readers of every kind of sitemap tell, checked, counted and bounded, on its
/// way to the handler.
class SitemapTeller {
 public:
  SitemapTeller(std::string_view url, SitemapHandler& handler, const Limits& limits)
      : base_(std::string{url}), handler_(handler), limits_(limits) {}

  /// Hands over `entry`, whose `loc` is as written: it is resolved and checked here, and
  /// left out with a note when it is no URL. Throws StopSitemap at the limit.
  void page(SitemapEntry& entry);
  void child(SitemapEntry& entry);
  void dataset(const SitemapDataset& dataset);
  void head(const SitemapHead& head) { handler_.head(head); }

  /// Counts one more thing that takes memory; throws StopSitemap at the limit.
  void count(std::uint64_t line);

  void note(std::string_view code, std::string message, std::uint64_t line);
  /// The same of something that is named and will not be asked for: it is counted.
  void lose(std::string_view code, std::string message, std::uint64_t line);
  /// Tells how many notes were held back.
  void finish_notes();

  enum class Location : std::uint8_t {
    of_entry,
    /// That all of it is there, even where it cannot be asked for, is worth knowing.
    of_dataset,
  };
  /// Resolves `url` in place if it is relative. False, with a note, if it is empty,
  /// cannot be resolved, or has a scheme that cannot be fetched. `what`: for the message.
  bool make_location(std::string& url, std::string_view what, std::uint64_t line,
                     Location location = Location::of_entry);
  /// The same for an IRI that need not be fetchable.
  bool make_iri(std::string& iri, std::string_view what, std::uint64_t line);

  [[nodiscard]] SitemapSummary& summary() { return summary_; }
  /// The URL of the document; may be empty.
  [[nodiscard]] const BaseIri& base() const { return base_; }

 private:
  bool accept(SitemapEntry& entry);

  BaseIri base_;
  SitemapHandler& handler_;
  const Limits& limits_;
  SitemapSummary summary_;
  std::uint64_t counted_ = 0;
  std::map<std::string, std::uint64_t, std::less<>> notes_;
};

}  // namespace semsite
