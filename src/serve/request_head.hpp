#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace semsite {

/// The head of a request over HTTP/1 (RFC 9112 §3, §5), as it was sent: nothing in it is
/// decoded.
struct RequestHead {
  std::string method;
  std::string target;  ///< path and query; of `http://HOST/…` what stands behind the host
  /// Who is called: the host of `http://HOST/…`, or else the Host field. Nothing:
  /// HTTP/1.0 without that field.
  std::optional<std::string> host{};
  bool minor_0 = false;      ///< HTTP/1.0
  bool keeps_alive = false;  ///< the client would ask again on the same connection
  bool has_content = false;  ///< content follows
  std::string accept_encoding{}, if_none_match{}, if_modified_since{};
};

/// Why a head gets no answer but this one; then the connection ends, as nobody knows
/// where the next request begins.
struct HeadFault {
  int status = 400;
  std::string text;
};

/// Where the first head in `bytes` ends: behind its empty line, also behind one that does
/// not end as it should; `npos` if it is not complete. `from` bytes hold no end.
[[nodiscard]] std::size_t end_of_head(std::string_view bytes, std::size_t from = 0);

/// Reads one head, its empty line included. Every line ends with CR LF, fields are of one
/// line, and what could be understood in two ways is refused: two Host or Content-Length
/// fields, a length that is no plain number, any Transfer-Encoding.
[[nodiscard]] std::variant<RequestHead, HeadFault> read_request_head(
    std::string_view bytes);

}  // namespace semsite
