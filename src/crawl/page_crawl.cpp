#include "crawl/page_crawl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include "base/clock.hpp"
#include "base/counts.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/crawl_lanes.hpp"
#include "crawl/fetch.hpp"
#include "crawl/page_task.hpp"
#include "crawl/page_visit.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/signposting.hpp"
#include "fetch/address_policy.hpp"
#include "parse/measured.hpp"
#include "parse/syntax.hpp"
#include "plan/scope.hpp"
#include "walk/url_trap.hpp"

namespace semsite {
namespace {

/// How few waiting pages ask for more entries of sitemaps.
constexpr std::uint64_t kFewWaiting = 4096;

/// Not what by its name is an image, style, script, film or font.
bool may_be_page(std::string_view url) {
  constexpr std::array<std::string_view, 32> kOthers{
      "jpg",  "jpeg", "png", "gif", "svg", "svgz", "webp",  "avif", "ico", "bmp", "tif",
      "tiff", "css",  "js",  "mjs", "map", "woff", "woff2", "ttf",  "otf", "eot", "mp3",
      "mp4",  "m4a",  "m4v", "mov", "avi", "mkv",  "webm",  "ogg",  "ogv", "wav"};
  const std::string path = path_and_query(url);
  const std::string_view name = std::string_view{path}.substr(0, path.find('?'));
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return true;
  const std::string suffix = lower_ascii(name.substr(dot + 1));
  return std::ranges::find(kOthers, suffix) == kOthers.end();
}

/// By the type of the link, or by the name of what it leads to: a document, no dump.
bool is_named_rdf(const PageLink& link, std::string_view url) {
  if (!link.type.empty()) return rdf_weight(told_type(link.type)) > 0;
  const std::string path = path_and_query(url);
  const Syntax* const syntax =
      syntax_of_path(std::string_view{path}.substr(0, path.find('?')));
  return syntax != nullptr && !is_of_pages(*syntax) && !is_result_set(*syntax);
}

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds{
      static_cast<std::int64_t>(std::min(seconds, 1e6) * 1000)};
}

/// Which links to new pages are followed. Thread-safe.
class LinkRules {
 public:
  explicit LinkRules(const PageCrawlRules& rules) : rules_(rules) {}

  [[nodiscard]] bool admit(const PageTable::Link& link) {
    const MutexLock lock{mutex_};
    std::string_view why;
    if (link.depth > rules_.max_depth) {
      why = "crawl.max-depth";
    } else if (const auto trap = traps_.check(link.url)) {
      why = *trap;
    }
    if (why.empty()) return true;
    ++left_out_[why == "crawl.max-depth" ? std::string{why}
                                         : fmt::format("crawl.trap.{}", why)];
    return false;
  }
  /// How many were not, by why.
  [[nodiscard]] FaultCounts left_out() const {
    const MutexLock lock{mutex_};
    return left_out_;
  }

 private:
  const PageCrawlRules& rules_;
  mutable Mutex mutex_;
  UrlTraps traps_ SEMSITE_GUARDED_BY(mutex_){{}};
  FaultCounts left_out_ SEMSITE_GUARDED_BY(mutex_);
};

class PageCrawl {
 public:
  PageCrawl(const PageCrawlOrder& order, PageTable& table, const Fetch& fetch,
            const Harvester& harvester, const PageTexts& texts)
      : order_(order),
        rules_(fetch.rules),
        table_(table),
        fetch_(fetch),
        harvester_(harvester),
        texts_(texts),
        standard_(standard_scope()),
        visitor_(fetch, harvester, table,
                 {.dataset = order.dataset,
                  .site = order.site,
                  .signposts = rules_.follow,
                  .follow =
                      order.prefixes.empty() && order.first_pages.empty()
                          ? std::function<bool(std::string_view, std::string_view)>{}
                          : [this](std::string_view iri,
                                   std::string_view url) { return may_follow(iri, url); },
                  .as_people_do = !order.first_pages.empty(),
                  .leads_to_data = data_rule(),
                  .https_hosts = https_hosts(),
                  .obeys_nofollow = rules_.obeys_nofollow,
                  .merges_same = rules_.merges_same,
                  .standard = standard_ ? &*standard_ : nullptr}),
        links_(rules_),
        lanes_({.connections = rules_.connections,
                .delay = rules_.delay,
                .retry_budget = rules_.retry_budget},
               [&table](const std::string& host, unsigned count) {
                 return table.take_waiting(host, count);
               }),
        feed_(order, rules_, table, fetch.listed, fetch.run.number, fetch.documents) {}

