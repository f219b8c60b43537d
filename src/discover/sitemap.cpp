#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "base/url.hpp"
#include "discover/sitemap_reader.hpp"
#include "reading/given_bytes.hpp"
#include "semsite/errors.hpp"
#include "semsite/sitemap.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {

std::string_view kind_name(SitemapKind kind) {
  switch (kind) {
    case SitemapKind::urlset:
      return "urlset";
    case SitemapKind::sitemapindex:
      return "sitemapindex";
    case SitemapKind::text:
      return "text";
    case SitemapKind::rss:
      return "rss";
    case SitemapKind::atom:
      return "atom";
    case SitemapKind::unknown:
      break;
  }
  return "unknown";
}

namespace {

/// A compressed sitemap is one document; an archive is none.
SitemapSummary read_packed(std::unique_ptr<ByteSource> bytes, std::string_view url,
                           SitemapHandler& handler, const Limits& limits) {
  SitemapSummary out;
  try {
    const auto parts = split_url(url);
    Unpacker unpacker{std::move(bytes), std::string{parts ? parts->path : url}, limits};
    const std::optional<Entry> entry = unpacker.next();
    if (entry && entry->name.empty())
      return read_sitemap(*entry->bytes, url, handler, limits);
    out.problem = entry ? fmt::format("{} is an archive, not a sitemap", url)
                        : fmt::format("{} is empty", url);
  } catch (const DocumentError& error) {
    out.problem = error.what();
  }
  out.complete = false;
  return out;
}

/// Keeps all that a sitemap says.
class Holder final : public SitemapHandler {
 public:
  explicit Holder(Sitemap& out) : out_(out) {}

  void head(const SitemapHead& head) override { out_.head = head; }
  void entry(const SitemapEntry& entry) override { out_.entries.push_back(entry); }
  void child(const SitemapEntry& entry) override { out_.children.push_back(entry); }
  void dataset(const SitemapDataset& dataset) override {
    out_.datasets.push_back(dataset);
  }
  void note(const SitemapNote& note) override { out_.notes.push_back(note); }

 private:
  Sitemap& out_;
};

}  // namespace

SitemapSummary read_sitemap(std::string_view bytes, std::string_view url,
                            SitemapHandler& handler, const Limits& limits) {
  return read_packed(std::make_unique<BytesAtHand>(bytes), url, handler, limits);
}

SitemapSummary read_sitemap(const std::function<std::string_view()>& next,
                            std::string_view url, SitemapHandler& handler,
                            const Limits& limits) {
  return read_packed(std::make_unique<GivenBytes>(next), url, handler, limits);
}

Sitemap sitemap_of(std::string_view bytes, std::string_view url, const Limits& limits) {
  Sitemap out;
  Holder holder{out};
  out.summary = read_sitemap(bytes, url, holder, limits);
  return out;
}

}  // namespace semsite
