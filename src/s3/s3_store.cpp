#include "s3/s3_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/date.hpp"
#include "base/file_io.hpp"
#include "base/sha256.hpp"
#include "base/shown_text.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "fetch/http_header.hpp"
#include "markup/xml_escape.hpp"
#include "s3/signature.hpp"

namespace semsite {

/// One request, before it is signed.
struct S3Store::Call {
  std::string method;
  S3Address address;
  std::vector<std::pair<std::string, std::string>> query{};
  HeaderList headers{};  ///< names in lower case
  std::string body{};
  bool streams = false;  ///< its answer is read as it comes
  /// Answers that are none of success, and yet what was asked for.
  std::vector<int> also{};

  [[nodiscard]] std::string name() const { return s3_url(address); }
};

struct S3Store::Answer {
  ResponseHead head;
  std::string text;
};

namespace {

/// Of an answer that is XML: a page of a list has 1,000 keys of up to 1,024 bytes.
constexpr std::uint64_t kXmlBytes = 16 * 1024 * 1024;
constexpr std::size_t kErrorBytes = 64 * 1024;
constexpr std::size_t kMostPieces = 10'000;
/// Of a list: 100 million keys.
constexpr std::size_t kMostPages = 100'000;
constexpr std::string_view kNoted = "x-amz-meta-sha256";

std::string read_all(Body& body, std::uint64_t most, bool cut) {
  std::string out;
  for (Block block = body.read(); !block.empty(); block = body.read()) {
    out += block.bytes;
    if (out.size() <= most) continue;
    if (cut) break;
    throw FetchError{FetchFailure::too_large,
                     fmt::format("the answer has more than {}", human_bytes(most))};
  }
  return out;
}

/// Codes of the store for what may pass, whatever the status.
bool may_pass_by_code(std::string_view fault) {
  // The last two: the body broke on its way.
  constexpr std::string_view kCodes[] = {"InternalError",
                                         "SlowDown",
                                         "ServiceUnavailable",
                                         "RequestTimeout",
                                         "Throttling",
                                         "OperationAborted",
                                         "BadDigest",
                                         "RequestLimitExceeded",
                                         "XAmzContentSHA256Mismatch"};
  return std::ranges::find(kCodes, fault) != std::end(kCodes);
}

/// The keys are no longer, or not yet, good.
bool wants_other_keys(std::string_view fault) {
  return fault == "ExpiredToken" || fault == "InvalidToken" ||
         fault == "InvalidAccessKeyId" || fault == "TokenRefreshRequired";
}

std::string_view code_of(int status, std::string_view fault) {
  if (fault == "RequestTimeTooSkewed") return "s3.clock";
  if (status == 404) return "s3.missing";
  if (status == 412 || fault == "ConditionalRequestConflict") return "s3.condition";
  if (status == 401 || status == 403) return "s3.denied";
  return "s3.failed";
}

std::string_view hint_of(int status, std::string_view fault) {
  if (fault == "SignatureDoesNotMatch")
    return "; the secret key is not the one of this access key";
  if (fault == "NoSuchBucket") return "; there is no such bucket at this endpoint";
  if (status == 501) return "; the store does not have this";
  return "";
}

S3Object object_of(const ResponseHead& head) {
  return {.bytes = head.length().value_or(0),
          .etag = head.header("etag").empty() ? std::string{}
                                              : std::string{head.header("etag")},
          .sha256 = std::string{head.header(kNoted)}};
}

}  // namespace

/// An object as it comes; the rest is asked for where it breaks off.
class S3Store::Source final : public ByteSource {
 public:
  Source(S3Store& store, Call call, std::unique_ptr<Body> body)
      : store_(store), call_(std::move(call)), body_(std::move(body)) {
    etag_ = body_->head().header("etag");
    length_ = body_->head().length();
  }

  [[nodiscard]] Block read() override {
    for (unsigned number = 1;; ++number) {
      try {
        Block block = body_->read();
        if (block.empty()) {
          if (length_ && at_ != *length_)
            throw FetchError{FetchFailure::wrong_length, "it ends too early"};
          return block;
        }
        block.offset = at_;
        at_ += block.bytes.size();
        return block;
      } catch (const FetchError& error) {
        const bool is_over = !(is_transient(error.failure()) ||
                               error.failure() == FetchFailure::wrong_length) ||
                             number >= store_.settings_.retry.max_attempts ||
                             etag_.empty();
        if (is_over)
          throw S3Error{
              "s3.failed", fmt::format("{}: {}", call_.name(), error.what()), 0, {}};
        go_on(number);
      }
    }
  }