  PageCrawlResult run() {
    const std::stop_callback wake{fetch_.stop, [this] {
                                    const MutexLock lock{mutex_};
                                    changed_.notify_all();
                                  }};
    begin();
    work();
    std::vector<std::jthread> others;
    {
      // The first to see that all is done may still find others at work.
      const MutexLock lock{mutex_};
      while (busy_ > 0) changed_.wait(mutex_);
      others.swap(workers_);
    }
    others.clear();  // waits for them
    const MutexLock lock{mutex_};
    if (error_) std::rethrow_exception(error_);
    end();
    return std::move(result_);
  }

 private:
  void begin() {
    const MutexLock lock{mutex_};
    asked_ = table_.is_resumed() ? table_.sums().asked : 0;
    if (table_.is_reselected()) {
      drop_unwanted();
      if (!order_.prefixes.empty() || !order_.first_pages.empty() ||
          (rules_.merges_same && !table_.knows_contents()))
        table_.find_all_anew();
    }
    for (const std::string& seed : order_.seeds) {
      const std::string url = plain_url(seed);
      const std::string task = write_task(task_of(url, order_.seeds_named_by));
      if (in_scope(url, rules_.include, rules_.exclude))
        static_cast<void>(table_.offer_linked(url, 0, task));
    }
    for (const auto& [host, count] : table_.waiting_hosts()) lanes_.add(host, count);
    harvester_.counters.pages_done += asked_;
    count_known();
  }

  /// What `--include`, `--exclude` and `--scope` leave out now.
  void drop_unwanted() SEMSITE_REQUIRES(mutex_) {
    const std::uint64_t dropped =
        table_.drop_unwanted([this](std::string_view url, std::uint32_t depth) {
          const bool is_far = !order_.first_pages.empty() && depth > 0 && !is_near(url);
          return !is_far && in_scope(url, rules_.include, rules_.exclude);
        });
    const std::uint64_t of_feeds =
        order_.scope == LinkScope::page ? table_.drop_of_feeds() : 0;
    tell_dropped(dropped + of_feeds, "is not wanted any more", "are not wanted any more");
  }

  void tell_dropped(std::uint64_t pages, std::string_view is, std::string_view are)
      SEMSITE_REQUIRES(mutex_) {
    result_.dropped += pages;
    if (pages > 0)
      fetch_.console.info(count_of(pages, fmt::format("page that {} is dropped", is),
                                   fmt::format("pages that {} are dropped", are)));
  }

  /// For the progress line.
  void count_known() SEMSITE_REQUIRES(mutex_) {
    const std::uint64_t known =
        std::min<std::uint64_t>(most_pages(), asked_ + lanes_.waiting() + feed_.left());
    harvester_.counters.pages_known += known - std::exchange(known_, known);
  }

  [[nodiscard]] bool is_near(std::string_view url) const {
    return std::ranges::any_of(order_.first_pages, [&](const std::string& page) {
      return in_link_scope(order_.scope, page, url);
    });
  }

  /// A prefix may end in `#`, or hold characters that a URL has as `%HH`.
  [[nodiscard]] bool may_follow(std::string_view iri, std::string_view url) const {
    if (!order_.first_pages.empty())
      return is_near(url) && may_be_page(url) &&
             in_scope(url, rules_.include, rules_.exclude);
    return std::ranges::any_of(order_.prefixes,
                               [&](const std::string& prefix) {
                                 return iri.starts_with(prefix) ||
                                        url.starts_with(prefix);
                               }) &&
           in_scope(url, rules_.include, rules_.exclude);
  }

  /// Generators of sitemaps list pages, and folders have neighbours. What RDF pages link
  /// to on their own host is as much what the site has.
  [[nodiscard]] std::function<bool(const PageLink&, std::string_view, std::string_view)>
  data_rule() const {
    const bool are_listed =
        order_.takes_listed && order_.takes_plain && order_.prefixes.empty();
    if ((!are_listed && order_.first_pages.empty()) || order_.scope == LinkScope::page)
      return {};
    return [this](const PageLink& link, std::string_view url, std::string_view page) {
      return in_link_scope(LinkScope::host, page, url) && is_named_rdf(link, url) &&
             in_scope(url, rules_.include, rules_.exclude);
    };
  }

