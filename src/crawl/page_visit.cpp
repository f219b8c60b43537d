#include "crawl/page_visit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/answer_links.hpp"
#include "crawl/cause.hpp"
#include "crawl/fetch.hpp"
#include "crawl/more_said.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/page_content.hpp"
#include "crawl/page_links.hpp"
#include "crawl/page_task.hpp"
#include "crawl/run_contexts.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/paging.hpp"
#include "documents/graph_policy.hpp"
#include "fetch/bot_wall.hpp"
#include "markup/robots_wish.hpp"
#include "rdf/content_digest.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

bool leads_people(const PageLink& link) {
  if (link.place == PageLink::Place::anchor || link.place == PageLink::Place::frame)
    return true;
  const std::vector<std::string_view> words = split(link.rel, ' ');
  return std::ranges::any_of(
      words, [](std::string_view word) { return word == "next" || word == "prev"; });
}

bool has_nofollow(const PageLink& link) {
  const std::vector<std::string_view> words = split(link.rel, ' ');
  return std::ranges::find(words, "nofollow") != words.end();
}

/// Of all fields of the answer.
RobotsWish robots_wish_of(const ResponseHead& head) {
  RobotsWish out;
  for (const std::string& field : head.headers_of("x-robots-tag"))
    out |= read_robots_field(field);
  return out;
}

constexpr std::string_view kNoIndex = "robots.noindex";
constexpr std::string_view kNoFollow = "robots.nofollow";

/// Links of one page that are followed.
constexpr std::size_t kLinks = 100'000;

/// One page, from the request to its quads.
class Visit {
 public:
  Visit(const WaitingPage& page, const Fetch& fetch, const Harvester& harvester,
        PageTable& table, const VisitRules& rules)
      : page_(page),
        fetch_(fetch),
        harvester_(harvester),
        table_(table),
        rules_(rules),
        task_(read_task(page.task)),
        standard_(rules.standard) {}

  PageVisit run(const std::function<void(const PageAnswer&)>& received) {
    if (!table_.claim(page_.id, page_.url)) {
      // Another URL led to it while it waited.
      PageAnswer nothing;
      nothing.asked = false;
      received(nothing);
      return alias();
    }
    if (task_.kind == PageTask::Kind::signposts || task_.kind == PageTask::Kind::header)
      if (auto answered = ask_head(received)) return std::move(*answered);
    std::optional<Retrieved> held =
        named_by().may_name(page_.url) ? standard_.held(page_.url) : std::nullopt;
    if (!held && fetch_.held != nullptr && accept_of(task_.kind) == kPageAccept)
      held = fetch_.held->take(page_.url);
    if (held && !table_.claim(page_.id, held->url)) held->outcome = Retrieval::elsewhere;
    Retrieved got = held ? std::move(*held) : get();
    if (is_as_silent_as_before(got)) got.outcome = Retrieval::unchanged;
    PageAnswer answer = answered(got);
    if (got.outcome != Retrieval::got) return not_got(got, std::move(answer), received);
    if (task_.kind == PageTask::Kind::keep) {
      keep(got);  // and what its header says of it
      answer.failed = out_.transient;
      received(answer);
      return std::move(out_);
    }
    GatheredBody body{std::move(got.body), fetch_.slots,
                      [&](std::string_view head, FirstLook::Then then) {
                        return is_told(got, head, then);
                      }};
    received(answer);
    slot_.emplace(fetch_.slots);
    const Block first = body.first();
    parse(body, got, first);
    if (document_quads_ == 0) look_for_wall(got, first);
    return std::move(out_);
  }

 private:
  [[nodiscard]] PageAnswer answered(const Retrieved& got) {
    note(got);
    return {.address = got.head.address, .last = got.last, .asked = got.attempts > 0};
  }

  PageVisit not_got(const Retrieved& got, PageAnswer answer,
                    const std::function<void(const PageAnswer&)>& received) {
    if (got.outcome == Retrieval::elsewhere) {
      received(answer);
      follow_header(got);
      return alias(got);
    }
    fail(got);
    if (!out_.cancelled) follow_header(got);
    if (got.outcome != Retrieval::unchanged) ask_other_form();
    if (is_tombstone(got)) bury(got);
    // A wall does not pass, but a host that has one everywhere is given up.
    answer.failed = out_.transient || got.blocked;
    received(answer);
    return std::move(out_);
  }

