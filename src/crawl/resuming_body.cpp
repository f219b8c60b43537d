#include "crawl/resuming_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "base/clock.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

/// A server that gives so little at a time, many times in a row, could be asked for ever:
/// where it breaks off each time; or gives parts, if too many more would be needed or it
/// takes its time for them.
constexpr std::uint64_t kSmallStep = 64 * 1024;
constexpr unsigned kMostSmallSteps = 16;
constexpr std::uint64_t kMostParts = 10'000;
constexpr std::chrono::minutes kMostTimeForParts{10};
/// Of what came, as much is asked for once more where nothing says that the rest is of
/// the same version, or begins where it should.
constexpr std::size_t kOverlap = 4096;

/// What may stand in If-Range for `head`: a strong ETag, else Last-Modified if it is at
/// least a second older than the answer. Of a file on an FTP server the time counts: its
/// tag is ours, and has the same in it.
std::string range_validator(const ResponseHead& head) {
  const std::string_view etag = head.header("etag");
  if (!etag.empty() && head.protocol != "ftp")
    return etag.starts_with("W/") ? std::string{} : std::string{etag};
  const std::string_view modified = head.header("last-modified");
  const auto now = std::chrono::system_clock::now();
  const auto changed = parse_http_date(modified, now);
  const auto answered = parse_http_date(head.header("date"), now);
  if (!changed || !answered || *answered - *changed < std::chrono::seconds{1}) return {};
  return std::string{modified};
}

/// Of a coded body the rest cannot be asked for: that would be coded anew, or not at all.
bool accepts_codings(const Request& request) {
  return request.content_coding ||
         std::ranges::any_of(request.headers, [](const auto& field) {
           return field.first == "Accept-Encoding";
         });
}

bool is_other(const std::string& now, const std::string& before) {
  return !now.empty() && now != before;
}

}  // namespace

ResumingBody::ResumingBody(std::unique_ptr<Body> body, Request request, Means means)
    : body_(std::move(body)), request_(std::move(request)), means_(std::move(means)) {
  const ResponseHead& head = body_->head();
  version_ = version_of(head);
  decoded_ = head.decoded;
  const bool coded = accepts_codings(request_) && !version_.coding.empty();
  if (!coded && !request_.range_last && request_.method == "GET" &&
      head.protocol != "file")
    validator_ = range_validator(head);
  if (request_.method != "HEAD" && !request_.range_last) {
    for (LengthPromise& one : std::exchange(means_.promises, {})) promise(std::move(one));
    promise(promise_of(head, request_.method));
  }
  if (means_.progress) tallied_.emplace(means_.counters.inputs, head.length());
}

void ResumingBody::promise(std::optional<LengthPromise> promise) {
  if (!promise) return;
  check_->promised = true;
  promises_.push_back(std::move(*promise));
}

/// FTP has no word for a version, and a server that knows no REST may take it all the
/// same.
bool ResumingBody::proves_rest() const { return body_->head().protocol == "ftp"; }

void ResumingBody::remember(std::string_view bytes) {
  if (bytes.size() >= kOverlap) {
    tail_ = bytes.substr(bytes.size() - kOverlap);
    return;
  }
  tail_ += bytes;
  if (tail_.size() > kOverlap) tail_.erase(0, tail_.size() - kOverlap);
}

Block ResumingBody::counted(Block block) {
  const std::uint64_t wire = body_->wire_bytes();
  means_.counters.wire_bytes += wire - wire_seen_;
  if (tallied_) tallied_->got(wire - wire_seen_);
  wire_seen_ = wire;
  block.offset = received_;
  received_ += block.bytes.size();
  return block;
}

std::uint64_t ResumingBody::coded_bytes() const {
  return decoded_ ? wire_seen_ : received_;
}

Block ResumingBody::read() {
  for (;;) {
    if (check_->ended) return Block{.offset = received_};
    try {
      Block block = body_->read();
      if (block.empty()) {
        if (is_end()) return Block{.offset = received_};
        continue;
      }
      block = take(std::move(block));
      if (!block.empty()) return block;
    } catch (const FetchError& error) {
      (void)counted({});
      resume(error);
    }
  }
}