 private:
  void go_on(unsigned number) {
    const Attempt attempt{.number = number, .failure = FetchFailure::broken};
    const RetryDecision next =
        decide_retry(attempt, store_.settings_.retry, store_.random());
    if (!pause_for(next.pause, store_.stop_))
      throw S3Error{"s3.failed", call_.name() + ": interrupted", 0, {}};
    Call rest = call_;
    if (at_ > 0) rest.headers.emplace_back("range", fmt::format("bytes={}-", at_));
    rest.headers.emplace_back("if-match", etag_);
    try {
      body_ = store_.send(rest);
    } catch (const S3Error& error) {
      if (error.status() != 412 && error.status() != 416) throw;
      throw S3Error{"s3.changed",
                    fmt::format("{}: it was replaced while it was read", call_.name()),
                    error.status(), error.fault()};
    }
    const ResponseHead& head = body_->head();
    const bool is_rest =
        at_ == 0 ? head.status == 200
                 : head.status == 206 &&
                       std::string_view{head.header("content-range")}.starts_with(
                           fmt::format("bytes {}-", at_));
    if (!is_rest || head.header("etag") != etag_)
      throw S3Error{"s3.changed",
                    fmt::format("{}: the store does not give the rest of it, but "
                                "something else (status {})",
                                call_.name(), head.status),
                    head.status,
                    {}};
  }

