// libFuzzer entry: any bytes as what `validate` checks without asking for more: a
// robots.txt, a sitemap. However the bytes come, the same is found, and where it is said
// to be there is something.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"
#include "fuzz/document_reading.hpp"
#include "validate/findings.hpp"
#include "validate/robots_check.hpp"
#include "validate/sitemap_check.hpp"
#include "validate/written_date.hpp"

namespace semsite::test {
namespace {

constexpr std::int64_t kNow = 1'800'000'000;
constexpr const char* kSitemap = "http://a.example/a/sitemap.xml";

/// A line for each finding, which must be of a place in `text`.
std::vector<std::string> lines_of(const Findings& findings, std::string_view text) {
  const auto lines = static_cast<std::uint64_t>(std::ranges::count_if(
                         text, [](char c) { return c == '\n' || c == '\r'; })) +
                     1;
  std::vector<std::string> out;
  for (const FindingGroup* group : findings.groups()) {
    if (group->count < group->first.size()) broken("counted less than was kept", text);
    for (const Finding& one : group->first) {
      if (one.place.line > lines) broken("found behind the end", text);
      out.push_back(one.code + ' ' + std::to_string(one.place.line) + ':' +
                    std::to_string(one.place.column) + ' ' + one.message);
    }
  }
  return out;
}

struct Check {
  std::vector<std::string> found{};
  bool complete = false;
};

Check check_as_sitemap(std::string_view text, std::size_t step) {
  Findings findings{{.only = {}, .ignore = {}, .places = 1000}};
  MemorySource bytes{std::string{text}, step};
  ListedUrls seen;
  const SitemapTerms terms{.url = kSitemap, .located = true, .now = kNow};
  const SitemapVerdict verdict = check_sitemap(bytes, terms, {}, seen, {}, findings, {});
  return {.found = lines_of(findings, text), .complete = verdict.summary.complete};
}

void check(std::string_view text) {
  Findings findings{{.only = {}, .ignore = {}, .places = 1000}};
  DocumentFindings robots{findings, "http://a.example/robots.txt"};
  Limits limits;
  limits.robots_bytes = kKiB;
  (void)check_robots(text, robots, limits);
  (void)lines_of(findings, text);

  const Check whole = check_as_sitemap(text, kBlockBytes);
  const Check parts = check_as_sitemap(text, 7);
  // Of one that breaks off, libxml2 may tell more or less.
  if (whole.complete && parts.complete && whole.found != parts.found) {
    for (const std::string& line : whole.found)
      std::fprintf(stderr, "whole: %s\n", line.c_str());
    for (const std::string& line : parts.found)
      std::fprintf(stderr, "parts: %s\n", line.c_str());
    broken("other findings in pieces", text);
  }
  const std::string_view line = text.substr(0, text.find('\n'));
  (void)date_form(line);
  (void)is_xsd_date(line);
  (void)is_xsd_time(line);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16 * semsite::kKiB) return 0;
  semsite::test::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
