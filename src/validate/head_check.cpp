#include "validate/head_check.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::array<std::string_view, 2> kValidators{"etag", "last-modified"};

struct Difference {
  std::string_view code;
  std::string message;
};

Retrieved ask_head(const AnswerToGet& answer, const Validation& validation) {
  return validation.retriever.get({.url = answer.got.url,
                                   .named_by = NamedBy::document(answer.got.url),
                                   .method = "HEAD",
                                   .accept = answer.accept,
                                   .content_coding = answer.content_coding,
                                   .max_attempts = 1});
}

std::optional<std::uint64_t> length_of(const ResponseHead& head) {
  const std::string_view text = trim(head.header("content-length"));
  std::uint64_t length = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), length);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
  return length;
}

/// RFC 9110 §8.6: the length in an answer to HEAD is that of the content of a GET.
std::optional<std::string> length_difference(const AnswerToGet& answer,
                                             const ResponseHead& head) {
  const auto by_head = length_of(head), by_get = length_of(answer.got.head);
  if (!by_head) return {};
  if (by_get && *by_get != *by_head)
    return fmt::format("HEAD says {} bytes, GET sends {}", grouped(*by_head),
                       grouped(*by_get));
  if (!by_get && *by_head == 0 && answer.has_content)
    return "HEAD says 0 bytes, GET sends some";
  return {};
}

/// What `head` says otherwise than the answer to GET. A field that HEAD leaves out is no
/// difference (§9.3.2), but what a document is made of is known before its content.
std::vector<Difference> differences(const AnswerToGet& answer, const ResponseHead& head) {
  const ResponseHead& get = answer.got.head;
  std::vector<Difference> out;
  if (get.media_type() != head.media_type())
    out.push_back(
        {"head.fields", fmt::format("Content-Type: HEAD says \"{}\", GET says \"{}\"",
                                    excerpt(head.header("content-type")),
                                    excerpt(get.header("content-type")))});
  // Packed on the way or not, a document has other lengths and other strong validators.
  if (get.header("content-encoding") != head.header("content-encoding")) return out;
  if (auto length = length_difference(answer, head))
    out.push_back({"head.length", std::move(*length)});
  for (const std::string_view name : kValidators) {
    const std::string_view by_get = get.header(name), by_head = head.header(name);
    if (!by_get.empty() && !by_head.empty() && by_get != by_head)
      out.push_back(
          {"head.fields", fmt::format("{}: HEAD says {}, GET says {}",
                                      name == "etag" ? "ETag" : "Last-Modified",
                                      excerpt(by_head, 100), excerpt(by_get, 100))});
  }
  return out;
}

bool says_the_same(const ResponseHead& a, const ResponseHead& b) {
  return a.media_type() == b.media_type() && length_of(a) == length_of(b) &&
         a.header("etag") == b.header("etag") &&
         a.header("last-modified") == b.header("last-modified");
}

}  // namespace

void check_head(const AnswerToGet& answer, const Validation& validation) {
  const std::string& url = answer.got.url;
  if (!is_http(url) || validation.stop.stop_requested()) return;
  DocumentFindings findings{validation.findings, url};
  const Retrieved first = ask_head(answer, validation);
  if (first.outcome == Retrieval::http_error)
    return findings.add("head.refused",
                        fmt::format("status {} to HEAD, {} to GET", first.head.status,
                                    answer.got.head.status));
  if (first.outcome == Retrieval::network)
    return findings.add("head.refused", fmt::format("HEAD fails: {}", first.problem));
  if (first.outcome != Retrieval::got) return;
  if (first.url != url)
    return findings.add("head.refused", fmt::format("HEAD is sent on to {}, GET is not",
                                                    excerpt(first.url, 200)));
  const std::vector<Difference> found = differences(answer, first.head);
  if (found.empty()) return;
  const Retrieved second = ask_head(answer, validation);
  if (second.outcome != Retrieval::got || !says_the_same(first.head, second.head)) return;
  for (const Difference& one : found) findings.add(one.code, one.message);
}

namespace {

/// As the retriever has it.
constexpr std::string_view kCrawlDelayCode = "robots.crawl-delay";

}  // namespace

bool is_left_alone(const Retrieved& got, const FindingPlace& named, Findings& findings) {
  if (got.outcome == Retrieval::robots && got.code == kCrawlDelayCode)
    findings.add({kCrawlDelayCode, named, got.problem});
  return got.outcome == Retrieval::robots || got.outcome == Retrieval::cancelled;
}

}  // namespace semsite
