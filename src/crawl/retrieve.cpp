#include "crawl/retrieve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/byte_source.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/checked_body.hpp"
#include "crawl/resuming_body.hpp"
#include "crawl/second_try.hpp"
#include "fetch/bot_wall.hpp"
#include "fetch/http_header.hpp"
#include "fetch/length_book.hpp"
#include "fetch/published_digest.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 ||
         status == 308;
}

/// Is what comes with `status` the document, or (206) a part of it? Not what is said of
/// one that is yet to be made, and not a difference.
bool is_document(int status) {
  return status >= 200 && status < 300 && status != 202 && status != 226;
}

std::string status_problem(int status, const std::string& url) {
  switch (status) {
    case 401:
    case 407:
      return fmt::format("{} wants a login (status {}); see --user, --netrc", url,
                         status);
    case 403:
      return fmt::format("{} is forbidden (status 403)", url);
    case 404:
      return fmt::format("{} does not exist (status 404)", url);
    case 202:
      return fmt::format("{} is not ready yet (status 202, RFC 9110 §15.3.3)", url);
    case 226:
      return fmt::format(
          "{} answered with a difference to a copy that was not named (status 226, RFC "
          "3229)",
          url);
    case 410:
      return fmt::format("{} is gone for good (status 410)", url);
    case 429:
      return fmt::format("{} says that we ask too often (status 429)", url);
    default:
      return fmt::format("{} answered with status {}", url, status);
  }
}

/// Is the body in codings that only the transport can undo (several, one in another)?
/// Where none was asked for, they may be what the file itself is packed in.
bool wants_transport(const ResponseHead& head, const Ask& ask) {
  const std::string_view coding = trim(head.header("content-encoding"));
  return ask.content_coding && !coding.empty() &&
         !equal_ignoring_case(coding, "identity") && !can_undo(coding);
}

std::string ended_problem(const std::string& url) {
  return url + ": the run was ended before it came";
}

/// As much of the body of a failure as shows who speaks; what cannot be read is not
/// there.
std::string beginning_of(std::unique_ptr<ByteSource> body, const ResponseHead& head) {
  const std::string_view coding = head.header("content-encoding");
  if (can_undo(coding) && !head.decoded)
    body = undo_coding(std::move(body), coding, head.url, 0);
  std::string out;
  try {
    while (out.size() < kBotWallBytes) {
      const Block block = body->read();
      if (block.empty()) break;
      out += block.bytes;
    }
  } catch (const DocumentError&) {
    return out;
  }
  return out;
}

}  // namespace

bool says_nothing(const Retrieved& got) {
  if (got.outcome == Retrieval::http_error)
    return got.blocked || got.head.status == 429 || got.head.status >= 500;
  return got.outcome == Retrieval::network || got.outcome == Retrieval::cancelled;
}

std::string blocked_problem(const std::string& url, const std::string& wall) {
  return fmt::format(
      "{} is behind a wall against robots ({}), which is not evaded; ask the publisher",
      url, wall);
}

namespace {

/// The one place that decides about local files. `ask`: who named `url`, which is the
/// document that redirects there, after a redirect.
bool may_be_named(const std::string& url, const Ask& ask, Retrieved& result) {
  if (ask.named_by.may_name(url)) return true;
  result.outcome = Retrieval::refused;
  result.code = "fetch.local-file";
  result.problem =
      result.hops.empty()
          ? fmt::format("{} is a local file, named by a document from the web", url)
          : fmt::format("{} redirects to the local file {}", result.hops.back(), url);
  return false;
}

/// The one place that decides about validators: may `url` say that the copy is its own?
bool is_conditional(const std::string& url, const Ask& ask) {
  return ask.copy && !(ask.copy->etag.empty() && ask.copy->modified.empty()) &&
         request_url(ask.copy->url) == url;
}

std::string_view without_weakness(std::string_view etag) {
  etag = trim(etag);
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  return etag;
}

/// Is what a 304 speaks of the copy? It has the validators that a 200 would have (RFC
/// 9110 §15.4.5); those that it leaves out say nothing.
bool is_of(const HeldCopy& copy, const ResponseHead& head) {
  const std::string_view etag = head.header("etag");
  if (!etag.empty() && !copy.etag.empty())
    return without_weakness(etag) == without_weakness(copy.etag);
  const std::string_view modified = trim(head.header("last-modified"));
  return modified.empty() || copy.modified.empty() || modified == trim(copy.modified);
}

}  // namespace

