#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// `text`, which may hold URLs, with `***` in place of what they must not tell others:
/// the login before the host (`http://name:password@host/`), and the values of parameters
/// of queries and fragments whose names say that they are secrets (`token`, `api_key`,
/// `X-Amz-Signature`, `sig` …; `code`, `key` and `pass` from six
/// bytes on). What is masked already stays as it is.
[[nodiscard]] std::string without_url_secrets(std::string_view text);

/// Is a parameter of this name a secret? In any case of letters, with `-` as `_`.
[[nodiscard]] bool is_secret_parameter(std::string_view name);

}  // namespace semsite
