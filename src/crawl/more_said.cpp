#include "crawl/more_said.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/url.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri.hpp"

namespace semsite {

namespace {

/// Of what `url` said when it redirected, what concerns itself, as a field of another
/// URL.
void add_paging(const Retrieved::Redirect& redirect, const std::string& url,
                std::vector<std::string>& out) {
  const BaseIri base{url};
  for (const std::string& field : redirect.links) {
    for (const HeaderLink& link : read_link_header(field).links) {
      const auto leads = [&](PageWay way) {
        return std::ranges::any_of(link.relations, [way](const std::string& relation) {
          return page_way(relation) == way;
        });
      };
      const bool next = leads(PageWay::forward);
      if (!next && !leads(PageWay::back)) continue;
      if (link.anchor && without_fragment(base.resolve(*link.anchor)) != url) continue;
      out.push_back(
          fmt::format("<{}>; rel={}", base.resolve(link.target), next ? "next" : "prev"));
    }
  }
}

}  // namespace

std::vector<std::string> paging_links(const Retrieved& got) {
  std::vector<std::string> said;
  for (std::size_t i = 0; i < got.redirects.size() && i < got.hops.size(); ++i)
    if (got.redirects[i].status != 303) add_paging(got.redirects[i], got.hops[i], said);
  const std::string itself = fmt::format("<{}>", got.url);
  std::erase_if(said, [&](const std::string& link) { return link.starts_with(itself); });
  std::vector<std::string> out = got.head.headers_of("link");
  out.insert(out.end(), said.begin(), said.end());
  return out;
}

std::vector<MoreSaid> more_by_header(const Retrieved& got, std::string_view asked) {
  std::vector<MoreSaid> out = PagingWatch{got.url, asked, paging_links(got)}.more();
  if (auto more = more_by_range(got.head.header("content-range")))
    out.push_back(std::move(*more));
  return out;
}

}  // namespace semsite