Retriever::Retriever(Transport& transport, const Clock& clock, RunCounters& counters,
                     Console& console, Settings settings, std::stop_token stop)
    : transport_(transport),
      clock_(clock),
      counters_(counters),
      console_(console),
      settings_(std::move(settings)),
      stop_(std::move(stop)),
      random_(std::random_device{}()),
      robots_(
          settings_.agent, [this](const std::string& url) { return ask_robots(url); },
          settings_.limits) {}

double Retriever::random() {
  const MutexLock lock{random_mutex_};
  return std::uniform_real_distribution<double>{0, 1}(random_);
}

/// A host that asks to be left alone for longer than we wait is not asked again.
void Retriever::close_host(const std::string& url, const Attempt& attempt) {
  const MutexLock lock{closed_mutex_};
  closed_[origin_of(url)] = {attempt.status, clock_.now() + *attempt.retry_after,
                             *attempt.retry_after};
}

bool Retriever::is_closed(const std::string& url, Retrieved& result) {
  const MutexLock lock{closed_mutex_};
  const auto found = closed_.find(origin_of(url));
  if (found == closed_.end() || clock_.now() >= found->second.until) return false;
  const Closed& closed = found->second;
  result.outcome = Retrieval::http_error;
  result.head.status = closed.status;
  result.last = {.status = closed.status, .retry_after = closed.asked};
  result.code = fmt::format("http.{}", closed.status);
  result.problem = fmt::format(
      "{} was not asked for: with status {} its host asked to be left alone for {}, more "
      "than the {} of --max-delay",
      url, closed.status, pause_in_words(closed.asked),
      pause_in_words(settings_.retry.longest_retry_after));
  return true;
}

bool Retriever::may_ask(const std::string& url, const Ask& ask, Retrieved& result) {
  if (!may_be_named(url, ask, result)) return false;
  if (is_file_url(url)) return true;
  if (!is_of_server(url)) {
    result.outcome = Retrieval::refused;
    result.code = "fetch.scheme";
    result.problem =
        fmt::format("{}: only http, https, ftp and file URLs can be fetched", url);
    return false;
  }
  if (is_closed(url, result)) return false;
  if (!ask.obey_robots || settings_.ignore_robots) return true;
  const RobotsVerdict verdict = robots_.verdict(url);
  if (verdict.allowed) return !is_closed(url, result);
  // Whoever goes on asks for it then.
  if (robots_.of(url)->ended) {
    result.outcome = Retrieval::cancelled;
    result.code = "fetch.cancelled";
    result.problem = ended_problem(url);
    return false;
  }
  result.outcome = Retrieval::robots;
  if (robots_.of(url)->too_slow) {
    result.code = "robots.crawl-delay";
    result.problem = fmt::format("{}: {}", url, verdict.rule);
    return false;
  }
  result.code = "robots.denied";
  // One that was not seen allows and forbids nothing.
  result.problem =
      robots_.of(url)->deny_all
          ? fmt::format("{} is not asked for: {}", url, verdict.rule)
          : fmt::format("robots.txt does not allow {}: {}{}", url, verdict.rule,
                        verdict.line > 0 ? fmt::format(" (line {})", verdict.line) : "");
  return false;
}

Request Retriever::make_request(const std::string& url, const Ask& ask) {
  Request request;
  request.url = url;
  request.method = ask.method;
  if (!ask.accept.empty()) request.headers.emplace_back("Accept", ask.accept);
  if (!ask.content_type.empty())
    request.headers.emplace_back("Content-Type", ask.content_type);
  if (is_conditional(url, ask)) {
    if (!ask.copy->etag.empty())
      request.headers.emplace_back("If-None-Match", ask.copy->etag);
    if (!ask.copy->modified.empty())
      request.headers.emplace_back("If-Modified-Since", ask.copy->modified);
  }
  request.body = ask.body;
  // What is coded is undone here, where its end can be told, and not on the way.
  request.content_coding = ask.undone_on_the_way;
  request.large = !ask.content_coding;
  request.looks_first = ask.looks_first;
  if (ask.content_coding && !ask.undone_on_the_way)
    request.headers.emplace_back("Accept-Encoding", kCodings);
  request.max_bytes = ask.max_bytes;
  request.range_last = ask.range_last;
  request.may_be_local = ask.named_by.is_local();
  if (ask.obey_robots && !settings_.ignore_robots && is_of_server(url)) {
    const double seconds = robots_.of(url)->fact.crawl_delay.value_or(0);
    request.crawl_delay = std::chrono::milliseconds{
        static_cast<std::int64_t>(std::min(seconds, 1e6) * 1000)};
  }
  return request;
}

