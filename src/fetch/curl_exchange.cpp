#include "fetch/curl_exchange.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "fetch/curl_ftp.hpp"
#include "fetch/curl_setup.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostHeadBytes = 1024 * 1024;
/// A body whose reader has gone is read to its end if no more than this is left; of one
/// that is only looked at, what came counts, too.
constexpr std::uint64_t kDrainBytes = 64 * 1024;
constexpr std::chrono::seconds kDrainTime{2};
/// Without a byte for so long, a request keeps nobody else waiting.
constexpr std::chrono::seconds kSilence{5};

CURL* easy(void* handle) { return static_cast<CURL*>(handle); }

template <typename Value>
void set_exchange_option(void* handle, CURLoption option, Value value) {
  check_option(option, curl_easy_setopt(easy(handle), option, value));
}

std::uint64_t get_size(void* handle, CURLINFO what) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy(handle), what, &value);
  return value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

Route route_of(const std::string& url, const ExchangeSetup& setup) {
  Route out{.destination = server_origin_of(url), .proxy = {}};
  out.proxy = setup.proxy_for(out.destination);
  return out;
}

}  // namespace

CurlExchange::CurlExchange(Request request, std::shared_ptr<BodyPipe> pipe,
                           const ExchangeSetup& setup)
    : request_(std::move(request)),
      pipe_(std::move(pipe)),
      setup_(setup),
      route_(route_of(request_.url, setup)),
      target_(setup.target_of(route_.destination)),
      awaits_challenge_(request_.login == Login::digest),
      rate_(setup.options.limits.speed_limit, setup.options.limits.speed_time) {
  check_destination();
  for (const auto& [name, value] : request_.headers) {
    if (name.find_first_of("\r\n:") != std::string::npos ||
        value.find_first_of("\r\n") != std::string::npos)
      throw FetchError{FetchFailure::protocol,
                       fmt::format("{}: header {} cannot be sent: it has a line break",
                                   request_.url, excerpt(name))};
    if (route_.speaks_ftp() && equal_ignoring_case(name, "If-None-Match"))
      known_ftp_length_ = length_in_ftp_tag(value);
  }
}

CurlExchange::~CurlExchange() = default;

void CurlExchange::check_destination() const {
  const auto literal = literal_address(route_.destination.host);
  if (literal &&
      !setup_.policy.allows(route_.destination.host, route_.destination.port, *literal))
    throw FetchError{FetchFailure::refused_address,
                     refusal_message(request_.url, route_.destination.host, *literal)};
}

/// What libcurl calls back: each leads to a member, none lets an exception through.
struct CurlExchange::Callbacks {
  static CurlExchange& self(void* pointer) {
    return *static_cast<CurlExchange*>(pointer);
  }

  static std::size_t header(char* data, std::size_t size, std::size_t count,
                            void* pointer) {
    CurlExchange& exchange = self(pointer);
    return exchange.guard_.run(
        [&] {
          return exchange.take_header({data, size * count});
        },
        std::size_t{0});
  }
  static std::size_t body(char* data, std::size_t size, std::size_t count,
                          void* pointer) {
    CurlExchange& exchange = self(pointer);
    return exchange.guard_.run(
        [&] {
          return exchange.take_body({data, size * count});
        },
        std::size_t{0});
  }
  static curl_socket_t open_socket(void* pointer, curlsocktype, curl_sockaddr* address) {
    CurlExchange& exchange = self(pointer);
    return exchange.guard_.run(
        [&] {
          return exchange.open_socket(address->family, address->socktype,
                                      address->protocol, address->addr);
        },
        CURL_SOCKET_BAD);
  }
  /// The book outlives the connection, which may outlive this exchange.
  static int close_socket(void* book, curl_socket_t socket) {
    return static_cast<SocketBook*>(book)->close(socket);
  }
  static int connected(void* pointer, char* address, char*, int port, int own_port) {
    CurlExchange& exchange = self(pointer);
    return exchange.guard_.run(
        [&] {
          exchange.socket_ = exchange.sockets_->find(own_port, port);
          return exchange.note_connection(address, SystemClock{}.now())
                     ? CURL_PREREQFUNC_OK
                     : CURL_PREREQFUNC_ABORT;
        },
        CURL_PREREQFUNC_ABORT);
  }
};

