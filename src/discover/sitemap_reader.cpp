#include "discover/sitemap_reader.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "discover/sitemap_names.hpp"
#include "discover/sitemap_source.hpp"
#include "discover/sitemap_teller.hpp"
#include "discover/sitemap_text.hpp"
#include "discover/sitemap_xml.hpp"

namespace semsite {
namespace {

constexpr std::size_t kHeadBytes = 4096;
constexpr std::uint64_t kProtocolBytes = 50 * kMiB;  // sitemaps.org, since 2016

// `head` without what may stand before the root element.
std::string_view skip_prolog(std::string_view head) {
  for (;;) {
    head = trim_unicode(head);
    std::string_view end;
    if (head.starts_with("<?")) {
      end = "?>";
    } else if (head.starts_with("<!--")) {
      end = "-->";
    } else {
      return head;
    }
    const std::size_t at = head.find(end);
    if (at == std::string_view::npos) return {};
    head.remove_prefix(at + end.size());
  }
}

bool is_html_root(std::string_view head) {
  const std::string_view start = skip_prolog(head);
  return starts_with_ignoring_case(start, "<!doctype html") ||
         starts_with_ignoring_case(start, "<html");
}

bool is_markup(std::string_view head) {
  // UTF-16, with or without its mark, is left to the XML parser.
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) return true;
  if (head.size() > 1 && (head[0] == '\0' || head[1] == '\0')) return true;
  return trim_unicode(head).starts_with('<');
}

void read_any(SitemapSource& bytes, SitemapTeller& teller, const Limits& limits,
              XmlHandler* also) {
  const std::string_view head = bytes.peek(kHeadBytes);
  if (is_html_root(head)) throw StopSitemap{"an HTML page, not a sitemap"};
  if (is_markup(head)) {
    read_xml_sitemap(bytes, teller, limits, also);
  } else {
    read_text_sitemap(bytes, teller);
  }
}

}  // namespace

SitemapSummary read_sitemap(ByteSource& bytes, std::string_view url,
                            SitemapHandler& handler, const Limits& limits,
                            XmlHandler* also) {
  SitemapSource source{bytes, limits.sitemap_bytes};
  SitemapTeller teller{url, handler, limits};
  SitemapSummary& summary = teller.summary();
  try {
    read_any(source, teller, limits, also);
  } catch (const StopSitemap& stop) {
    summary.problem = stop.problem;
  }
  // Why the bytes ended explains more than what the parser made of it.
  if (!source.problem().empty()) summary.problem = source.problem();
  summary.is_cut = !source.problem().empty();
  summary.complete = summary.problem.empty();
  summary.bytes = source.bytes();
  if (summary.kind != SitemapKind::unknown && summary.bytes > kProtocolBytes)
    teller.note("sitemap.limit",
                fmt::format("larger than {} bytes, the most that the protocol allows "
                            "(sitemaps.org)",
                            grouped(kProtocolBytes)),
                0);
  teller.finish_notes();
  return std::move(summary);
}

}  // namespace semsite
