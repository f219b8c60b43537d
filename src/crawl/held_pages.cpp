#include "crawl/held_pages.hpp"

#include <algorithm>
#include <utility>

#include "base/byte_source.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

/// What a page may be as long as, to be held.
constexpr std::size_t kPageBytes = std::size_t{4} << 20U;

}  // namespace

void HeldPages::put(const std::string& url, const Retrieved& got,
                    const std::string& text) {
  if (text.size() > kPageBytes) return;
  Page page;
  page.text = text;
  page.got.url = got.url;
  page.got.hops = got.hops;
  page.got.redirects = got.redirects;
  page.got.head = got.head;
  page.got.attempts = got.attempts;
  page.got.last = got.last;
  const MutexLock lock{mutex_};
  if (text.size() > room_) return;
  if (pages_.try_emplace(plain_url(url), std::move(page)).second) room_ -= text.size();
}

std::optional<Retrieved> HeldPages::take(const std::string& url) {
  const MutexLock lock{mutex_};
  auto found = pages_.find(url);
  if (found == pages_.end())
    found = std::ranges::find_if(
        pages_, [&](const auto& one) { return one.second.got.url == url; });
  if (found == pages_.end()) return std::nullopt;
  Page& page = found->second;
  const bool is_asked = found->first == url;  // else it is what that redirects to
  if (page.is_taken && (!is_asked || page.got.url == url)) return std::nullopt;
  Retrieved out;
  out.url = page.got.url;
  out.head = page.got.head;
  out.last = page.got.last;
  if (is_asked) {
    out.hops = page.got.hops;
    out.redirects = page.got.redirects;
  }
  if (page.is_taken) {
    out.outcome = Retrieval::elsewhere;
    out.head = {};
    out.head.status = out.redirects.empty() ? 0 : out.redirects.back().status;
    return out;
  }
  out.outcome = Retrieval::got;
  out.attempts = page.got.attempts;
  room_ += page.text.size();
  out.body = std::make_unique<MemorySource>(std::move(page.text));
  page.text.clear();
  page.is_taken = true;
  return out;
}

void HeldPages::forget(const std::string& url) {
  const MutexLock lock{mutex_};
  const auto found = pages_.find(plain_url(url));
  if (found == pages_.end()) return;
  room_ += found->second.text.size();
  pages_.erase(found);
}

}  // namespace semsite