  [[nodiscard]] Origin origin_of(const Retrieved& got) const {
    return {.url = got.url,
            .dataset = rules_.dataset,
            .site = rules_.site,
            .base = {},
            .naming = Naming::page};
  }

  /// As the state has it: who named it is not there any more after a resumption.
  [[nodiscard]] NamedBy named_by() const {
    return task_.named_locally ? NamedBy::user() : NamedBy::network();
  }

  [[nodiscard]] Ask ask_for() const {
    return {
        .url = page_.url,
        .named_by = named_by(),
        .accept = std::string{accept_of(task_.kind)},
        .looks_first = task_.kind != PageTask::Kind::keep,
        .max_attempts = 1,
        .second_try = false,
        .wants = [this](const std::string& url) { return table_.claim(page_.id, url); }};
  }

  [[nodiscard]] Retrieved get() const {
    Ask ask = ask_for();
    if (had_whole(page_) && !is_file_gone()) {
      ask.copy = {.url = page_.final_url.empty() ? page_.url : page_.final_url,
                  .etag = page_.etag,
                  .modified = page_.modified};
    }
    return fetch_.retriever.get(ask);
  }

  /// Did it hold no RDF, and has it the validator that it had then? A server that takes
  /// no notice of what it is asked sends it all the same.
  [[nodiscard]] bool is_as_silent_as_before(const Retrieved& got) const {
    if (got.outcome != Retrieval::got || !page_.was_silent || !had_whole(page_) ||
        task_.kind == PageTask::Kind::keep ||
        got.url != (page_.final_url.empty() ? page_.url : page_.final_url))
      return false;
    const std::string_view etag = got.head.header("etag");
    if (!etag.empty() || !page_.etag.empty()) return etag == page_.etag;
    return !page_.modified.empty() && got.head.header("last-modified") == page_.modified;
  }

  /// Do its first bytes tell that it is no RDF?
  [[nodiscard]] bool is_told(const Retrieved& got, std::string_view head,
                             FirstLook::Then then) {
    if (harvester_.syntax != nullptr) return false;
    const auto parts = split_url(got.url);
    const std::vector<std::string> links = got.head.headers_of("link");
    other_ = told_as_other({.head = head,
                            .then = then,
                            .media_type = out_.end.media_type,
                            .path = parts ? parts->path : std::string_view{got.url},
                            .links = links},
                           got.url, harvester_.limits);
    return other_.has_value();
  }

  /// Is it said to be RDF, by who named it, by its type or by its name?
  [[nodiscard]] bool is_promised(const Retrieved& got) const {
    if (task_.kind == PageTask::Kind::metadata || task_.kind == PageTask::Kind::linkset)
      return true;
    if (!task_.xpath.empty() || !task_.format.empty()) return true;  // OCX
    const auto parts = split_url(got.url);
    return is_called_rdf(out_.end.media_type,
                         parts ? parts->path : std::string_view{got.url});
  }

  /// Has the document that was kept been taken away since?
  [[nodiscard]] bool is_file_gone() const {
    return task_.kind == PageTask::Kind::keep && !fetch_.documents->has(page_.url);
  }

  /// The same document under another name.
  PageVisit alias() {
    out_.end.content = PageEnd::Content::fresh;
    out_.end.outcome = Outcome::whole;
    out_.end.names_all = true;
    return std::move(out_);
  }
  /// What the redirects to it said is their own.
  PageVisit alias(const Retrieved& got) {
    PageText text{table_, page_.id};
    write_links(PageLinks{got}, got, text);
    out_.parts = text.parts();
    out_.text = text.text();
    return alias();
  }

  void note(const Retrieved& got) {
    PageEnd& end = out_.end;
    end.status = got.head.status;
    end.attempts = got.attempts + head_attempts_;
    end.media_type = got.head.media_type();
    end.etag = got.head.header("etag");
    end.modified = got.head.header("last-modified");
    end.fetched = std::chrono::duration_cast<std::chrono::seconds>(
                      fetch_.retriever.clock().wall().time_since_epoch())
                      .count();
    if (got.url != page_.url) end.final_url = got.url;
  }

