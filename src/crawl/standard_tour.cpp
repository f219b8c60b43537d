#include "crawl/standard_tour.hpp"

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/standard_parser.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_batch.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// All else is as for a page; only the media type may be narrowed (standard-sitemap §2).
constexpr std::string_view kAcceptXml = "text/xml, application/xml";

/// Elements of files that are kept for pages and files that may yet name them.
constexpr std::size_t kElementsKept = 400'000;

/// One Standard-Sitemap, from its root file to its quads.
class StandardHarvest {
 public:
  StandardHarvest(const Harvest& job, const Harvester& harvester)
      : job_(job), harvester_(harvester) {}

  /// What was wrong with the files themselves was told when they were read.
  void count(const StandardAnswer& answer) {
    if (!counted_.insert(answer.url).second) return;
    if (answer.file != nullptr && bytes_ == 0) bytes_ = answer.file->bytes;
    add_faults(report_.faults, answer.faults);
    skipped_ += answer.skipped;
    if (answer.file != nullptr && !answer.file->complete)
      lose(answer.file->code, fmt::format("{}: {}", answer.url, answer.file->problem));
  }

  void write(const StandardSite& site) {
    for (std::uint32_t i = 0; i < site.files.size(); ++i) write(site, i);
    for (const std::string& limit : site.limits) {
      harvester_.console.warning(
          fmt::format("{}: {} [ssp.limit]", job_.origin.url, limit),
          {.code = "ssp.limit", .source = job_.origin.url});
      ++report_.faults["ssp.limit"];
      lose("ssp.limit", fmt::format("{}: {}", job_.origin.url, limit));
    }
  }

  HarvestReport conclude() && {
    if (report_.code.empty() && skipped_ > 0) report_.outcome = Outcome::faulty;
    report_.document_count = counted_.size();
    DocumentReport document;
    document.syntax = "standard-sitemap";
    document.outcome = report_.outcome;
    document.code = report_.code;
    document.problem = report_.problem;
    document.quads = report_.quads;
    document.bytes = bytes_;
    document.skipped = skipped_;
    document.faults = report_.faults;
    report_.documents.push_back(std::move(document));
    return std::move(report_);
  }

 private:
  void lose(std::string_view code, std::string problem) {
    if (!report_.code.empty()) return;
    report_.outcome = Outcome::partial;
    report_.code = code;
    report_.problem = std::move(problem);
  }

  void write(const StandardSite& site, std::uint32_t index) {
    Origin origin = job_.origin;
    origin.url = site.files[index].file->url;
    origin.base.clear();
    const auto document =
        std::make_shared<const Document>(make_document(origin, {}, harvester_.graph));
    FaultLog faults{document->name, harvester_.on_error, harvester_.quarantine,
                    harvester_.console};
    QuadBuilder quads{document, [&](QuadBatch batch) {
                        check_quads(batch, faults);
                        harvester_.sink.get().write(batch);
                        report_.quads += batch.quads().size();
                        harvester_.counters.quads += batch.quads().size();
                      }};
    try {
      report_graph(*document, faults);
      add_standard_quads(site, index, quads);
      quads.flush();
      report_gaps(site, index, faults);
    } catch (const DocumentError& error) {
      lose(error.code(), error.what());
    }
    harvester_.sink.get().end_document(*document);
    add_faults(report_.faults, faults.counts());
  }

  const Harvest& job_;
  const Harvester& harvester_;
  HarvestReport report_;
  std::uint64_t skipped_ = 0;
  std::uint64_t bytes_ = 0;  ///< of the root file
  std::set<std::string, std::less<>> counted_;
};

}  // namespace

StandardAnswer StandardTour::read(ByteSource& bytes, const std::string& url,
                                  const std::string& content_type,
                                  const Harvester& reading) {
  StandardAnswer out;
  out.url = url;
  FaultLog faults{url, reading.on_error, reading.quarantine, reading.console};
  try {
    out.file = read_standard_sitemap(
        bytes,
        {.url = url,
         .content_type = content_type,
         .rules = reading.settings.get().strictness == Strictness::strict
                      ? StandardReading::Rules::strict
                      : StandardReading::Rules::lenient},
        reading.limits, faults);
  } catch (const DocumentError& error) {
    out.code = error.code();
    out.problem = fmt::format("{}: {}", url, error.what());
  }
  out.faults = faults.counts();
  out.skipped = faults.skipped();
  return out;
}

