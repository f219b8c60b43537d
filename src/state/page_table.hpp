#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/packed_text.hpp"
#include "reading/outcome.hpp"
#include "state/crawl_of_run.hpp"
#include "state/document_holders.hpp"
#include "state/offered_link.hpp"
#include "state/page_copies.hpp"
#include "state/page_dropping.hpp"
#include "state/page_facts.hpp"
#include "state/page_leads.hpp"
#include "state/same_pages.hpp"
#include "state/written_texts.hpp"
#include "store/database.hpp"

namespace semsite {

/// A page that waits to be asked for.
struct WaitingPage {
  std::int64_t id = 0;
  std::string url;
  std::uint32_t depth = 0;  ///< links away from a seed
  std::string task;         ///< what is to be done with it (crawl/page_task)
  std::string lastmod;      ///< as the sitemap says now
  // Of the content that an earlier run had; empty if none did.
  std::string lastmod_had, etag, modified, digest;
  std::string final_url;      ///< that it came from; empty: `url`
  std::uint64_t skipped = 0;  ///< statements of it
  bool was_silent = false;    ///< it had no quads, and nothing was left out
};

/// How asking for a page ended.
struct PageEnd {
  /// What becomes of its quads.
  enum class Content : std::uint8_t {
    fresh,  ///< replaced by what came
    same,   ///< what came, or would have come, is what an earlier run had
    kept,   ///< nothing came; those of an earlier run stay
    gone,   ///< the server says there is no such page
  } content = Content::kept;
  /// Nothing came that was hoped for: what is to be asked for instead, is.
  bool barren = false;
  bool is_linkset = false;  ///< what it names for other resources is to be kept
  bool names_all = false;   ///< it was read, and its links are all that it names
  /// Only its header was looked at; it may be asked for after all (`Fallback`).
  bool header_only = false;
  Outcome outcome = Outcome::not_tried;
  std::string code, problem;
  int status = 0;
  std::string final_url, media_type, etag, modified, digest, faults;
  std::string begins;  ///< first line of what came, if that was not what it should be
  std::uint32_t attempts = 0;
  std::uint64_t bytes = 0, quads = 0, skipped = 0;
  std::uint64_t received = 0;  ///< bytes of bodies that came, whatever became of them
  std::int64_t fetched = 0;    ///< unix time, seconds
  PageNames names{};           ///< if a page came, and pages are to be merged
};

/// What was seen of the `lastmod` dates of a crawl; see crawl/lastmod_trust.
struct LastmodCounts {
  std::uint64_t agreed = 0, betrayed = 0, moved = 0, idle = 0;
  std::uint64_t matched = 0, contradicted = 0;
};

/// The pages of one crawl, in the run's state: which wait, what came of the others, their
/// quads. Each page is in it once. What is written by one call is there as a whole or not
/// at all, whenever the process ends. Thread-safe; no call waits for the network.
class PageTable {
 public:
  /// `key`: names the crawl, the same in every run. `run`: number of the run. When a new
  /// run opens it, pages that only links led to wait again.
  PageTable(Database& database, std::string_view key, std::int64_t run);
  /// The pages of a crawl that this run has not begun, to be read only.
  [[nodiscard]] static PageTable former(Database& database, std::string_view key,
                                        std::int64_t run);
  /// Pages that have ended wait once more.
  void ask_again(const std::vector<std::int64_t>& pages);
  /// Forgets the whole crawl.
  void forget();

  /// Its number in the state.
  [[nodiscard]] std::int64_t number() const { return crawl_; }
  /// Was this crawl begun by an earlier run?
  [[nodiscard]] bool is_known() const { return known_; }
  /// Did this run begin it before, and was killed?
  [[nodiscard]] bool is_resumed() const { return resumed_; }
  /// Are other pages wanted of it than before (`RunState::change_command`)? From the next
  /// run on, pages that only links led to wait when links lead to them again, and nothing
  /// is asked "has it changed?" in the first of these runs.
  [[nodiscard]] bool is_reselected() const { return reselected_ > 0; }
  /// The same is true of a crawl that follows links now, and did not before.
  void find_all_anew();

  enum class Offer : std::uint8_t {
    added,    ///< new, and waits
    again,    ///< known from an earlier run, and waits to be asked again
    current,  ///< known, and its `lastmod` says that it has not changed
    seen,     ///< was offered in this run before, or waits already
  };
  using Fallback = PageFallback;
  /// Pages that a sitemap lists. `may_skip(url)`: may its `lastmod`, if it is the one its
  /// content was had with, be believed?
  enum class ByLastmod : std::uint8_t {
    if_trusted,  ///< as `may_skip` says
    always,      ///< it alone says what has changed; what has none has not
    never,       ///< it is asked for again in any case
  };
  struct Listed {
    std::string url, lastmod, task;
    ByLastmod by_lastmod = ByLastmod::if_trusted;
    std::vector<Fallback> fallbacks{};  ///< each for the one before, the first for this
    std::string named_for{};            ///< as `Link` has it
    bool is_of_feed = false;            ///< a feed names it, and no sitemap
  };
  std::vector<Offer> offer_listed(const std::vector<Listed>& entries,
                                  const std::function<bool(std::string_view)>& may_skip);
  /// Pages that only feeds named, in earlier runs, and that no feed names any more are
  /// there all the same: they wait, until they are known to be gone. Gives their URLs.
  std::vector<std::string> ask_former_feeds();
  /// Forgets the pages that only feeds named, with their quads; gives how many.
  std::uint64_t drop_of_feeds();
  /// Their fallbacks, noted once they have been offered, and for which resources they
  /// name link sets. Gives the pages that wait because of it: those of entries that have
  /// come to nothing already, and what such link sets say.
  std::vector<std::string> offer_fallbacks(const std::vector<Listed>& entries);
  /// A page that a link leads to, or a sample.
  Offer offer_linked(std::string_view url, std::uint32_t depth,
                     std::string_view task = {});