  S3Store& store_;
  Call call_;
  std::unique_ptr<Body> body_;
  std::string etag_;
  std::optional<std::uint64_t> length_;
  std::uint64_t at_ = 0;
};

S3Store::S3Store(Transport& transport, CredentialChain* credentials, const Clock& clock,
                 Settings settings, std::stop_token stop)
    : transport_(transport),
      credentials_(credentials),
      clock_(clock),
      settings_(std::move(settings)),
      stop_(std::move(stop)),
      random_(std::random_device{}()) {}

double S3Store::random() {
  const MutexLock lock{mutex_};
  return std::uniform_real_distribution<double>{0, 1}(random_);
}

Request S3Store::signed_request(const Call& call, AccessKey& key) {
  const S3Place place = place_of(call.address, settings_.endpoint);
  const std::string query = canonical_query(call.query);
  Request out{.url = fmt::format("{}{}{}{}", place.origin, place.path,
                                 query.empty() ? "" : "?", query),
              .method = call.method,
              .headers = call.headers,
              .body = call.body,
              .content_coding = false,
              .large = call.streams,
              .max_bytes = call.streams ? 0 : kXmlBytes,
              .login = Login::none};
  if (!settings_.is_signed) return out;
  key = credentials_->get().key;
  // "1994-11-06T08:49:37Z" without its signs.
  std::string time = utc_timestamp(clock_.wall());
  std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
  ToSign what{.method = call.method,
              .path = place.path,
              .query = call.query,
              .headers = call.headers,
              .body_sha256 = sha256_hex(call.body),
              .time = std::move(time),
              .region = settings_.endpoint.region};
  what.headers.emplace_back("host", place.host);
  what.headers.emplace_back("x-amz-content-sha256", what.body_sha256);
  what.headers.emplace_back("x-amz-date", what.time);
  if (!key.token.empty()) what.headers.emplace_back("x-amz-security-token", key.token);
  std::string authorization = authorization_of(what, key);
  out.headers = std::move(what.headers);
  std::erase_if(out.headers, [](const auto& field) { return field.first == "host"; });
  out.headers.emplace_back("authorization", std::move(authorization));
  return out;
}

S3Error S3Store::error_of(const Call& call, const ResponseHead& head,
                          std::string_view text) const {
  S3Fault fault = read_s3_fault(text);
  // What it was sent may stand in what it says.
  if (settings_.is_signed)
    for (std::string* said : {&fault.message, &fault.code, &fault.request})
      *said = credentials_->without_keys(std::move(*said));
  if (fault.request.empty()) fault.request = head.header("x-amz-request-id");
  // A HEAD has no body.
  if (fault.region.empty()) fault.region = head.header("x-amz-bucket-region");
  std::string said;
  if (!fault.code.empty()) said += ", " + excerpt(fault.code);
  if (!fault.message.empty()) said += ": " + excerpt(fault.message, 200);
  if (!fault.request.empty())
    said += fmt::format(" (request {})", excerpt(fault.request));
  std::string hint{hint_of(head.status, fault.code)};
  if (fault.code == "RequestTimeTooSkewed")
    hint =
        fmt::format("; the clock of this machine says {}, that of the store {}: set it",
                    http_date(clock_.wall()),
                    head.header("date").empty() ? "otherwise" : head.header("date"));
  else if (!fault.region.empty() && fault.region != settings_.endpoint.region &&
           head.status >= 300)
    hint = fmt::format("; the bucket is in region {}, not {}: set AWS_REGION",
                       excerpt(fault.region), settings_.endpoint.region);
  else if (head.status >= 300 && head.status < 400 && head.status != 304)
    hint = fmt::format("; it redirects to {}, which is not followed: see --s3-endpoint",
                       excerpt(head.header("location"), 200));
  return {std::string{code_of(head.status, fault.code)},
          shown_text(fmt::format("{}: {} answered with status {}{}{}", call.name(),
                                 call.method, head.status, said, hint)),
          head.status, fault.code};
}

/// Waits, or throws `error`, or that it was interrupted.
void S3Store::pause_before_next(const Call& call, Attempt& attempt,
                                const S3Error& error) {
  // By its code, a 400 or a 200 may pass, too.
  if (attempt.failure == FetchFailure::none && may_pass_by_code(error.fault()))
    attempt.status = std::max(attempt.status, 500);
  const RetryDecision next = decide_retry(attempt, settings_.retry, random());
  if (!next.again) throw error;
  if (settings_.watch.detail)
    settings_.watch.detail(fmt::format("{}; {}", error.what(), next.reason));
  if (!pause_for(next.pause, stop_))
    throw S3Error{"s3.failed", call.name() + ": interrupted", 0, {}};
}

template <typename Take>
auto S3Store::repeat(const Call& call, const Take& take) {
  bool is_renewed = false;
  for (unsigned number = 1;; ++number) {
    Attempt attempt{.number = number};
    AccessKey key;
    try {
      Request request = signed_request(call, key);
      if (settings_.watch.detail)
        settings_.watch.detail(fmt::format("{} {}", call.method, request.url));
      if (settings_.watch.count) settings_.watch.count();
      if (settings_.watch.answers != nullptr && number > 1)
        settings_.watch.answers->note_retry();
      std::unique_ptr<Body> body = transport_.open(std::move(request));
      const ResponseHead& head = body->head();
      attempt.status = head.status;
      if (settings_.watch.answers != nullptr)
        settings_.watch.answers->note(head.status, head.took);
      attempt.retry_after = parse_retry_after(head.header("retry-after"), clock_.wall());
      const bool is_wanted = (head.status >= 200 && head.status < 300) ||
                             std::ranges::find(call.also, head.status) != call.also.end();
      if (is_wanted) return take(std::move(body));
      throw error_of(call, head, read_all(*body, kErrorBytes, true));
    } catch (const FetchError& error) {
      attempt.failure = error.failure();
      // One that breaks off behind its head was an answer.
      if (settings_.watch.answers != nullptr && attempt.status == 0)
        settings_.watch.answers->note(attempt.failure);
      attempt.status = 0;
      pause_before_next(
          call, attempt,
          {"s3.failed", fmt::format("{}: {}", call.name(), error.what()), 0, {}});
    } catch (const S3Error& error) {
      if (wants_other_keys(error.fault()) && settings_.is_signed && !is_renewed) {
        is_renewed = true;
        credentials_->forget(key);
        continue;
      }
      pause_before_next(call, attempt, error);
    }
  }
}

std::unique_ptr<Body> S3Store::send(const Call& call) {
  return repeat(call, [](std::unique_ptr<Body> body) { return body; });
}

/// With its whole text. A store may say 200 first and then that it failed
/// (CompleteMultipartUpload): that is a failure.
S3Store::Answer S3Store::exchange(const Call& call) {
  return repeat(call, [&](std::unique_ptr<Body> body) {
    Answer out{.head = body->head(), .text = {}};
    out.text = read_all(*body, kXmlBytes, false);
    const bool changes = call.method == "POST" || call.method == "PUT";
    if (changes && !read_s3_fault(out.text).code.empty())
      throw error_of(call, out.head, out.text);
    return out;
  });
}

std::optional<S3Object> S3Store::head(const S3Address& address) {
  const Answer answer = exchange({.method = "HEAD", .address = address, .also = {404}});
  if (answer.head.status == 404) return std::nullopt;
  return object_of(answer.head);
}

S3Store::Opened S3Store::open(const S3Address& address) {
  Call call{.method = "GET", .address = address, .streams = true};
  std::unique_ptr<Body> body = send(call);
  Opened out{.bytes = nullptr,
             .object = object_of(body->head()),
             .content_type = std::string{body->head().header("content-type")}};
  out.bytes = std::make_unique<Source>(*this, std::move(call), std::move(body));
  return out;
}

std::optional<S3Store::Text> S3Store::text(const S3Address& address, std::uint64_t most) {
  const Call call{.method = "GET", .address = address, .streams = true, .also = {404}};
  return repeat(call, [&](std::unique_ptr<Body> body) -> std::optional<Text> {
    Text out{.text = {}, .etag = std::string{body->head().header("etag")}};
    const int status = body->head().status;
    const ResponseHead head = body->head();
    out.text = read_all(*body, most, status == 404);
    if (status != 404) return out;
    // That the bucket is not there is another thing.
    if (read_s3_fault(out.text).code == "NoSuchBucket")
      throw error_of(call, head, out.text);
    return std::nullopt;
  });
}

std::string S3Store::put(const S3Address& address, const std::string& body,
                         const S3Condition& condition) {
  Call call{.method = "PUT",
            .address = address,
            .headers = {{std::string{kNoted}, sha256_hex(body)}},
            .body = body};
  if (condition.kind == S3Condition::Kind::absent)
    call.headers.emplace_back("if-none-match", "*");
  if (condition.kind == S3Condition::Kind::unchanged)
    call.headers.emplace_back("if-match", condition.etag);
  return std::string{exchange(call).head.header("etag")};
}

/// The pieces of a file, for several threads that send them.
class S3Store::Pieces {
 public:
  Pieces(const std::string& path, std::uint64_t piece_bytes)
      : file_(path), piece_bytes_(piece_bytes) {}

