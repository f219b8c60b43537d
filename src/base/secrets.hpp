#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// Which parameters are masked: all that may be secrets, for what is told; or only those
/// that say who asks, for URLs that are data (names of graphs, `<>`), where a value that
/// is masked would make one page of two.
enum class SecretsOf : std::uint8_t { all, asker };

/// `text`, which may hold URLs, with `***` in place of what they must not tell others:
/// the login before the host (`http://name:password@host/`), and the values of parameters
/// of queries and fragments, and of members of JSON in them, whose names say that they
/// are secrets (`token`, `api_key`, `X-Amz-Signature`, `sig` …; `code`, `key` and `pass`
/// from six bytes on); so also in URLs that are parameters of others. What is masked
/// already stays as it is.
[[nodiscard]] std::string without_url_secrets(std::string_view text,
                                              SecretsOf of = SecretsOf::all);

/// Is a parameter of this name a secret? In any case of letters, whatever signs stand
/// between its words.
[[nodiscard]] bool is_secret_parameter(std::string_view name);
/// Does a header of this name carry credentials? Those that would be secrets in a URL do,
/// and more: no header says which page is meant.
[[nodiscard]] bool is_secret_header(std::string_view name);

}  // namespace semsite
