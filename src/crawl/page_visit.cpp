#include "crawl/page_visit.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include "base/errors.hpp"
#include "base/hash.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/lastmod_trust.hpp"
#include "crawl/page_faults.hpp"
#include "fetch/bot_wall.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

/// Quads of one page beyond this go into the table before its end.
constexpr std::size_t kPartBytes = 1024 * 1024;
/// A body up to this is read before it is parsed, so that a slow server does not keep
/// others from being parsed.
constexpr std::size_t kGatheredBytes = 16 * 1024 * 1024;
/// Links of one page that are followed.
constexpr std::size_t kLinks = 100'000;

/// A body, or its beginning, in memory. What went wrong comes when reading gets there.
class GatheredBody final : public ByteSource {
 public:
  GatheredBody(std::unique_ptr<ByteSource> inner, ParseSlots& room)
      : room_(room), inner_(std::move(inner)) {
    try {
      while (bytes_ < kGatheredBytes && held_ == bytes_) {
        Block block = inner_->read();
        if (block.empty()) {
          inner_.reset();
          return;
        }
        bytes_ += block.bytes.size();
        if (room_.hold(block.bytes.size())) held_ += block.bytes.size();
        blocks_.push_back(std::move(block));
      }
    } catch (const DocumentError&) {
      error_ = std::current_exception();
    }
  }

  ~GatheredBody() override { room_.give_back(held_); }
  GatheredBody(const GatheredBody&) = delete;
  GatheredBody& operator=(const GatheredBody&) = delete;

  [[nodiscard]] Block read() override {
    if (next_ < blocks_.size()) return std::exchange(blocks_[next_++], {});
    if (error_) std::rethrow_exception(error_);
    if (!inner_) return {};
    Block block = inner_->read();
    bytes_ += block.bytes.size();
    return block;
  }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Its first block; before anything is read.
  [[nodiscard]] Block first() const { return blocks_.empty() ? Block{} : blocks_[0]; }

 private:
  ParseSlots& room_;
  std::size_t held_ = 0;  ///< bytes that count against the room
  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> blocks_;
  std::size_t next_ = 0;
  std::uint64_t bytes_ = 0;
  std::exception_ptr error_;
};

/// Lets the body's owner count what is read through another.
class Through final : public ByteSource {
 public:
  explicit Through(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override { return inner_.read(); }

 private:
  ByteSource& inner_;
};

/// The quads of a page as N-Quads: parts of a megabyte go into the table.
class PageText final : public QuadSink {
 public:
  PageText(PageTable& table, std::int64_t page) : table_(table), page_(page) {}

  void write(const QuadBatch& batch) override {
    append_quads(text_, batch);
    if (text_.view().size() < kPartBytes) return;
    table_.put_text(page_, parts_++, text_.view());
    digest_ += short_hash(text_.view());
    text_.clear();
  }
  void end_document(const Document&) override {}
  void finish() override {}

  [[nodiscard]] std::string digest() const {
    const std::string last = short_hash(text_.view());
    return parts_ == 0 ? last : short_hash(digest_ + last);
  }
  [[nodiscard]] std::string text() const { return std::string{text_.view()}; }
  [[nodiscard]] unsigned parts() const { return parts_; }

 private:
  PageTable& table_;
  std::int64_t page_;
  unsigned parts_ = 0;
  TextBuffer text_;
  std::string digest_;
};

/// One page, from the request to its quads.
class Visit {
 public:
  Visit(const WaitingPage& page, const VisitMeans& means)
      : page_(page), means_(means), standard_(means.standard) {}

  PageVisit run(const std::function<void(const PageAnswer&)>& received) {
    if (!means_.table.claim(page_.id, page_.url)) {
      // Another URL led to it while it waited.
      PageAnswer nothing;
      nothing.asked = false;
      received(nothing);
      return alias();
    }
    const bool had = !page_.digest.empty();
    std::optional<Retrieved> held = standard_.held(page_.url);
    if (held && !means_.table.claim(page_.id, held->url))
      held->outcome = Retrieval::elsewhere;
    Retrieved got = held ? std::move(*held)
                         : means_.retriever.get(
                               {.url = page_.url,
                                .accept = std::string{kPageAccept},
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
    GatheredBody body{std::move(got.body), means_.slots};
    received(answer);
    slot_.emplace(means_.slots);
    const Block first = body.first();
    parse(body, got, first);
    if (out_.end.quads == 0) look_for_wall(got, first);
    return std::move(out_);
  }

 private:
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
    std::set<std::string, std::less<>> links;
    const auto offer = [&](std::string_view iri) {
      if (!means_.follow || links.size() >= kLinks || !is_http(iri)) return;
      std::string url = request_url(without_fragment(iri));
      if (url != page_.url && url != got.url && means_.follow(iri, url))
        links.insert(std::move(url));
    };
    Harvest job;
    job.bytes = std::make_unique<Through>(body);
    job.origin.url = got.url;
    job.origin.dataset = means_.dataset;
    job.origin.site = means_.site;
    job.origin.naming = Naming::page;
    job.media_type = out_.end.media_type;
    job.content_type = got.head.header("content-type");
    job.links = got.head.headers_of("link");
    if (means_.follow) {
      job.take_link = [&](std::string_view iri, std::string_view) { offer(iri); };
      job.watch = [&](const QuadBatch& batch) {
        for (const Quad& quad : batch.quads())
          for (const Term* term : {&quad.subject, &quad.object})
            if (term->kind == TermKind::iri) offer(term->value);
      };
    }
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
    out_.parts = text.parts();
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
    end.digest = text.digest();
    for (const std::string& link : links)
      out_.links.push_back({.url = link, .depth = page_.depth + 1});
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

  /// A wall may say that all is well, but it never has data.
  void look_for_wall(const Retrieved& got, const Block& first) {
    const auto wall = bot_wall(got.head, first.bytes.substr(0, kBotWallBytes));
    if (!wall) return;
    out_.links.clear();
    out_.lastmod = {};
    out_.blocked = true;
    PageEnd& end = out_.end;
    end.content = PageEnd::Content::kept;
    end.outcome = static_cast<int>(Outcome::failed);
    end.code = "fetch.blocked";
    end.problem = blocked_problem(got.url, *wall);
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
