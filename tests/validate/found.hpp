#pragma once

#include <string>
#include <vector>

#include "base/byte_source.hpp"
#include "validate/findings.hpp"
#include "validate/sitemap_check.hpp"

namespace semsite::test {

/// "code line:column" of each finding, in the order of the groups.
inline std::vector<std::string> found_in(const Findings& findings) {
  std::vector<std::string> out;
  for (const FindingGroup* group : findings.groups())
    for (const Finding& one : group->first)
      out.push_back(one.code + " " + std::to_string(one.place.line) + ":" +
                    std::to_string(one.place.column));
  return out;
}

/// What is found in a sitemap that stands at `url`.
inline std::vector<std::string> found_in_sitemap(
    const std::string& text, const std::string& url = "http://a.example/sitemap.xml",
    const std::string& category = {}, bool of_diwoo = false) {
  Findings findings{{.only = {}, .ignore = {}, .places = 1000}};
  MemorySource bytes{text, 7};
  ListedUrls seen;
  const SitemapTerms terms{
      .url = url, .located = true, .now = 1'750'000'000, .of_diwoo = of_diwoo};
  static_cast<void>(check_sitemap(bytes, terms, category, seen, {}, findings, {}));
  return found_in(findings);
}

/// A urlset whose entries begin in line 2.
inline std::string urlset(const std::string& content) {
  return "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""
         " xmlns:sc=\"http://sw.deri.org/2007/07/sitemapextension/scschema.xsd\""
         " xmlns:ocx=\"http://sitemap.ocx.org/v/1.0\""
         " xmlns:rs=\"http://www.openarchives.org/rs/terms/\""
         " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\""
         " xmlns:diwoo=\"https://standaarden.overheid.nl/diwoo/metadata/\">\n" +
         content + "\n</urlset>\n";
}

}  // namespace semsite::test
