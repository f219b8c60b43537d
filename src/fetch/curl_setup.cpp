#include "fetch/curl_setup.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

#include "base/date.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "fetch/address_policy.hpp"
#include "fetch/body.hpp"
#include "fetch/curl_ftp.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

Slist make_list(const std::vector<std::string>& texts) {
  Slist list;
  for (const std::string& text : texts) list = append(std::move(list), text);
  return list;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

void SlistDeleter::operator()(curl_slist* list) const { curl_slist_free_all(list); }

Slist append(Slist list, const std::string& text) {
  curl_slist* grown = curl_slist_append(list.get(), text.c_str());
  if (grown == nullptr) throw std::bad_alloc{};
  (void)list.release();
  return Slist{grown};
}

ServerOrigin server_origin_of(const std::string& url) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parsed{curl_url(),
                                                                   &curl_url_cleanup};
  if (!parsed) throw std::bad_alloc{};
  const CURLUcode code = curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(),
                                      CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS);
  if (code != CURLUE_OK)
    throw FetchError{FetchFailure::protocol,
                     fmt::format("{}: not a URL that can be asked for: {}", excerpt(url),
                                 curl_url_strerror(code))};
  const auto part = [&](CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(parsed.get(), which, &text, CURLU_DEFAULT_PORT) != CURLUE_OK)
      return std::string{};
    std::string out{text};
    curl_free(text);
    return out;
  };
  ServerOrigin out{.scheme = lower_ascii(part(CURLUPART_SCHEME)),
                   .host = lower_ascii(part(CURLUPART_HOST)),
                   .port = 0};
  if (!is_of_server(url))
    throw FetchError{
        FetchFailure::protocol,
        fmt::format("{}: scheme {}: only http, https, ftp and file can be fetched",
                    excerpt(url), out.scheme)};
  if (out.host.empty())
    throw FetchError{FetchFailure::protocol,
                     fmt::format("{}: the URL names no host", excerpt(url))};
  if (out.host.starts_with('[') && out.host.ends_with(']'))
    out.host = out.host.substr(1, out.host.size() - 2);
  out.port = static_cast<std::uint16_t>(parse_uint(part(CURLUPART_PORT)).value_or(0));
  return out;
}

ExchangeSetup::ExchangeSetup(TransportOptions given)
    : options(std::move(given)),
      policy(options),
      mapping(options.connect_to, options.resolve),
      connect_to(make_list(options.connect_to)),
      resolve(make_list(options.resolve)) {}

std::string ExchangeSetup::target_of(const ServerOrigin& destination) const {
  const std::string target =
      mapping.target(destination.host, destination.port).value_or(destination.host);
  const auto literal = literal_address(target);
  return literal ? literal->text() : target;
}

std::string ExchangeSetup::proxy_for(const ServerOrigin& destination) const {
  if (options.direct) return {};
  std::string proxy = options.proxy;
  if (proxy.empty())
    proxy = environment_proxy(destination.scheme, destination.host, environment);
  // What libcurl understands, too; where it stands in a message, its login is found.
  if (!proxy.empty() && proxy.find("://") == std::string::npos)
    proxy.insert(0, "http://");
  return proxy;
}

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
    // A proxy would ask for it as it stands, too.
    if (const std::string why =
            route_.destination.scheme == "ftp" ? no_ftp_file(request_.url) : "";
        !why.empty())
      throw FetchError{FetchFailure::protocol, fmt::format("{}: {}", request_.url, why)};
    set_options();
    set_method();
    if (route_.speaks_ftp())
      set_ftp();
    else
      add_headers();
    set_credentials();
    return std::move(lists_);
  }

 private:
  [[nodiscard]] bool has_body() const {
    return request_.method == "POST" || request_.method == "PUT";
  }
  [[nodiscard]] bool may_log_in() const {
    const ServerOrigin& there = route_.destination;
    return setup_.policy.may_log_in(there.scheme, there.host, there.port);
  }
  void set_options();
  void set_credentials();
  void set_method();
  void set_ftp();
  void read_to_the_end();
  void ask_if_changed();
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
  set(h, CURLOPT_PROTOCOLS_STR,
      route_.destination.scheme == "ftp" ? "ftp" : "http,https");
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

