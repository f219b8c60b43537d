#include "markup/html_links.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "markup/html_node.hpp"

namespace semsite {

std::string link_words(std::string_view rel) {
  std::string out;
  bool between = false;
  for (const char c : rel) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r') {
      between = !out.empty();
      continue;
    }
    if (between) out += ' ';
    between = false;
    out += c;
  }
  return lower_ascii(out);
}

std::vector<PageLink> page_links(const HtmlPage& page) {
  std::vector<PageLink> out;
  for (const _xmlNode* at = page.root(); at != nullptr && out.size() < kMostPageLinks;
       at = next_element(at, page.root())) {
    if (!is_html(at)) continue;
    const std::string_view name = local_name(at);
    const bool is_anchor = name == "a" || name == "area";
    if (!is_anchor && name != "link") continue;
    const auto href = attribute(at, "href");
    if (!href) continue;
    out.push_back({.place = is_anchor ? PageLink::Place::anchor : PageLink::Place::link,
                   .rel = link_words(attribute(at, "rel").value_or("")),
                   .href = std::string{trim(*href)},
                   .type = std::string{trim(attribute(at, "type").value_or(""))},
                   .line = line_of(at),
                   .profile = std::string{trim(attribute(at, "profile").value_or(""))}});
  }
  return out;
}

}  // namespace semsite