  /// A site that answers by https and is linked to by http has these pages once.
  [[nodiscard]] std::vector<std::string> https_hosts() const {
    std::vector<std::string> out;
    for (const std::string& page : order_.first_pages)
      if (page.starts_with("https://"))
        out.push_back(site_of(page).substr(std::string_view{"https://"}.size()));
    return out;
  }

  /// A Standard-Sitemap may lie anywhere in scope, but what it lists must be of the site.
  [[nodiscard]] std::optional<StandardScope> standard_scope() const {
    if (!order_.follows_standard || fetch_.standard == nullptr) return std::nullopt;
    const auto wants = [this](const std::string& url) {
      return (is_http(url) || (is_file_url(url) && is_file_url(order_.listing))) &&
             in_scope(url, rules_.include, rules_.exclude);
    };
    return StandardScope{.tour = *fetch_.standard,
                         .wants = wants,
                         .follow = [this, wants](const auto& url) {
                           if (!wants(url)) return false;
                           if (!order_.prefixes.empty()) return may_follow(url, url);
                           return is_file_url(url) || order_.site.empty() ||
                                  site_of(url) == order_.site;
                         }};
  }

  /// More entries of sitemaps become pages.
  void take_entries() SEMSITE_REQUIRES(mutex_) {
    while (!feed_.done() && lanes_.waiting() < kFewWaiting && !is_full()) {
      for (const std::string& host : feed_.next()) add(host);
      park_late();
    }
  }

  /// One more page of `host` waits.
  void add(const std::string& host) SEMSITE_REQUIRES(mutex_) {
    lanes_.add(host);
    if (lanes_.is_spent(host)) late_.insert(host);
  }

  /// What was found of a host after it had been given up is given up too: it may have
  /// asked to be left alone for hours.
  void park_late() SEMSITE_REQUIRES(mutex_) {
    while (!late_.empty())
      for (const std::string& host : std::exchange(late_, {}))
        if (lanes_.is_spent(host)) park(host);
  }

  /// Looks at all pages: once for every time that the crawl comes to its end, not for
  /// each worker that goes.
  bool wake_passed_over() SEMSITE_REQUIRES(mutex_) {
    if (std::exchange(was_woken_, true)) return false;
    const std::vector<std::string> urls = table_.wake_passed_over();
    for (const std::string& url : urls) add(origin_of(url));
    park_late();
    return !urls.empty();
  }

  [[nodiscard]] std::uint64_t most_pages() const {
    return order_.first_pages.empty() ? rules_.max_pages : rules_.max_found_pages;
  }

  [[nodiscard]] bool is_full() const SEMSITE_REQUIRES(mutex_) {
    return asked_ >= most_pages();
  }

  /// The next page to ask for, waited for; nothing when there is none any more.
  std::optional<CrawlLanes::Turn> take_turn() {
    const MutexLock lock{mutex_};
    for (;;) {
      if (error_ || fetch_.stop.stop_requested()) return std::nullopt;
      take_entries();
      const Clock::Time now = clock_.now();
      if (is_full()) lanes_.close();
      if (auto turn = lanes_.next(now)) {
        if (turn->attempt == 1) ++asked_;
        ++busy_;
        was_woken_ = false;
        call_another(now);
        return turn;
      }
      const bool nothing_waits =
          is_full() ? lanes_.retrying() == 0 : lanes_.waiting() == 0;
      if (nothing_waits && busy_ == 0 && !fetch_.stop.stop_requested() &&
          wake_passed_over())
        continue;
      if (nothing_waits && busy_ == 0) {
        if (is_full()) result_.cut_short = lanes_.waiting() > 0 || feed_.has_more();
        changed_.notify_all();
        return std::nullopt;
      }
      ++idle_;
      if (const auto due = lanes_.due(); due && *due > now) {
        changed_.wait_until(mutex_, *due);
      } else {
        changed_.wait(mutex_);
      }
      --idle_;
    }
  }

  /// Another worker, if there is something for it to do now.
  void call_another(Clock::Time now) SEMSITE_REQUIRES(mutex_) {
    const auto due = lanes_.due();
    if (!due || *due > now) return;
    if (idle_ > 0) {
      changed_.notify_one();
      return;
    }
    const std::size_t most =
        std::min<std::size_t>(rules_.parallel, rules_.connections * lanes_.lanes()) +
        std::size_t{2} * harvester_.workers;
    if (workers_.size() + 1 >= most) return;
    workers_.emplace_back([this] { work(); });
  }