/// What is new of a block; throws if it goes beyond what was promised.
Block ResumingBody::take(Block block) {
  if (part_) {
    part_->came += block.bytes.size();
    if (part_->came > part_->bytes)
      throw BodyError{BodyFault::bad_range,
                      fmt::format("{}: the part that was to be {} bytes long is "
                                  "longer (RFC 9110 §14.4)",
                                  request_.url, part_->bytes)};
  }
  if (skip_ > 0) {
    const auto had =
        static_cast<std::size_t>(std::min<std::uint64_t>(skip_, block.bytes.size()));
    if (skip_ <= tail_.size() && proves_rest() &&
        std::string_view{tail_}.substr(tail_.size() - skip_, had) !=
            block.bytes.substr(0, had))
      fail_changed(
          fmt::format("its bytes before byte {}, asked for once more, are not those that "
                      "came before: "
                      "it changed, or the server begins elsewhere than it was asked to",
                      received_));
    skip_ -= had;
    block.bytes.remove_prefix(had);
    if (block.empty()) return block;
  }
  // Only new bytes are progress: a server that repeats the start and always breaks off
  // there would be asked for ever.
  failures_ = 0;
  if (proves_rest()) remember(block.bytes);
  block = counted(std::move(block));
  if (!decoded_ && !promises_.empty()) {
    const auto least = std::ranges::min_element(
        promises_, {}, [](const LengthPromise& one) { return one.bytes; });
    if (received_ > least->bytes) hold(received_);
  }
  return block;
}

bool ResumingBody::is_end() {
  (void)counted({});
  if (skip_ > 0)
    fail_changed(fmt::format(
        "asked for again, it ended before byte {}, which had come already", received_));
  if (part_ && part_->came < part_->bytes)
    throw FetchError{FetchFailure::wrong_length,
                     fmt::format("{}: {} of the {} bytes of a part came", request_.url,
                                 part_->came, part_->bytes)};
  if (request_.method == "HEAD" || request_.range_last) {
    check_->ended = true;
    return true;
  }
  const bool is_short = std::ranges::any_of(
      promises_, [&](const LengthPromise& one) { return one.bytes > coded_bytes(); });
  // The server may give less than was asked for (RFC 9110 §15.3.7); without a total only
  // another request tells whether that was all.
  if (part_ && (is_short || promises_.empty())) {
    ask_for_rest();
    return check_->ended;
  }
  const bool agree = std::ranges::all_of(promises_, [&](const LengthPromise& one) {
    return one.bytes == promises_.front().bytes;
  });
  if (is_short && agree && resumable())
    throw FetchError{
        FetchFailure::wrong_length,
        fmt::format("{}: it ended after {} bytes; {} says {}", request_.url,
                    coded_bytes(), promises_.front().by, promises_.front().bytes)};
  end();
  return true;
}

void ResumingBody::end() {
  hold(coded_bytes());
  check_->ended = true;
  if (!check_->promised && body_->head().protocol != "file")
    ++means_.counters.unverified_lengths;
}

/// Throws unless `bytes` is what everybody promised; or, before the end, if somebody
/// promised less.
void ResumingBody::hold(std::uint64_t bytes) const {
  auto broken = std::ranges::find_if(
      promises_, [&](const LengthPromise& one) { return one.bytes < bytes; });
  const bool too_many = broken != promises_.end();
  if (!too_many)
    broken = std::ranges::find_if(
        promises_, [&](const LengthPromise& one) { return one.bytes != bytes; });
  if (broken == promises_.end()) return;
  std::string other;
  for (const LengthPromise& one : promises_)
    if (one.bytes != broken->bytes && other.empty())
      other = fmt::format(", but {} {} for the same version", one.by, one.bytes);
  throw BodyError{
      BodyFault::wrong_length,
      fmt::format("{}: {} bytes came{}; {} says {}{}", request_.url, bytes,
                  too_many ? " at least" : " in all", broken->by, broken->bytes, other)};
}