StandardTour::Answer StandardTour::fetch(const std::string& url, NamedBy named_by,
                                         const Harvester& reading) {
  Retrieved got = retriever_.get(
      {.url = url, .named_by = named_by, .accept = std::string{kAcceptXml}});
  StandardAnswer out;
  if (got.outcome != Retrieval::got) {
    out.code = got.code;
    out.problem = got.problem;
    out.cancelled = got.outcome == Retrieval::cancelled;
    out.url = got.url.empty() ? url : got.url;
  } else {
    out = read(*got.body, got.url, std::string{got.head.header("content-type")}, reading);
    out.cancelled = out.file == nullptr && reading.stop.stop_requested();
  }
  out.head = std::move(got.head);
  return std::make_shared<const StandardAnswer>(std::move(out));
}

std::shared_ptr<const StandardAnswer> StandardTour::file(const std::string& url,
                                                         NamedBy named_by,
                                                         const Harvester& reading) {
  const std::string key = plain_url(url);
  // What others may name is at hand perhaps, but not for this one.
  if (!named_by.may_name(key)) return fetch(key, named_by, reading);
  std::promise<Answer> mine;
  std::shared_future<Answer> answer;
  {
    const MutexLock lock{mutex_};
    if (const auto known = answers_.find(key); known != answers_.end()) {
      answer = known->second;
    } else {
      answers_.emplace(key, mine.get_future().share());
    }
  }
  if (answer.valid()) return answer.get();
  try {
    Answer found = fetch(key, named_by, reading);
    mine.set_value(found);
    const MutexLock lock{mutex_};
    weigh(key, *found);
    // Who names the target of a redirect need not ask again.
    if (found->url != key && found->file != nullptr) remember(found->url, found);
    return found;
  } catch (...) {
    mine.set_exception(std::current_exception());
    throw;
  }
}

void StandardTour::remember(const std::string& key, const Answer& answer) {
  std::promise<Answer> ready;
  ready.set_value(answer);
  if (answers_.emplace(key, ready.get_future().share()).second) weigh(key, *answer);
}

/// Drops the oldest when there is too much.
void StandardTour::weigh(const std::string& key, const StandardAnswer& answer) {
  const std::size_t elements =
      1 + (answer.file == nullptr ? 0 : answer.file->elements.size());
  kept_.emplace_back(key, elements);
  elements_ += elements;
  while (elements_ > kElementsKept && kept_.size() > 1) {
    answers_.erase(kept_.front().first);
    elements_ -= kept_.front().second;
    kept_.pop_front();
  }
}

std::shared_ptr<const StandardAnswer> StandardTour::known(const std::string& url) {
  std::shared_future<Answer> answer;
  {
    const MutexLock lock{mutex_};
    const auto found = answers_.find(plain_url(url));
    if (found == answers_.end()) return nullptr;
    answer = found->second;
  }
  return answer.get();
}

std::shared_ptr<const StandardAnswer> StandardTour::keep(const std::string& url,
                                                         StandardAnswer answer) {
  auto kept = std::make_shared<const StandardAnswer>(std::move(answer));
  const MutexLock lock{mutex_};
  remember(plain_url(url), kept);
  return kept;
}