  void work() {
    bool busy = false;
    try {
      while (auto turn = take_turn()) {
        busy = true;
        visit(std::move(*turn));
        busy = false;
        const MutexLock lock{mutex_};
        if (--busy_ == 0) changed_.notify_all();
      }
    } catch (...) {
      const MutexLock lock{mutex_};
      if (!error_) error_ = std::current_exception();
      if (busy) --busy_;
      changed_.notify_all();
    }
  }

  void visit(CrawlLanes::Turn turn) {
    PageAnswer answer;
    PageVisit got = visitor_.visit(turn.page, [&](const PageAnswer& told) {
      answer = told;
      received(turn, told);
    });
    if (got.cancelled) return;
    got.end.attempts += turn.requests;
    got.end.received = got.end.bytes + turn.received;
    if (got.transient && try_again(turn, answer, got)) return;
    // What may yet be asked for as a whole, or be another page once more, is given when
    // the crawl has ended.
    if (texts_.emit && !got.end.header_only && !got.end.names.names_others())
      emit(turn.page, got);
    const std::vector<std::string> added =
        table_.finish(turn.page.id, got.end, got.text, got.parts, got.links,
                      [this](const PageTable::Link& link) { return links_.admit(link); });
    ++harvester_.counters.pages_done;
    const MutexLock lock{mutex_};
    for (const std::string& url : added) add(origin_of(url));
    count_known();
    note(got, turn.page.url);
    if (got.blocked) lanes_.failed(turn.host);
    if (lanes_.is_spent(turn.host)) park(turn.host);
    park_late();
    if (!added.empty() && idle_ > 0) changed_.notify_one();
  }

  /// The quads of a page go out as soon as it ends.
  void emit(const WaitingPage& page, PageVisit& got) {
    const MutexLock lock{emit_mutex_};
    if (got.end.content == PageEnd::Content::fresh)
      table_.for_each_part(page.id, got.parts, [&](std::string_view text) {
        texts_.emit(page, got.end, text);
      });
    if (!got.text.empty()) texts_.emit(page, got.end, got.text);
    if (!texts_.keeps_texts) got.text.clear();
  }

  /// The request is over, the connection free for another.
  void received(const CrawlLanes::Turn& turn, const PageAnswer& answer) {
    CrawlLanes::Answer told{
        .address = answer.address,
        .loopback = is_loopback_host(answer.address) || is_file_url(turn.page.url),
        .asked = answer.asked,
        .failed = answer.failed};
    if (answer.asked && is_http(turn.page.url) && fetch_.retriever.obeys_robots())
      told.crawl_delay = milliseconds(std::min(
          fetch_.retriever.robots().of(turn.page.url)->fact.crawl_delay.value_or(0),
          1e6));
    const RetryPolicy& retry = fetch_.retriever.retry();
    bool too_long = false;
    if (answer.failed && stops_host(answer.last.status)) {
      Attempt attempt = answer.last;
      attempt.number = turn.attempt;
      told.pause = host_pause(attempt, retry, fetch_.retriever.random());
      too_long = told.pause > retry.longest_retry_after;
      if (!too_long) fetch_.retriever.hold(turn.page.url, told.pause);
    }
    const MutexLock lock{mutex_};
    lanes_.received(turn, told, clock_.now());
    if (too_long) {
      too_long_.emplace(turn.host, std::chrono::ceil<std::chrono::seconds>(told.pause));
      lanes_.spend(turn.host);
    }
    if (idle_ > 0) changed_.notify_one();
  }

  /// False if it was the last attempt.
  bool try_again(CrawlLanes::Turn& turn, const PageAnswer& answer, const PageVisit& got) {
    Attempt attempt = answer.last;
    attempt.number = turn.attempt;
    // What was wrong with a body is no failure of the request.
    if (attempt.failure == FetchFailure::none && attempt.status < 400)
      attempt.failure = FetchFailure::broken;
    const RetryDecision decision =
        decide_retry(attempt, fetch_.retriever.retry(), fetch_.retriever.random());
    if (!decision.again) return false;
    const MutexLock lock{mutex_};
    if (lanes_.is_spent(turn.host)) return false;
    fetch_.console.detail(fmt::format("{}: {}", got.end.problem, decision.reason));
    turn.requests = got.end.attempts;
    turn.received = got.end.received;
    lanes_.again(std::move(turn), decision.pause, clock_.now());
    if (idle_ > 0) changed_.notify_one();
    return true;
  }

