#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/graph_policy.hpp"
#include "crawl/harvest.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/signposting.hpp"
#include "markup/html_links.hpp"
#include "markup/link_header.hpp"

namespace semsite {

/// What one page says of itself in links: those of its header, and the `<link>`s of its
/// markup. One thread.
class PageLinks {
 public:
  /// `url`: of the page, after redirects. `fields`: values of its `Link` fields.
  PageLinks(std::string url, std::span<const std::string> fields);

  /// A link of the markup, to the absolute `iri`.
  void add(std::string_view iri, const PageLink& link);

  enum class Read : std::uint8_t { header, page };
  /// What to ask for after so much of the page has been read. `asked`: the URL by which
  /// it was asked for, before redirects.
  [[nodiscard]] std::vector<SignpostPage> next(std::span<const std::string> follow,
                                               Read read, const std::string& asked) const;
  /// Is it the landing page of something?
  [[nodiscard]] bool are_signposts() const { return semsite::are_signposts(signposts_); }

  struct Markup {
    std::string iri, relations, type;
  };
  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] const std::vector<HeaderLink>& header() const { return header_; }
  [[nodiscard]] const std::vector<Markup>& markup() const { return markup_; }

 private:
  std::string url_;
  std::vector<HeaderLink> header_;
  std::vector<Markup> markup_;
  std::vector<Signpost> signposts_;
};

struct LinkReport {
  std::uint64_t quads = 0;
  FaultCounts faults;
};

/// Writes the links of a page as quads in the graph of its document (docs/linksets.md).
LinkReport harvest_links(const PageLinks& links, const Origin& origin, QuadSink& sink,
                         const Harvester& harvester);

}  // namespace semsite
