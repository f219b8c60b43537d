#include "walk/link_walk.hpp"

#include <algorithm>
#include <utility>

#include "base/url.hpp"

namespace semsite {

LinkWalk::LinkWalk(std::vector<std::string> prefixes, std::uint64_t max_pages)
    : prefixes_(std::move(prefixes)), max_pages_(max_pages) {}

void LinkWalk::offer(std::string_view iri) {
  // Plain code-point prefix on the full IRI (semantic-sitemap §4).
  if (std::ranges::none_of(
          prefixes_, [&](const std::string& prefix) { return iri.starts_with(prefix); }))
    return;
  seed(iri);
}

void LinkWalk::seed(std::string_view url) {
  const std::string_view document = without_fragment(url);
  if (seen_.contains(document)) return;
  if (seen_.size() >= max_pages_) {
    cut_short_ = true;
    return;
  }
  seen_.emplace(document);
  waiting_.emplace_back(document);
}

std::optional<std::string> LinkWalk::next() {
  if (waiting_.empty()) return std::nullopt;
  std::string url = std::move(waiting_.front());
  waiting_.pop_front();
  ++asked_;
  return url;
}

}  // namespace semsite