  void note(const PageVisit& got, const std::string& url) SEMSITE_REQUIRES(mutex_) {
    lastmod_.agreed += got.lastmod.agreed;
    lastmod_.betrayed += got.lastmod.betrayed;
    lastmod_.moved += got.lastmod.moved;
    lastmod_.idle += got.lastmod.idle;
    lastmod_.matched += got.lastmod.matched;
    lastmod_.contradicted += got.lastmod.contradicted;
    if (!got.end.problem.empty())
      fetch_.console.warning(
          fmt::format("{} [{}]", got.end.problem, got.end.code),
          {.code = got.end.code,
           .source = got.end.final_url.empty() ? url : got.end.final_url});
  }

  /// Gives a host up that fails again and again.
  void park(const std::string& host) SEMSITE_REQUIRES(mutex_) {
    const auto asked = too_long_.find(host);
    const std::string why =
        asked == too_long_.end()
            ? fmt::format("failed {} in a row (--retry-budget)",
                          count_of(rules_.retry_budget, "time"))
            : fmt::format(
                  "asked to be left alone for {} (Retry-After), more than the {} "
                  "of --max-delay",
                  pause_in_words(asked->second),
                  pause_in_words(fetch_.retriever.retry().longest_retry_after));
    const std::string problem =
        fmt::format("{} {}; the rest of it is left for another run", host, why);
    std::uint64_t pages = 0;
    for (const std::string& name : lanes_.give_up(host)) {
      const PageTable::GivenUp given_up =
          table_.give_up_host(name, Outcome::failed, "crawl.parked", problem);
      pages += given_up.pages;
      for (const std::string& url : given_up.instead) add(origin_of(url));
    }
    if (pages > 0) fetch_.console.warning(problem, {.code = "crawl.parked"});
  }

  void end() SEMSITE_REQUIRES(mutex_) {
    table_.add_lastmod_counts(lastmod_);
    table_.drop_superseded();
    result_.left_out = links_.left_out();
    result_.skipped_by_lastmod = feed_.skipped_by_lastmod();
    result_.not_since = feed_.not_since();
    result_.out_of_scope = feed_.out_of_scope();
    result_.trust = trust_name(feed_.trust());
    result_.parked = table_.parked();
    const bool whole = !result_.cut_short && !fetch_.stop.stop_requested();
    const bool is_listing_read = order_.listing_complete && !rules_.since;
    if (whole) {
      const bool is_all_read = !order_.takes_listed || is_listing_read;
      std::uint64_t lost = is_all_read ? table_.drop_lost() : 0;
      lost += table_.drop_leaderless(
          {.links_are_noted = order_.prefixes.empty() && order_.first_pages.empty(),
           .unlisted_go = order_.takes_listed && is_listing_read});
      tell_dropped(lost, "nothing leads to any more", "nothing leads to any more");
    }
    if (!whole || !order_.takes_listed || !is_listing_read) return;
    const std::uint64_t unlisted = table_.unlisted();
    if (unlisted > 0) table_.drop_unlisted();
    tell_dropped(unlisted, "no sitemap lists any more", "no sitemap lists any more");
  }

  const PageCrawlOrder& order_;
  const PageCrawlRules& rules_;
  PageTable& table_;
  const Fetch& fetch_;
  const Harvester& harvester_;
  const PageTexts& texts_;
  const SystemClock clock_;
  std::optional<StandardScope> standard_;
  PageVisitor visitor_;
  LinkRules links_;