void* CurlExchange::start(RateBudget& budget, SocketBook& sockets, CurlHandles& handles) {
  started_ = SystemClock{}.now();
  budget_ = &budget;
  sockets_ = &sockets;
  handle_ = handles.take(request_);
  header_lists_ = set_request_options(handle_.get(), request_, route_, setup_);
  set_callbacks();
  return handle_.get();
}

void CurlExchange::set_callbacks() {
  void* h = handle_.get();
  error_text_.assign(CURL_ERROR_SIZE, '\0');
  set_exchange_option(h, CURLOPT_ERRORBUFFER, error_text_.data());
  set_exchange_option(h, CURLOPT_PRIVATE, static_cast<void*>(this));
  set_exchange_option(h, CURLOPT_HEADERFUNCTION, &Callbacks::header);
  set_exchange_option(h, CURLOPT_HEADERDATA, static_cast<void*>(this));
  set_exchange_option(h, CURLOPT_WRITEFUNCTION, &Callbacks::body);
  set_exchange_option(h, CURLOPT_WRITEDATA, static_cast<void*>(this));
  set_exchange_option(h, CURLOPT_PREREQFUNCTION, &Callbacks::connected);
  set_exchange_option(h, CURLOPT_PREREQDATA, static_cast<void*>(this));
  set_exchange_option(h, CURLOPT_OPENSOCKETFUNCTION, &Callbacks::open_socket);
  set_exchange_option(h, CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
  set_exchange_option(h, CURLOPT_CLOSESOCKETFUNCTION, &Callbacks::close_socket);
  set_exchange_option(h, CURLOPT_CLOSESOCKETDATA, static_cast<void*>(sockets_));
}

int CurlExchange::open_socket(int family, int type, int protocol,
                              const sockaddr& address) {
  if (route_.proxy.empty()) {
    const auto ip = address_of(address);
    if (!ip) return -1;
    if (!setup_.policy.allows(route_.destination.host, route_.destination.port, *ip)) {
      refused_ = ip;
      return -1;
    }
  }
  return sockets_->open(family, type, protocol);
}

bool CurlExchange::note_connection(const char* address, Clock::Time now) {
  if (request_.once && may_issue_ == 0) return false;
  if (may_issue_ > 0) --may_issue_;
  if (route_.proxy.empty() && address != nullptr) address_ = new_address_ = address;
  last_activity_ = sent_at_ = now;
  sent_ = true;
  return true;
}

std::size_t CurlExchange::take_header(std::string_view line) {
  last_activity_ = SystemClock{}.now();
  arrived_ = true;
  // Replies on the control connection; what else they say, libcurl knows.
  if (route_.speaks_ftp()) {
    ftp_size_.take(line);
    if (known_ftp_length_ &&
        ftp_size_.bytes().value_or(*known_ftp_length_) != *known_ftp_length_) {
      known_ftp_length_.reset();
      curl_easy_setopt(easy(handle_.get()), CURLOPT_TIMECONDITION, CURL_TIMECOND_NONE);
    }
    return line.size();
  }
  // Trailer fields, too: libcurl keeps them, as many as come.
  head_bytes_ += line.size();
  if (head_bytes_ > kMostHeadBytes) {
    fail(FetchFailure::long_header,
         fmt::format("{}: the head of the answer{} is longer than {}", request_.url,
                     head_done_ ? ", with the fields behind its body," : "",
                     human_bytes(kMostHeadBytes)));
    return 0;
  }
  if (head_done_) return line.size();
  const bool folded = line.starts_with(' ') || line.starts_with('\t');
  if (trim(line).empty()) {
    end_of_head();
  } else if (folded && !head_.headers.empty()) {
    head_.headers.back().second += " " + std::string{trim(line)};
  } else if (const auto status = parse_status_line(line)) {
    head_held_ = false;
    head_ = {};
    head_.status = status->status;
    head_.protocol = status->protocol;
  } else if (auto field = parse_header_line(line)) {
    head_.headers.push_back(std::move(*field));
  }
  return line.size();
}

void CurlExchange::end_of_head() {
  if (head_.status < 200) {  // 100 Continue, 103 Early Hints: the answer is yet to come
    head_ = {};
    return;
  }
  if (head_.status == 401 && awaits_challenge_) {
    awaits_challenge_ = false;
    head_held_ = true;  // libcurl answers the challenge, or this stays the last word
    may_issue_ = 1;
    return;
  }
  release_head();
}

/// Of what comes.
std::optional<std::uint64_t> CurlExchange::ftp_length() const {
  const std::optional<std::uint64_t> whole = ftp_size_.bytes();
  if (!whole) return std::nullopt;
  const std::uint64_t end =
      request_.range_last ? std::min(*whole, *request_.range_last + 1) : *whole;
  return end > request_.range_from ? end - request_.range_from : 0;
}

void CurlExchange::take_ftp_head() {
  FtpFile file{.length = ftp_length(),
               .whole = ftp_size_.bytes(),
               .modified = {},
               .from = request_.range_from};
  curl_off_t value = -1;
  curl_easy_getinfo(easy(handle_.get()), CURLINFO_FILETIME_T, &value);
  if (value > 0) file.modified = value;
  long unmet = 0;
  curl_easy_getinfo(easy(handle_.get()), CURLINFO_CONDITION_UNMET, &unmet);
  file.is_unchanged = unmet != 0;
  file.has_range = request_.range_from > 0 || request_.range_last;
  head_ = ftp_head(file, std::chrono::system_clock::now());
  release_head();
}

/// The end of a transfer over FTP that says as much as an answer over HTTP.
void CurlExchange::end_ftp(int code) {
  if (code == CURLE_OK) return take_ftp_head();
  long reply = 0;
  curl_easy_getinfo(easy(handle_.get()), CURLINFO_RESPONSE_CODE, &reply);
  const int status = ftp_status(code, reply);
  if (status == 0) return;
  head_.protocol = "ftp";
  head_.status = status;
  release_head();
}

void CurlExchange::release_head() {
  head_held_ = false;
  const std::string coding = lower_ascii(trim(head_.header("content-encoding")));
  head_.url = request_.url;
  head_.address = address_;
  head_.decoded = request_.content_coding && !coding.empty() && coding != "identity";
  head_done_ = true;
  const Clock::Time now = SystemClock{}.now();
  head_.took = std::chrono::ceil<std::chrono::milliseconds>(now - started_);
  answer_ = {head_.status, std::chrono::ceil<std::chrono::milliseconds>(
                               now - sent_at_.value_or(started_))};
  rate_.go_on(now);
  pipe_->put_head(head_);
}

std::size_t CurlExchange::take_body(std::string_view bytes) {
  const Clock::Time now = SystemClock{}.now();
  last_activity_ = now;
  arrived_ = true;
  if (head_held_) release_head();
  if (route_.speaks_ftp()) {
    // libcurl's words on a file that is not transferred.
    if (request_.method == "HEAD") return bytes.size();
    if (!head_done_) take_ftp_head();
  }
  if (abandoned_) return discard(bytes.size());
  if (!budget_->is_open(now)) {
    budget_pause_ = waits_for_budget_ = true;
    pause(now);
    return CURL_WRITEFUNC_PAUSE;
  }
  const bool over =
      request_.max_bytes > 0 && body_bytes_ + bytes.size() > request_.max_bytes;
  const std::string_view wanted =
      over ? bytes.substr(0, request_.max_bytes - body_bytes_) : bytes;
  switch (pipe_->put(wanted)) {
    case BodyPipe::Put::full:
      pause(now);
      return CURL_WRITEFUNC_PAUSE;
    case BodyPipe::Put::abandoned:
      return discard(bytes.size());
    case BodyPipe::Put::taken:
      break;
  }
  body_bytes_ += wanted.size();
  const std::uint64_t wire_bytes = get_size(handle_.get(), CURLINFO_SIZE_DOWNLOAD_T);
  pipe_->set_wire_bytes(wire_bytes);
  const std::uint64_t come = wire_bytes - std::min(charged_bytes_, wire_bytes);
  budget_->spend(come, now);
  charged_bytes_ = wire_bytes;
  if (setup_.options.downloads->count(come)) {
    // The run is being told to end; meanwhile one transfer could bring megabytes.
    fail(FetchFailure::cancelled, "the run was ended before all of it came");
    return 0;
  }
  if (!over) return bytes.size();
  fail(FetchFailure::too_large,
       fmt::format("{}: the body is longer than the {} allowed here", request_.url,
                   human_bytes(request_.max_bytes)));
  return 0;
}

void CurlExchange::flush() {
  if (std::exchange(arrived_, false) && socket_ >= 0) acknowledge_at_once(socket_);
  pipe_->flush();
}

std::size_t CurlExchange::discard(std::size_t count) {
  discarded_ += count;
  return discarded_ > drain_bytes_ ? 0 : count;
}

void CurlExchange::pause(Clock::Time now) {
  rate_.pause(now);
  if (!pause_began_) pause_began_ = now;
}

void CurlExchange::resume(Clock::Time now) {
  waits_for_budget_ = false;
  rate_.go_on(now);
  if (pause_began_) paused_ += now - *std::exchange(pause_began_, std::nullopt);
  last_activity_ = now;
  curl_easy_pause(easy(handle_.get()), CURLPAUSE_CONT);
}

bool CurlExchange::abandon(Clock::Time now) {
  abandoned_ = true;
  if (!head_done_) return true;
  const auto length = head_.length();
  const std::uint64_t came = get_size(handle_.get(), CURLINFO_SIZE_DOWNLOAD_T);
  drain_bytes_ = kDrainBytes - (request_.looks_first ? std::min(came, kDrainBytes) : 0);
  if (head_.status == 206 || (length && *length > came + drain_bytes_)) return true;
  last_activity_ = now;
  curl_easy_pause(easy(handle_.get()), CURLPAUSE_CONT);
  return false;
}

std::optional<Clock::Time> CurlExchange::silent_from() const {
  if (abandoned_ || is_paused()) return std::nullopt;
  return last_activity_.value_or(started_) + kSilence;
}

bool CurlExchange::is_paused() const { return waits_for_budget_ || pipe_->is_full(); }

/// Nothing while it is still connecting: libcurl's own limit rules there.
std::optional<Clock::Time> CurlExchange::stall_time() {
  if (!last_activity_) return std::nullopt;
  if (abandoned_) return *last_activity_ + kDrainTime;
  if (is_paused()) return std::nullopt;
  if (const std::uint64_t sent = get_size(handle_.get(), CURLINFO_SIZE_UPLOAD_T);
      sent != uploaded_) {
    uploaded_ = sent;
    last_activity_ = SystemClock{}.now();
  }
  return *last_activity_ + setup_.options.limits.stall_timeout;
}

/// When the head must have come, or all of it. What is sent to a server may take its
/// time.
std::optional<Clock::Time> CurlExchange::time_limit() const {
  if (request_.whole_within.count() > 0)
    return started_ + paused_ + request_.whole_within;
  if (head_done_ || (request_.method != "GET" && request_.method != "HEAD"))
    return std::nullopt;
  return started_ + setup_.options.limits.request_timeout;
}

std::optional<Clock::Time> CurlExchange::give_up_time() {
  std::optional<Clock::Time> out = stall_time();
  if (abandoned_ || is_paused()) return out;
  for (const auto& at : {time_limit(), rate_.due()})
    if (at && (!out || *at < *out)) out = at;
  return out;
}

bool CurlExchange::give_up(Clock::Time now) {
  const Limits& limits = setup_.options.limits;
  if (const auto at = stall_time(); at && *at <= now) {
    fail_stalled();
    return true;
  }
  if (abandoned_ || is_paused()) return false;
  if (const auto at = time_limit(); at && *at <= now) {
    const bool whole = request_.whole_within.count() > 0;
    const auto most = whole ? request_.whole_within : limits.request_timeout;
    fail(FetchFailure::timeout,
         fmt::format("{}: {} within {:.1f} s (--request-timeout){}", request_.url,
                     head_done_ ? "it did not come to its end"
                                : "the head of an answer did not come",
                     std::chrono::duration<double>(most).count(),
                     head_done_ ? fmt::format(", {} so far", human_bytes(body_bytes_))
                                : std::string{}));
    return true;
  }
  const std::uint64_t came = get_size(handle_.get(), CURLINFO_SIZE_DOWNLOAD_T);
  if (!rate_.is_too_slow(now, came)) return false;
  fail(FetchFailure::slow,
       fmt::format(
           "{}: too slow: less than {} a second came for {:.1f} s (--speed-limit, "
           "--speed-time), {} so far",
           request_.url, human_bytes(limits.speed_limit),
           std::chrono::duration<double>(limits.speed_time).count(), human_bytes(came)));
  return true;
}

void CurlExchange::fail_stalled() {
  fail(FetchFailure::stalled,
       fmt::format("{}: stalled: no byte came for {} s (--stall-timeout), {} so far",
                   request_.url, setup_.options.limits.stall_timeout.count(),
                   human_bytes(body_bytes_)));
}

void CurlExchange::fail(FetchFailure failure, std::string message) {
  pipe_->fail(failure, std::move(message));
}

void CurlExchange::give_back(CurlHandles& handles) {
  if (head_done_ && head_.status != 401) handles.keep(request_, std::move(handle_));
}

void CurlExchange::complete(int code) {
  if (handle_) pipe_->set_wire_bytes(get_size(handle_.get(), CURLINFO_SIZE_DOWNLOAD_T));
  if (guard_.failed()) {
    try {
      guard_.rethrow();
    } catch (const std::exception& error) {
      fail(FetchFailure::broken, fmt::format("{}: {}", request_.url, error.what()));
    }
    return;
  }
  if (code == CURLE_OK && head_held_) release_head();
  const bool ends_ftp = route_.speaks_ftp() && !head_done_;
  if (ends_ftp) end_ftp(code);
  if ((code == CURLE_OK || ends_ftp) && head_done_) {
    pipe_->finish();
  } else if (refused_ && !last_activity_) {
    fail(FetchFailure::refused_address,
         refusal_message(request_.url, route_.destination.host, *refused_));
  } else {
    long os_error = 0;
    curl_easy_getinfo(easy(handle_.get()), CURLINFO_OS_ERRNO, &os_error);
    auto [failure, reason] =
        explain_failure({.code = code,
                         .detail = error_text_.c_str(),
                         .head = head_,
                         .head_done = head_done_,
                         .host = route_.destination.host,
                         .port = route_.destination.port,
                         .target = target_,
                         .proxy = route_.proxy,
                         .body_bytes = body_bytes_,
                         .wire_bytes = pipe_->wire_bytes(),
                         .os_error = static_cast<int>(os_error),
                         .connect_timeout = setup_.options.limits.connect_timeout});
    fail(failure, fmt::format("{}: {}", request_.url, reason));
  }
}

namespace {

/// libcurl bounds each line of a head and the whole of it, in words that changed.
bool is_long_header(const TransferEnd& end) {
  constexpr int kTooLarge = 100;  // CURLE_TOO_LARGE, from 8.6.0 on
  // Also of the fields behind a body.
  for (const std::string_view words :
       {"Too large response headers", "Too many response headers"})
    if (end.detail.find(words) != std::string::npos) return true;
  if (end.head_done) return false;
  return end.code == kTooLarge || end.code == CURLE_OUT_OF_MEMORY;
}

FetchFailure classify(const TransferEnd& end) {
  if (is_long_header(end)) return FetchFailure::long_header;
  switch (end.code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return FetchFailure::dns;
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PROXY:
    case CURLE_INTERFACE_FAILED:
      return FetchFailure::connect;
    case CURLE_SSL_CONNECT_ERROR:
      // The connection broke during the handshake: nothing is wrong with TLS as such.
      return end.detail.find("SSL_ERROR_SYSCALL") != std::string::npos
                 ? FetchFailure::connect
                 : FetchFailure::tls;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_CLIENTCERT:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_USE_SSL_FAILED:
      return FetchFailure::tls;
    case CURLE_PARTIAL_FILE:
      // libcurl reports a cut chunked body under the same code.
      return end.head.header("transfer-encoding").empty() ? FetchFailure::wrong_length
                                                          : FetchFailure::broken;
    case CURLE_BAD_CONTENT_ENCODING:
      return FetchFailure::bad_coding;
    case CURLE_WRITE_ERROR:
      return end.head.decoded ? FetchFailure::bad_coding : FetchFailure::broken;
    case CURLE_OUT_OF_MEMORY:
      return end.head.decoded ? FetchFailure::too_large : FetchFailure::broken;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_WEIRD_SERVER_REPLY:
      return FetchFailure::protocol;
    default:
      return FetchFailure::broken;
  }
}

std::string connect_reason(const TransferEnd& end, const std::string& detail) {
  const std::string why = end.os_error != 0 ? std::strerror(end.os_error) : detail;
  if (!end.proxy.empty())
    return fmt::format("cannot connect to the proxy {}: {}", end.proxy, why);
  const std::string place =
      end.target == end.host ? "" : fmt::format(" at {}", end.target);
  return fmt::format("cannot connect to {} port {}{}: {}", end.host, end.port, place,
                     why);
}

std::string reason_for(const TransferEnd& end, FetchFailure failure) {
  std::string detail = !end.detail.empty()
                           ? end.detail
                           : curl_easy_strerror(static_cast<CURLcode>(end.code));
  if (failure == FetchFailure::long_header)
    return "the head of the answer is too long: a line above 100 KiB, or too many";
  switch (end.code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return fmt::format("the name {} does not resolve", end.host);
    case CURLE_COULDNT_RESOLVE_PROXY:
      return fmt::format("the name of the proxy {} does not resolve", end.proxy);
    case CURLE_COULDNT_CONNECT:
      return connect_reason(end, detail);
    case CURLE_OPERATION_TIMEDOUT:
      return fmt::format("no connection to {} within {} s (--connect-timeout)", end.host,
                         end.connect_timeout.count());
    case CURLE_PARTIAL_FILE:
      if (failure == FetchFailure::broken)
        return fmt::format("the connection closed before the last chunk ({} came)",
                           human_bytes(end.body_bytes));
      return fmt::format("the body is shorter than its Content-Length {} ({} came)",
                         end.head.header("content-length"), end.wire_bytes);
    case CURLE_GOT_NOTHING:
    case CURLE_ABORTED_BY_CALLBACK:  // ours, where libcurl would send it again
      return "the server closed the connection without an answer";
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
      return fmt::format("the connection broke after {}: {}", human_bytes(end.body_bytes),
                         detail);
    case CURLE_BAD_CONTENT_ENCODING:
      return fmt::format("the content coding {} cannot be undone: {}",
                         excerpt(end.head.header("content-encoding")), detail);
    case CURLE_OUT_OF_MEMORY:
      return end.head.decoded ? "the content coding expands the body too far at once"
                              : detail;
    default:
      break;
  }
  if (failure == FetchFailure::tls &&
      (detail.find("wrong version number") != std::string_view::npos ||
       detail.find("packet length too long") != std::string_view::npos ||
       detail.find("record overflow") != std::string_view::npos))
    return fmt::format("{} speaks no TLS at that port; did you mean http:// ?", end.host);
  if (failure == FetchFailure::tls)
    return fmt::format("TLS: {} (--cacert FILE names further authorities)", detail);
  return detail;
}

}  // namespace

ExplainedFailure explain_failure(const TransferEnd& end) {
  const FetchFailure failure = classify(end);
  return {.failure = failure, .reason = reason_for(end, failure)};
}

}  // namespace semsite
