#include "fetch/curl_setup.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <cstdlib>
#include <new>
#include <utility>

#include "base/text.hpp"
#include "fetch/body.hpp"
#include "fetch/proxy_choice.hpp"

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

HttpOrigin http_origin_of(const std::string& url) {
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
  HttpOrigin out{.scheme = lower_ascii(part(CURLUPART_SCHEME)),
                 .host = lower_ascii(part(CURLUPART_HOST)),
                 .port = 0};
  if (out.scheme != "http" && out.scheme != "https")
    throw FetchError{
        FetchFailure::protocol,
        fmt::format("{}: scheme {}: only http, https and file can be fetched",
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

std::string ExchangeSetup::queue_of(const HttpOrigin& destination) const {
  const std::string target =
      mapping.target(destination.host, destination.port).value_or(destination.host);
  const auto literal = literal_address(target);
  return literal ? literal->text() : target;
}

std::string ExchangeSetup::proxy_for(const HttpOrigin& destination) const {
  std::string proxy = options.proxy;
  if (proxy.empty())
    proxy = environment_proxy(destination.scheme, destination.host, environment);
  // What libcurl understands, too; where it stands in a message, its login is found.
  if (!proxy.empty() && proxy.find("://") == std::string::npos)
    proxy.insert(0, "http://");
  return proxy;
}

}  // namespace semsite
