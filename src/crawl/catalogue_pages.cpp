#include "crawl/catalogue_pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discover/paging.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostProblems = 20;

}  // namespace

std::string CataloguePages::page_of(const std::string& url) const {
  std::string key = page_key(url);
  const auto known = pages_.find(key);
  return known == pages_.end() ? std::move(key) : known->second;
}

bool CataloguePages::knows(const std::string& url) const {
  return pages_.contains(page_key(url));
}

void CataloguePages::miss(std::string problem) {
  if (problems_.size() < kMostProblems &&
      std::ranges::find(problems_, problem) == problems_.end())
    problems_.push_back(std::move(problem));
}

void CataloguePages::read(const std::string& asked, const std::string& final_url,
                          const std::string& sha256) {
  ++read_;
  const std::string page = page_key(asked);
  pages_.emplace(page, page);
  pages_.emplace(page_key(final_url), page);
  if (!sha256.empty()) answers_.emplace(sha256, Answer{final_url, page});
}

bool CataloguePages::wants(const Lead& lead) {
  if (lead.url.empty()) {
    miss(fmt::format("{} names a further page that is no URL ({})", lead.document,
                     lead.by));
    return false;
  }
  const std::string to = page_of(lead.url);
  std::string from = page_of(lead.document);
  if (!lead.subject.empty()) {
    auto& targets = targets_[lead.subject];
    targets.insert(to);
    // A page may repeat what another one says of itself. If one thing has several next
    // pages, it is the whole list, and each document speaks of its own place in it.
    if (const auto other = pages_.find(page_key(lead.subject));
        other != pages_.end() && targets.size() == 1)
      from = other->second;
  }
  if (!told_.emplace(from, to).second) return false;
  if (!pages_.contains(to)) return true;
  const auto led = led_.find(to);
  if (lead.in_order && (led == led_.end() || led->second != from))
    miss(
        fmt::format("the pages of the catalogue go in a circle: {} leads back to {} ({})",
                    lead.document, lead.url, lead.by));
  return false;
}

void CataloguePages::came(const Lead& lead, const std::string& final_url,
                          const std::string& sha256) {
  const std::string to = page_key(lead.url);
  const std::string place = page_key(final_url);
  if (const auto known = pages_.find(place); known != pages_.end() && place != to)
    miss(fmt::format("{} leads to {}, which redirects back to {} ({})", lead.document,
                     lead.url, final_url, lead.by));
  if (const auto same = answers_.find(sha256); !sha256.empty() && same != answers_.end())
    miss(
        fmt::format("{} is said to be another page than {}, and is the same, byte for "
                    "byte ({})",
                    lead.url, same->second.url, lead.by));
  led_.emplace(to, page_of(lead.document));
  read(lead.url, final_url, sha256);
  // The page before leads to the one that names it.
  if (lead.back) led_.emplace(page_of(lead.document), page_of(final_url));
}

void CataloguePages::failed(const Lead& lead, const std::string& problem) {
  pages_.emplace(page_key(lead.url), page_key(lead.url));
  led_.emplace(page_key(lead.url), page_of(lead.document));
  miss(fmt::format("a page of the catalogue is missing: {} ({} of {})", problem, lead.by,
                   lead.document));
}

void CataloguePages::repeated(const Lead& lead) {
  miss(
      fmt::format("{} is said to be another page than those before it, and names no "
                  "dataset that they have not ({})",
                  lead.url, lead.by));
}

void CataloguePages::left(const Lead& lead, const std::string& why) {
  pages_.emplace(page_key(lead.url), page_key(lead.url));
  led_.emplace(page_key(lead.url), page_of(lead.document));
  miss(
      fmt::format("a page of the catalogue is missing: {} was not asked for: {} ({} of "
                  "{})",
                  lead.url, why, lead.by, lead.document));
}

}  // namespace semsite