  Mutex emit_mutex_;  ///< one page after another goes out
  Mutex mutex_;
  Condition changed_;
  CrawlLanes lanes_ SEMSITE_GUARDED_BY(mutex_);
  ListedFeed feed_ SEMSITE_GUARDED_BY(mutex_);
  std::uint64_t asked_ SEMSITE_GUARDED_BY(mutex_) = 0;  ///< pages, in this run
  /// pages, as `count_known` told last
  std::uint64_t known_ SEMSITE_GUARDED_BY(mutex_) = 0;
  unsigned busy_ SEMSITE_GUARDED_BY(mutex_) = 0;       ///< workers with a page
  unsigned idle_ SEMSITE_GUARDED_BY(mutex_) = 0;       ///< workers that wait for one
  bool was_woken_ SEMSITE_GUARDED_BY(mutex_) = false;  ///< since the last page was taken
  LastmodCounts lastmod_ SEMSITE_GUARDED_BY(mutex_);
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  /// pauses, by host
  std::map<std::string, std::chrono::seconds> too_long_ SEMSITE_GUARDED_BY(mutex_);
  /// hosts that were given up, with new pages
  std::set<std::string> late_ SEMSITE_GUARDED_BY(mutex_);
  PageCrawlResult result_ SEMSITE_GUARDED_BY(mutex_);
  /// Beside this one, which is a worker, too.
  std::vector<std::jthread> workers_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace

PageCrawlResult crawl_pages(const PageCrawlOrder& order, PageTable& table,
                            const Fetch& fetch, const Harvester& harvester,
                            const PageTexts& texts) {
  return PageCrawl{order, table, fetch, harvester, texts}.run();
}

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
      left_(0),
      done_(!order.takes_listed) {
  for (const EntryWorth worth : {EntryWorth::own_data, EntryWorth::plain}) {
    const bool is_sampled = worth == EntryWorth::plain && !order.takes_plain;
    if (done_ || (is_sampled && order.sample_pages == 0)) break;
    std::uint64_t count = 0;
    listings_.push_back({order.listing, worth});
    for (const std::string& name : order.more_listings)
      listings_.push_back({name, worth});
    for (const Listing& one : listings_)
      if (one.worth == worth) count += listed.count(one.name, worth);
    left_ += is_sampled ? std::min(count, order.sample_pages) : count;
  }
}

std::vector<ListedPages::Entry> ListedFeed::take() {
  const Listing from = listings_[listing_];
  std::vector<ListedPages::Entry> out =
      listed_.next(from.name, from.worth, last_, kEntries);
  if (!out.empty()) last_ = out.back().id;
  const std::uint64_t taken = out.size();
  if (taken < kEntries) {
    done_ = ++listing_ == listings_.size();
    if (!done_) last_ = 0;
  }
  std::erase_if(out, [this](const auto& entry) { return !is_wanted(entry); });
  const bool is_sampled = from.worth == EntryWorth::plain && !order_.takes_plain;
  if (is_sampled) std::erase_if(out, [this](const auto&) { return !is_in_sample(); });
  left_ -= std::min<std::uint64_t>(left_, is_sampled ? out.size() : taken);
  return out;
}

/// The k-th of all is, if k / all * sample passes a whole number.
bool ListedFeed::is_in_sample() {
  const auto passed = [this](std::uint64_t met) {
    return static_cast<std::uint64_t>(static_cast<double>(order_.sample_pages) *
                                      static_cast<double>(met) /
                                      static_cast<double>(order_.plain_pages));
  };
  ++met_;
  return order_.plain_pages <= order_.sample_pages || passed(met_) > passed(met_ - 1);
}

std::vector<std::string> ListedFeed::next() {
  std::vector<std::string> hosts;
  if (done_) return hosts;
  std::vector<PageTable::Listed> wanted;
  for (const ListedPages::Entry& entry : take()) {
    PageTask task = read_task(entry.task);
    const bool is_of_feed = std::exchange(task.is_of_feed, false);
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
                                       : std::string{},
                      .is_of_feed = is_of_feed});
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
  if (done_ && order_.takes_plain && order_.scope != LinkScope::page)
    for (const std::string& url : table_.ask_former_feeds())
      hosts.push_back(origin_of(url));
  return hosts;
}

bool ListedFeed::has_more() {
  if (!order_.takes_plain && left_ == 0) return false;
  for (std::size_t i = listing_; !done_ && i < listings_.size(); ++i)
    if (!listed_.next(listings_[i].name, listings_[i].worth, i == listing_ ? last_ : 0, 1)
             .empty())
      return true;
  return false;
}

bool ListedFeed::is_wanted(const ListedPages::Entry& entry) {
  const auto under = [&](const std::string& prefix) {
    return entry.url.starts_with(prefix);
  };
  if (!order_.prefixes.empty() && std::ranges::none_of(order_.prefixes, under))
    return false;
  if (!in_scope(entry.url, rules_.include, rules_.exclude)) {
    ++out_of_scope_;
    return false;
  }
  if (order_.is_held && order_.is_held(entry.url)) return false;
  if (!is_older(entry.lastmod, rules_.since)) return true;
  ++not_since_;
  return false;
}

}  // namespace semsite