  struct Piece {
    std::size_t number = 0;  ///< from 1; 0: there is none left to be sent
    std::string bytes;
  };
  [[nodiscard]] Piece next() {
    const MutexLock lock{mutex_};
    Piece out;
    if (error_) return out;
    out.bytes = some();
    if (out.bytes.empty()) return out;
    tags_.emplace_back();
    out.number = tags_.size();
    return out;
  }

  void sent(std::size_t number, std::string tag) {
    const MutexLock lock{mutex_};
    tags_.at(number - 1) = std::move(tag);
  }

  /// No more are to be sent.
  void fail(std::exception_ptr error) {
    const MutexLock lock{mutex_};
    if (!error_) error_ = std::move(error);
  }

  /// ETags of all pieces in their order, when nobody sends any more. Throws what failed.
  [[nodiscard]] std::vector<std::string> tags() {
    const MutexLock lock{mutex_};
    if (error_) std::rethrow_exception(error_);
    return std::move(tags_);
  }

 private:
  [[nodiscard]] std::string some() SEMSITE_REQUIRES(mutex_) {
    std::string out;
    while (out.size() < piece_bytes_) {
      if (block_.bytes.empty()) block_ = file_.read();
      if (block_.bytes.empty()) break;
      const std::string_view bytes = block_.bytes.substr(0, piece_bytes_ - out.size());
      out += bytes;
      block_.bytes.remove_prefix(bytes.size());
    }
    return out;
  }

