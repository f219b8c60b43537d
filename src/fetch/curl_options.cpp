#include "fetch/curl_options.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "fetch/body.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

constexpr long kBufferBytes = 512 * 1024;
/// Small chunks bound what a coding can expand to while the reader is slow, and make a
/// bounded rate even.
constexpr long kSmallBufferBytes = 16 * 1024;

template <typename Value>
void set(void* handle, CURLoption option, Value value) {
  check_option(option, curl_easy_setopt(static_cast<CURL*>(handle), option, value));
}

/// The login of a URL that the user names is among the options; any other is of whoever
/// named the URL, who may not have us try it.
std::string without_login(const std::string& url) {
  std::string out = url;
  if (const auto parts = split_url(url); parts && !parts->userinfo.empty())
    out.erase(static_cast<std::size_t>(parts->userinfo.data() - url.data()),
              parts->userinfo.size() + 1);
  return out;
}

class OptionSetter {
 public:
  OptionSetter(void* handle, const Request& request, const Route& route,
               const ExchangeSetup& setup)
      : handle_(handle), request_(request), route_(route), setup_(setup) {}

  HeaderLists set_all() {
    set_options();
    set_method();
    add_headers();
    set_credentials();
    return std::move(lists_);
  }

 private:
  [[nodiscard]] bool has_body() const {
    return request_.method == "POST" || request_.method == "PUT";
  }
  [[nodiscard]] bool may_log_in() const {
    const HttpOrigin& there = route_.destination;
    return setup_.policy.may_log_in(there.scheme, there.host, there.port);
  }
  void set_options();
  void set_credentials();
  void set_method();
  void add_header(const std::string& name, const std::string& value);
  void add_headers();

  void* handle_;
  const Request& request_;
  const Route& route_;
  const ExchangeSetup& setup_;
  HeaderLists lists_;
};

void OptionSetter::set_options() {
  const TransportOptions& options = setup_.options;
  void* h = handle_;
  set(h, CURLOPT_URL, without_login(request_.url).c_str());
  set(h, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  // robots.txt was asked about the path as written, so it goes out as written.
  set(h, CURLOPT_PATH_AS_IS, 1L);
  set(h, CURLOPT_PROTOCOLS_STR, "http,https");
  set(h, CURLOPT_FOLLOWLOCATION, 0L);
  set(h, CURLOPT_NOSIGNAL, 1L);
  set(h, CURLOPT_NOPROGRESS, 1L);
  set(h, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(h, CURLOPT_CONNECTTIMEOUT_MS,
      static_cast<long>(
          std::chrono::milliseconds{options.limits.connect_timeout}.count()));
  const bool large = request_.large && !request_.content_coding && options.rate == 0;
  const long buffer_bytes = large ? kBufferBytes : kSmallBufferBytes;
  set(h, CURLOPT_BUFFERSIZE, buffer_bytes);

  set(h, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);

  // The choice is made already, so libcurl must not look into the environment again.
  set(h, CURLOPT_PROXY, route_.proxy.c_str());
  set(h, CURLOPT_NOPROXY, "");
  if (setup_.connect_to) set(h, CURLOPT_CONNECT_TO, setup_.connect_to.get());
  if (setup_.resolve) set(h, CURLOPT_RESOLVE, setup_.resolve.get());
  if (!options.cacert.empty()) set(h, CURLOPT_CAINFO, options.cacert.c_str());
  set(h, CURLOPT_USERAGENT, options.user_agent.c_str());
}

void OptionSetter::set_credentials() {
  const TransportOptions& options = setup_.options;
  if (!may_log_in()) return;
  void* h = handle_;
  if (request_.login != Login::none) {
    set(h, CURLOPT_HTTPAUTH,
        static_cast<long>(request_.login == Login::digest ? CURLAUTH_DIGEST
                                                          : CURLAUTH_BASIC));
    const auto own = options.logins.find(origin_of(request_.url));
    if (!options.user.empty()) {
      set(h, CURLOPT_USERPWD, options.user.c_str());
    } else if (own != options.logins.end()) {
      set(h, CURLOPT_USERPWD, own->second.c_str());
    }
    if (options.netrc) set(h, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  }
  if (!options.cert.empty()) set(h, CURLOPT_SSLCERT, options.cert.c_str());
  if (!options.key.empty()) set(h, CURLOPT_SSLKEY, options.key.c_str());
}

void OptionSetter::set_method() {
  void* h = handle_;
  if (request_.method == "HEAD") {
    set(h, CURLOPT_NOBODY, 1L);
  } else if (has_body()) {
    set(h, CURLOPT_POST, 1L);
    if (request_.method != "POST") set(h, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    set(h, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    set(h, CURLOPT_POSTFIELDS, request_.body.c_str());
  } else if (request_.method == "DELETE") {
    set(h, CURLOPT_CUSTOMREQUEST, "DELETE");
  } else if (request_.method != "GET") {
    throw FetchError{
        FetchFailure::protocol,
        fmt::format("{}: method {} is not among GET, HEAD, POST, PUT, DELETE",
                    request_.url, excerpt(request_.method))};
  }
}

void OptionSetter::add_header(const std::string& name, const std::string& value) {
  // "Name;" is libcurl's way to send a field without value.
  lists_.request =
      append(std::move(lists_.request),
             value.empty() ? name + ";" : fmt::format("{}: {}", name, value));
}

void OptionSetter::add_headers() {
  void* h = handle_;
  const auto given = [&](std::string_view name) {
    return std::ranges::any_of(request_.headers, [&](const auto& field) {
      return equal_ignoring_case(field.first, name);
    });
  };
  for (const std::string& line : setup_.options.headers) {
    const auto field = parse_header_line(line);
    if (!field || given(field->first)) continue;
    if (field->first == "proxy-authorization") {
      if (!route_.proxy.empty()) lists_.proxy = append(std::move(lists_.proxy), line);
    } else if (is_secret_header(field->first)
                   ? may_log_in()
                   : setup_.options.headers_everywhere ||
                         setup_.policy.is_named(route_.destination.host)) {
      lists_.request = append(std::move(lists_.request), line);
    }
  }
  for (const auto& [name, value] : request_.headers) add_header(name, value);
  if (request_.content_coding) {
    set(h, CURLOPT_ACCEPT_ENCODING, "");
  } else if (!given("Accept-Encoding")) {
    add_header("Accept-Encoding", "identity");
  }
  if (request_.range_from > 0 || request_.range_last) {
    add_header("Range",
               fmt::format("bytes={}-{}", request_.range_from,
                           request_.range_last ? fmt::to_string(*request_.range_last)
                                               : std::string{}));
    if (!request_.if_range.empty()) add_header("If-Range", request_.if_range);
  }
  if (has_body()) {
    lists_.request = append(std::move(lists_.request), "Expect:");
    if (!given("content-type"))
      lists_.request = append(std::move(lists_.request), "Content-Type:");
  }
  set(h, CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));
  if (lists_.request) set(h, CURLOPT_HTTPHEADER, lists_.request.get());
  if (lists_.proxy) set(h, CURLOPT_PROXYHEADER, lists_.proxy.get());
}

}  // namespace

void check_option(int option, int code) {
  if (code != CURLE_OK)
    throw FetchError{FetchFailure::protocol,
                     fmt::format("libcurl does not take option {}: {}", option,
                                 curl_easy_strerror(static_cast<CURLcode>(code)))};
}

HeaderLists set_request_options(void* handle, const Request& request, const Route& route,
                                const ExchangeSetup& setup) {
  return OptionSetter{handle, request, route, setup}.set_all();
}

}  // namespace semsite