std::unique_ptr<Body> Retriever::send(const Request& request, unsigned max_attempts,
                                      Retrieved& result) {
  RetryPolicy policy = settings_.retry;
  if (max_attempts > 0) policy.max_attempts = max_attempts;
  for (unsigned number = 1;; ++number) {
    ++result.attempts;
    ++counters_.requests;
    if (number > 1) counters_.answers.note_retry();
    console_.detail(fmt::format("{} {}", request.method, request.url));
    Attempt& attempt = result.last;
    attempt = {.number = number, .status = 0, .failure = {}, .retry_after = {}};
    std::string what;
    // Drawn once: the host is held for as long as this request waits.
    RetryDecision decision;
    try {
      std::unique_ptr<Body> body = transport_.open(request);
      result.head = body->head();
      attempt.status = result.head.status;
      counters_.answers.note(attempt.status, result.head.took);
      if (attempt.status < 500 && attempt.status != 429) return body;
      attempt.retry_after =
          parse_retry_after(result.head.header("retry-after"), clock_.wall());
      what = status_problem(attempt.status, request.url);
      if (asks_too_long(attempt, policy)) close_host(request.url, attempt);
      decision = decide_retry(attempt, policy, random());
      if (!decision.again) return body;
      if (stops_host(attempt.status)) transport_.hold(request.url, decision.pause);
    } catch (const FetchError& error) {
      attempt.failure = error.failure();
      counters_.answers.note(attempt.failure);
      what = error.what();
      result.code = error.code();
      decision = decide_retry(attempt, policy, random());
    }
    if (!decision.again || stop_.stop_requested()) {
      result.problem = what;
      result.outcome =
          attempt.failure == FetchFailure::cancelled || stop_.stop_requested()
              ? Retrieval::cancelled
          : attempt.failure == FetchFailure::refused_address ||
                  attempt.failure == FetchFailure::long_header ||
                  attempt.failure == FetchFailure::protocol
              ? Retrieval::refused
              : Retrieval::network;
      if (result.outcome == Retrieval::cancelled)
        result.problem = ended_problem(request.url);
      else if (number > 1)
        result.problem += fmt::format(" ({} attempts)", number);
      return nullptr;
    }
    console_.info(fmt::format("{}; attempt {} of {} in {:.1f} s", what, number + 1,
                              policy.max_attempts,
                              std::chrono::duration<double>(decision.pause).count()),
                  {.source = request.url});
    pause_for(decision.pause, stop_);
  }
}

/// Those of the same version that were made before; notes that of this answer for later.
std::vector<LengthPromise> Retriever::promises_for(const std::string& url, const Ask& ask,
                                                   const ResponseHead& head) {
  if (ask.range_last || !ask.body.empty() || !is_http(url)) return {};
  const std::string name = url + "\n" + ask.accept;
  const auto promise = promise_of(head, ask.method);
  const Version version = version_of(head);
  std::vector<LengthPromise> out;
  if (ask.method == "GET") out = lengths_.of(name, version);
  // Pages without a validator are made anew each time; only of a file does HEAD tell.
  const bool of_a_file = ask.method == "HEAD" && !ask.content_coding;
  if (promise && (version.has_validator() || of_a_file)) lengths_.note(name, *promise);
  return out;
}

Retrieved Retriever::get(const Ask& ask) {
  Retrieved got = get_once(ask);
  if (got.outcome != Retrieval::got || !ask.second_try || ask.method != "GET" ||
      ask.range_last || !is_of_server(got.url))
    return got;
  const auto begin = std::chrono::steady_clock::now();
  got.body = std::make_unique<SecondTry>(
      std::move(got.body), got.url,
      [this, again = ask, url = got.url, begin]() mutable -> std::unique_ptr<ByteSource> {
        again.copy.reset();
        if (again.whole_within.count() > 0) {
          again.whole_within -= std::chrono::ceil<std::chrono::milliseconds>(
              std::chrono::steady_clock::now() - begin);
          if (again.whole_within.count() <= 0) return nullptr;
        }
        Retrieved second = get_once(again);
        return second.outcome == Retrieval::got && second.url == url
                   ? std::move(second.body)
                   : nullptr;
      },
      console_);
  return got;
}

