#include "markup/html_links.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "markup/html_node.hpp"

namespace semsite {

std::string link_words(std::string_view rel) {
  constexpr std::string_view kSpace = " \t\n\f\r";
  std::string out;
  for (std::size_t at = rel.find_first_not_of(kSpace); at != std::string_view::npos;
       at = rel.find_first_not_of(kSpace, at)) {
    const std::string_view word = rel.substr(at, rel.find_first_of(kSpace, at) - at);
    at += word.size();
    if (!out.empty()) out += ' ';
    // An IRI is a predicate of its own spelling (RFC 8288 §2.1.2).
    if (word.find(':') == std::string_view::npos)
      out += lower_ascii(word);
    else
      out += word;
  }
  return out;
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
