#include "crawl/page_visit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include "base/borrowed_source.hpp"
#include "base/errors.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/gathered_body.hpp"
#include "crawl/lastmod_trust.hpp"
#include "crawl/linkset_watch.hpp"
#include "crawl/page_faults.hpp"
#include "crawl/page_links.hpp"
#include "crawl/page_task.hpp"
#include "crawl/page_text.hpp"
#include "fetch/bot_wall.hpp"

namespace semsite {
namespace {

/// Links of one page that are followed.
constexpr std::size_t kLinks = 100'000;

/// One page, from the request to its quads.
class Visit {
 public:
  Visit(const WaitingPage& page, const VisitMeans& means)
      : page_(page),
        means_(means),
        task_(read_task(page.task)),
        standard_(means.standard) {}

  PageVisit run(const std::function<void(const PageAnswer&)>& received) {
    if (!means_.table.claim(page_.id, page_.url)) {
      // Another URL led to it while it waited.
      PageAnswer nothing;
      nothing.asked = false;
      received(nothing);
      return alias();
    }
    if (task_.kind == PageTask::Kind::signposts && ask_head()) {
      received(head_answer_);
      return std::move(out_);
    }
    const bool had = !page_.digest.empty();
    std::optional<Retrieved> held = standard_.held(page_.url);
    if (held && !means_.table.claim(page_.id, held->url))
      held->outcome = Retrieval::elsewhere;
    Retrieved got = held ? std::move(*held)
                         : means_.retriever.get(
                               {.url = page_.url,
                                .accept = accept(),
                                .allow_local = means_.allow_local,
                                .if_none_match = had ? page_.etag : std::string{},
                                .if_modified_since = had ? page_.modified : std::string{},
                                .max_attempts = 1,
                                .wants = [this](const std::string& url) {
                                  return means_.table.claim(page_.id, url);
                                }});
    note(got);
    PageAnswer answer{
        .address = got.head.address, .last = got.last, .asked = got.attempts > 0};
    if (got.outcome == Retrieval::elsewhere) {
      received(answer);
      return alias();
    }
    if (got.outcome != Retrieval::got) {
      fail(got);
      // A wall does not pass, but a host that has one everywhere is given up.
      answer.failed = out_.transient || got.blocked;
      received(answer);
      return std::move(out_);
    }
    if (task_.kind == PageTask::Kind::keep) {
      keep(got);
      answer.failed = out_.transient;
      received(answer);
      return std::move(out_);
    }
    GatheredBody body{std::move(got.body), means_.slots};
    received(answer);
    slot_.emplace(means_.slots);
    const Block first = body.first();
    parse(body, got, first);
    if (out_.end.quads == 0) look_for_wall(got, first);
    return std::move(out_);
  }

 private:
  [[nodiscard]] Origin origin_of(const Retrieved& got) const {
    return {.url = got.url,
            .dataset = means_.dataset,
            .site = means_.site,
            .base = {},
            .naming = Naming::page};
  }

  [[nodiscard]] std::string accept() const {
    switch (task_.kind) {
      case PageTask::Kind::keep:
        return {};
      case PageTask::Kind::linkset:
        return std::string{kLinksetAccept};
      default:
        return std::string{kPageAccept};
    }
  }

  /// The same document under another name.
  PageVisit alias() {
    out_.end.content = PageEnd::Content::fresh;
    out_.end.outcome = static_cast<int>(Outcome::whole);
    return std::move(out_);
  }

  void note(const Retrieved& got) {
    PageEnd& end = out_.end;
    end.status = got.head.status;
    end.attempts = got.attempts;
    end.media_type = got.head.media_type();
    end.etag = got.head.header("etag");
    end.modified = got.head.header("last-modified");
    end.fetched = std::chrono::duration_cast<std::chrono::seconds>(
                      means_.retriever.clock().wall().time_since_epoch())
                      .count();
    if (got.url != page_.url) end.final_url = got.url;
  }

  void fail(const Retrieved& got) {
    PageEnd& end = out_.end;
    end.code = got.code;
    end.problem = got.problem;
    switch (got.outcome) {
      case Retrieval::unchanged:
        same();
        return;
      case Retrieval::cancelled:
        out_.cancelled = true;
        return;
      case Retrieval::robots:
      case Retrieval::refused:
        end.outcome = static_cast<int>(Outcome::refused);
        return;
      default:
        end.outcome = static_cast<int>(Outcome::failed);
        break;
    }
    if (end.status == 404 || end.status == 410) end.content = PageEnd::Content::gone;
    out_.transient = !got.blocked && may_pass(got.last);
  }

