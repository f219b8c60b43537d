#include "discover/sitemap_teller.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "discover/sitemap_names.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kNotesOfOneCode = 20;

}  // namespace

void SitemapTeller::count(std::uint64_t line) {
  if (counted_ == limits_.sitemap_entries)
    throw StopSitemap{
        fmt::format("line {}: more than {} entries and locations, the rest is not read "
                    "(--max-sitemap-entries)",
                    line, grouped(limits_.sitemap_entries))};
  if (counted_ == limits_.sitemap_entries_noted)
    note(
        "sitemap.limit",
        fmt::format("more than {} entries, the most that the protocol allows in one file "
                    "(sitemaps.org); reading on",
                    grouped(limits_.sitemap_entries_noted)),
        line);
  ++counted_;
}

bool SitemapTeller::make_iri(std::string& iri, std::string_view what,
                             std::uint64_t line) {
  if (has_scheme(iri)) return true;
  // Entities are never expanded; what is left of one is no relative URL.
  if (iri.starts_with('&')) {
    lose("sitemap.entity",
         fmt::format("the {} \"{}\" is an entity reference, which is not expanded; left "
                     "out",
                     what, excerpt(iri)),
         line);
    return false;
  }
  if (base_.text().empty()) {
    lose("sitemap.loc",
         fmt::format("the {} \"{}\" is relative and the sitemap's own URL is not known; "
                     "left out",
                     what, excerpt(iri)),
         line);
    return false;
  }
  note("sitemap.relative",
       fmt::format("the {} \"{}\" is relative; it must be absolute (sitemaps.org). "
                   "Resolved against the sitemap's URL",
                   what, excerpt(iri)),
       line);
  iri = base_.resolve(iri);
  return true;
}

bool SitemapTeller::make_location(std::string& url, std::string_view what,
                                  std::uint64_t line, Location location) {
  const auto is_good = [&] {
    return is_fetchable(url) || (location == Location::of_dataset && has_server(url));
  };
  if (is_good()) return true;
  if (!make_iri(url, what, line)) return false;
  if (is_good()) return true;
  lose("sitemap.loc",
       fmt::format("the {} \"{}\" is no http, https, ftp or file URL; left out", what,
                   excerpt(url)),
       line);
  return false;
}

bool SitemapTeller::accept(SitemapEntry& entry) {
  if (entry.loc.empty()) {
    note("sitemap.loc", "an entry without a URL (an empty or missing loc); left out",
         entry.line);
    return false;
  }
  if (!make_location(entry.loc, "URL", entry.line)) return false;
  count(entry.line);
  return true;
}

void SitemapTeller::page(SitemapEntry& entry) {
  if (!accept(entry)) return;
  ++summary_.entries;
  handler_.entry(entry);
}

void SitemapTeller::child(SitemapEntry& entry) {
  if (!accept(entry)) return;
  ++summary_.children;
  handler_.child(entry);
}

void SitemapTeller::dataset(const SitemapDataset& dataset) {
  ++summary_.datasets;
  handler_.dataset(dataset);
}

void SitemapTeller::note(std::string_view code, std::string message, std::uint64_t line) {
  auto place = notes_.find(code);
  if (place == notes_.end()) place = notes_.emplace(std::string{code}, 0).first;
  if (++place->second > kNotesOfOneCode && !handler_.wants_every_note()) return;
  handler_.note({std::string{code}, std::move(message), line});
}

void SitemapTeller::lose(std::string_view code, std::string message, std::uint64_t line) {
  if (++summary_.lost == 1)
    summary_.first_lost = line > 0 ? fmt::format("line {}: {}", line, message) : message;
  note(code, std::move(message), line);
}

void SitemapTeller::finish_notes() {
  for (const auto& [code, number] : notes_)
    if (number > kNotesOfOneCode && !handler_.wants_every_note())
      handler_.note(
          {code, fmt::format("{} more of these", grouped(number - kNotesOfOneCode)), 0});
  notes_.clear();
}

}  // namespace semsite
