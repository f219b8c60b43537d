#include "crawl/answer_fault.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "fetch/http_header.hpp"
#include "fetch/length_book.hpp"

namespace semsite {

namespace {

/// Why an answer with the status of a whole is none by its own Content-Range; empty: it
/// says nothing against it.
std::string says_part(const Request& request, const ResponseHead& head) {
  if (request.method == "HEAD" || request.range_last) return {};
  const auto total = total_of_range(head);
  if (!total) return {};
  const std::string_view says = head.header("content-range");
  const auto range = parse_content_range(says);
  if (head.headers_of("content-range").size() > 1 ||
      (range && range->first && (*range->first != 0 || *range->last + 1 != *total)))
    return fmt::format("the Content-Range \"{}\"", excerpt(says));
  const ContentLength length = read_content_length(head);
  if (length.bytes && *length.bytes != *total && head.header("transfer-encoding").empty())
    return fmt::format("the Content-Range \"{}\" and the Content-Length {}",
                       excerpt(says), *length.bytes);
  return {};
}

}  // namespace

std::optional<AnswerFault> fault_of(const Request& request, const ResponseHead& head) {
  if (head.status < 200 || head.status >= 300) return std::nullopt;
  if (head.status == 206 && !request.range_last)
    return AnswerFault{"fetch.bad-range",
                       fmt::format("{} answered with a part (status 206{}) although the "
                                   "whole was asked for (RFC 9110 §15.3.7)",
                                   request.url,
                                   head.header("content-range").empty()
                                       ? std::string{}
                                       : ", " + excerpt(head.header("content-range")))};
  if (const std::string why = says_part(request, head);
      head.status != 206 && !why.empty())
    return AnswerFault{
        "fetch.bad-range",
        fmt::format("{} answered with status {}, as if it were the whole, but with {}: "
                    "that is a part (RFC 9110 §14.4)",
                    request.url, head.status, why)};
  if (std::string problem = read_content_length(head).problem; !problem.empty())
    return AnswerFault{
        "fetch.wrong-length",
        fmt::format("{}: how long it is cannot be told: {}", request.url, problem)};
  return std::nullopt;
}

}  // namespace semsite