  /// Nothing has changed since an earlier run.
  void same() {
    out_.end.content = PageEnd::Content::same;
    out_.end.outcome =
        static_cast<int>(page_.skipped > 0 ? Outcome::faulty : Outcome::whole);
    if (page_.lastmod.empty()) return;
    ++(page_.lastmod == page_.lastmod_had ? out_.lastmod.agreed : out_.lastmod.idle);
  }

  void parse(GatheredBody& body, Retrieved& got, const Block& first) {
    PageText text{means_.table, page_.id};
    Harvester harvester = means_.harvester;
    harvester.sink = text;
    harvester.workers = 1;  // pages are what is done at once
    ParseSettings of_part;
    if (!task_.xpath.empty()) {
      of_part = harvester.settings;
      of_part.xpath = task_.xpath;
      harvester.settings = of_part;
    }
    std::set<std::string, std::less<>> links;
    const auto offer = [&](std::string_view iri) {
      if (!means_.follow || links.size() >= kLinks || !is_http(iri)) return;
      std::string url = request_url(without_fragment(iri));
      if (url != page_.url && url != got.url && means_.follow(iri, url))
        links.insert(std::move(url));
    };
    Harvest job;
    job.bytes = std::make_unique<BorrowedSource>(body);
    job.origin = origin_of(got);
    job.media_type = out_.end.media_type;
    job.content_type = got.head.header("content-type");
    job.links = got.head.headers_of("link");
    PageLinks said{got.url, job.links};
    if (means_.follow || !means_.signposts.empty())
      job.take_link = {
          .take =
              [&](std::string_view iri, const PageLink& link) {
                said.add(iri, link);
                offer(iri);
              },
          .wants = means_.follow ? LinkTaker::Wants::all : LinkTaker::Wants::of_the_page};
    if (means_.follow) {
      job.watch = [&](const QuadBatch& batch) {
        for (const Quad& quad : batch.quads())
          for (const Term* term : {&quad.subject, &quad.object})
            if (term->kind == TermKind::iri) offer(term->value);
      };
    }
    LinksetWatch linkset{task_.context};
    if (task_.kind == PageTask::Kind::linkset)
      job.watch = [&](const QuadBatch& batch) { linkset.see(batch); };
    standard_.watch(job, got, harvester);
    HarvestReport report;
    if (standard_.is_one(got, first.bytes, harvester)) {
      report = standard_sitemap(std::move(job), harvester, links);
    } else {
      const Origin origin = job.origin;
      report = harvest(std::move(job), harvester);
      slot_.reset();  // nothing is parsed any more
      if (std::string url = standard_.conclude(origin, harvester, report); !url.empty())
        links.insert(std::move(url));
    }
    PageEnd& end = out_.end;
    end.bytes = std::max(end.bytes, body.bytes());
    out_.parts = text.parts();  // also of what is cancelled
    if (report.code == "run.interrupted" || harvester.stop.stop_requested()) {
      out_.cancelled = true;
      return;
    }
    end.outcome = static_cast<int>(report.outcome);
    end.code = std::move(report.code);
    end.problem = std::move(report.problem);
    // A body that broke off may come whole the next time.
    out_.transient = end.code.starts_with("fetch.") && end.code != "fetch.too-large";
    if (report.outcome == Outcome::failed) return;
    end.quads = report.quads;
    for (const DocumentReport& document : report.documents)
      end.skipped += document.skipped;
    end.faults = write_fault_counts(report.faults);
    write_links(said, got, text);
    end_text(text);
    for (const std::string& link : links)
      out_.links.push_back({.url = link, .depth = page_.depth + 1});
    follow(task_.kind == PageTask::Kind::linkset
               ? linkset.next(got.url, means_.signposts)
               : said.next(means_.signposts, PageLinks::Read::page));
    compare(report.outcome);
    if (end.content == PageEnd::Content::fresh) out_.text = text.text();
  }

  /// It has other files, and pages that are its own.
  HarvestReport standard_sitemap(Harvest job, const Harvester& harvester,
                                 std::set<std::string, std::less<>>& links) {
    slot_.reset();
    // Its other files may change when it does not.
    out_.end.etag.clear();
    out_.end.modified.clear();
    HarvestReport report =
        standard_.harvest(std::move(job), harvester, [&](std::string_view url) {
          if (links.size() < kLinks && url != page_.url) links.emplace(url);
        });
    // It may have come before, with the page that named it.
    if (!report.documents.empty()) out_.end.bytes = report.documents[0].bytes;
    return report;
  }