  Mutex mutex_;
  FileSource file_ SEMSITE_GUARDED_BY(mutex_);
  Block block_ SEMSITE_GUARDED_BY(mutex_);
  std::uint64_t piece_bytes_;
  std::vector<std::string> tags_ SEMSITE_GUARDED_BY(mutex_);
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
};

void S3Store::put_pieces(const S3Address& address, const std::string& upload,
                         Pieces& pieces) {
  try {
    for (Pieces::Piece piece = pieces.next(); piece.number > 0; piece = pieces.next())
      pieces.sent(piece.number,
                  put_piece(address, upload, piece.number, std::move(piece.bytes)));
  } catch (...) {
    pieces.fail(std::current_exception());
  }
}

void S3Store::put_file(const S3Address& address, const std::string& path,
                       std::uint64_t bytes, const std::string& sha256) {
  const HeaderList noted{{std::string{kNoted}, sha256}};
  if (bytes <= kPieceBytes) {
    static_cast<void>(exchange({.method = "PUT",
                                .address = address,
                                .headers = noted,
                                .body = read_file(path)}));
    return;
  }
  const Answer begun = exchange({.method = "POST",
                                 .address = address,
                                 .query = {{"uploads", ""}},
                                 .headers = noted});
  const std::string upload = text_in_xml(begun.text, "UploadId");
  if (upload.empty())
    throw S3Error{"s3.answer",
                  s3_url(address) + ": the store begins no upload in pieces",
                  begun.head.status,
                  {}};
  const std::uint64_t piece =
      std::max(kPieceBytes, (bytes + kMostPieces - 1) / kMostPieces);
  try {
    Pieces pieces{path, piece};
    {
      std::vector<std::jthread> others;
      while (others.size() + 1 < std::min(kPiecesAtOnce, (bytes + piece - 1) / piece))
        others.emplace_back([&] { put_pieces(address, upload, pieces); });
      put_pieces(address, upload, pieces);
    }
    complete(address, upload, pieces.tags(), bytes, sha256);
  } catch (...) {
    abort(address, upload);
    throw;
  }
}

/// Its ETag.
std::string S3Store::put_piece(const S3Address& address, const std::string& upload,
                               std::size_t number, std::string piece) {
  const Answer answer =
      exchange({.method = "PUT",
                .address = address,
                .query = {{"partNumber", fmt::to_string(number)}, {"uploadId", upload}},
                .body = std::move(piece)});
  std::string tag{answer.head.header("etag")};
  if (tag.empty())
    throw S3Error{
        "s3.answer",
        fmt::format("{}: the store names no ETag of piece {}", s3_url(address), number),
        answer.head.status,
        {}};
  return tag;
}

void S3Store::complete(const S3Address& address, const std::string& upload,
                       const std::vector<std::string>& tags, std::uint64_t bytes,
                       const std::string& sha256) {
  std::string body = "<CompleteMultipartUpload>";
  for (std::size_t i = 0; i < tags.size(); ++i) {
    body += fmt::format("<Part><PartNumber>{}</PartNumber><ETag>", i + 1);
    append_escaped(body, tags[i], kXmlTextSpecials);
    body += "</ETag></Part>";
  }
  body += "</CompleteMultipartUpload>";
  try {
    const Answer answer = exchange({.method = "POST",
                                    .address = address,
                                    .query = {{"uploadId", upload}},
                                    .headers = {{"content-type", "application/xml"}},
                                    .body = std::move(body)});
    // Its ETag may be empty, or not be known yet (Ceph).
    if (root_of_xml(answer.text) != "CompleteMultipartUploadResult")
      throw S3Error{"s3.answer",
                    s3_url(address) + ": the store does not say that the upload is whole",
                    answer.head.status,
                    {}};
  } catch (const S3Error& error) {
    // An earlier answer may have been lost: then the object is there.
    if (error.fault() != "NoSuchUpload") throw;
    const auto there = head(address);
    if (!there || there->bytes != bytes || there->sha256 != sha256) throw;
  }
}

/// What is left of an upload costs money. It may be gone already.
void S3Store::abort(const S3Address& address, const std::string& upload) noexcept {
  try {
    static_cast<void>(exchange({.method = "DELETE",
                                .address = address,
                                .query = {{"uploadId", upload}},
                                .also = {404}}));
  } catch (const std::exception& error) {
    if (settings_.watch.detail)
      settings_.watch.detail(fmt::format("{}: its pieces were not dropped: {}",
                                         s3_url(address), error.what()));
  }
}

void S3Store::remove(const S3Address& address) {
  static_cast<void>(exchange({.method = "DELETE", .address = address, .also = {404}}));
}

std::vector<S3Listed> S3Store::list(const S3Address& prefix) {
  std::vector<S3Listed> out;
  std::string next;
  for (std::size_t page = 0; page < kMostPages; ++page) {
    Call call{.method = "GET",
              .address = {.bucket = prefix.bucket, .key = {}},
              .query = {{"list-type", "2"}, {"prefix", prefix.key}}};
    if (!next.empty()) call.query.emplace_back("continuation-token", next);
    S3List list = read_s3_list(exchange(call).text);
    std::ranges::move(list.objects, std::back_inserter(out));
    if (list.next.empty()) return out;
    if (list.next == next) break;
    next = std::move(list.next);
  }
  throw S3Error{
      "s3.answer", s3_url(prefix) + ": the list of objects has no end", 200, {}};
}

}  // namespace semsite
