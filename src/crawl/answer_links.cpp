#include "crawl/answer_links.hpp"

#include <cstddef>
#include <utility>

namespace semsite {

bool is_tombstone(const Retrieved& got) {
  return got.outcome == Retrieval::http_error && got.head.status == 410 && !got.blocked;
}

std::vector<AnswerLinks> links_of(const Retrieved& got) {
  std::vector<AnswerLinks> out;
  const auto add = [&](const std::string& url, std::vector<std::string> fields) {
    if (!fields.empty()) out.push_back({.url = url, .fields = std::move(fields)});
  };
  for (std::size_t i = 0; i < got.redirects.size() && i < got.hops.size(); ++i)
    add(got.hops[i], got.redirects[i].links);
  if (got.outcome == Retrieval::got || is_tombstone(got))
    add(got.url, got.head.headers_of("link"));
  return out;
}

}  // namespace semsite
