#include "crawl/resuming_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "crawl/pause.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

/// What may stand in If-Range for `head`: a strong ETag, else Last-Modified if it is at
/// least a second older than the answer.
std::string range_validator(const ResponseHead& head) {
  const std::string_view etag = head.header("etag");
  if (!etag.empty()) return etag.starts_with("W/") ? std::string{} : std::string{etag};
  const std::string_view modified = head.header("last-modified");
  const auto now = std::chrono::system_clock::now();
  const auto changed = parse_http_date(modified, now);
  const auto answered = parse_http_date(head.header("date"), now);
  if (!changed || !answered || *answered - *changed < std::chrono::seconds{1}) return {};
  return std::string{modified};
}

}  // namespace

ResumingBody::ResumingBody(std::unique_ptr<Body> body, Request request, Means means)
    : body_(std::move(body)), request_(std::move(request)), means_(std::move(means)) {
  const ResponseHead& head = body_->head();
  const bool coded = request_.content_coding && !head.header("content-encoding").empty();
  if (!coded && !request_.range_last && request_.method == "GET" &&
      head.protocol != "file")
    validator_ = range_validator(head);
  if (means_.progress) tallied_.emplace(means_.counters.inputs, head.length());
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

Block ResumingBody::read() {
  for (;;) {
    if (ended_) return Block{.offset = received_};
    try {
      Block block = body_->read();
      if (skip_ > 0) {
        if (block.empty()) {
          throw DocumentError{"fetch.changed",
                              fmt::format("{}: asked for again, it ended before byte {}, "
                                          "which had come already",
                                          request_.url, received_)};
        }
        const std::uint64_t had = std::min<std::uint64_t>(skip_, block.bytes.size());
        skip_ -= had;
        block.bytes.remove_prefix(static_cast<std::size_t>(had));
        if (block.empty()) continue;
      }
      // Only new bytes are progress: a server that repeats the start and always breaks
      // off there would be asked for ever.
      if (!block.empty()) failures_ = 0;
      return counted(std::move(block));
    } catch (const FetchError& error) {
      (void)counted({});
      resume(error);
    }
  }
}

void ResumingBody::resume(const FetchError& broken) {
  for (FetchError last = broken;;) {
    wait_after(last);
    Request rest = request_;
    rest.range_from = received_;
    rest.if_range = validator_;
    rest.content_coding = false;
    ++means_.counters.requests;
    try {
      if (received_ == 0) rest.range_from = 0;
      std::unique_ptr<Body> body = means_.transport.open(rest);
      const ResponseHead& head = body->head();
      const auto range = parse_content_range(head.header("content-range"));
      if (head.status == 206 && range && range->first == received_) {
        skip_ = 0;
      } else if (head.status == 200 && range_validator(head) == validator_) {
        skip_ = received_;  // the server knows no ranges, but it is the same version
      } else if (head.status == 416 && range && range->total == received_) {
        ended_ = true;
      } else if (head.status >= 500 || head.status == 429) {
        last = FetchError{FetchFailure::broken,
                          fmt::format("{}: status {} when its rest was asked for",
                                      request_.url, head.status)};
        continue;
      } else {
        throw DocumentError{
            "fetch.changed",
            fmt::format("{}; it changed meanwhile (status {}), so what came "
                        "before cannot be continued",
                        broken.what(), head.status)};
      }
      wire_seen_ = 0;
      body_ = std::move(body);
      return;
    } catch (const FetchError& error) {
      if (!is_transient(error.failure())) throw;
      last = error;
    }
  }
}

void ResumingBody::wait_after(const FetchError& broken) {
  ++failures_;
  std::minstd_rand random{std::random_device{}()};
  const RetryDecision decision = decide_retry(
      {.number = failures_, .status = 0, .failure = broken.failure(), .retry_after = {}},
      means_.retry, std::uniform_real_distribution<double>{0, 1}(random));
  if (!decision.again) throw broken;
  if (validator_.empty()) {
    throw FetchError{broken.failure(),
                     fmt::format("{}; it cannot be resumed, because the server gave "
                                 "neither a strong ETag nor an old enough Last-Modified",
                                 broken.what())};
  }
  means_.console.info(
      fmt::format("{}; resuming at byte {} in {:.1f} s", broken.what(), received_,
                  std::chrono::duration<double>(decision.pause).count()),
      {.source = request_.url});
  if (!pause_for(decision.pause, means_.stop)) throw broken;
}

}  // namespace semsite