  void fail(const Retrieved& got) {
    PageEnd& end = out_.end;
    end.code = got.code;
    end.problem = got.problem;
    end.begins = got.begins;
    end.barren = got.outcome != Retrieval::unchanged;
    switch (got.outcome) {
      case Retrieval::unchanged:
        end.content = PageEnd::Content::same;
        end.outcome = page_.skipped > 0                       ? Outcome::faulty
                      : page_.was_silent && is_to_be_silent() ? Outcome::no_rdf
                                                              : Outcome::whole;
        out_.lastmod = judge_unchanged(page_);
        // A 304 need not say again what its copy is told by.
        if (end.etag.empty()) end.etag = page_.etag;
        if (end.modified.empty()) end.modified = page_.modified;
        return;
      case Retrieval::cancelled:
        out_.cancelled = true;
        return;
      case Retrieval::robots:
      case Retrieval::refused:
        end.outcome = Outcome::refused;
        return;
      default:
        end.outcome = Outcome::failed;
        break;
    }
    if (end.status == 404 || end.status == 410) end.content = PageEnd::Content::gone;
    out_.transient = !got.blocked && may_pass(got.last);
  }

  /// What the answers said in `Link` fields, though no document came.
  void follow_header(const Retrieved& got) {
    const PageLinks links{got};
    follow(links.next(rules_.signposts, PageLinks::Read::page, page_.url), links.also());
  }

  /// Of a link set that could not be read. What comes after both comes after the other.
  void ask_other_form() {
    const std::optional<SignpostPage> other = next_form(task_);
    if (!other) return;
    out_.links.push_back(link_to(*other, page_.depth + 1));
    if (!behind_other_forms(task_).empty()) out_.end.barren = false;
  }

  /// Of a page that is gone with a tombstone (410), what its header says is data. What an
  /// earlier run had stays as long as that of any page that is gone.
  void bury(const Retrieved& got) {
    const PageLinks links{got};
    if (!links.are_signposts() || had_whole(page_)) return;
    PageText text{table_, page_.id};
    write_links(links, got, text);
    end_text(text);
    PageEnd& end = out_.end;
    end.digest = header_digest(end.digest);
    end.etag.clear();
    end.modified.clear();
    end.content = PageEnd::Content::fresh;
    end.names_all = true;
    end.problem += "; what its Link fields say is kept";
    out_.text = text.text();
  }