HarvestReport StandardTour::harvest(
    const Harvest& job, const Harvester& harvester, const StandardAnswer& root,
    const std::function<bool(const std::string& url)>& wants,
    const std::function<void(const std::string& url)>& take_page) {
  StandardHarvest out{job, harvester};
  if (root.file == nullptr) {
    HarvestReport failed;
    failed.outcome = Outcome::failed;
    failed.code = root.code;
    failed.problem = root.problem;
    failed.faults = root.faults;
    return failed;
  }
  StandardWalk walk{root.file->url, settings_.walk};
  std::vector<std::string> waiting;
  // Which of its files named another is not kept: one of the web makes all the web's.
  bool all_local = true;
  const auto answer = [&](const std::string& url, const StandardAnswer& file) {
    all_local = all_local && NamedBy::document(file.url).is_local();
    out.count(file);
    const std::vector<std::string> more = walk.follow(
        {.url = url,
         .file = file.file,
         .code = "ssp.external-failed",
         .problem = fmt::format("an external leads to {}, which cannot be had: {}", url,
                                file.problem)});
    waiting.insert(waiting.end(), more.begin(), more.end());
  };
  for (const std::string& url : walk.start()) answer(url, root);
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const std::string url = waiting[next];
    if (harvester.stop.stop_requested()) break;
    if (wants && !wants(url)) {
      StandardAnswer left_out;
      left_out.url = url;
      left_out.problem = "it is out of scope (--include, --exclude)";
      answer(url, left_out);
      continue;
    }
    answer(url, *file(url, all_local ? NamedBy::user() : NamedBy::network(), harvester));
  }
  const StandardSite site = walk.finish();
  out.write(site);
  if (take_page)
    for (const std::string& page : site.pages()) take_page(page);
  return std::move(out).conclude();
}

namespace {

constexpr std::string_view kSeeAlso = "http://www.w3.org/2000/01/rdf-schema#seeAlso";

MetaSchema meta_schema(Strictness strictness) {
  return strictness == Strictness::strict ? MetaSchema::ignored : MetaSchema::accepted;
}

void note(HarvestReport& report, Console& console, std::string_view code,
          const std::string& message) {
  console.warning(fmt::format("{} [{}]", message, code), {.code = code});
  ++report.faults[std::string{code}];
}

}  // namespace

std::optional<Retrieved> StandardVisit::held(const std::string& url) {
  if (scope_ == nullptr) return std::nullopt;
  const auto answer = scope_->tour.known(url);
  if (answer == nullptr || answer->file == nullptr) return std::nullopt;
  Retrieved out;
  out.outcome = Retrieval::got;
  out.url = answer->url;
  out.head = answer->head;
  out.body = std::make_unique<MemorySource>(std::string{});
  return out;
}

void StandardVisit::watch(Harvest& job, const Retrieved& got,
                          const Harvester& harvester) {
  if (scope_ == nullptr) return;
  found_ = standard_location(got.head.headers, got.url);
  if (found_ || !may_hold_location(got.head.header("content-type"))) return;
  watch_ = {.wants = may_name_standard_sitemap,
            .take = [this, meta = meta_schema(harvester.settings.get().strictness)](
                        const HtmlPage& page) {
              found_ = standard_location(location_elements(page), meta);
            }};
  job.page_watch = &watch_;
}

bool StandardVisit::is_one(const Retrieved& got, std::string_view head,
                           const Harvester& harvester) const {
  if (scope_ == nullptr || harvester.syntax != nullptr) return false;
  if (const auto answer = scope_->tour.known(got.url); answer && answer->file)
    return true;
  const Detected told = detect_syntax(
      head, {.media_type = got.head.media_type(), .path = path_and_query(got.url)});
  return told.syntax != nullptr && told.syntax->name == "standard-sitemap";
}

HarvestReport StandardVisit::harvest(
    Harvest job, const Harvester& harvester,
    const std::function<void(std::string_view url)>& offer) {
  auto answer = scope_->tour.known(job.origin.url);
  if (answer == nullptr)
    answer = scope_->tour.keep(
        job.origin.url,
        StandardTour::read(*job.bytes, job.origin.url,
                           job.content_type.empty() ? job.media_type : job.content_type,
                           harvester));
  return scope_->tour.harvest(job, harvester, *answer, scope_->wants,
                              [&](const std::string& page) {
                                const std::string url = plain_url(page);
                                if (scope_->follow && scope_->follow(url)) offer(url);
                              });
}