/// What its reader gets of a body: without the coding, and held against what is published
/// of it.
std::unique_ptr<ByteSource> Retriever::body_of(std::unique_ptr<ResumingBody> body,
                                               const Ask& ask, Retrieved& result) {
  const std::string coding{result.head.header("content-encoding")};
  // What is packed in a file's own coding can be resumed, and its reader unpacks it.
  const bool is_undone = can_undo(coding) && !ask.undone_on_the_way && !ask.range_last &&
                         (ask.content_coding || is_of_transfers_only(coding));
  if (is_undone) {
    result.head.decoded = true;
    return undo_coding(std::move(body), coding, result.url, ask.max_bytes);
  }
  if (auto digest = published_digest(result.head); digest && ask.method == "GET")
    return std::make_unique<DigestCheck>(std::move(body), std::move(*digest), result.url);
  return body;
}

Retrieved Retriever::get_once(const Ask& ask) {
  Retrieved result;
  result.url = request_url(ask.url);
  Ask now = ask;
  std::chrono::milliseconds took{0};
  bool begun_again = false;
  for (;;) {
    if (!may_ask(result.url, now, result)) return result;
    Request request = make_request(result.url, now);
    if (ask.whole_within.count() > 0)
      request.whole_within =
          std::max(ask.whole_within - took, std::chrono::milliseconds{1});
    std::unique_ptr<Body> body = send(request, now.max_attempts, result);
    if (!body) return result;
    took += result.head.took;
    if (!request.content_coding && wants_transport(result.head, ask)) {
      now.undone_on_the_way = true;
      continue;
    }
    const int status = result.head.status;
    if (is_redirect(status) && !result.head.header("location").empty()) {
      const std::string told =
          BaseIri{result.url}.resolve(trim(result.head.header("location")));
      std::string target = plain_url(told);
      // A server may insist on another spelling of what it was asked for.
      if (target == result.url) target = request_url(told);
      const std::string from = std::exchange(result.url, target);
      result.hops.push_back(from);
      result.redirects.push_back({status, result.head.headers_of("link")});
      if (std::ranges::find(result.hops, target) != result.hops.end()) {
        result.outcome = Retrieval::redirects;
        result.code = "redirect.loop";
        result.problem =
            fmt::format("{} redirects in a circle, back to {}", ask.url, target);
        return result;
      }
      if (result.hops.size() > settings_.limits.redirects) {
        result.outcome = Retrieval::redirects;
        result.code = "redirect.too-many";
        result.problem = fmt::format("{} redirects more than {} times (--max-redirects)",
                                     ask.url, settings_.limits.redirects);
        return result;
      }
      now.named_by = NamedBy::document(from);
      if (!may_be_named(target, now, result)) return result;
      if (ask.wants && !ask.wants(target)) {
        result.outcome = Retrieval::elsewhere;
        return result;
      }
      if (status == 303 || (status != 307 && status != 308 && now.method == "POST")) {
        now.method = now.method == "HEAD" ? "HEAD" : "GET";
        now.body.clear();
        now.content_type.clear();
      }
      console_.detail(
          fmt::format("{} redirects to {} (status {})", from, target, status));
      continue;
    }
    if (status == 304 && is_conditional(result.url, now)) {
      if (!is_of(*now.copy, result.head)) {
        console_.info(
            fmt::format("{} says that another version is unchanged (status 304); asking "
                        "for it anew",
                        result.url),
            {.source = result.url});
        now.copy.reset();
        continue;
      }
      result.outcome = Retrieval::unchanged;
      result.code.clear();
      return result;
    }
    if (!is_document(status)) {
      result.outcome = Retrieval::http_error;
      result.code = fmt::format("http.{}", status);
      result.problem = is_file_url(result.url)
                           ? fmt::format("{}: no such file", file_path(result.url))
                           : status_problem(status, result.url);
      if (asks_too_long(result.last, settings_.retry))
        result.problem += fmt::format(
            "; it asks to be left alone for {} (Retry-After), more than the {} of "
            "--max-delay",
            pause_in_words(*result.last.retry_after),
            pause_in_words(settings_.retry.longest_retry_after));
      // What is not there is behind no wall, and its page not worth waiting for.
      const bool missing = status == 404 || status == 410;
      const std::string beginning =
          missing ? std::string{} : beginning_of(std::move(body), result.head);
      result.begins = opening_line(beginning);
      const auto wall = missing ? std::nullopt : bot_wall(result.head, beginning);
      if (wall) {
        result.blocked = true;
        result.code = "fetch.blocked";
        result.problem = blocked_problem(result.url, *wall);
      }
      return result;
    }
    if (auto fault = fault_of(request, result.head)) {
      if (!std::exchange(begun_again, true) && fault->code == "fetch.bad-range") {
        console_.info(fault->problem + "; asking once more", {.source = result.url});
        continue;
      }
      result.outcome = Retrieval::network;
      result.code = std::move(fault->code);
      result.problem = std::move(fault->problem);
      return result;
    }
    result.outcome = Retrieval::got;
    result.code.clear();
    std::vector<LengthPromise> promises = promises_for(result.url, now, result.head);
    auto resuming = std::make_unique<ResumingBody>(
        std::move(body), std::move(request),
        ResumingBody::Means{transport_, counters_, console_, settings_.retry, stop_,
                            ask.progress, std::move(promises)});
    result.resumable = resuming->resumable();
    result.length = resuming->length();
    result.body = body_of(std::move(resuming), now, result);
    return result;
  }
}

