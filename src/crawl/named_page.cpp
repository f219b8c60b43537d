#include "crawl/named_page.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/byte_source.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "discover/signposting.hpp"
#include "parse/measured.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

std::string_view without_www(std::string_view host) {
  constexpr std::string_view kWww = "www.";
  return host.starts_with(kWww) ? host.substr(kWww.size()) : host;
}

bool is_named_as_rdf(const std::string& url) {
  const auto parts = split_url(url);
  const Syntax* const syntax = parts ? syntax_of_path(parts->path) : nullptr;
  return syntax != nullptr && !is_of_pages(*syntax);
}

/// All of a body, if that is little; empty otherwise.
std::string short_text(ByteSource& body) {
  constexpr std::size_t kShort = std::size_t{4} << 20U;
  std::string out;
  try {
    for (Block block = body.read(); !block.empty(); block = body.read()) {
      if (out.size() + block.bytes.size() > kShort) return {};
      out += block.bytes;
    }
  } catch (const DocumentError&) {
    return {};
  }
  return out;
}

}  // namespace

Retrieved ask_for_page(const std::string& url, Retriever& retriever, HeldPages* held) {
  const Ask plain{.url = url, .named_by = NamedBy::user()};
  if (held == nullptr || !is_http(url)) return retriever.get(plain);
  Ask as_crawled = plain;
  as_crawled.accept = kPageAccept;
  Retrieved got = retriever.get(as_crawled);
  if (got.outcome != Retrieval::got)
    return got.head.status == 406 ? retriever.get(plain) : std::move(got);
  if (rdf_weight(told_type(got.head.media_type())) == 0 || is_named_as_rdf(url))
    return got;
  if (const std::string text = short_text(*got.body); !text.empty())
    held->put(url, got, text);
  got.body.reset();
  return retriever.get(plain);
}

std::string crawl_start(const std::string& named, const std::string& url) {
  const std::string folder = path_and_query(named);
  if (!folder.ends_with('/') || !path_and_query(url).starts_with(folder) ||
      without_www(host_of(named)) != without_www(host_of(url)))
    return url;
  return site_of(url) + folder;
}

std::vector<std::string> usual_sitemaps(const std::string& entry, Guess guess) {
  if (guess == Guess::nothing) return {};
  const std::string root = site_of(entry) + "/";
  std::vector<std::string> out{root + "sitemap.xml"};
  if (guess == Guess::root) return out;
  const std::string_view path = std::string_view{entry}.substr(0, entry.find('?'));
  const std::string folder{path.substr(0, path.rfind('/') + 1)};
  for (const std::string& place : {root, folder})
    for (const char* name : {"sitemap.xml", "sitemap_index.xml", "sitemap-index.xml",
                             "sitemap.xml.gz", "sitemap.txt", "wp-sitemap.xml"})
      if (std::ranges::find(out, place + name) == out.end()) out.push_back(place + name);
  return out;
}

}  // namespace semsite
