#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "markup/xml_reader.hpp"
#include "semsite/limits.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// Is told what a sitemap holds, in document order, while it streams.
class SitemapHandler {
 public:
  SitemapHandler() = default;
  SitemapHandler(const SitemapHandler&) = delete;
  SitemapHandler& operator=(const SitemapHandler&) = delete;
  virtual ~SitemapHandler() = default;

  /// Before the first entry, if there is something; again if more comes later.
  virtual void head(const SitemapHead&) {}
  virtual void entry(const SitemapEntry&) {}      ///< a page
  virtual void child(const SitemapEntry&) {}      ///< a sitemap named by an index
  virtual void dataset(const SitemapDataset&) {}  ///< an `sc:dataset`
  virtual void note(const SitemapNote&) {}
  /// Of each code the first 20 notes are told, and the number of the others; or all.
  [[nodiscard]] virtual bool wants_every_note() const { return false; }
};

struct SitemapSummary {
  SitemapKind kind = SitemapKind::unknown;
  std::uint64_t entries = 0;
  std::uint64_t children = 0;
  std::uint64_t datasets = 0;
  std::uint64_t bytes = 0;  ///< expanded
  bool complete = true;  ///< false: broken off, or a limit was reached (`problem` says)
  std::string problem;
  std::uint64_t lost = 0;    ///< what is named by something that is no URL
  std::string first_lost{};  ///< and why
};

/// Reads a sitemap of any kind from bytes that are already unpacked; told by content.
/// Never throws for what the document says: what cannot be read ends in `problem` after
/// everything before it has been handed over; `kind` stays unknown when it is no sitemap
/// at all. DocumentError from `bytes` ends up in `problem` too. Memory does not grow with
/// it.
///
/// Of one in XML, `also` is given every event as it comes, errors included, which it
/// cannot decide about; a DocumentError of its own ends the reading.
[[nodiscard]] SitemapSummary read_sitemap(ByteSource& bytes, std::string_view url,
                                          SitemapHandler& handler, const Limits& limits,
                                          XmlHandler* also = nullptr);

}  // namespace semsite
