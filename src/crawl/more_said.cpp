#include "crawl/more_said.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/url.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri.hpp"

namespace semsite {

std::vector<std::string> links_of(const Retrieved& got) {
  std::vector<std::string> out = got.head.headers_of("link");
  const std::string itself = fmt::format("<{}>", got.url);
  for (const std::string& link : got.hop_links)
    if (!link.starts_with(itself)) out.push_back(link);
  return out;
}

std::vector<std::string> links_of_hop(const ResponseHead& head, const std::string& url) {
  std::vector<std::string> out;
  if (head.status == 303) return out;
  const BaseIri base{url};
  for (const std::string& field : head.headers_of("link")) {
    for (const HeaderLink& link : read_link_header(field).links) {
      const bool next = link.has_relation("next");
      if (!next && !link.has_relation("prev") && !link.has_relation("previous")) continue;
      if (link.anchor && without_fragment(base.resolve(*link.anchor)) != url) continue;
      out.push_back(
          fmt::format("<{}>; rel={}", base.resolve(link.target), next ? "next" : "prev"));
    }
  }
  return out;
}

std::vector<MoreSaid> more_by_header(const Retrieved& got, std::string_view asked) {
  std::vector<MoreSaid> out = PagingWatch{got.url, asked, links_of(got)}.more();
  if (auto more = more_by_range(got.head.header("content-range")))
    out.push_back(std::move(*more));
  return out;
}

}  // namespace semsite
