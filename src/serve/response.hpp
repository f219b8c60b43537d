#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "serve/served.hpp"

namespace semsite {

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

}  // namespace semsite
