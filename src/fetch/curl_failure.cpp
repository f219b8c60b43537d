#include "fetch/curl_failure.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <cstring>

#include "base/text.hpp"

namespace semsite {
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
  const std::string place = end.queue == end.host ? "" : fmt::format(" at {}", end.queue);
  return fmt::format("cannot connect to {} port {}{}: {}", end.host, end.port, place,
                     why);
}

std::string reason_for(const TransferEnd& end, FetchFailure failure) {
  const std::string detail = !end.detail.empty()
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
