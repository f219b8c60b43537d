#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// What a client asks for.
struct SiteRequest {
  std::string method;  ///< `GET` or `HEAD`
  std::string target;  ///< path and query as they came
  std::string host;    ///< the service as it was called; empty if it was not
  std::string if_none_match{}, if_modified_since{};
};

/// What it is answered. The server adds Date, Content-Length and Connection, leaves the
/// body out for HEAD, and packs it if the client likes that.
struct SiteAnswer {
  int status = 200;
  std::string type{};  ///< Content-Type; empty: no content
  std::string body{};
  std::vector<std::pair<std::string, std::string>> fields{};
};

/// Called by several threads at once. Must not throw.
using ServedSite = std::function<SiteAnswer(const SiteRequest& request)>;

/// How an answer goes over a connection.
struct ResponseForm {
  bool head_only = false;  ///< to HEAD: without its content
  bool gzip = false;
  bool closes = false;     ///< the last of its connection
  bool says_keep = false;  ///< a client of HTTP/1.0 is told that it may ask again
  std::int64_t now = 0;    ///< seconds since 1970
};

/// `answer` as HTTP/1.1 writes it (RFC 9112 §4), with the fields that every answer has.
[[nodiscard]] std::string response_text(const SiteAnswer& answer,
                                        const ResponseForm& form);

/// An answer of the server itself: plain text.
[[nodiscard]] SiteAnswer plain_answer(int status, std::string text);

/// Does the Accept-Encoding field `accepted` take `gzip`?
[[nodiscard]] bool takes_gzip(std::string_view accepted);

/// `text` as one gzip member (RFC 1952).
[[nodiscard]] std::string gzip_text(std::string_view text);

}  // namespace semsite