void ResumingBody::fail_changed(const std::string& why) const {
  throw BodyError{BodyFault::changed, fmt::format("{}: {}", request_.url, why)};
}

void ResumingBody::resume(const FetchError& broken) {
  last_problem_ = broken.what();
  for (FetchError last = broken;;) {
    wait_after(last);
    last_status_ = 0;
    retry_after_.reset();
    try {
      ask_for_rest();
      return;
    } catch (const FetchError& error) {
      if (!is_transient(error.failure())) throw;
      last = error;
    }
  }
}

/// One request. Throws FetchError if it may be repeated, DocumentError if what comes is
/// not the rest.
void ResumingBody::ask_for_rest() {
  refuse_crumbs();
  Request rest = request_;
  const std::uint64_t again =
      proves_rest() ? std::min<std::uint64_t>(tail_.size(), received_) : 0;
  rest.range_from = received_ - again;
  rest.if_range = validator_;
  rest.content_coding = false;
  std::erase_if(rest.headers,
                [](const auto& field) { return field.first == "Accept-Encoding"; });
  ++means_.counters.requests;
  means_.counters.answers.note_retry();
  std::unique_ptr<Body> body = means_.transport.open(std::move(rest));
  const ResponseHead head = noted_head(*body);
  crumbs_.took += head.took;
  const auto range = parse_content_range(head.header("content-range"));
  if (head.status >= 500 || head.status == 429) {
    last_status_ = head.status;
    retry_after_ =
        parse_retry_after(head.header("retry-after"), std::chrono::system_clock::now());
    throw FetchError{FetchFailure::broken,
                     fmt::format("{}: status {} when its rest was asked for",
                                 request_.url, head.status)};
  }
  if (head.status == 416) {
    // Without a total it says nothing of the end, but behind a part that came whole. What
    // broke off has more.
    const bool at_end = range && range->total
                            ? range->total == received_ && !range->first
                            : promises_.empty() && part_ && part_->came == part_->bytes;
    if (!at_end || is_other_version(head))
      fail_changed(fmt::format(
          "it has no byte {} any more (status 416{}{})", received_,
          range && range->total ? ", length " : "",
          range && range->total ? fmt::to_string(*range->total) : std::string{}));
    if (range && range->total)
      promise(LengthPromise{
          .version = version_, .bytes = *range->total, .by = "Content-Range"});
    part_.reset();
    end();
    return;
  }
  if (head.status == 206) {
    if (const std::string why = refuse_part(head, received_ - again); !why.empty())
      throw BodyError{BodyFault::bad_range,
                      fmt::format("{}: asked for its bytes from {} on, the server "
                                  "gave {}",
                                  request_.url, received_ - again, why)};
    if (is_other_version(head))
      fail_changed("it changed while it was fetched: the rest is of another version");
    promise(promise_of(head, request_.method));
    skip_ = again;
    part_ = Part{.bytes = *range->last - *range->first + 1};
  } else if (head.status == 200 && range_validator(head) == validator_ &&
             !is_other_version(head)) {
    promise(promise_of(head, request_.method));
    skip_ = received_;  // the server knows no ranges, but it is the same version
    part_.reset();
  } else {
    throw BodyError{
        BodyFault::changed,
        fmt::format("{}; it changed meanwhile (status {}), so what came before cannot "
                    "be continued",
                    last_problem_.empty() ? request_.url : last_problem_, head.status)};
  }
  wire_seen_ = 0;
  body_ = std::move(body);
}

ResponseHead ResumingBody::noted_head(Body& body) const {
  try {
    ResponseHead out = body.head();
    means_.counters.answers.note(out.status, out.took);
    return out;
  } catch (const FetchError& error) {
    means_.counters.answers.note(error.failure());
    throw;
  }
}

