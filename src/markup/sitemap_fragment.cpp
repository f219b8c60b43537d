#include "markup/sitemap_fragment.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "markup/sitemap_dialect.hpp"

namespace semsite {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

/// Where the first element begins, or `head.size()`.
std::size_t first_element(std::string_view head) {
  std::size_t at = head.starts_with(kMark) ? kMark.size() : 0;
  for (;;) {
    at = std::min(head.find_first_not_of(" \t\r\n", at), head.size());
    const std::string_view rest = head.substr(at);
    const std::string_view end = rest.starts_with("<?")     ? "?>"
                                 : rest.starts_with("<!--") ? "-->"
                                                            : "";
    if (end.empty()) return at;
    const std::size_t found = head.find(end, at);
    if (found == std::string_view::npos) return head.size();
    at = found + end.size();
  }
}

}  // namespace

bool is_sitemap_fragment(std::string_view head) {
  const std::string_view tag = head.substr(first_element(head));
  if (!tag.starts_with('<')) return false;
  const std::string_view name = tag.substr(1, tag.find_first_of(" \t\r\n/>", 1) - 1);
  return name == "url" || name == "sitemap";
}

Block SitemapFragment::read() {
  if (stage_ == Stage::begin) {
    first_ = inner_.read();
    if (first_.empty()) return {};
    // The prolog must stay in front; the first block holds all of it, or nobody saw an
    // entry behind it.
    const std::size_t at = first_element(first_.bytes);
    text_ = first_.bytes.substr(0, at);
    text_ += "<urlset xmlns=\"";
    text_ += kSitemapNamespace;
    text_ += "\">";
    text_ += first_.bytes.substr(at);
    stage_ = Stage::middle;
    return {.bytes = text_};
  }
  if (stage_ == Stage::end) return {};
  Block next = inner_.read();
  if (!next.empty()) return next;
  stage_ = Stage::end;
  return {.bytes = "</urlset>"};
}

}  // namespace semsite
