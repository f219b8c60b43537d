#pragma once

#include <string>
#include <string_view>

namespace semsite::test {

/// A sitemap begins with this.
inline constexpr std::string_view kUrlset =
    R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" )"
    R"(xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd" )"
    R"(xmlns:xhtml="http://www.w3.org/1999/xhtml">)";

/// A sitemap of these entries.
inline std::string urlset(std::string_view content) {
  return std::string{kUrlset} + std::string{content} + "</urlset>";
}

}  // namespace semsite::test