/// Throws if what comes, comes in pieces of which there would be no end.
void ResumingBody::refuse_crumbs() {
  const std::uint64_t step = received_ - std::exchange(asked_at_, received_);
  const bool of_parts = part_ && part_->came == part_->bytes;
  if (step >= kSmallStep) {
    crumbs_ = {};
    return;
  }
  ++crumbs_.steps;
  if (!of_parts) ++crumbs_.broken;
  crumbs_.bytes += step;
  if (step == 0 || crumbs_.steps <= kMostSmallSteps) return;
  std::uint64_t total = 0;
  for (const LengthPromise& one : promises_) total = std::max(total, one.bytes);
  const std::uint64_t left = total > received_ ? total - received_ : 0;
  const std::uint64_t needed =
      left / std::max<std::uint64_t>(crumbs_.bytes / crumbs_.steps, 1);
  if (crumbs_.broken <= kMostSmallSteps && crumbs_.steps + needed <= kMostParts &&
      crumbs_.took <= kMostTimeForParts)
    return;
  throw BodyError{
      BodyFault::broken,
      fmt::format("{}: it comes in pieces that are too small: {} requests in a row "
                  "brought {} bytes{}",
                  request_.url, crumbs_.steps, crumbs_.bytes,
                  left > 0 ? fmt::format(", and {} are missing", left) : std::string{})};
}

/// Why a 206 is not the answer to what was asked (RFC 9110 §15.3.7); empty: it is.
std::string ResumingBody::refuse_part(const ResponseHead& head,
                                      std::uint64_t from) const {
  const std::string_view says = head.header("content-range");
  if (received_ == 0) return "a part, although the whole was asked for";
  if (head.headers_of("content-range").size() > 1) return "several ranges at once";
  if (says.empty())
    return head.media_type() == "multipart/byteranges"
               ? "several parts in one body (multipart/byteranges)"
               : "a part without Content-Range";
  const auto range = parse_content_range(says);
  if (!range || !range->first)
    return fmt::format("the Content-Range \"{}\"", excerpt(says));
  if (*range->first != from)
    return fmt::format("those from {} on (Content-Range \"{}\")", *range->first,
                       excerpt(says));
  // A message to people in the place of the rest, with the right numbers around it.
  if (head.media_type() == "text/html" && body_->head().media_type() != "text/html")
    return "a part of a page (text/html)";
  const ContentLength length = read_content_length(head);
  if (!length.problem.empty()) return "a part, and " + length.problem;
  if (length.bytes && head.header("transfer-encoding").empty() &&
      *length.bytes != *range->last - *range->first + 1)
    return fmt::format("the Content-Range \"{}\" with the Content-Length {}",
                       excerpt(says), *length.bytes);
  return {};
}

bool ResumingBody::is_other_version(const ResponseHead& head) const {
  const Version now = version_of(head);
  if (is_other(now.etag, version_.etag) || is_other(now.modified, version_.modified))
    return true;
  if (head.status != 416 && now.coding != version_.coding) return true;
  const auto total = head.status == 416 ? std::nullopt : promise_of(head, "GET");
  return total && std::ranges::any_of(promises_, [&](const LengthPromise& one) {
           return one.bytes != total->bytes;
         });
}

void ResumingBody::wait_after(const FetchError& broken) {
  ++failures_;
  std::minstd_rand random{std::random_device{}()};
  const bool answered = last_status_ != 0;
  const RetryDecision decision =
      decide_retry({.number = failures_,
                    .status = last_status_,
                    .failure = answered ? FetchFailure::none : broken.failure(),
                    .retry_after = retry_after_},
                   means_.retry, std::uniform_real_distribution<double>{0, 1}(random));
  if (!decision.again) throw broken;
  if (validator_.empty()) {
    throw FetchError{broken.failure(),
                     fmt::format("{}; it cannot be resumed, because the server gave "
                                 "neither a strong ETag nor an old enough Last-Modified",
                                 broken.what())};
  }
  if (stops_host(last_status_)) means_.transport.hold(request_.url, decision.pause);
  means_.console.info(
      fmt::format("{}; resuming at byte {} in {:.1f} s", broken.what(), received_,
                  std::chrono::duration<double>(decision.pause).count()),
      {.source = request_.url});
  if (!pause_for(decision.pause, means_.stop)) throw broken;
}

}  // namespace semsite