  void parse(GatheredBody& body, Retrieved& got, const Block& first) {
    ContentDigest content{make_document(origin_of(got), {}, harvester_.graph).graph};
    PageText text{table_, page_.id, rules_.merges_same ? &content : nullptr};
    Harvester harvester = harvester_;
    harvester.sink = text;
    harvester.workers = 1;  // pages are what is done at once
    ParseSettings of_part;
    if (!task_.xpath.empty() || !task_.format.empty()) {
      of_part = harvester.settings;
      of_part.xpath = task_.xpath;
      of_part.page_format = task_.format;
      harvester.settings = of_part;
    }
    std::set<std::string, std::less<>> links, unwanted;
    std::set<std::string, std::less<>> data;  // RDF that a page links to
    std::string moved_to;                     // by `<meta http-equiv="refresh">`
    RobotsWish robots = robots_wish_of(got.head);
    const std::string own_name = without_url_secrets(got.url, SecretsOf::asker);
    const auto offer_to = [&](auto& into, std::string_view iri) {
      if (!rules_.follow || into.size() >= kLinks || !is_http(iri)) return;
      std::string url = by_https(plain_url(iri));
      // A page with a secret in its URL goes by another name in its own data.
      if (url != page_.url && url != got.url && url != own_name &&
          rules_.follow(iri, url))
        into.insert(std::move(url));
    };
    const auto offer = [&](std::string_view iri) { offer_to(links, iri); };
    const auto offer_data = [&](std::string_view iri, const PageLink& link) {
      if (!leads_to_data() || link.place != PageLink::Place::anchor ||
          data.size() >= kLinks || !is_http(iri))
        return;
      std::string url = by_https(plain_url(iri));
      if (url != page_.url && url != got.url && rules_.leads_to_data(link, url, got.url))
        (rules_.obeys_nofollow && has_nofollow(link) ? unwanted : data)
            .insert(std::move(url));
    };
    Harvest job;
    job.bytes = std::make_unique<BorrowedSource>(body);
    job.origin = origin_of(got);
    job.media_type = out_.end.media_type;
    job.content_type = got.head.header("content-type");
    job.links = paging_links(got);
    job.range = got.head.header("content-range");
    job.takes_result_sets = false;
    job.asked = page_.url;
    // Where RDF was named, a page is a message that it is not there.
    if (!is_as_said(task_.kind, got.head.media_type(), first.bytes))
      job.promise = Promise::data;
    PageLinks said{got};
    LinksetWatch linkset{rules_.signposts};
    if (takes_links())
      job.take_link = {
          .take =
              [&](std::string_view iri, const PageLink& link) {
                said.add(iri, link);
                if (link.place == PageLink::Place::refresh) {
                  if (moved_to.empty() && is_http(iri)) moved_to = plain_url(iri);
                } else {
                  if (!rules_.as_people_do || leads_people(link))
                    offer_to(
                        rules_.obeys_nofollow && has_nofollow(link) ? unwanted : links,
                        iri);
                  offer_data(iri, link);
                }
              },
          .wants = rules_.follow || leads_to_data() ? LinkTaker::Wants::all
                                                    : LinkTaker::Wants::of_the_page,
          .take_robots = [&](const RobotsWish& wish) { robots |= wish; },
          .take_stated =
              [&](const HeaderLink& link, const std::string& base,
                  const std::string& context) { linkset.add(link, base, context); }};
    if (rules_.follow) {
      job.watch = [&](const QuadBatch& batch) {
        for (const Quad& quad : batch.quads())
          for (const Term* term : {&quad.subject, &quad.object})
            if (term->kind == TermKind::iri) offer(term->value);
      };
    }
    standard_.watch(job, got, harvester);
    HarvestReport report;
    const auto leave_unwanted = [&] {
      // What a page consists of its signposts name, for those who ask for it.
      if (said.names_items()) data.clear();
      links.merge(std::exchange(data, {}));
      if (robots.nofollow && rules_.obeys_nofollow)
        unwanted.merge(std::exchange(links, {}));
      std::erase_if(unwanted,
                    [&](const std::string& url) { return links.contains(url); });
    };
    if (other_) {
      slot_.reset();
      report = report_of(*other_);
    } else if (standard_.is_one(got, first.bytes, harvester)) {
      report = standard_sitemap(std::move(job), harvester, links);
    } else {
      const Origin origin = job.origin;
      report = harvest(std::move(job), harvester);
      slot_.reset();  // nothing is parsed any more
      leave_unwanted();
      if (std::string url = standard_.conclude(origin, harvester, report); !url.empty())
        links.insert(std::move(url));
    }
    PageEnd& end = out_.end;
    end.bytes = std::max(end.bytes, body.bytes());
    out_.parts = text.parts();  // also of what is cancelled
    if (report.cause == Cause::interrupted || harvester.stop.stop_requested()) {
      out_.cancelled = true;
      return;
    }
    if (is_of_another_kind(report, got)) {
      if (other_ && says_little(end.media_type)) end.media_type = other_->media_type;
      fetch_.console.detail(
          fmt::format("{} is no RDF{}{}{}", got.url, end.media_type.empty() ? "" : " (",
                      end.media_type, end.media_type.empty() ? "" : ")"));
      report.outcome = Outcome::whole;
      report.cause = Cause::other;
      report.code.clear();
      report.problem.clear();
      report.begins.clear();
    }
    if (task_.kind == PageTask::Kind::linkset) expect_linkset(report, got.url);
    end.outcome = report.outcome;
    is_broken_ = !is_good(report.outcome);
    // Half a page is asked for without a validator next time: a 304 would call it whole.
    if (is_broken_) {
      end.etag.clear();
      end.modified.clear();
    }
    end.barren = report.quads == 0 ||
                 !is_as_said(task_.kind, got.head.media_type(), first.bytes) ||
                 (report.outcome != Outcome::whole && report.outcome != Outcome::faulty);
    end.code = std::move(report.code);
    end.problem = std::move(report.problem);
    end.begins = std::move(report.begins);
    if (!end.code.empty() && end.begins.empty()) end.begins = opening_line(first.bytes);
    out_.transient = may_come_whole(report.cause);
    if (!out_.end.code.empty()) ask_other_form();
    if (report.outcome == Outcome::failed) return follow_header(got);
    document_quads_ = report.quads;
    end.quads = report.quads;
    for (const DocumentReport& document : report.documents)
      end.skipped += document.skipped;
    if (robots.noindex) ++report.faults[std::string{kNoIndex}];
    if (!unwanted.empty()) report.faults[std::string{kNoFollow}] += unwanted.size();
    end.faults = write_fault_counts(report.faults);
    if (lacks_context(report.faults)) {
      end.etag.clear();
      end.modified.clear();
    }
    write_links(said, got, text);
    end_text(text);
    if (end.outcome == Outcome::whole && end.quads == 0 && is_to_be_silent() &&
        !report.faults.contains(kClaimedGraph))
      end.outcome = Outcome::no_rdf;
    follow_more(report.more, got.url);
    // What is called metadata of the page is that, though it be linked otherwise, too.
    follow(said.next(rules_.signposts, PageLinks::Read::page, page_.url), said.also());
    for (const std::string& link : links)
      out_.links.push_back({.url = link,
                            .depth = page_.depth + 1,
                            .task = write_task(task_of(link, NamedBy::document(got.url))),
                            .is_between_documents = static_cast<bool>(rules_.follow)});
    if (!moved_to.empty() && moved_to != page_.url && moved_to != plain_url(got.url))
      out_.links.push_back(
          {.url = moved_to,
           .depth = page_.depth + 1,
           .task = write_task(task_of(moved_to, NamedBy::document(got.url))),
           .is_between_documents = static_cast<bool>(rules_.follow)});
    left_out_ += said.left_out();
    if (linkset.is_linkset() || task_.kind == PageTask::Kind::linkset)
      follow_linkset(linkset, got.url);
    note_left_out();
    end.names_all = !is_broken_;
    if (rules_.merges_same && !is_broken_)
      if (auto digest = content.digest()) {
        end.names = said.names(page_.url);
        end.names.languages = task_.languages;
        end.names.content = std::move(*digest);
      }
    compare();
    if (end.content == PageEnd::Content::fresh) out_.text = text.text();
  }

