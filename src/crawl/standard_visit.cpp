#include "crawl/standard_visit.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "parse/detect_syntax.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_batch.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
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
  const std::string url = plain_url(found_->url);
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
    const HtmlPageOptions options{
        .media_type = type,
        .base = url,
        .resolve = [](std::string_view base, std::string_view href) {
          return BaseIri{std::string{base}}.resolve(href);
        }};
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