RobotsAnswer Retriever::ask_robots(const std::string& url) {
  const Retrieved got = get({.url = url,
                             .named_by = NamedBy::network(),
                             .accept = "text/plain, */*;q=0.5",
                             .obey_robots = false,
                             .whole_within = settings_.limits.request_timeout});
  RobotsAnswer answer{.url = url,
                      .status = got.head.status,
                      .body = {},
                      .problem = got.problem,
                      .code = got.code};
  if (got.outcome == Retrieval::http_error) {
    if (answer.status == 401 || answer.status == 403 || answer.status == 407)
      console_.warning(
          fmt::format("{} is closed to us (status {}): by RFC 9309 §2.3.1.3 what is not "
                      "closed itself may be fetched",
                      url, answer.status),
          {.code = "robots.closed", .source = url});
    return answer;
  }
  if (got.outcome != Retrieval::got) {
    answer.status = 0;
    answer.ended = got.outcome == Retrieval::cancelled;
    return answer;
  }
  try {
    read_beginning(*got.body, settings_.limits.robots_bytes, answer.body);
  } catch (const DocumentError& error) {
    answer.status = 0;
    answer.ended = is_stopped();
    answer.problem = answer.ended ? ended_problem(url) : std::string{error.what()};
    if (answer.problem.find(url) == std::string::npos)
      answer.problem = url + ": " + answer.problem;
  }
  return answer;
}

namespace {

/// Why an answer with the status of a whole is none by its own Content-Range; empty: it
/// says nothing against it.
std::string says_part(const Request& request, const ResponseHead& head) {
  if (request.method == "HEAD" || request.range_last) return {};
  const auto total = total_of_range(head);
  if (!total) return {};
  const std::string_view says = head.header("content-range");
  const auto range = parse_content_range(says);
  if (head.headers_of("content-range").size() > 1 ||
      (range && range->first && (*range->first != 0 || *range->last + 1 != *total)))
    return fmt::format("the Content-Range \"{}\"", excerpt(says));
  const ContentLength length = read_content_length(head);
  if (length.bytes && *length.bytes != *total && head.header("transfer-encoding").empty())
    return fmt::format("the Content-Range \"{}\" and the Content-Length {}",
                       excerpt(says), *length.bytes);
  return {};
}

}  // namespace

std::optional<AnswerFault> fault_of(const Request& request, const ResponseHead& head) {
  if (head.status < 200 || head.status >= 300) return std::nullopt;
  if (head.status == 206 && !request.range_last)
    return AnswerFault{"fetch.bad-range",
                       fmt::format("{} answered with a part (status 206{}) although the "
                                   "whole was asked for (RFC 9110 §15.3.7)",
                                   request.url,
                                   head.header("content-range").empty()
                                       ? std::string{}
                                       : ", " + excerpt(head.header("content-range")))};
  if (const std::string why = says_part(request, head);
      head.status != 206 && !why.empty())
    return AnswerFault{
        "fetch.bad-range",
        fmt::format("{} answered with status {}, as if it were the whole, but with {}: "
                    "that is a part (RFC 9110 §14.4)",
                    request.url, head.status, why)};
  if (std::string problem = read_content_length(head).problem; !problem.empty())
    return AnswerFault{
        "fetch.wrong-length",
        fmt::format("{}: how long it is cannot be told: {}", request.url, problem)};
  return std::nullopt;
}

}  // namespace semsite
