#include "crawl/answer_fault.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "fetch/length_book.hpp"

namespace semsite {

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
  if (std::string problem = read_content_length(head).problem; !problem.empty())
    return AnswerFault{
        "fetch.wrong-length",
        fmt::format("{}: how long it is cannot be told: {}", request.url, problem)};
  return std::nullopt;
}

}  // namespace semsite