  /// The page of a sitemap that the caller asks for on its own; made if there is none.
  [[nodiscard]] WaitingPage take_listed(std::string_view url);

  /// Hosts with waiting pages, and how many.
  [[nodiscard]] std::map<std::string, std::uint64_t> waiting_hosts();
  /// Pages that have not ended, those that were given to somebody included.
  [[nodiscard]] std::uint64_t not_ended();
  /// The next waiting pages of `host`, which nobody else is given then. A run that is
  /// killed before their end gives them again.
  [[nodiscard]] std::vector<WaitingPage> take_waiting(std::string_view host,
                                                      unsigned count);

  /// Page `page` led to `document` (a URL, after redirects). False if another page did
  /// in this run, or had it in an earlier one and is yet to be asked for: the page is
  /// passed over then.
  [[nodiscard]] bool claim(std::int64_t page, std::string_view document);
  /// When nothing else waits: pages that were passed over for a document that no page of
  /// this run gives after all wait then. Gives their URLs, each a few times at most.
  [[nodiscard]] std::vector<std::string> wake_passed_over();
  /// Forgets quads of earlier runs that another page has had anew in this one.
  void drop_superseded();
  using Take = TakeText;
  /// May this crawl write the quads of a page with this name (`copy_name`) and `digest`?
  [[nodiscard]] bool take_text(std::string_view name, std::string_view digest, Take take);
  /// The same for all pages; gives those whose quads another crawl has.
  [[nodiscard]] std::vector<std::int64_t> take_texts(const PageForms& forms, Take take);
  /// Decides, when a crawl is at its end, which pages are another one in another form, so
  /// that their quads are written with those of that one (SamePages).
  void merge_same(SamePages::Merge merge);
  /// Has this crawl pages of which that is known?
  [[nodiscard]] bool knows_contents();
  /// A part of a page's new quads, before its end; parts of a page that does not end are
  /// forgotten.
  void put_text(std::int64_t page, unsigned part, std::string_view text);
  /// The parts of a page that have been put so far.
  void for_each_part(std::int64_t page, unsigned count,
                     const std::function<void(std::string_view)>& take);
  /// The page has been asked for. Links that it gave are offered with it.
  using Link = OfferedLink;
  /// Of the links, those that are new and that `admit` lets in wait then; gives them, and
  /// the pages that wait (again) because this one could not be had or came to nothing.
  std::vector<std::string> finish(std::int64_t page, const PageEnd& end,
                                  std::string_view last_text, unsigned parts,
                                  const std::vector<Link>& links,
                                  const std::function<bool(const Link&)>& admit);
  /// Nothing more will be asked of `host` in this run.
  struct GivenUp {
    std::uint64_t pages = 0;
    std::vector<std::string> instead;  ///< pages that wait now, in their place
  };
  GivenUp give_up_host(std::string_view host, Outcome outcome, std::string_view code,
                       std::string_view problem);

  /// Pages whose `begins` is kept: at least the first so many, by number, that have one.
  static constexpr std::size_t kMostBegins = 1'000;

  /// Pages that were given up with their host.
  [[nodiscard]] std::uint64_t parked();
  /// Pages that only links led to, and that their host does not have (404, 410) or, by
  /// its robots.txt, does not give. Not what a link called metadata.
  [[nodiscard]] std::uint64_t dead_links();
  /// Pages that only feeds named, in earlier runs, and that their host has no more.
  [[nodiscard]] std::uint64_t gone_from_feeds();
  /// Pages that sitemaps listed in an earlier run and not in this one.
  [[nodiscard]] std::uint64_t unlisted();
  /// Forgets them, with their quads.
  void drop_unlisted();
  /// The same for pages, listed or found by links between pages, that are not wanted any
  /// more; gives how many.
  std::uint64_t drop_unwanted(
      const std::function<bool(std::string_view url, std::uint32_t depth)>& wants);
  /// The same, at the end of a crawl that is whole, for pages to which no link led since
  /// other pages are wanted; nothing yet if a page failed that may lead to one.
  std::uint64_t drop_lost();
  /// The same for pages that were led to, and to which nothing leads any more, but not as
  /// long as a page that never came may lead to one.
  std::uint64_t drop_leaderless(LeadRules rules);