  /// What the header of a landing page says of its metadata is enough, if it says it:
  /// then the page itself is not asked for (signposting.md §10).
  bool ask_head() {
    Retrieved got = means_.retriever.get({.url = page_.url,
                                          .method = "HEAD",
                                          .accept = std::string{kPageAccept},
                                          .allow_local = means_.allow_local,
                                          .max_attempts = 1});
    head_answer_ = {.address = got.head.address, .last = got.last};
    if (got.outcome != Retrieval::got) return false;
    PageLinks links{got.url, got.head.headers_of("link")};
    follow(links.next(means_.signposts, PageLinks::Read::header));
    if (out_.links.empty()) return false;
    note(got);
    PageText text{means_.table, page_.id};
    write_links(links, got, text);
    end_text(text);
    out_.end.outcome = static_cast<int>(Outcome::whole);
    compare(Outcome::whole);
    if (out_.end.content == PageEnd::Content::fresh) out_.text = text.text();
    return true;
  }

  void follow(std::vector<SignpostPage> pages) {
    for (SignpostPage& page : pages)
      if (page.url != page_.url)
        out_.links.push_back({.url = std::move(page.url),
                              .depth = page_.depth + 1,
                              .task = write_task(page.task)});
  }

  /// What a landing page says of itself in links is data, too.
  void write_links(const PageLinks& links, const Retrieved& got, PageText& text) {
    if (!links.are_signposts()) return;
    const LinkReport report =
        harvest_links(links, origin_of(got), text, means_.harvester);
    out_.end.quads += report.quads;
    FaultCounts faults = read_fault_counts(out_.end.faults);
    add_faults(faults, report.faults);
    out_.end.faults = write_fault_counts(faults);
  }

  void end_text(const PageText& text) {
    out_.end.digest = text.digest();
    out_.parts = text.parts();
  }

  /// The document itself is wanted.
  void keep(Retrieved& got) {
    PageEnd& end = out_.end;
    try {
      PeekSource body{std::move(got.body)};
      const std::string_view head = body.peek(kBotWallBytes);
      if (const auto wall = bot_wall(got.head, head)) {
        block(got, *wall);
        return;
      }
      if (auto problem = page_instead(head, got.url)) {
        end.outcome = static_cast<int>(Outcome::failed);
        end.code = "document.html";
        end.problem = std::move(*problem);
        return;
      }
      const DocumentFolder::Kept kept = means_.documents->keep(page_.url, body);
      end.bytes = kept.bytes;
      end.digest = kept.sha256;
    } catch (const DocumentError& error) {
      out_.cancelled = error.code() == "run.interrupted";
      out_.transient = error.code() != "fetch.too-large";
      end.outcome = static_cast<int>(Outcome::failed);
      end.code = error.code();
      end.problem = error.what();
      return;
    }
    end.outcome = static_cast<int>(Outcome::whole);
    compare(Outcome::whole);
  }

  /// A wall may say that all is well, but it never has data.
  void look_for_wall(const Retrieved& got, const Block& first) {
    const auto wall = bot_wall(got.head, first.bytes.substr(0, kBotWallBytes));
    if (wall) block(got, *wall);
  }

  void block(const Retrieved& got, const std::string& wall) {
    out_.links.clear();
    out_.lastmod = {};
    out_.blocked = true;
    PageEnd& end = out_.end;
    end.content = PageEnd::Content::kept;
    end.outcome = static_cast<int>(Outcome::failed);
    end.code = "fetch.blocked";
    end.problem = blocked_problem(got.url, wall);
  }

  /// Is it what an earlier run had? And was the sitemap's `lastmod` right about it?
  void compare(Outcome outcome) {
    PageEnd& end = out_.end;
    const bool had = !page_.digest.empty();
    // Half of it is no reason to lose the whole that an earlier run had.
    if (had && out_.transient) return;
    const bool equal = had && end.digest == page_.digest &&
                       (outcome == Outcome::whole || outcome == Outcome::faulty);
    end.content = equal ? PageEnd::Content::same : PageEnd::Content::fresh;
    if (page_.lastmod.empty()) return;
    LastmodCounts& seen = out_.lastmod;
    if (had) {
      const bool moved = page_.lastmod != page_.lastmod_had;
      ++(moved ? (equal ? seen.idle : seen.moved)
               : (equal ? seen.agreed : seen.betrayed));
    } else if (!end.modified.empty()) {
      ++(lastmod_covers(page_.lastmod, end.modified) ? seen.matched : seen.contradicted);
    }
  }

  const WaitingPage& page_;
  const VisitMeans& means_;
  const PageTask task_;
  PageAnswer head_answer_;
  StandardVisit standard_;
  std::optional<ParseSlots::Slot> slot_;
  PageVisit out_;
};

}  // namespace

PageVisit visit_page(const WaitingPage& page, const VisitMeans& means,
                     const std::function<void(const PageAnswer&)>& received) {
  return Visit{page, means}.run(received);
}

}  // namespace semsite
