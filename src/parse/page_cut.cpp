#include "parse/page_cut.hpp"

#include <cstddef>

#include "base/text.hpp"

namespace semsite {
namespace {

/// The last place of `word`, which is in lower case, in any case of letters.
std::size_t rfind_ignoring_case(std::string_view text, std::string_view word) {
  for (std::size_t at = text.rfind('<'); at != std::string_view::npos;
       at = at == 0 ? at : text.rfind('<', at - 1)) {
    if (starts_with_ignoring_case(text.substr(at), word)) return at;
    if (at == 0) break;
  }
  return std::string_view::npos;
}

}  // namespace

std::string_view open_at_end(std::string_view text) {
  const std::string_view page = trim(text);
  if (ends_with_ignoring_case(page, "</html>")) return {};
  const std::size_t script = rfind_ignoring_case(page, "<script");
  if (script != std::string_view::npos) {
    const std::string_view rest = page.substr(script);
    if (rfind_ignoring_case(rest, "</script") == std::string_view::npos)
      return rest.find('>') == std::string_view::npos ? "a tag" : "a script";
  }
  const std::size_t tag = page.rfind('<');
  if (tag == std::string_view::npos || tag + 1 == page.size() ||
      page.find('>', tag) != std::string_view::npos)
    return {};
  const char first =
      page[tag + 1] == '/' && tag + 2 < page.size() ? page[tag + 2] : page[tag + 1];
  const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  return is_letter ? "a tag" : std::string_view{};
}

}  // namespace semsite
