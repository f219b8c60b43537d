// libFuzzer entry: any bytes as the header of a response: the status line, and a field on
// each further line.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "base/shown_text.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "crawl/answer_links.hpp"
#include "discover/paging.hpp"
#include "discover/signposting.hpp"
#include "fetch/bot_wall.hpp"
#include "fetch/http_header.hpp"
#include "fetch/length_book.hpp"
#include "fetch/published_digest.hpp"
#include "fetch/retry.hpp"
#include "fuzz/document_reading.hpp"
#include "markup/html_charset.hpp"
#include "markup/link_header.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/standard_sitemap.hpp"
#include "rdf/iri.hpp"

namespace semsite::test {
namespace {

constexpr std::chrono::system_clock::time_point kNow{std::chrono::seconds{1'800'000'000}};

void check_times(std::string_view value) {
  if (const auto pause = parse_retry_after(value, kNow)) {
    if (pause->count() < 0 || *pause > kLongestRetryAfter) broken("a pause", value);
    if (pause_in_words(*pause).empty()) broken("no words for a pause", value);
    (void)decide_retry({.status = 503, .retry_after = pause}, {}, 0.5);
  }
  if (const auto date = parse_http_date(value, kNow)) {
    const std::string written = http_date(*date);
    if (parse_http_date(written, kNow) != date)
      broken("a date is written as another one", value);
  }
}

void check_range(std::string_view value) {
  (void)more_by_range(value);
  const auto range = parse_content_range(value);
  if (!range) return;
  if (range->first.has_value() != range->last.has_value()) broken("half a range", value);
  if (!range->first && !range->total) broken("a range of nothing", value);
  if (range->first && *range->first > *range->last) broken("a range backwards", value);
  if (range->last && range->total && *range->last >= *range->total)
    broken("a range beyond its end", value);
}

void check_links(std::string_view value) {
  constexpr std::size_t kMost = 50;
  const LinkHeader header = read_link_header(value, kMost);
  if (header.links.size() > kMost) broken("more links than may be", value);
  std::size_t bytes = 0;
  for (const HeaderLink& link : header.links) {
    bytes += link.target.size();
    if (link.relations.size() > 100 || link.reverse.size() > 100)
      broken("more relations than may be", value);
    for (const std::string& relation : link.relations)
      if (!link.has_relation(relation) || relation_key(relation).empty())
        broken("a link has not its own relation", value);
    for (const LinkAttribute& attribute : link.attributes)
      if (attribute.name != lower_ascii(attribute.name))
        broken("a name in capitals", value);
  }
  // What is not UTF-8 is Latin-1, of which a byte becomes two.
  if (bytes > value.size() * (is_utf8(value) ? 1 : 2))
    broken("more text than came", value);
  for (const Signpost& link :
       signposts_of(header.links, "http://example.org/", "http://example.org/a",
                    Signpost::Carrier::header))
    if (!has_scheme(link.target) || !has_scheme(link.context))
      broken("a relative link", value);
}

void check_head(const ResponseHead& head, std::string_view text) {
  if (const auto digest = published_digest(head)) {
    const std::size_t size = digest->algorithm == "sha-512"   ? 64
                             : digest->algorithm == "sha-256" ? 32
                             : digest->algorithm == "sha"     ? 20
                                                              : 16;
    if (digest->value.size() != size) broken("a digest of another length", text);
  }
  const ContentLength length = read_content_length(head);
  if (length.bytes && !length.problem.empty() &&
      head.headers_of("content-length").empty())
    broken("a length of nothing", text);
  const Version version = version_of(head);
  if (!may_be_same(version, version)) broken("not the same as itself", text);
  const auto total = total_of_range(head);
  const auto range = parse_content_range(head.header("content-range"));
  if (total && range && range->last && *total <= *range->last)
    broken("shorter than its last byte", text);
  for (const char* method : {"GET", "HEAD"})
    if (const auto promise = promise_of(head, method); promise && promise->by.empty())
      broken("promised by nobody", text);
  (void)head.length();
  if (head.media_type() != lower_ascii(head.media_type())) broken("capitals", text);
  Retrieved got;
  got.url = "http://example.org/a";
  got.outcome = Retrieval::got;
  got.head = head;
  for (const AnswerLinks& links : links_of(got))
    if (links.fields.empty()) broken("links of nothing", text);
}

void check(std::string_view text) {
  ResponseHead head{.status = 200, .url = "http://example.org/a"};
  std::size_t end = std::min(text.find('\n'), text.size());
  if (const auto status = parse_status_line(text.substr(0, end))) {
    if (status->status < 100 || status->status > 999) broken("a status", text);
    if (!status->protocol.starts_with("HTTP/")) broken("a protocol", text);
    head.status = status->status;
  }
  while (end < text.size()) {
    text.remove_prefix(end + 1);
    end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const auto field = parse_header_line(line);
    if (!field) continue;
    const auto& [name, value] = *field;
    if (name.empty() || name != lower_ascii(name) || trim(value) != value)
      broken("a field", line);
    if (name.size() + value.size() >= line.size()) broken("more than came", line);
    check_times(value);
    check_range(value);
    check_links(value);
    const std::string_view charset = charset_of(value);
    if (charset.size() > value.size() || charset_parameter(value).size() > value.size())
      broken("a charset", line);
    (void)detect_syntax("<", {.media_type = value, .path = value});
    (void)rdf_weight(value);
    if (!is_utf8(shown_text(excerpt(value)))) broken("a message that is no text", line);
    head.headers.push_back(*field);
  }
  check_head(head, text);
  (void)bot_wall(head, text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16 * semsite::kKiB) return 0;
  semsite::test::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