  [[nodiscard]] PageSums sums();
  /// Did an earlier run have quads of pages that are still there, of which this one has
  /// other content?
  [[nodiscard]] bool has_replaced_quads();
  enum class Which : std::uint8_t {
    all,
    noted,  ///< those that are not whole, or have a fault; to hold no RDF is none
  };
  /// Pages in the order in which they were found.
  void for_each(const std::function<void(const PageFacts&)>& take,
                Which which = Which::all);
  /// URLs of pages (HTML) that came and hold no RDF, in that order, `most` at most.
  [[nodiscard]] std::vector<std::string> silent_pages(std::size_t most);
  /// Pages that this run drops, until it has ended (`forget_former`).
  void for_each_dropped(const std::function<void(const PageFacts&)>& take);
  /// The quads of all pages that are written, or of those of them that `wants` is true
  /// of, in that order.
  void for_each_text(const std::function<void(std::int64_t page, std::string_view)>& take,
                     const std::function<bool(std::int64_t page)>& wants = {});
  /// Final URL, old and new quads of pages whose content this run replaced, added or
  /// dropped.
  void for_each_change(
      const std::function<void(const std::string& url, std::string_view former,
                               std::string_view now)>& take);
  /// Forgets the replaced quads.
  void forget_former();

  [[nodiscard]] LastmodCounts lastmod_counts();
  void add_lastmod_counts(const LastmodCounts& seen);
  /// Listed pages that have a `lastmod`.
  [[nodiscard]] std::uint64_t listed_pages();
  /// Have all listed pages the same `lastmod`?
  [[nodiscard]] bool one_lastmod();

 private:
  PageTable(Database& database, std::int64_t run, std::int64_t crawl,
            std::int64_t reselected)
      : database_(database),
        run_(run),
        crawl_(crawl),
        known_(true),
        reselected_(reselected),
        holders_(database) {}
  [[nodiscard]] CrawlOfRun here() const { return {.crawl = crawl_, .run = run_}; }
  /// Run in which pages are found anew, if it has begun; else 0.
  [[nodiscard]] std::int64_t found_anew_since() const {
    return reselected_ <= run_ ? reselected_ : 0;
  }
  [[nodiscard]] bool has_linked_pages() SEMSITE_REQUIRES(database_.mutex());
  void forget_validators() SEMSITE_REQUIRES(database_.mutex());
  Offer offer_entry(const Listed& entry,
                    const std::function<bool(std::string_view)>& may_skip)
      SEMSITE_REQUIRES(database_.mutex());
  [[nodiscard]] bool has_row(std::string_view url) SEMSITE_REQUIRES(database_.mutex());
  [[nodiscard]] bool is_known_page(std::string_view url)
      SEMSITE_REQUIRES(database_.mutex());
  [[nodiscard]] bool is_known_link(const Link& link) SEMSITE_REQUIRES(database_.mutex());
  void note_in_sitemap(std::int64_t page) SEMSITE_REQUIRES(database_.mutex());
  bool note_again(std::string_view url, std::uint32_t depth)
      SEMSITE_REQUIRES(database_.mutex());
  void note_fallbacks(std::string_view url, const std::vector<Fallback>& fallbacks)
      SEMSITE_REQUIRES(database_.mutex());
  void note_yield(std::int64_t page, const PageEnd& end)
      SEMSITE_REQUIRES(database_.mutex());
  void note_begins(std::int64_t page, std::string_view begins)
      SEMSITE_REQUIRES(database_.mutex());
  [[nodiscard]] std::string url_of(std::int64_t page) SEMSITE_REQUIRES(database_.mutex());
  [[nodiscard]] bool is_barren(std::string_view url) SEMSITE_REQUIRES(database_.mutex());
  bool wait_again(const Fallback& page) SEMSITE_REQUIRES(database_.mutex());
  std::vector<std::string> wake_fallbacks(std::string_view url)
      SEMSITE_REQUIRES(database_.mutex());
  std::vector<std::string> follow_links(const std::string& url, const PageEnd& end,
                                        const std::vector<Link>& links,
                                        const std::function<bool(const Link&)>& admit)
      SEMSITE_REQUIRES(database_.mutex());
  /// What names a page, as `page.listed` has it: neither is ever given another number.
  enum class By : std::uint8_t { link = 0, sitemap = 1, feed = 2 };
  bool insert(const Listed& page, std::uint32_t depth, By by)
      SEMSITE_REQUIRES(database_.mutex());

  Database& database_;
  std::int64_t run_;
  std::int64_t crawl_ = 0;
  bool known_ = false;
  bool resumed_ = false;
  bool finds_anew_ = false;      ///< and nobody has begun with it yet
  std::int64_t reselected_ = 0;  ///< run from which on pages are found anew; 0: none
  TextPacker packer_;
  DocumentHolders holders_;
  /// Links to documents of pages that were yet to be asked for.
  std::map<std::string, Link, std::less<>> presumed_
      SEMSITE_GUARDED_BY(database_.mutex());
};

}  // namespace semsite