std::string StandardVisit::conclude(const Origin& origin, const Harvester& harvester,
                                    HarvestReport& report) {
  if (!found_) return {};
  Console& console = harvester.console;
  if (found_->url.empty()) {
    note(report, console, "ssp.location",
         fmt::format("{} has no Standard-Sitemap: {}", origin.url, found_->problem));
    return {};
  }
  std::string url = plain_url(found_->url);
  const NamedBy named_by = NamedBy::document(origin.url);
  if (!named_by.may_name(url)) {
    note(report, console, "ssp.location",
         fmt::format("{} has no Standard-Sitemap: {} names a local file", origin.url,
                     route_name(found_->route)));
    return {};
  }
  if (scope_->wants && !scope_->wants(url)) {
    console.detail(fmt::format("{}: its Standard-Sitemap {} is out of scope", origin.url,
                               found_->url));
    return {};
  }
  if (found_->lenient)
    note(
        report, console, "ssp.meta-schema",
        fmt::format("{}: a meta element declares the prefix of {}, which only a link may "
                    "do; it is accepted",
                    origin.url, route_name(found_->route)));
  const auto answer = scope_->tour.file(url, named_by, harvester);
  if (answer->cancelled) {
    report.cause = Cause::interrupted;
    report.code = "run.interrupted";
    return {};
  }
  if (answer->file == nullptr) {
    note(
        report, console, "ssp.unavailable",
        fmt::format("{} has no Standard-Sitemap: {} names {}, which cannot be had: {}",
                    origin.url, route_name(found_->route), found_->url, answer->problem));
    // What does not answer may well be there.
    const bool silent = answer->code.starts_with("fetch.") || answer->head.status >= 500;
    if (silent && report.outcome == Outcome::whole) report.outcome = Outcome::faulty;
    return {};
  }
  console.detail(fmt::format("{}: its Standard-Sitemap is {}, by {}", origin.url,
                             answer->url, route_name(found_->route)));
  const auto document =
      std::make_shared<const Document>(make_document(origin, {}, harvester.graph));
  QuadBatch batch{document};
  batch.add({.subject = iri_term(batch.keep(document->iri)),
             .predicate = iri_term(kSeeAlso),
             .object = iri_term(
                 batch.keep(without_url_secrets(answer->url, SecretsOf::asker)))});
  FaultLog faults{document->name, harvester.on_error, harvester.quarantine, console};
  check_quads(batch, faults);
  add_faults(report.faults, faults.counts());
  if (batch.size() == 0) return url;
  harvester.sink.get().write(batch);
  ++report.quads;
  ++harvester.counters.quads;
  return url;
}

bool is_standard_sitemap(std::unique_ptr<ByteSource> bytes) {
  PeekSource source{std::move(bytes)};
  try {
    const Detected told =
        detect_syntax(source.peek(kDetectBytes), {.media_type = {}, .path = {}});
    return told.syntax != nullptr && told.syntax->name == "standard-sitemap";
  } catch (const DocumentError&) {
    return false;
  }
}

std::optional<StandardLocation> standard_location_of(const ResponseHead& head,
                                                     const std::string& url,
                                                     std::unique_ptr<ByteSource> bytes,
                                                     const Limits& limits,
                                                     Strictness strictness) {
  if (auto found = standard_location(head.headers, url)) return found;
  const std::string_view type = head.header("content-type");
  if (!may_hold_location(type)) return std::nullopt;
  NullDiagnostics nobody;
  try {
    PeekSource source{std::move(bytes)};
    if (detect_syntax(source.peek(kDetectBytes), {.media_type = {}, .path = {}}).found !=
        "html")
      return std::nullopt;
    const std::string page = read_page_bytes(source, limits);
    const HtmlPageOptions options{.media_type = type, .base = url, .resolve = resolved};
    const HtmlSource decoded = decode_html_page(page, options, nobody);
    if (!may_name_standard_sitemap(decoded.text)) return std::nullopt;
    return standard_location(
        location_elements(read_html_page(decoded, options, limits, nobody)),
        meta_schema(strictness));
  } catch (const DocumentError&) {
    return std::nullopt;
  }
}

}  // namespace semsite
