#include "s3/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";

using Pairs = std::vector<std::pair<std::string, std::string>>;

Pairs sorted(Pairs pairs) {
  std::ranges::sort(pairs);
  return pairs;
}

/// One space for each run of them, none at the ends.
std::string condensed(std::string_view value) {
  std::string out;
  for (const char c : trim(value))
    if (c != ' ' || !out.ends_with(' ')) out += c;
  return out;
}

std::string signed_names(const ToSign& what) {
  std::string out;
  for (const auto& [name, value] : sorted(what.headers))
    out += (out.empty() ? "" : ";") + name;
  return out;
}

std::string_view day_of(const ToSign& what) {
  return std::string_view{what.time}.substr(0, 8);
}

std::string scope_of(const ToSign& what) {
  return fmt::format("{}/{}/{}/aws4_request", day_of(what), what.region, what.service);
}

}  // namespace

std::string canonical_query(const Pairs& query) {
  Pairs escaped;
  for (const auto& [name, value] : query)
    escaped.emplace_back(percent_encode(name), percent_encode(value));
  std::string out;
  for (const auto& [name, value] : sorted(std::move(escaped)))
    out += fmt::format("{}{}={}", out.empty() ? "" : "&", name, value);
  return out;
}

std::string canonical_request(const ToSign& what) {
  std::string headers;
  for (const auto& [name, value] : sorted(what.headers))
    headers += fmt::format("{}:{}\n", name, condensed(value));
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", what.method,
                     what.path.empty() ? "/" : what.path, canonical_query(what.query),
                     headers, signed_names(what), what.body_sha256);
}

std::string string_to_sign(const ToSign& what) {
  return fmt::format("{}\n{}\n{}\n{}", kAlgorithm, what.time, scope_of(what),
                     sha256_hex(canonical_request(what)));
}

std::string signature_of(const ToSign& what, std::string_view secret) {
  std::string key = hmac_sha256(fmt::format("AWS4{}", secret), day_of(what));
  for (const std::string_view step :
       {std::string_view{what.region}, std::string_view{what.service},
        std::string_view{"aws4_request"}})
    key = hmac_sha256(key, step);
  return hex_digits(hmac_sha256(key, string_to_sign(what)));
}

std::string authorization_of(const ToSign& what, const AccessKey& key) {
  return fmt::format("{} Credential={}/{},SignedHeaders={},Signature={}", kAlgorithm,
                     key.id, scope_of(what), signed_names(what),
                     signature_of(what, key.secret));
}

}  // namespace semsite
