#include "fetch/curl_handles.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace semsite {
namespace {

constexpr std::size_t kMostKept = 64;

/// Requests of one key differ in nothing that would have to be taken back.
std::string key_of(const Request& request) {
  return fmt::format("{} {} {}", request.method, request.content_coding ? 1 : 0,
                     request.url.substr(0, request.url.find('?')));
}

void forget(void* handle, CURLoption option) {
  curl_easy_setopt(static_cast<CURL*>(handle), option, nullptr);
}

}  // namespace

void CurlHandleDeleter::operator()(void* handle) const {
  curl_easy_cleanup(static_cast<CURL*>(handle));
}

CurlHandle CurlHandles::take(const Request& request) {
  if (request.login == Login::digest && !request.new_challenge) {
    const auto found = std::ranges::find(kept_, key_of(request),
                                         &std::pair<std::string, CurlHandle>::first);
    if (found != kept_.end()) {
      CurlHandle out = std::move(found->second);
      kept_.erase(found);
      return out;
    }
  }
  CurlHandle out{curl_easy_init()};
  if (!out) throw std::bad_alloc{};
  return out;
}

void CurlHandles::keep(const Request& request, CurlHandle handle) {
  if (request.login != Login::digest || kept_.size() >= kMostKept) return;
  for (const CURLoption option :
       {CURLOPT_ERRORBUFFER, CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA,
        CURLOPT_PREREQFUNCTION, CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETFUNCTION,
        CURLOPT_OPENSOCKETDATA, CURLOPT_HTTPHEADER, CURLOPT_PROXYHEADER,
        CURLOPT_POSTFIELDS})
    forget(handle.get(), option);
  kept_.emplace_back(key_of(request), std::move(handle));
}

}  // namespace semsite
