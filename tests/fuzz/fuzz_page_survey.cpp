// libFuzzer entry: an HTML page, read with and without a tree, and with and without the
// short way to the tree. What they give must be the same. Any bytes are a page; behind a
// byte 255, each byte stands for a tag or a text, so that whole structures are tried.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "support/page_ways.hpp"

namespace {

constexpr auto kParts = std::to_array<std::string_view>({
    "a",
    " ",
    "\n",
    "b\n",
    "&amp;",
    "&eacute;",
    "&",
    "<!-- c -->",
    "<!DOCTYPE html>",
    "<html>",
    "</html>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "<title>",
    "</title>",
    "<meta name=a>",
    "<link rel=a href=b>",
    "<base href=c>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<script type=application/ld+json>{\"@id\":\"a\",\"u:p\":1}",
    "<noscript>",
    "</noscript>",
    "<p>",
    "</p>",
    "<p itemscope>",
    "<p vocab=x>",
    "<div>",
    "</div>",
    "<section property='u:p'>",
    "</section>",
    "<ul>",
    "</ul>",
    "<li>",
    "</li>",
    "<dl>",
    "</dl>",
    "<dt>",
    "</dt>",
    "<dd>",
    "</dd>",
    "<h1>",
    "</h1>",
    "<h2>",
    "</h2>",
    "<pre>",
    "</pre>",
    "<a href=d>",
    "</a>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<span>",
    "</span>",
    "<x-y>",
    "</x-y>",
    "<br>",
    "<hr>",
    "<img src=e>",
    "<input>",
    "<form>",
    "</form>",
    "<button>",
    "</button>",
    "<select>",
    "</select>",
    "<option>",
    "</option>",
    "<optgroup>",
    "</optgroup>",
    "<textarea>",
    "</textarea>",
    "<table>",
    "</table>",
    "<caption>",
    "</caption>",
    "<colgroup>",
    "</colgroup>",
    "<col>",
    "<thead>",
    "</thead>",
    "<tbody>",
    "</tbody>",
    "<tfoot>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<th>",
    "</th>",
    "<svg>",
    "</svg>",
    "<g>",
    "</g>",
    "<path d=f />",
    "<desc>",
    "</desc>",
    "<math>",
    "</math>",
    "<iframe>",
    "</iframe>",
    "<address>",
    "</address>",
    "<label>",
    "</label>",
    "<svg viewBox=g/>",
    "<details>",
    "<summary>",
    "</details>",
    "<fieldset>",
    "<legend>",
    "</fieldset>",
    "<center>",
    "</center>",
    "<font>",
    "</font>",
    "<video>",
    "<source>",
    "</video>",
    "<main>",
    "</main>",
    "<time>",
    "</time>",
    "<figure>",
    "</figure>",
    "<small>",
    "</small>",
    "<object>",
    "<ruby>",
    "<template>",
    "<area href=h>",
    "<listing>",
    "<menu>",
    "<plaintext>",
    "<frameset>",
});

std::string page_of(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || data[0] != 0xFF) return {reinterpret_cast<const char*>(data), size};
  std::string text;
  for (std::size_t i = 1; i < size; ++i) text += kParts[data[i] % kParts.size()];
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = page_of(data, size);
  const semsite::test::PageComparison comparison = semsite::test::compare_ways(text);
  if (comparison.difference.empty()) return 0;
  std::fprintf(stderr, "%s\n%s", text.c_str(), comparison.difference.c_str());
  std::abort();
}
