#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// A pair of keys of AWS, as the provider of credentials gives it.
struct AccessKey {
  std::string id;
  std::string secret;
  std::string token{};  ///< of a session; empty: none
};

/// What AWS Signature Version 4 is made of.
struct ToSign {
  std::string method;
  std::string path;  ///< as it is sent, escaped once
  std::vector<std::pair<std::string, std::string>> query{};  ///< not escaped
  /// Those that are signed, `host` among them; names in lower case.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body_sha256;  ///< 64 hexadecimal digits, or "UNSIGNED-PAYLOAD"
  std::string time;         ///< "20130524T000000Z"
  std::string region;
  std::string service = "s3";
};

/// The query as it is signed and sent: sorted, all but unreserved characters escaped.
[[nodiscard]] std::string canonical_query(
    const std::vector<std::pair<std::string, std::string>>& query);
/// "Task 1: Create a canonical request".
[[nodiscard]] std::string canonical_request(const ToSign& what);
/// "Task 2: Create a string to sign".
[[nodiscard]] std::string string_to_sign(const ToSign& what);
/// "Task 3: Calculate the signature": 64 hexadecimal digits.
[[nodiscard]] std::string signature_of(const ToSign& what, std::string_view secret);
/// The value of the field `Authorization`.
[[nodiscard]] std::string authorization_of(const ToSign& what, const AccessKey& key);

}  // namespace semsite
