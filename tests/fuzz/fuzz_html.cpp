// libFuzzer entry: any bytes as a page. The first byte chooses what the sender says of
// them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"
#include "markup/html_node.hpp"
#include "markup/html_tree.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// The tree is bounded, its texts are UTF-8, and its links agree with each other.
std::size_t check(const ::_xmlNode* node, std::size_t depth, std::size_t most) {
  if (depth > most) std::abort();
  std::size_t count = 0;
  for (const ::_xmlNode* at = first_child(node); at != nullptr; at = next_sibling(at)) {
    if (!is_utf8(text_of(at)) || !is_utf8(local_name(at))) std::abort();
    if (!is_element(at)) continue;
    if (parent_element(at) != node) std::abort();
    HtmlAttributes attributes{at};
    while (const auto attribute = attributes.next())
      if (!is_utf8(attribute->name) || !is_utf8(attribute->value)) std::abort();
    count += 1 + check(at, depth + 1, most);
  }
  return count;
}

void read(std::string_view text, std::string_view media_type) {
  Limits limits;
  limits.xml_depth = 20;
  NullDiagnostics faults;
  try {
    const HtmlPage page =
        read_html_page(text, {.media_type = media_type, .base = "http://example.org/doc"},
                       limits, faults);
    const std::size_t count = check(page.root(), 1, limits.xml_depth);
    std::size_t walked = 0;
    for (const ::_xmlNode* at = next_element(page.root(), page.root()); at != nullptr;
         at = next_element(at, page.root()))
      ++walked;
    if (walked != count || !is_utf8(text_content(page.root()))) std::abort();
    (void)page_links(page);
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
}

}  // namespace
}  // namespace semsite

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::array<std::string_view, 6> kTypes{
      "text/html; charset=utf-8",     "text/html",
      "application/xhtml+xml",        "image/svg+xml",
      "text/html; charset=shift_jis", ""};
  if (size == 0) return 0;
  const std::string_view text{reinterpret_cast<const char*>(data) + 1, size - 1};
  semsite::read(text, kTypes[data[0] % kTypes.size()]);
  return 0;
}
