#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/harvest.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/signposting.hpp"
#include "documents/graph_policy.hpp"
#include "markup/html_tree.hpp"
#include "markup/link_header.hpp"
#include "state/same_pages.hpp"

namespace semsite {

/// What one page says of itself in links: those of the header it came with and of the
/// answers that redirected to it, and the `<link>`s of its markup. One thread.
class PageLinks {
 public:
  /// `got`: what came for the page, or for its header.
  explicit PageLinks(const Retrieved& got);

  /// A link of the markup, to the absolute `iri`.
  void add(std::string_view iri, const PageLink& link);

  enum class Read : std::uint8_t { header, page };
  /// What to ask for after so much of the page has been read. `asked`: the URL by which
  /// it was asked for, before redirects.
  [[nodiscard]] SignpostPages next(std::span<const std::string> follow, Read read,
                                   const std::string& asked) const;
  /// Are they of the FAIR Signposting Profile? Then all of them are data.
  [[nodiscard]] bool are_signposts() const { return semsite::are_signposts(signposts_); }

  /// Does it say what it consists of?
  [[nodiscard]] bool names_items() const;

  /// Other forms of the page that it names, in its own header and markup. `asked`: as
  /// above.
  [[nodiscard]] PageNames names(const std::string& asked) const;

  /// The links of one header. `url`: of the document that they are about.
  struct Header {
    std::string url;
    std::vector<HeaderLink> links;
  };
  struct Markup {
    std::string iri, relations, type, profile;
    bool has_hreflang = false;
  };
  [[nodiscard]] const std::string& url() const { return url_; }
  /// URLs that redirected to it.
  [[nodiscard]] const std::vector<std::string>& also() const { return also_; }
  [[nodiscard]] const std::vector<Header>& headers() const { return headers_; }
  [[nodiscard]] const std::vector<Markup>& markup() const { return markup_; }
  /// Links that were too many.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  std::string url_;
  std::vector<std::string> also_;
  std::vector<Header> headers_;
  std::vector<Markup> markup_;
  std::vector<Signpost> signposts_;
  std::uint64_t left_out_ = 0;
};

struct LinkReport {
  std::uint64_t quads = 0;
  FaultCounts faults;
};

/// Writes the links of a page as quads in the graph of its document, those of a redirect
/// in the graph of the URL that redirects (docs/linksets.md). `origin`: of the page.
LinkReport harvest_links(const PageLinks& links, const Origin& origin, QuadSink& sink,
                         const Harvester& harvester);

}  // namespace semsite