  [[nodiscard]] bool takes_links() const {
    return rules_.follow || !rules_.signposts.empty() || rules_.merges_same ||
           leads_to_data();
  }

  /// Of a page that is wanted as a whole.
  [[nodiscard]] bool leads_to_data() const {
    return rules_.leads_to_data && task_.kind == PageTask::Kind::read &&
           task_.xpath.empty() && task_.format.empty();
  }

  [[nodiscard]] std::string by_https(std::string url) const {
    constexpr std::string_view kHttp = "http://";
    if (!url.starts_with(kHttp)) return url;
    const std::string_view rest = std::string_view{url}.substr(kHttp.size());
    const std::string_view host = rest.substr(0, rest.find('/'));
    return std::ranges::find(rules_.https_hosts, host) == rules_.https_hosts.end()
               ? std::move(url)
               : fmt::format("https://{}", rest);
  }

  /// May it hold no RDF, and be whole?
  [[nodiscard]] bool is_to_be_silent() const {
    return task_.kind == PageTask::Kind::read || task_.kind == PageTask::Kind::perhaps ||
           task_.kind == PageTask::Kind::signposts;
  }

  /// A document that is no RDF and is not said to be any (a PDF, an image, a feed) is no
  /// failure. An ontology is data in whatever form, and so is what is called data in an
  /// archive.
  [[nodiscard]] bool is_of_another_kind(const HarvestReport& report,
                                        const Retrieved& got) const {
    return report.cause == Cause::no_rdf && report.quads == 0 &&
           report.code != "document.owl-xml" && !is_promised(got) &&
           std::ranges::all_of(report.documents, [](const DocumentReport& one) {
             return one.name.empty() || one.code.empty() || is_other_file(one);
           });
  }

