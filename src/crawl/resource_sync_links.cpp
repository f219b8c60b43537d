#include "crawl/resource_sync_links.hpp"

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/text.hpp"
#include "discover/signposting.hpp"
#include "markup/html_links.hpp"
#include "markup/html_tree.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostLists = 10;
constexpr std::string_view kRelation = "resourcesync";

std::string resolve(std::string_view base, std::string_view href) {
  return BaseIri{std::string{base}}.resolve(href);
}

void add_from(const std::vector<Signpost>& links, std::vector<std::string>& out) {
  for (const Signpost& link : links)
    if (link.relation == kRelation && out.size() < kMostLists &&
        std::ranges::find(out, link.target) == out.end())
      out.push_back(link.target);
}

std::vector<Signpost> links_of_page(std::string_view text, const ResponseHead& head,
                                    const std::string& url) {
  NullDiagnostics nobody;
  try {
    const HtmlPage page = read_html_page(
        text,
        {.media_type = head.header("content-type"), .base = url, .resolve = resolve},
        Limits{}, nobody);
    return signposts_of(page_links(page), page.base(), page.address());
  } catch (const DocumentError&) {
    return {};  // what is wrong with it is said by those who read it for its data
  }
}

}  // namespace

std::vector<std::string> resource_sync_links(const ResponseHead& head,
                                             std::string_view text,
                                             const std::string& url) {
  std::vector<std::string> out;
  for (const std::string& field : head.headers_of("link"))
    add_from(
        signposts_of(read_link_header(field).links, url, url, Signpost::Carrier::header),
        out);
  // Few pages have it, so that a tree is seldom made for it.
  if (lower_ascii(text).find(kRelation) != std::string::npos)
    add_from(links_of_page(text, head, url), out);
  return out;
}

}  // namespace semsite