/// What header fields say over HTTP. Data connections go from here to the address that
/// was asked, whichever the server names.
void OptionSetter::set_ftp() {
  if (request_.method != "GET" && request_.method != "HEAD")
    throw FetchError{FetchFailure::protocol,
                     fmt::format("{}: over ftp there is no {}", request_.url,
                                 excerpt(request_.method))};
  void* h = handle_;
  set(h, CURLOPT_FTP_SKIP_PASV_IP, 1L);
  set(h, CURLOPT_FTP_FILEMETHOD, static_cast<long>(CURLFTPMETHOD_NOCWD));
  set(h, CURLOPT_FILETIME, 1L);
  if (request_.range_last)
    set(h, CURLOPT_RANGE,
        fmt::format("{}-{}", request_.range_from, *request_.range_last).c_str());
  else if (request_.method == "GET")
    read_to_the_end();
  ask_if_changed();
}

/// By time, and by the length that the copy has: libcurl knows no condition of that, so
/// that SIZE is asked for first (in the type that it counts for), and the exchange drops
/// the condition where the reply is another one.
void OptionSetter::ask_if_changed() {
  void* h = handle_;
  for (const auto& [name, value] : request_.headers) {
    if (equal_ignoring_case(name, "If-None-Match") && length_in_ftp_tag(value)) {
      const std::string size = ftp_size_command(request_.url);
      lists_.ftp_first = append(append({}, "*TYPE I"), size);
      if (!size.empty()) set(h, CURLOPT_QUOTE, lists_.ftp_first.get());
    }
    if (!equal_ignoring_case(name, "If-Modified-Since")) continue;
    const auto when = parse_http_date(value, std::chrono::system_clock::now());
    if (!when) continue;
    set(h, CURLOPT_TIMECONDITION, static_cast<long>(CURL_TIMECOND_IFMODSINCE));
    set(h, CURLOPT_TIMEVALUE_LARGE,
        static_cast<curl_off_t>(
            std::chrono::duration_cast<std::chrono::seconds>(when->time_since_epoch())
                .count()));
  }
}

/// libcurl would end a transfer where SIZE says, whatever comes behind that. Where it is
/// kept from it, it asks neither where the file ends, nor for its rest.
void OptionSetter::read_to_the_end() {
  void* h = handle_;
  set(h, CURLOPT_IGNORE_CONTENT_LENGTH, 1L);
  if (const std::string size = ftp_size_command(request_.url); !size.empty())
    lists_.ftp = append(std::move(lists_.ftp), size);
  if (request_.range_from > 0)
    lists_.ftp =
        append(std::move(lists_.ftp), fmt::format("REST {}", request_.range_from));
  if (lists_.ftp) set(h, CURLOPT_PREQUOTE, lists_.ftp.get());
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

namespace {

/// `no_proxy`: names and domains between commas or spaces, `*` for all.
bool is_excepted(std::string_view host, std::string list) {
  for (char& c : list)
    if (c == ' ') c = ',';
  for (std::string_view entry : split(list, ',')) {
    if (entry == "*") return true;
    if (entry.starts_with('.')) entry.remove_prefix(1);
    if (entry.starts_with('[') && entry.ends_with(']'))
      entry = entry.substr(1, entry.size() - 2);
    if (entry.empty()) continue;
    if (equal_ignoring_case(host, entry)) return true;
    if (host.size() > entry.size() && host[host.size() - entry.size() - 1] == '.' &&
        ends_with_ignoring_case(host, entry) && !literal_address(host))
      return true;
  }
  return false;
}

std::string first_set(std::initializer_list<const char*> names,
                      const Environment& environment) {
  for (const char* name : names)
    if (std::string value = environment(name); !value.empty()) return value;
  return {};
}

}  // namespace

std::string environment_proxy(std::string_view scheme, std::string_view host,
                              const Environment& environment) {
  if (is_loopback_host(host)) return {};
  // HTTP_PROXY in capitals can be set by a client of a CGI program, hence is not read.
  const std::string proxy =
      equal_ignoring_case(scheme, "ftp")
          ? first_set({"ftp_proxy", "FTP_PROXY", "all_proxy", "ALL_PROXY"}, environment)
      : equal_ignoring_case(scheme, "https")
          ? first_set({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"},
                      environment)
          : first_set({"http_proxy", "all_proxy", "ALL_PROXY"}, environment);
  if (proxy.empty()) return {};
  return is_excepted(host, first_set({"no_proxy", "NO_PROXY"}, environment))
             ? std::string{}
             : proxy;
}

}  // namespace semsite