  [[nodiscard]] bool says_little(const std::string& media_type) const {
    const std::string_view type = told_type(media_type);
    return !other_->media_type.empty() &&
           (type.empty() || is_general_type(type) || is_page_type(type));
  }

  [[nodiscard]] static HarvestReport report_of(const OtherKind& other) {
    HarvestReport out;
    out.outcome = Outcome::failed;
    out.cause = other.why.cause;
    out.code = other.why.code;
    out.problem = other.why.problem;
    return out;
  }

  /// A link set that was named is read for those that name it, one that is a page of the
  /// site for all that it speaks of.
  void follow_linkset(LinksetWatch& linkset, const std::string& url) {
    PageEnd& end = out_.end;
    end.is_linkset = true;
    const bool is_named = task_.kind == PageTask::Kind::linkset;
    const std::string own = is_named ? linkset_context(task_.context) : std::string{};
    bool any = false;
    for (LinksetPages& said : linkset.next(url, own)) {
      const bool is_own = !is_named || said.context == own;
      any = any || is_own;
      for (SignpostPage& page : said.pages) {
        if (page.url == page_.url) continue;
        // What would have come after a link set comes after what it names.
        if (is_named && is_own && page.is_hope)
          std::ranges::copy(behind_other_forms(task_),
                            std::back_inserter(page.task.instead));
        out_.links.push_back(link_to(page, page_.depth + 1));
        out_.links.back().of_resource = said.context;
        if (!is_own) continue;
        // Both now, and for those that name it later.
        PageTable::Link now = out_.links.back();
        now.of_resource.clear();
        out_.links.push_back(std::move(now));
      }
    }
    if (is_named) end.barren = !any;
    left_out_ += linkset.left_out();
  }

  /// Something else that can be read is no answer to who asks for the links.
  static void expect_linkset(HarvestReport& report, const std::string& url) {
    const bool is_one =
        std::ranges::any_of(report.documents, [](const DocumentReport& one) {
          return one.syntax == "linkset" || one.syntax == "linkset+json";
        });
    if (is_one || report.outcome == Outcome::failed || report.outcome == Outcome::partial)
      return;
    report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
    report.cause = Cause::other;
    report.code = "linkset.syntax";
    report.problem =
        fmt::format("{} is named as a link set, but is {}", url,
                    report.documents.empty() || report.documents[0].syntax.empty()
                        ? std::string{"none"}
                        : report.documents[0].syntax);
  }

