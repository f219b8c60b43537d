#include "parse/page_scripts.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "markup/html_node.hpp"

namespace semsite {
namespace {

/// The syntaxes that HTML data blocks are known to hold.
bool is_data(const Syntax& syntax) {
  constexpr std::array<std::string_view, 5> kNames{"jsonld", "turtle", "trig", "ntriples",
                                                   "nquads"};
  return std::ranges::find(kNames, syntax.name) != kNames.end();
}

std::string_view without(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? trim(text.substr(prefix.size())) : text;
}

}  // namespace

const Syntax* data_syntax(std::string_view type) {
  const Syntax* const syntax = syntax_of_media_type(type);
  return syntax != nullptr && is_data(*syntax) ? syntax : nullptr;
}

std::vector<PageScript> data_scripts(const HtmlPage& page) {
  std::vector<PageScript> out;
  for (const _xmlNode* at = page.root(); at != nullptr;
       at = next_element(at, page.root())) {
    if (local_name(at) != "script") continue;
    // SVG has scripts too.
    if (!is_html(at) && namespace_of(at) != kSvgNamespace) continue;
    const auto type = attribute(at, "type");
    const Syntax* const syntax = type ? data_syntax(*type) : nullptr;
    if (syntax == nullptr) continue;
    const std::uint64_t text_line = line_of(first_child(at));
    out.push_back({.element = at,
                   .syntax = syntax,
                   .text = text_content(at),
                   .line = text_line != 0 ? text_line : line_of(at)});
  }
  return out;
}

std::string_view unwrapped_data(std::string_view text) {
  const std::string_view trimmed = trim(text);
  std::string_view start = without(without(trimmed, "#"), "//");
  bool wrapped = false;
  for (const std::string_view mark : {"<!--", "<![CDATA["})
    if (start.starts_with(mark)) {
      start.remove_prefix(mark.size());
      wrapped = true;
    }
  if (!wrapped) return text;
  std::string_view inside = start;
  for (const std::string_view mark : {"-->", "]]>"})
    if (inside.ends_with(mark)) {
      inside.remove_suffix(mark.size());
      inside = trim(inside);
      for (const std::string_view comment : {"//", "#"})
        if (inside.ends_with(comment)) inside.remove_suffix(comment.size());
      break;
    }
  return inside;
}

}  // namespace semsite
