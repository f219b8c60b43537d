#include "crawl/listed_feed.hpp"

#include <algorithm>
#include <utility>

#include "base/url.hpp"
#include "crawl/linkset_watch.hpp"
#include "crawl/page_crawl.hpp"
#include "crawl/page_task.hpp"
#include "crawl/signpost_links.hpp"
#include "plan/scope.hpp"

namespace semsite {
namespace {

/// Entries taken at once.
constexpr unsigned kEntries = 2048;
/// Of the pages whose `lastmod` is believed, those that are asked for all the same.
constexpr unsigned kSamplePercent = 1;

LastmodTrust trust_of(PageTable& table) {
  const LastmodCounts seen = table.lastmod_counts();
  return judge({.agreed = seen.agreed,
                .betrayed = seen.betrayed,
                .moved = seen.moved,
                .idle = seen.idle,
                .matched = seen.matched,
                .contradicted = seen.contradicted,
                .pages = table.listed_pages(),
                .all_equal = table.one_lastmod()});
}

}  // namespace

ListedFeed::ListedFeed(const PageCrawlOrder& order, const PageCrawlRules& rules,
                       PageTable& table, ListedPages& listed, std::int64_t run,
                       const DocumentFolder* documents)
    : order_(order),
      rules_(rules),
      table_(table),
      listed_(listed),
      documents_(documents),
      run_(static_cast<std::uint64_t>(run)),
      trust_(trust_of(table)),
      listings_(order.more_listings),
      left_(0),
      done_(!order.takes_listed) {
  listings_.insert(listings_.begin(), order.listing);
  if (done_) return;
  for (const std::string& listing : listings_) left_ += listed.count(listing);
}

std::vector<ListedPages::Entry> ListedFeed::take() {
  std::vector<ListedPages::Entry> out =
      listed_.next(listings_[listing_], last_, kEntries);
  if (!out.empty()) last_ = out.back().id;
  if (out.size() == kEntries) return out;
  done_ = ++listing_ == listings_.size();
  if (!done_) last_ = 0;
  return out;
}

std::vector<std::string> ListedFeed::next() {
  std::vector<std::string> hosts;
  if (done_) return hosts;
  const std::vector<ListedPages::Entry> entries = take();
  left_ -= std::min<std::uint64_t>(left_, entries.size());
  std::vector<PageTable::Listed> wanted;
  for (const ListedPages::Entry& entry : entries) {
    if (!is_wanted(entry)) continue;
    const PageTask task = read_task(entry.task);
    const bool document = task.kind == PageTask::Kind::keep;
    std::string url = plain_url(entry.url);
    const bool kept = document && documents_ != nullptr && documents_->has(url);
    wanted.push_back({.url = std::move(url),
                      .lastmod = entry.lastmod,
                      .task = row_task(task),
                      .by_lastmod = !document ? PageTable::ByLastmod::if_trusted
                                    : kept    ? PageTable::ByLastmod::always
                                              : PageTable::ByLastmod::never,
                      .fallbacks = fallbacks_of(task),
                      .named_for = task.kind == PageTask::Kind::linkset
                                       ? linkset_context(task.context)
                                       : std::string{}});
  }
  const std::vector<PageTable::Offer> offers =
      table_.offer_listed(wanted, [this](std::string_view url) {
        return trust_ == LastmodTrust::trusted && !is_sample(url, run_, kSamplePercent);
      });
  for (std::size_t i = 0; i < offers.size(); ++i) {
    if (offers[i] == PageTable::Offer::added || offers[i] == PageTable::Offer::again)
      hosts.push_back(origin_of(wanted[i].url));
    if (offers[i] == PageTable::Offer::current) ++skipped_by_lastmod_;
  }
  for (const std::string& url : table_.offer_fallbacks(wanted))
    hosts.push_back(origin_of(url));
  return hosts;
}

bool ListedFeed::has_more() {
  for (std::size_t i = listing_; !done_ && i < listings_.size(); ++i)
    if (!listed_.next(listings_[i], i == listing_ ? last_ : 0, 1).empty()) return true;
  return false;
}

bool ListedFeed::is_wanted(const ListedPages::Entry& entry) {
  const auto under = [&](const std::string& prefix) {
    return entry.url.starts_with(prefix);
  };
  if (!order_.prefixes.empty() && std::ranges::none_of(order_.prefixes, under))
    return false;
  if (!in_scope(entry.url, rules_.include, rules_.exclude)) return false;
  if (!is_older(entry.lastmod, rules_.since)) return true;
  ++not_since_;
  return false;
}

}  // namespace semsite