  /// More was named than is asked for.
  void note_left_out() {
    PageEnd& end = out_.end;
    if (left_out_ == 0 || !is_good(end.outcome)) return;
    end.outcome = Outcome::partial;
    end.code = "signpost.too-many";
    end.problem = fmt::format(
        "{} names more than can be followed: {} left out (100,000 targets, 20 link sets "
        "and 10,000 links of one page)",
        page_.url, count_of(left_out_, "link is", "links are"));
    end.etag.clear();
    end.modified.clear();
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
  /// then the page itself is not asked for (signposting.md §10). Nothing if it must be.
  std::optional<PageVisit> ask_head(
      const std::function<void(const PageAnswer&)>& received) {
    Ask ask = ask_for();
    ask.method = "HEAD";
    Retrieved got = fetch_.retriever.get(ask);
    head_attempts_ = got.attempts;
    // Some servers know no HEAD, and say so in many ways.
    const bool may_be_got = got.outcome == Retrieval::http_error &&
                            got.head.status != 429 &&
                            (got.head.status < 500 || got.head.status == 501);
    const bool header_only = task_.kind == PageTask::Kind::header;
    if (may_be_got && !header_only) return std::nullopt;
    const PageLinks links{got};
    if (got.outcome == Retrieval::got) {
      const SignpostPages next =
          links.next(rules_.signposts, PageLinks::Read::header, page_.url);
      const bool page_itself = next.page_itself;
      follow(next, links.also());
      if ((out_.links.empty() || page_itself) && !header_only) return std::nullopt;
    }
    head_attempts_ = 0;
    const PageAnswer answer = answered(got);
    PageEnd& end = out_.end;
    end.header_only = true;
    if (got.outcome != Retrieval::got) return not_got(got, answer, received);
    received(answer);
    PageText text{table_, page_.id};
    write_links(links, got, text);
    end_text(text);
    end.digest = header_digest(end.digest);
    end.barren = out_.links.empty();
    end.outcome = Outcome::whole;
    end.names_all = true;
    note_left_out();
    compare();
    if (end.content == PageEnd::Content::fresh) out_.text = text.text();
    return std::move(out_);
  }

  /// `also`: other URLs of the page; a link set may speak of it by them.
  void follow(const SignpostPages& next, const std::vector<std::string>& also) {
    for (const SignpostPage& page : next.pages) {
      if (page.url == page_.url) continue;
      out_.links.push_back(link_to(page, page_.depth + 1));
      if (page.task.kind != PageTask::Kind::linkset) continue;
      for (const std::string& url : also) {
        PageTable::Link name = out_.links.back();
        name.named_for = linkset_context(url);
        out_.links.push_back(std::move(name));
      }
    }
    left_out_ += next.left_out;
  }

  /// A document that is a page of more leads to the others, on its own site.
  void follow_more(const std::vector<MoreSaid>& said, const std::string& url) {
    PageEnd& end = out_.end;
    for (const MoreSaid& more : said) {
      if (!more.url.empty() && site_of(more.url) == site_of(url)) {
        std::string page = plain_url(more.url);
        if (page != page_.url && page != url) {
          out_.links.push_back({.url = std::move(page), .depth = page_.depth + 1});
          continue;
        }
      }
      if (!is_good(end.outcome)) continue;
      end.outcome = Outcome::partial;
      end.code = "paging.more";
      end.problem = fmt::format("{} is not all of it: {}, which is not followed", url,
                                more_text(more));
    }
  }

  /// What a landing page says of itself in links is data, too.
  void write_links(const PageLinks& links, const Retrieved& got, PageText& text) {
    if (!links.are_signposts()) return;
    const LinkReport report = harvest_links(links, origin_of(got), text, harvester_);
    out_.end.quads += report.quads;
    FaultCounts faults = read_fault_counts(out_.end.faults);
    add_faults(faults, report.faults);
    out_.end.faults = write_fault_counts(faults);
  }

  void end_text(PageText& text) {
    out_.end.digest = text.digest();
    out_.parts = text.parts();
  }

  /// The document itself is wanted.
  void keep(Retrieved& got) {
    PageEnd& end = out_.end;
    KeptDocument kept = keep_document(got, page_.url, *fetch_.documents);
    if (!kept.wall.empty()) return block(got, kept.wall, kept.begins);
    end.bytes = kept.bytes;
    end.digest = std::move(kept.sha256);
    end.code = std::move(kept.code);
    end.problem = std::move(kept.problem);
    end.begins = std::move(kept.begins);
    out_.transient = may_come_whole(kept.cause);
    end.outcome = end.code.empty() ? Outcome::whole : Outcome::failed;
    if (!end.code.empty()) return;
    const PageLinks links{got};
    PageText text{table_, page_.id};
    write_links(links, got, text);
    out_.parts = text.parts();
    follow(links.next(rules_.signposts, PageLinks::Read::page, page_.url), links.also());
    end.names_all = true;
    compare();
    if (end.content == PageEnd::Content::fresh) out_.text = text.text();
  }

  /// A wall may say that all is well, but it never has data.
  void look_for_wall(const Retrieved& got, const Block& first) {
    const auto wall = bot_wall(got.head, first.bytes.substr(0, kBotWallBytes));
    if (wall) block(got, *wall, opening_line(first.bytes));
  }

  void block(const Retrieved& got, const std::string& wall, std::string begins) {
    out_.links.clear();
    out_.text.clear();
    out_.lastmod = {};
    out_.blocked = true;
    PageEnd& end = out_.end;
    end.content = PageEnd::Content::kept;
    end.outcome = Outcome::failed;
    end.code = "fetch.blocked";
    end.problem = blocked_problem(got.url, wall);
    end.begins = std::move(begins);
  }

  void compare() {
    if (is_broken_) out_.end.digest = broken_digest(out_.end.digest);
    const ContentVerdict verdict =
        judge_content(page_, out_.end, is_broken_ ? Arrival::broken : Arrival::whole);
    out_.end.content = verdict.content;
    out_.lastmod = verdict.lastmod;
  }

  const WaitingPage& page_;
  const Fetch& fetch_;
  const Harvester& harvester_;
  PageTable& table_;
  const VisitRules& rules_;
  const PageTask task_;
  std::uint32_t head_attempts_ = 0;   ///< for the header, before the page
  std::uint64_t document_quads_ = 0;  ///< without those of its links
  std::uint64_t left_out_ = 0;        ///< links that are too many to be followed
  bool is_broken_ = false;            ///< the document did not come whole
  std::optional<OtherKind> other_;    ///< it is no RDF, and the rest of it was left
  StandardVisit standard_;
  std::optional<ParseSlots::Slot> slot_;
  PageVisit out_;
};

}  // namespace

