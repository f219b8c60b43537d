#pragma once

#include <string>
#include <string_view>

#include "base/json_writer.hpp"
#include "commands/inspect.hpp"
#include "discover/sitemap_reader.hpp"

namespace semsite {

/// Hands the line in `json` to `take`, and empties it.
void flush(JsonWriter& json, const TakeLine& take);

/// A member that is null when `text` is empty.
JsonWriter& text_or_null(JsonWriter& json, std::string_view name, std::string_view text);

/// Prints one line for each thing that a sitemap holds.
class SitemapPrinter final : public SitemapHandler {
 public:
  explicit SitemapPrinter(const TakeLine& take) : take_(take) {}

  void head(const SitemapHead& head) override;
  void entry(const SitemapEntry& entry) override { write_entry("page", entry); }
  void child(const SitemapEntry& entry) override { write_entry("sitemap", entry); }
  void dataset(const SitemapDataset& dataset) override;
  void note(const SitemapNote& note) override;
  void summary(const SitemapSummary& summary);

 private:
  void write_entry(std::string_view kind, const SitemapEntry& entry);

  const TakeLine& take_;
  JsonWriter json_;
  std::string capability_;
};

/// Does a document that begins with `head` look like a file of a Standard-Sitemap?
[[nodiscard]] bool is_standard_file(std::string_view head);

/// Prints the nodes of one file of a Standard-Sitemap and its externals in order, what
/// was odd, the places of its nodes, then a summary. Other files are not asked for.
/// Returns why it is not all of it; empty if it is.
[[nodiscard]] std::string inspect_standard(ByteSource& bytes,
                                           const InspectOptions& options,
                                           const Limits& limits, const TakeLine& take);

}  // namespace semsite
