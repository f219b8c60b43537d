#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discover/data_format.hpp"
#include "discover/description_graph.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// A file of a dataset in one form, as DCAT and schema.org have it.
struct Distribution {
  std::vector<std::string> urls;  ///< of the bytes; several are mirrors
  DataFormat format;
  std::optional<std::uint64_t> byte_size;
  std::vector<Checksum> checksums;
  std::string source;  ///< document that says so
  // By what one may be told to replace another.
  std::string name{};                           ///< its IRI, or blank node
  std::string title{}, date{};                  ///< `date`: the last that is said
  std::map<std::string, std::string> titles{};  ///< by language
  std::string version{}, status{};    ///< `status`: last part of an IRI, or a word
  std::vector<std::string> others{};  ///< names of those that it replaces
  std::string replaced_by{};          ///< name of the one that replaces it
};

/// Fills in what is said of the title, dates and versions of the distribution at `node`.
void read_standing(const DescriptionGraph& graph, DescriptionGraph::Node node,
                   Distribution& out);

/// What one node is told to be, before the vocabularies are put together.
struct DatasetDraft {
  SitemapDataset said;                 ///< without its files
  std::vector<DatasetLocation> dumps;  ///< of VoID: files, never alternatives
  std::vector<Distribution> distributions;
  std::vector<std::string> roots;  ///< to start a crawl from
  std::vector<std::string> notes;
};

/// Odd things that were tolerated, the first few of them.
struct DescriptionNotes {
  std::vector<SitemapNote> first;
  std::uint64_t count = 0;
  /// What was left out because there is too much of it ("description.limit").
  std::vector<std::string> cut;

  void add(std::string_view code, std::string message);
};

/// The URL that a value stands for, resolved against the document that says it; empty if
/// it is none.
[[nodiscard]] std::string url_of(const DescriptionGraph& graph,
                                 const DescriptionGraph::Value& value);

/// Adds an endpoint, once.
void add_endpoint(DatasetDraft& draft, const DescriptionGraph& graph,
                  const DescriptionGraph::Value& value);

/// The text for people among several values: English or without a language first.
[[nodiscard]] std::string text_for_people(const DescriptionGraph& graph,
                                          DescriptionGraph::Node node,
                                          DescriptionTerm term);

/// `changefreq` of a sitemap for the IRI of a frequency (EU authority, Dublin Core) or
/// its name; empty if there is none (semantic-sitemap §10).
[[nodiscard]] std::string change_frequency(std::string_view text);

/// More files or samples of one dataset than this are left out.
inline constexpr std::size_t kMostLocations = 10'000;

}  // namespace semsite