PageVisitor::PageVisitor(const Fetch& fetch, const Harvester& harvester, PageTable& table,
                         VisitRules rules)
    : fetch_(fetch), harvester_(harvester), table_(table), rules_(std::move(rules)) {}

PageVisit PageVisitor::visit(
    const WaitingPage& page,
    const std::function<void(const PageAnswer&)>& received) const {
  return Visit{page, fetch_, harvester_, table_, rules_}.run(received);
}

namespace {

constexpr std::size_t kGatheredBytes = 16 * 1024 * 1024;

}  // namespace

GatheredBody::GatheredBody(std::unique_ptr<ByteSource> inner, ParseSlots& room,
                           const IsEnough& is_enough)
    : room_(room), inner_(std::move(inner)) {
  bool looked = !is_enough;
  try {
    while (bytes_ < kGatheredBytes && held_ == bytes_) {
      Block block = inner_->read();
      if (block.empty()) {
        inner_.reset();
        break;
      }
      bytes_ += block.bytes.size();
      if (room_.hold(block.bytes.size())) held_ += block.bytes.size();
      blocks_.push_back(std::move(block));
      if (looked || bytes_ < kFirstLookBytes) continue;
      looked = true;
      if (asks(is_enough, FirstLook::Then::more)) {
        inner_.reset();
        return;
      }
    }
    if (!looked) static_cast<void>(asks(is_enough, FirstLook::Then::end));
  } catch (const DocumentError&) {
    if (!looked && asks(is_enough, FirstLook::Then::failure)) {
      inner_.reset();
    } else {
      error_ = std::current_exception();
    }
  }
}

/// Of what has been gathered.
bool GatheredBody::asks(const IsEnough& is_enough, FirstLook::Then then) {
  if (blocks_.empty()) return false;
  if (blocks_.size() > 1) {
    auto joined = std::make_shared<std::string>();
    for (const Block& block : blocks_) joined->append(block.bytes);
    blocks_.assign(1, Block{.bytes = *joined, .owner = joined});
  }
  return is_enough(blocks_[0].bytes, then);
}

Block GatheredBody::read() {
  if (next_ < blocks_.size()) return std::exchange(blocks_[next_++], {});
  if (error_) std::rethrow_exception(error_);
  if (!inner_) return {};
  Block block = inner_->read();
  bytes_ += block.bytes.size();
  return block;
}

KeptDocument keep_document(Retrieved& got, const std::string& url,
                           DocumentFolder& folder) {
  KeptDocument out;
  try {
    PeekSource body{std::move(got.body)};
    const std::string_view head = body.peek(kBotWallBytes);
    out.begins = opening_line(head);
    if (auto wall = bot_wall(got.head, head)) {
      out.wall = std::move(*wall);
      return out;
    }
    if (head.empty()) throw DocumentError{"document.empty", got.url + " is empty"};
    if (const auto problem = page_instead(head, url))
      throw DocumentError{"document.html", *problem};
    DocumentFolder::Kept kept = folder.keep(url, body);
    out.bytes = kept.bytes;
    out.sha256 = std::move(kept.sha256);
    out.begins.clear();
  } catch (const DocumentError& error) {
    out.cause = cause_of(error);
    out.code = error.code();
    out.problem = error.what();
  }
  return out;
}

}  // namespace semsite
